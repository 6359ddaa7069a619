import QueryLanguage

/// A query written anew from its tree, with all parentheses and a space beside each, for words may hold some; what stands
/// in its leaves as it stood.
///
/// The grammar has many ways to say the same. Printed, read and printed again, a query is what it was.
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
        case .and(let parts, _): joined(parts, " ", bytes)
        case .or(let parts, _): joined(parts, " OR ", bytes)
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

    /// Right after a hyphen what begins as an operator is a word.
    private static func negated(_ text: String) -> String {
        ["OR", "AND", "NOT"].contains { text.hasPrefix($0) } ? "-\(text)" : "NOT ( \(text) )"
    }

    private static func joined(_ parts: [QuerySyntax], _ word: String, _ bytes: [UInt8]) -> String {
        parts.map { "( \(text($0, bytes)) )" }.joined(separator: word)
    }

    /// A leaf as it stood; one at the end may lack its closing quote, or a last value, and gets it.
    private static func slice(_ range: Range<Int>, _ bytes: [UInt8]) -> String {
        let text = String(decoding: bytes[range], as: UTF8.self)
        if range.upperBound < bytes.count { return text }
        return ["", "\"", "”", "/", "x"].map { text + $0 }.first { (try? QueryParser.parse("( -\($0) )")) != nil }
            ?? text
    }
}
