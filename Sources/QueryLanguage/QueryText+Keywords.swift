/// Keywords in the text of queries.
extension QueryText {
    /// The query with other names for the keywords it asks for, every other byte as it was.
    ///
    /// - Parameter rename: the new name of a keyword as written, without `#`; nil where it keeps its own.
    /// - Returns: nil where nothing changes, or the query cannot be read.
    package static func renamingKeywords(in query: String, _ rename: (String) -> String?) -> String? {
        // A saved search that cannot be read stays as it is, and check reports it.
        guard let syntax = try? QueryParser.parse(query) else { return nil }
        var bytes = Array(query.utf8)
        var isChanged = false
        for atom in atoms(syntax).sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
            let hasSign = atom.text.hasPrefix("#")
            guard let new = rename(hasSign ? String(atom.text.dropFirst()) : atom.text) else { continue }
            bytes.replaceSubrange(atom.range, with: Array(((hasSign ? "#" : "") + quoted(new)).utf8))
            isChanged = true
        }
        return isChanged ? String(decoding: bytes, as: UTF8.self) : nil
    }

    /// The values of all keyword fields in a query.
    private static func atoms(_ syntax: QuerySyntax) -> [Atom] {
        switch syntax {
        case .and(let parts, _), .or(let parts, _): return parts.flatMap(atoms)
        case .not(let inner, _), .group(let inner, _): return atoms(inner)
        case .field(let field):
            if case .query(let inner) = field.value { return atoms(inner) }
            if field.name == .field(.keyword) { return atoms(field.value) }
            // A number counts keywords.
            guard field.name == .field(.keywords) else { return [] }
            return atoms(field.value).filter { $0.isQuoted || QueryResolver.number($0.text) == nil }
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
