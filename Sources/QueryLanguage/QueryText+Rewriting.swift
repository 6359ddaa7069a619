import SourceText

extension QueryText {
    /// Renames keywords in a query and keeps every other byte.
    ///
    /// - Parameter rename: returns the new name of a keyword, without `#`; nil to keep it.
    /// - Returns: nil if nothing changes, or if the query is not valid.
    package static func renamingKeywords(in query: String, _ rename: (String) -> String?) -> String? {
        rewriting(query) { value in
            let atom = value.atom
            switch value.field {
            case .keyword: break
            // A number is a count of keywords.
            case .keywords: if !atom.isQuoted, NumberResolver.number(atom.text) != nil { return nil }
            default: return nil
            }
            let hasSign = atom.text.hasPrefix("#")
            guard let new = rename(hasSign ? String(atom.text.dropFirst()) : atom.text) else { return nil }
            return (hasSign ? "#" : "") + quoted(new)
        }
    }

    /// Replaces values of fields in a query and keeps every other byte. Properties, ranges and regular expressions are
    /// not passed to `newText`.
    ///
    /// - Parameter newText: returns the new text of a value, with quotes if needed; nil to keep it.
    /// - Returns: nil if nothing changes, or if the query is not valid.
    package static func rewriting(_ query: String, _ newText: (QueryValue) throws -> String?) rethrows -> String? {
        // A saved search that is not valid stays unchanged, and `check` reports it.
        guard let syntax = try? QueryParser.parse(query) else { return nil }
        var bytes = Array(query.utf8)
        var isChanged = false
        // From the end, so that the ranges before remain valid.
        for value in values(syntax).sorted(by: { $0.atom.range.lowerBound > $1.atom.range.lowerBound }) {
            guard let new = try newText(value) else { continue }
            bytes.replaceSubrange(value.atom.range, with: Array(new.utf8))
            isChanged = true
        }
        return isChanged ? String(decoding: bytes, as: UTF8.self) : nil
    }

    /// Returns the names of the saved searches in a query, as written. Empty if the query is not valid.
    package static func savedSearches(in query: String) -> [String] {
        (try? QueryParser.parse(query)).map { saved($0).map(\.name) } ?? []
    }

    /// Renames a saved search in a query and keeps every other byte.
    ///
    /// - Returns: nil if nothing changes, or if the query is not valid.
    package static func renamingSearch(in query: String, from old: String, to new: String) -> String? {
        guard let syntax = try? QueryParser.parse(query) else { return nil }
        let uses = saved(syntax).filter { Folding.fold($0.name) == Folding.fold(old) }
        if uses.isEmpty { return nil }
        var bytes = Array(query.utf8)
        // From the end, so that the ranges before remain valid.
        for use in uses.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
            bytes.replaceSubrange(use.range, with: Array("@\(quoted(new))".utf8))
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Renames a property in a query and keeps every other byte: as a field, in `has:` and `no:`, and as a key of `sort:`
    /// and `group:`.
    ///
    /// - Parameters:
    ///   - old: the name, folded.
    ///   - inBlock: whether the query is that of a live block, where `fields:` has keys too.
    /// - Returns: nil if nothing changes, or if the query is not valid.
    package static func renamingProperty(
        in query: String, from old: String, to new: String, inBlock: Bool = false
    ) -> String? {
        guard let syntax = try? QueryParser.parse(query) else { return nil }
        var edits: [(range: Range<Int>, text: String)] = []
        for field in fields(syntax) {
            switch field.name {
            case .property(let name, _) where inBlock && Folding.fold(name) == "fields":
                let values = atoms(field.value, isNegated: false).map(\.atom)
                // Columns are one value, in which commas separate the keys, also in quotes.
                let keys = values.flatMap { $0.text.split(separator: ",") }.map(String.init)
                let renamed = keys.map { renamedKey($0, from: old, to: new) }
                guard renamed.contains(where: { $0 != nil }), let first = values.first, let last = values.last else {
                    continue
                }
                let names = zip(keys, renamed).map { $1 ?? $0 }
                edits.append((first.range.lowerBound..<last.range.upperBound, quotedList(names)))
            case .property(let name, _):
                if Folding.fold(name) == old { edits.append((field.nameRange, String(propertyTerm(new).dropLast()))) }
            case .field(.has), .field(.no), .field(.sort), .field(.group):
                for (atom, _) in atoms(field.value, isNegated: false) {
                    guard let text = renamedKey(atom.text, from: old, to: new) else { continue }
                    edits.append((atom.range, quoted(text)))
                }
            case .field, .task: break
            }
        }
        if edits.isEmpty { return nil }
        var bytes = Array(query.utf8)
        // From the end, so that the ranges before remain valid.
        for edit in edits.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
            bytes.replaceSubrange(edit.range, with: Array(edit.text.utf8))
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns a list of names, in quotes if one of them has other characters than a word has.
    private static func quotedList(_ names: [String]) -> String {
        let list = names.joined(separator: ",")
        return names.allSatisfy { quoted($0) == $0 } ? list : "\"" + list + "\""
    }

    /// Returns `prop.new-` for `prop.old-`, or nil for the key of another property.
    private static func renamedKey(_ text: String, from old: String, to new: String) -> String? {
        var name = Substring(text)
        var sign = ""
        if let last = name.last, "+-".contains(last) {
            sign = String(last)
            name.removeLast()
        }
        let prefix = name.lowercased().hasPrefix("prop.") ? String(name.prefix(5)) : ""
        return Folding.fold(String(name.dropFirst(prefix.count))) == old ? prefix + new + sign : nil
    }

    /// Returns all fields in a query, also those of queries in fields.
    private static func fields(_ syntax: QuerySyntax) -> [FieldSyntax] {
        switch syntax {
        case .and(let parts, _), .or(let parts, _): parts.flatMap(fields)
        case .not(let inner, _), .group(let inner, _): fields(inner)
        case .field(let field): if case .query(let inner) = field.value { fields(inner) + [field] } else { [field] }
        case .saved, .empty, .word, .phrase, .regex: []
        }
    }

    /// Returns the saved searches in a query, with the ranges of `@` and name.
    private static func saved(_ syntax: QuerySyntax) -> [(name: String, range: Range<Int>)] {
        switch syntax {
        case .saved(let name, let range): [(name, range)]
        case .and(let parts, _), .or(let parts, _): parts.flatMap(saved)
        case .not(let inner, _), .group(let inner, _): saved(inner)
        case .field(let field): if case .query(let inner) = field.value { saved(inner) } else { [] }
        case .empty, .word, .phrase, .regex: []
        }
    }

    /// Returns the query for the hits of `query` that also match `terms`.
    /// For `a OR b sort:title`, the condition is put in parentheses and the presentation fields come after them.
    package static func narrowing(_ query: String, by terms: String) -> String {
        // A query that is not valid is reported when it runs.
        guard case .or(let branches, _)? = try? QueryParser.parse(query) else { return "\(terms) \(query)" }
        let fields = branches.flatMap { branch in
            if case .and(let parts, _) = branch { parts } else { [branch] }
        }.compactMap(\.presentationField)
        var bytes = Array(query.utf8)
        var shown = ""
        for range in fields.map(\.range).reversed() {
            shown = " " + String(decoding: bytes[range], as: UTF8.self) + shown
            bytes.removeSubrange(range)
        }
        let condition = bytes.text(bytes.trimmed(0..<bytes.count))
        return "\(terms) (\(condition))\(shown)"
    }

    /// Returns the values of all fields in a query, except ranges and regular expressions.
    ///
    /// - Parameter isNegated: whether the whole query is negated.
    private static func values(_ syntax: QuerySyntax, isNegated: Bool = false) -> [QueryValue] {
        switch syntax {
        case .and(let parts, _), .or(let parts, _): return parts.flatMap { values($0, isNegated: isNegated) }
        case .not(let inner, _): return values(inner, isNegated: !isNegated)
        case .group(let inner, _): return values(inner, isNegated: isNegated)
        case .field(let syntax):
            if case .query(let inner) = syntax.value { return values(inner, isNegated: isNegated) }
            let field: Field
            switch syntax.name {
            case .field(let name): field = name
            case .task(.keyword): field = .keyword
            case .task, .property: return []
            }
            return atoms(syntax.value, isNegated: isNegated).map {
                QueryValue(field: field, atom: $0.atom, isNegated: $0.isNegated)
            }
        default: return []
        }
    }

    private static func atoms(_ value: ValueSyntax, isNegated: Bool) -> [(atom: Atom, isNegated: Bool)] {
        switch value {
        case .one(let item):
            if case .plain(let atom) = item.form { return [(atom, isNegated)] }
            if case .compared(_, let atom) = item.form { return [(atom, isNegated)] }
            return []
        case .and(let values), .or(let values): return values.flatMap { atoms($0, isNegated: isNegated) }
        case .not(let value): return atoms(value, isNegated: !isNegated)
        case .query: return []
        }
    }
}

/// A value of a field in a query.
package struct QueryValue {
    package var field: Field
    package var atom: Atom
    /// Whether the query finds the notes that do not have this value.
    package var isNegated: Bool
}
