import SourceText

/// Values of fields in the text of queries.
extension QueryText {
    /// The query with other values for some of its fields, every other byte as it was.
    ///
    /// - Parameter value: the new text of a value, quoted where it has to be; nil where it stays.
    /// - Returns: nil where nothing changes, or the query cannot be read.
    package static func rewriting(
        _ query: String, _ value: (Field, Atom) throws -> String?
    ) rethrows -> String? {
        // A saved search that cannot be read stays as it is, and check reports it.
        guard let syntax = try? QueryParser.parse(query) else { return nil }
        var bytes = Array(query.utf8)
        var isChanged = false
        // From the end, so that the places before stay right.
        for (field, atom) in values(syntax).sorted(by: { $0.atom.range.lowerBound > $1.atom.range.lowerBound }) {
            guard let new = try value(field, atom) else { continue }
            bytes.replaceSubrange(atom.range, with: Array(new.utf8))
            isChanged = true
        }
        return isChanged ? String(decoding: bytes, as: UTF8.self) : nil
    }

    /// Returns the query that finds those of `query`'s notes that match `terms` too. Of `a OR b sort:title` the condition
    /// is put in parentheses, and what says how the answer is shown goes behind them.
    package static func narrowing(_ query: String, by terms: String) -> String {
        // What cannot be read is reported where the query runs.
        guard case .or(let branches, _)? = try? QueryParser.parse(query) else { return "\(terms) \(query)" }
        let fields = branches.flatMap { branch in
            if case .and(let parts, _) = branch { parts } else { [branch] }
        }.filter { part in
            if case .field(let field) = part { field.name.kind == .presentation } else { false }
        }
        var bytes = Array(query.utf8)
        var shown = ""
        for range in fields.map(\.range).reversed() {
            shown = " " + String(decoding: bytes[range], as: UTF8.self) + shown
            bytes.removeSubrange(range)
        }
        let condition = bytes.text(bytes.trimmed(0..<bytes.count))
        return "\(terms) (\(condition))\(shown)"
    }

    /// The values of all fields in a query, but for ranges and regular expressions.
    private static func values(_ syntax: QuerySyntax) -> [(field: Field, atom: Atom)] {
        switch syntax {
        case .and(let parts, _), .or(let parts, _): return parts.flatMap(values)
        case .not(let inner, _), .group(let inner, _): return values(inner)
        case .field(let syntax):
            if case .query(let inner) = syntax.value { return values(inner) }
            guard case .field(let field) = syntax.name else { return [] }
            return atoms(syntax.value).map { (field, $0) }
        default: return []
        }
    }

    private static func atoms(_ value: ValueSyntax) -> [Atom] {
        switch value {
        case .one(let item):
            switch item.form {
            case .plain(let atom), .compared(_, let atom): return [atom]
            case .range, .regex: return []
            }
        case .and(let values), .or(let values): return values.flatMap(atoms)
        case .not(let value): return atoms(value)
        case .query: return []
        }
    }
}
