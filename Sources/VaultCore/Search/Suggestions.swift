import QueryLanguage
import SearchIndex
import SourceText

/// Something that could come next in a query.
package struct Suggestion: Hashable, Sendable {
    /// The term as it would stand in the query.
    package var term: String
    /// The number of notes that have it; nil where that says nothing.
    package var notes: Int?
    package var summary: String?
}

extension VaultSession {
    /// What could come next in a partly typed query, best first.
    ///
    /// What was typed is completed from the start of each name, or of a part of it; what stands in the query already is
    /// left out.
    package func suggestions(_ partial: String, limit: Int) throws -> [Suggestion] {
        let query = PartialQuery(partial)
        let used = Set(Self.terms(query.before))
        var found: [Suggestion] = []
        switch query.slot {
        case .start(let typed): found = try starts(typed)
        case .keyword(let typed): found = try keywords(typed, "#")
        case .saved(let typed): found = saved(typed)
        case .value(let field, let typed): found = try values(field, typed, query.kept)
        case .property(let name, let typed):
            found = try index.values(ofProperty: Folding.fold(name)).map {
                Suggestion(term: query.kept + QueryText.quoted($0.name), notes: $0.notes)
            }.filter { Self.completes(String($0.term.dropFirst(query.kept.count)), typed) }
        }
        return found.filter { !used.contains(Self.normalised($0.term)) }.prefix(limit).map {
            Suggestion(term: query.negation + $0.term, notes: $0.notes, summary: $0.summary)
        }
    }

    /// The terms of a query, for telling what stands in it already; `tag:x` is `#x`.
    private static func terms(_ text: String) -> [String] {
        text.split(whereSeparator: \.isWhitespace).map { normalised(String($0)) }
    }

    private static func normalised(_ term: String) -> String {
        let folded = Folding.fold(term.hasPrefix("-") ? String(term.dropFirst()) : term)
        for name in ["keyword", "keywords", "tag", "tags", "label"] where folded.hasPrefix("\(name):") {
            return "#" + folded.dropFirst(name.count + 1)
        }
        return folded
    }

    /// Whether `name`, or a part of it after a slash, a blank or a hyphen, starts with what was typed.
    private static func completes(_ name: String, _ typed: String) -> Bool {
        let folded = Folding.fold(name.hasPrefix("\"") ? String(name.dropFirst()) : name)
        let wanted = Folding.fold(typed)
        if wanted.isEmpty || folded.hasPrefix(wanted) { return true }
        return folded.split { $0 == "/" || $0 == " " || $0 == "-" }.contains { $0.hasPrefix(wanted) }
    }

    private func starts(_ typed: String) throws -> [Suggestion] {
        var found: [Suggestion] = []
        for field in Field.allCases where Self.completes(field.rawValue, typed) {
            found.append(Suggestion(term: "\(field.rawValue):", summary: field.summary))
        }
        if !typed.isEmpty {
            for field in Field.allCases where !Self.completes(field.rawValue, typed) {
                if let alias = field.aliases.first(where: { $0.hasPrefix(typed.lowercased()) }) {
                    found.append(Suggestion(term: "\(alias):", summary: field.summary))
                }
            }
        }
        for property in try index.propertyCounts() where Self.completes(property.name, typed) {
            found.append(Suggestion(term: QueryText.propertyTerm(property.name), notes: property.notes))
        }
        if !typed.isEmpty { found += try keywords(typed, "#") }
        return found
    }

    private func keywords(_ typed: String, _ prefix: String) throws -> [Suggestion] {
        try index.keywords(lastStatus: nil).filter { Self.completes($0.name, typed) }
            .sorted { ($1.notes, $0.name) < ($0.notes, $1.name) }
            .map { Suggestion(term: prefix + QueryText.quoted($0.name), notes: $0.notes) }
    }

    private func saved(_ typed: String) -> [Suggestion] {
        savedSearches.sorted { $0.key < $1.key }.filter { Self.completes($0.key, typed) }
            .map { Suggestion(term: "@\($0.key)", summary: $0.value.isEmpty ? "every note" : $0.value) }
    }

    private func values(_ field: Field, _ typed: String, _ kept: String) throws -> [Suggestion] {
        func counted(_ names: [NoteIndex.Count]) -> [Suggestion] {
            names.filter { Self.completes($0.name, typed) }
                .map { Suggestion(term: kept + QueryText.quoted($0.name), notes: $0.notes) }
        }
        func plain(_ names: [String]) -> [Suggestion] {
            names.filter { Self.completes($0, typed) }.map { Suggestion(term: kept + $0) }
        }
        switch field {
        case .keyword: return try keywords(typed.hasPrefix("#") ? String(typed.dropFirst()) : typed, kept)
        case .status:
            let used = try index.statuses()
            let unused = statuses.filter { name in !used.contains { $0.name == name } }
            return counted(used + unused.map { NoteIndex.Count(name: $0, notes: 0) })
        case .inFolder, .folder:
            return counted(
                try folderCounts().map { folder in
                    NoteIndex.Count(name: folder.path.text, notes: field == .folder ? folder.own : folder.all)
                }.sorted { ($1.notes, $0.name) < ($0.notes, $1.name) })
        case .has, .no:
            let keys = FrontMatterKey.allCases.map(\.rawValue)
            return plain(Condition.Feature.allCases.map(\.rawValue) + keys)
                + counted(try index.propertyCounts())
        case .isState: return plain(statuses + Condition.State.allCases.map(\.rawValue))
        case .favorite: return plain(["true", "false"])
        case .task: return plain(["open", "done"])
        case .last, .older: return plain(["24h", "7d", "2w", "1mo", "1y"])
        case .created, .modified, .before, .after: return plain(["today", "yesterday", "7d", "30d"])
        case .attachment: return counted(try index.attachmentNames())
        case .sort: return plain(SortKey.names + (try index.propertyNames()))
        case .group: return plain(GroupKey.names + (try index.propertyNames()))
        case .linksTo, .linkedFrom, .title:
            return try index.titles(startingWith: Folding.fold(typed), limit: 50).map {
                Suggestion(term: kept + QueryText.quoted($0))
            }
        default: return []
        }
    }
}
