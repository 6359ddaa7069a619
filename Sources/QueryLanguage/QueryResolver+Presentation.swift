import SourceText

/// What of a query says how its answer is shown: sort:, group: and limit:.
extension QueryResolver {
    /// Splits off `sort:` and its kind, which belong to the whole query wherever they stand at its top level.
    func withoutPresentation(_ syntax: QuerySyntax) throws -> (QuerySyntax, [FieldSyntax]) {
        switch syntax {
        case .field(let field) where field.name.kind == .presentation: return (.empty, [field])
        case .and(let parts, let range):
            var options: [FieldSyntax] = []
            var rest: [QuerySyntax] = []
            for part in parts {
                if case .field(let field) = part, field.name.kind == .presentation {
                    options.append(field)
                } else {
                    rest.append(part)
                }
            }
            return (rest.isEmpty ? .empty : rest.count == 1 ? rest[0] : .and(rest, range), options)
        case .or(let branches, let range):
            let split = try branches.map { try withoutPresentation($0) }
            for (branch, whole) in zip(split, branches) where branch.0 == .empty {
                throw error(whole.range, "'OR' needs a condition on either side", help: "move this to the end")
            }
            return (.or(split.map(\.0), range), split.flatMap(\.1))
        default: return (syntax, [])
        }
    }

    mutating func presentation(_ field: FieldSyntax) throws {
        guard case .field(let name) = field.name else { return }
        let atoms = try plainAtoms(field.value, field)
        switch name {
        case .sort:
            presentation.sort = try atoms.map {
                try Self.sortKey($0.text, query: text, range: $0.range, context)
            }
        case .group:
            guard atoms.count == 1 else { throw error(field.range, "sections are made by one key") }
            presentation.grouping = try Self.grouping(atoms[0].text, query: text, range: atoms[0].range, context)
        default:
            guard atoms.count == 1, let number = Int(atoms[0].text), number >= (name == .limit ? 1 : 0) else {
                throw error(
                    field.range, "expected a whole number\(name == .limit ? " from 1" : "") after '\(name.rawValue):'")
            }
            if name == .limit { presentation.limit = number } else { presentation.offset = number }
        }
    }

    private func plainAtoms(_ value: ValueSyntax, _ field: FieldSyntax) throws -> [Atom] {
        switch value {
        case .one(let item):
            if case .plain(let atom) = item.form { return [atom] }
            throw error(field.range, "'\(field.name.text):' takes no comparison")
        case .or(let values): return try values.flatMap { try plainAtoms($0, field) }
        default: throw error(field.range, "'\(field.name.text):' takes plain values, joined by commas")
        }
    }

    /// Reads one key of an order, as it stands after `sort:` or `--sort`.
    package static func sortKey(
        _ word: String, query: String, range: Range<Int>, _ context: any QueryContext
    ) throws -> SortKey {
        var name = word
        var descends: Bool?
        if name.hasSuffix("+") || name.hasSuffix("-") {
            descends = name.hasSuffix("-")
            name.removeLast()
        }
        let small = name.lowercased()
        let by: SortKey.By
        switch small {
        // No field has the name of these two.
        case SortKey.Standard.relevance.rawValue: by = .standard(.relevance)
        case SortKey.Standard.random.rawValue: by = .standard(.random)
        default:
            let key = context.keyNames.name(name).flatMap { Field($0.key) }
            if key == nil || "-+".contains(small.prefix(1)), let meant = try turnedSortKey(small, context) {
                throw QueryError(
                    query, at: range, "unknown sort key '\(word)'", help: "did you mean '\(QueryText.quoted(meant))'?")
            }
            let field = Field(named: small) ?? key
            if let standard = field.flatMap({ SortKey.Standard(rawValue: $0.rawValue) }) {
                if standard.isOfHistory { try context.requireHistory() }
                by = .standard(standard)
            } else {
                by = .property(
                    try property(name, kind: "sort key", also: SortKey.names, query: query, range: range, context))
            }
        }
        return SortKey(by, descends: descends)
    }

    /// What is meant by an order as other programs write it: `-title` and `title-desc` are `title-`, `mtime` is
    /// `modified`; nil where it is none such.
    private static func turnedSortKey(_ word: String, _ context: any QueryContext) throws -> String? {
        func known(_ name: Substring) throws -> String? {
            let text = String(name)
            if let known = foreignSortKeys[text] { return known }
            if SortKey.names.contains(text) { return text }
            return try context.isProperty(Folding.fold(text)) ? text : nil
        }
        // Before anything else: names compare without hyphens.
        for sign in ["-", "+"] where word.hasPrefix(sign) { return try known(word.dropFirst()).map { $0 + sign } }
        if try context.isProperty(Folding.fold(word)) { return nil }
        for (ending, sign) in [("desc", "-"), ("asc", "+")] where word.hasSuffix(ending) {
            guard let mark = word.dropLast(ending.count).last, "-_.: ".contains(mark) else { continue }
            return try known(word.dropLast(ending.count + 1)).map { $0 + sign }
        }
        return foreignSortKeys[word]
    }

    private static let foreignSortKeys = [
        "mtime": "modified", "changed": "modified", "ctime": "created", "birth": "created", "newest": "created",
        "oldest": "created+", "score": "relevance", "rank": "relevance", "name": "path", "file": "path",
        "filename": "path", "length": "words", "alphabetical": "title",
    ]

    /// Reads what makes sections, as it stands after `group:` or `--group`: a key, with `+` or `-` for the direction.
    package static func grouping(
        _ word: String, query: String, range: Range<Int>, _ context: any QueryContext
    ) throws -> Grouping {
        let sign = word.last.flatMap { "+-".contains($0) ? $0 : nil }
        let name = sign == nil ? word : String(word.dropLast())
        let key = try groupKey(name, query: query, range: range, context)
        return Grouping(key, descends: sign.map { $0 == "-" })
    }

    private static func groupKey(
        _ word: String, query: String, range: Range<Int>, _ context: any QueryContext
    ) throws -> GroupKey {
        let small = word.lowercased()
        if let standard = GroupKey.Standard(rawValue: small) {
            if standard.isOfHistory { try context.requireHistory() }
            return .standard(standard)
        }
        switch Field(named: small) {
        case .keyword, .keywords: return .standard(.keyword)
        default: break
        }
        switch context.keyNames.name(word)?.key {
        case .keywords: return .standard(.keyword)
        case .status: return .standard(.status)
        default: break
        }
        return .property(
            try property(word, kind: "section key", also: GroupKey.names, query: query, range: range, context))
    }

    private static func property(
        _ word: String, kind: String, also names: [String], query: String, range: Range<Int>,
        _ context: any QueryContext
    ) throws -> String {
        var name = word
        if name.lowercased().hasPrefix("prop.") { name.removeFirst(5) }
        let folded = Folding.fold(name)
        if try context.isProperty(folded) { return folded }
        let known = try context.propertyNames()
        let near = Nearest.match(folded, among: names + known)
        throw QueryError(
            query, at: range, "unknown \(kind) '\(word)'",
            help: near.map { "did you mean '\(QueryText.quoted($0))'?" }
                ?? "one of: \(names.joined(separator: ", ")), or a front matter key")
    }
}
