import QueryLanguage
import SQLite

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

extension Connection {
    /// Calls `body` with each row that matches a full-text expression, in order, including deleted ones.
    func forEachMatch(of expression: String, _ body: (borrowing FTSContext) -> Void) throws {
        try visiting(with: { context in
            body(context)
            return 0
        }) { try run("SELECT 1 FROM fts WHERE fts MATCH ?1 AND slip_visit(fts)", [.text(expression)]) }
    }
}
