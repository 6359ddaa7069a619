import QueryLanguage

/// A query printed from its syntax tree, with all parentheses and spaces around them, since words may contain
/// parentheses. Terms are printed as written.
///
/// The grammar has several forms of the same query. A printed query that is parsed and printed again must not change.
struct PrintedQuery {
    let text: String

    init?(_ query: String) {
        do throws(QueryError) {
            let syntax = try QueryParser.parse(query)
            text = Self.text(syntax, Array(query.utf8))
        } catch {
            return nil
        }
    }

    private static func text(_ syntax: QuerySyntax, _ bytes: [UInt8]) -> String {
        switch syntax {
        case .empty: ""
        case .and(let parts, _): joined(parts, by: " ", bytes)
        case .or(let parts, _): joined(parts, by: " OR ", bytes)
        case .not(let part, _): negated(text(part, bytes))
        case .group(let part, _): text(part, bytes)
        case .field(let field):
            if case .query(let inner) = field.value {
                slice(field.nameRange, bytes) + ":( " + text(inner, bytes) + " )"
            } else {
                slice(field.range, bytes)
            }
        case .word(_, let range), .phrase(_, let range), .regex(_, _, let range), .saved(_, let range):
            slice(range, bytes)
        }
    }

    /// Returns the negation of a printed query. Directly after a hyphen, text that starts like an operator is a word.
    private static func negated(_ text: String) -> String {
        ["OR", "AND", "NOT"].contains { text.hasPrefix($0) } ? "-\(text)" : "NOT ( \(text) )"
    }

    private static func joined(_ parts: [QuerySyntax], by word: String, _ bytes: [UInt8]) -> String {
        parts.map { "( \(text($0, bytes)) )" }.joined(separator: word)
    }

    /// Returns a term as written. If it ends the query, adds a missing closing quote or value, because more text
    /// follows in the printed query.
    private static func slice(_ range: Range<Int>, _ bytes: [UInt8]) -> String {
        let text = String(decoding: bytes[range], as: UTF8.self)
        if range.upperBound < bytes.count { return text }
        return ["", "\"", "”", "/", "x"].map { text + $0 }.first { (try? QueryParser.parse("( -\($0) )")) != nil }
            ?? text
    }
}
