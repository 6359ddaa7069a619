import QueryLanguage

/// Full-text expressions in FTS5's syntax: https://sqlite.org/fts5.html#full_text_query_syntax
enum TextQuery {
    /// Returns the expression for a text. The words are folded and consist of letters, digits and marks, so user text
    /// cannot end the quotes. FTS5 sees only a flat list of phrases.
    static func expression(_ match: TextMatch) -> String {
        let phrase = "\"\(match.words.joined(separator: " "))\"\(match.isPrefix ? " *" : "")"
        return match.part == .any ? "(\(phrase))" : "({\(match.part.rawValue)} : \(phrase))"
    }

    static func all(_ matches: [TextMatch]) -> String { matches.map(expression).joined(separator: " AND ") }
    static func any(_ matches: [TextMatch]) -> String { matches.map(expression).joined(separator: " OR ") }
}
