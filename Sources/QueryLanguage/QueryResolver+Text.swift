import SourceText

/// Words and phrases.
extension QueryResolver {
    mutating func word(_ word: String, _ range: Range<Int>, part: TextPart = .any) throws -> Condition {
        var text = word
        let isPrefix = text.hasSuffix("*")
        if isPrefix { text.removeLast() }
        let scalars = Array(text.unicodeScalars)
        if let star = scalars.firstIndex(of: "*") {
            let offset = range.lowerBound + scalars[..<star].reduce(0) { $0 + UTF8.width($1) }
            if scalars.allSatisfy({ $0 == "*" }) {
                throw loneStar(range)
            }
            throw error(
                offset..<offset + 1, "a '*' counts only at the end of a word",
                help: text.contains(".*")
                    ? "for a regular expression: /\(text.replacing("/", with: "\\/"))/"
                    : "for a part of a word: contains:\(quoted(text.replacing("*", with: "")))")
        }
        if let mark = scalars.indices.first(where: { scalars[$0] == "?" && Self.isInside($0, scalars) }) {
            let offset = range.lowerBound + scalars[..<mark].reduce(0) { $0 + UTF8.width($1) }
            throw error(
                offset..<offset + 1, "a '?' inside a word is not a pattern",
                help: "use a regular expression: /\(text.replacing("?", with: "."))/, or quote it")
        }
        if isPrefix, text.isEmpty { throw loneStar(range) }
        let words = Words.list(text)
        if words.isEmpty { throw noWords(word, range) }
        if part == .any, let reading = try foreignReading(word, range) {
            remarks.append(
                Diagnostic(
                    .query, at: range, "'\(word)' is searched as \(words.count == 1 ? "a word" : "words")",
                    help: reading,
                    severity: .note))
        }
        if Self.hasSymbolName(text) {
            remarks.append(
                Diagnostic(
                    .query, at: range, "'\(text)' is searched as the word '\(words.joined(separator: " "))'",
                    help: "for exactly that: contains:\(quoted(text))", severity: .note))
        }
        return .text(TextMatch(words: words, isPrefix: isPrefix, part: part, range: range))
    }

    mutating func phrase(_ phrase: String, _ range: Range<Int>, part: TextPart) throws -> Condition {
        let words = Words.list(phrase)
        if words.isEmpty { throw noWords(phrase, range) }
        return .text(TextMatch(words: words, isPrefix: false, part: part, range: range))
    }

    /// One value of `title:`, `body:` or `heading:`.
    mutating func words(_ atom: Atom, _ field: Field, part: TextPart) throws -> Condition {
        if atom.isQuoted { return try phrase(atom.text, atom.range, part: part) }
        try refuseHyphen(atom, field)
        return try word(atom.text, atom.range, part: part)
    }

    func refuseHyphen(_ atom: Atom, _ field: Field) throws {
        guard !atom.isQuoted, atom.text.hasPrefix("-") else { return }
        let rest = String(atom.text.dropFirst())
        throw error(
            atom.range, "the '-' that negates stands before the field",
            help: "write -\(field.rawValue):\(rest), or quote it: \(field.rawValue):\"\(atom.text)\"")
    }

    func noWords(_ word: String, _ range: Range<Int>) -> QueryError {
        error(
            range, word.isEmpty ? "these quotes hold nothing" : "'\(word)' has no letter or digit to search for",
            help: word.isEmpty ? nil : "to search for it: \(Self.containsForm(word))")
    }

    private func loneStar(_ range: Range<Int>) -> QueryError {
        error(range, "a '*' needs the beginning of a word before it", help: "every note is found by the empty query")
    }

    static func containsForm(_ word: String) -> String { "contains:\(quoted(word))" }

    static func quoted(_ text: String) -> String {
        // By scalars, as queries are read: a mark behind a sign makes another character of it.
        let scalars = text.unicodeScalars
        let plain =
            !text.isEmpty
            && !zip(text.utf8, text.utf8.dropFirst()).contains { $0 == Byte.dot && $1 == Byte.dot }
            && !["OR", "AND", "NOT"].contains(text)
            && !"-/!".unicodeScalars.contains { $0 == scalars.first }
            && scalars.allSatisfy {
                !$0.isQuerySpace && !$0.isQuote && !"(),<>=*?\\".unicodeScalars.contains($0)
            }
        if plain { return text }
        var quoted = String.UnicodeScalarView("\"".unicodeScalars)
        for scalar in scalars {
            if scalar == "\\" || scalar == "\"" { quoted.append("\\") }
            quoted.append(scalar)
        }
        quoted.append("\"")
        return String(quoted)
    }

    func quoted(_ text: String) -> String { Self.quoted(text) }

    /// Whether a letter or digit stands on both sides.
    private static func isInside(_ index: Int, _ scalars: [Unicode.Scalar]) -> Bool {
        func isWord(_ scalar: Unicode.Scalar) -> Bool {
            scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        }
        return index > 0 && index + 1 < scalars.count && isWord(scalars[index - 1]) && isWord(scalars[index + 1])
    }

    /// `C++`, `C#`, `F#`: names that end in signs a word does not keep.
    private static func hasSymbolName(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard let last = bytes.last, last == Byte.plus || last == Byte.hash, let first = bytes.first else {
            return false
        }
        return first.isLetter && bytes.allSatisfy { $0.isLetter || $0.isDigit || $0 == Byte.plus || $0 == Byte.hash }
    }
}
