/// A command line up to the cursor, split as by POSIX shells into complete words and the current word.
struct ShellLine {
    /// The words before the last one, without quotes.
    private(set) var words: [String] = []
    /// The typed part of the last word, without quotes. Empty after white space.
    private(set) var current = ""
    private(set) var quote: Character?

    /// Complexity: O(length).
    init(_ line: String) {
        var isOpen = false
        var isEscaped = false
        for character in line {
            if isEscaped {
                // In double quotes a backslash stays if it escapes nothing.
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

    /// Returns the text that Bash inserts for a candidate. If nothing is quoted, Bash replaces only the part after the
    /// last colon or equals sign (`COMP_WORDBREAKS`). Quotes the text like the typed word. Returns an empty text if
    /// Bash cannot insert the candidate.
    func replacement(_ candidate: String) -> String {
        guard let quote else {
            let typed =
                current.lastIndex { ":=".contains($0) }
                .map { current.distance(from: current.startIndex, to: $0) + 1 } ?? 0
            // Bash cannot replace a beginning that differs from the typed text.
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
