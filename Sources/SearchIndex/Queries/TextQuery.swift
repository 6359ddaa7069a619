import QueryLanguage

/// A text leaf in FTS5's syntax: https://sqlite.org/fts5.html#full_text_query_syntax
enum TextQuery {
    /// The words are folded and hold letters, digits and marks alone, so that the quotes cannot be left: FTS5 sees no
    /// structure of the query but that of one list.
    static func expression(_ match: TextMatch) -> String {
        let phrase = "\"\(match.words.joined(separator: " "))\"\(match.isPrefix ? " *" : "")"
        return match.part == .any ? "(\(phrase))" : "({\(match.part.rawValue)} : \(phrase))"
    }

    static func all(_ matches: [TextMatch]) -> String { matches.map(expression).joined(separator: " AND ") }
    static func any(_ matches: [TextMatch]) -> String { matches.map(expression).joined(separator: " OR ") }
}
