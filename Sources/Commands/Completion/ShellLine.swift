/// A command line up to the cursor, as POSIX shells take it apart: its words, and the one that is being typed.
struct ShellLine {
    /// Those before the last, without quotes.
    private(set) var words: [String] = []
    /// What was typed of the last word, without quotes; empty behind white space.
    private(set) var current = ""
    /// The quote that is open.
    private(set) var quote: Character?

    /// Complexity: O(length).
    init(_ line: String) {
        var isOpen = false
        var isEscaped = false
        for character in line {
            if isEscaped {
                // Within double quotes a backslash stays before what it does not take the meaning from.
                if quote == "\"", !"\"\\$`".contains(character) { current.append("\\") }
                current.append(character)
                isEscaped = false
            } else if character == "\\", quote != "'" {
                isEscaped = true
                isOpen = true
            } else if let open = quote {
                if character == open { quote = nil } else { current.append(character) }
            } else if character == "'" || character == "\"" {
                quote = character
                isOpen = true
            } else if character.isWhitespace {
                if isOpen { words.append(current) }
                current = ""
                isOpen = false
            } else {
                current.append(character)
                isOpen = true
            }
        }
    }

    /// A candidate as Bash puts it in the place of what it takes for the last word: behind the last colon or equals sign
    /// where nothing is quoted (`COMP_WORDBREAKS`), and quoted as what was typed is.
    func replacement(_ candidate: String) -> String {
        guard let quote else {
            let typed =
                current.lastIndex { ":=".contains($0) }
                .map { current.distance(from: current.startIndex, to: $0) + 1 } ?? 0
            // Another beginning than what was typed cannot be put in its place there.
            guard candidate.hasPrefix(current.prefix(typed)) else { return "" }
            return Self.escaped(String(candidate.dropFirst(typed)))
        }
        let inner =
            quote == "'"
            ? candidate.replacing("'", with: "'\\''")
            : String(candidate.flatMap { "\"\\$`".contains($0) ? ["\\", $0] : [$0] })
        return inner
    }

    private static func escaped(_ text: String) -> String {
        String(
            text.flatMap { character -> [Character] in
                " \t\"'\\$`&|;<>()*?[]#~!{}".contains(character) ? ["\\", character] : [character]
            })
    }
}
