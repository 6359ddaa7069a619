import SourceText

/// A parser for the keys of `sort:` and `group:`, and of the options `--sort` and `--group`.
package struct PresentationKeys {
    private let query: String
    private let vault: any QueryContext

    /// - Parameter query: the text that errors refer to.
    package init(query: String, in vault: any QueryContext) {
        self.query = query
        self.vault = vault
    }

    /// Parses the sort key at `range` of the query: `title`, `created+`.
    package func sortKey(_ word: String, at range: Range<Int>) throws -> SortKey {
        var name = word
        var descends: Bool?
        if name.hasSuffix("+") || name.hasSuffix("-") {
            descends = name.hasSuffix("-")
            name.removeLast()
        }
        let small = name.lowercased()
        // These two are not fields.
        if small == SortKey.Standard.relevance.rawValue { return SortKey(.relevance, descends: descends) }
        if small == SortKey.Standard.random.rawValue { return SortKey(.random, descends: descends) }
        let key = vault.keyNames.name(name).flatMap { Field($0.key) }
        if key == nil || "-+".contains(small.prefix(1)), let form = try foreignSortKey(small) {
            throw QueryError(
                query, at: range, "unknown sort key '\(word)'", help: "did you mean '\(QueryText.quoted(form))'?")
        }
        // `tags` names the field for one keyword, by which nothing is sorted, and the front matter key for all.
        let standard = [Field(named: small), key].lazy.compactMap {
            $0.flatMap { SortKey.Standard(rawValue: $0.rawValue) }
        }
        if let standard = standard.first {
            if standard.dependsOnHistory { try vault.requireHistory() }
            return SortKey(standard, descends: descends)
        }
        let property = try property(name, at: range, kind: "sort key", otherNames: SortKey.names)
        return SortKey(.property(property), descends: descends)
    }

    /// Returns the form for a sort key of another program, such as `title-` for `-title` and `title-desc`.
    private func foreignSortKey(_ word: String) throws -> String? {
        func known(_ name: Substring) throws -> String? {
            let text = String(name)
            if let known = Self.foreignSortKeys[text] { return known }
            if SortKey.names.contains(text) { return text }
            return try vault.isProperty(Folding.fold(text)) ? text : nil
        }
        // The sign comes first, because comparing names ignores hyphens.
        for sign in ["-", "+"] where word.hasPrefix(sign) { return try known(word.dropFirst()).map { $0 + sign } }
        if try vault.isProperty(Folding.fold(word)) { return nil }
        for (ending, sign) in [("desc", "-"), ("asc", "+")] where word.hasSuffix(ending) {
            guard let mark = word.dropLast(ending.count).last, "-_.: ".contains(mark) else { continue }
            return try known(word.dropLast(ending.count + 1)).map { $0 + sign }
        }
        return Self.foreignSortKeys[word]
    }

    private static let foreignSortKeys = [
        "mtime": "modified", "changed": "modified", "ctime": "created", "birth": "created", "newest": "created",
        "oldest": "created+", "score": "relevance", "rank": "relevance", "filename": "name", "directory": "folder",
        "starred": "favorite", "label": "keywords", "length": "words", "alphabetical": "title",
    ]

    /// Parses the section key at `range` of the query. It may end in `+` or `-` for the direction.
    package func grouping(_ word: String, at range: Range<Int>) throws -> Grouping {
        let sign = word.last.flatMap { "+-".contains($0) ? $0 : nil }
        let name = sign == nil ? word : String(word.dropLast())
        let key = try groupKey(name, at: range)
        var grouping = Grouping(key, descends: sign.map { $0 == "-" })
        if case .property(let name) = key { grouping.isOrdered = vault.declarations[name]?.values != nil }
        return grouping
    }

    private func groupKey(_ word: String, at range: Range<Int>) throws -> GroupKey {
        let small = word.lowercased()
        if let standard = GroupKey.Standard(rawValue: small) {
            if standard.dependsOnHistory { try vault.requireHistory() }
            return .standard(standard)
        }
        switch Field(named: small) {
        case .keyword, .keywords: return .standard(.keyword)
        default: break
        }
        switch vault.keyNames.name(word)?.key {
        case .keywords: return .standard(.keyword)
        case .status: return .standard(.status)
        default: break
        }
        return .property(try property(word, at: range, kind: "section key", otherNames: GroupKey.names))
    }

    private func property(_ word: String, at range: Range<Int>, kind: String, otherNames: [String]) throws -> String {
        var name = word
        if name.lowercased().hasPrefix("prop.") { name.removeFirst(5) }
        let folded = Folding.fold(name)
        if try vault.isProperty(folded) { return folded }
        let near = Nearest.match(folded, among: otherNames + (try vault.propertyNames()))
        throw QueryError(
            query, at: range, "unknown \(kind) '\(word)'",
            help: near.map { "did you mean '\(QueryText.quoted($0))'?" }
                ?? "one of: \(otherNames.joined(separator: ", ")), or a front matter key")
    }
}
