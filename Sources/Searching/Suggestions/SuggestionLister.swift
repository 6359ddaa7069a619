import Git
import QueryLanguage
import SearchIndex
import SourceText
import VaultFiles

/// A source of candidates that complete a term, each with how well it fits.
struct SuggestionLister {
    let snapshot: VaultSnapshot
    let counts: ScopedCounts
    let used: UsedTerms
    let place: SearchPlace
    /// The number of suggestions that are shown.
    let limit: Int

    /// The maximum number of words, and that of titles, besides the names of the vault.
    private static let fewTexts = 10
    /// The number of the newest notes whose titles are searched first.
    private static let newestNotes = 1024

    private var index: NoteIndex { snapshot.index }

    /// Returns the candidates that complete the last term of a query, in no order.
    func candidates(_ query: PartialQuery) throws -> [SuggestionCandidate] {
        switch query.slot {
        case .start(let typed) where query.subject == .tasks: return try taskStarts(typed, query)
        case .start(""): return try ready()
        case .start(let typed): return try starts(typed)
        case .task(.keyword, let typed): return try keywords(typed, query.keptPrefix)
        case .task(let field, let typed): return taskValues(field, typed, prefix: query.keptPrefix)
        case .keyword(let typed): return try keywords(typed, "#")
        case .saved(let typed): return saved(typed)
        case .value(let field, let typed): return try values(field, typed, prefix: query.keptPrefix)
        case .property(let name, let typed):
            if let field = snapshot.keyNames.name(name).flatMap({ Field($0.key) }) {
                return try values(field, typed, prefix: query.keptPrefix)
            }
            return try propertyValues(Folding.fold(name), typed, prefix: query.keptPrefix)
        }
    }

    /// Returns where `typed` occurs in `name`, as `SuggestionCandidate.tier`, or nil if it does not.
    static func tier(_ name: String, _ typed: String) -> Int? {
        if typed.isEmpty { return 0 }
        let (folded, wanted) = (Folding.fold(name), Folding.fold(typed))
        if wanted.isEmpty || folded.hasPrefix(wanted) { return 0 }
        if folded.split(whereSeparator: { "/ -_.".contains($0) }).contains(where: { $0.hasPrefix(wanted) }) { return 1 }
        return folded.contains(wanted) ? 2 : nil
    }

    // MARK: The start of a term

    /// Returns complete terms that are useful in this place.
    private func ready() throws -> [SuggestionCandidate] {
        let folder = place.folder
        var terms: [(term: String, summary: String?)] = []
        // A status replaces an earlier one.
        terms += snapshot.statuses.map { ("status:\(QueryText.quoted($0))", nil) }
        terms.append(("is:favorite", nil))
        if !used.hasLast { terms += [("last:24h", nil), ("last:7d", nil)] }
        terms.append(("has:attachment", nil))
        if !folder.isRoot { terms.append(("in:\(QueryText.quoted(folder.text))", "this folder")) }
        let keywords = try counts.keywords().sorted { ($1.notes, $0.name) < ($0.notes, $1.name) }
        terms += keywords.prefix(Self.fewTexts).map { ("#\(QueryText.value($0.name))", nil) }
        terms += snapshot.queryNames.savedSearches.sorted { $0.key < $1.key }.map {
            ("@\(QueryText.quoted($0.key))", $0.value.isEmpty ? "every note" : $0.value)
        }
        return terms.enumerated().map { order, term in
            SuggestionCandidate(term: term.term, kind: .ready, summary: term.summary, order: order, hasToFind: true)
        }
    }

    /// Returns the candidates for a term without a colon: names, values, keywords, titles and words.
    private func starts(_ typed: String) throws -> [SuggestionCandidate] {
        var found = fields(typed)
        for property in try propertyCounts() {
            guard let tier = Self.tier(property.name, typed) else { continue }
            found.append(
                SuggestionCandidate(
                    term: QueryText.propertyTerm(property.name), kind: .property, property: property.name, tier: tier,
                    notes: property.notes, isFinished: false))
        }
        found += try termsOfValues(typed)
        found += try keywords(typed, "#")
        let words = Words.list(typed)
        if words.isEmpty { return found }
        // Candidates that could only follow those that begin as typed are not searched.
        if isEnough(found) { return found }
        found += try titles(words, typed, in: place) { QueryText.phrase($0) }
        if words.count == 1, !isEnough(found) { found += try self.words(words[0]) }
        return found
    }

    /// Returns the fields of notes whose names contain the typed text.
    func fields(_ typed: String) -> [SuggestionCandidate] {
        var found: [SuggestionCandidate] = []
        for (order, field) in Field.allCases.enumerated()
        where !used.single.contains(field) && (snapshot.git.isVersioned || !field.dependsOnGit) {
            func add(_ name: String, _ tier: Int, order: Int) {
                found.append(
                    SuggestionCandidate(
                        term: "\(name):", kind: .field, tier: tier, summary: field.summary, order: order,
                        isFinished: false))
            }
            // An alias, if the field's own name does not begin as typed. It comes after the names that do.
            let tier = Self.tier(field.rawValue, typed)
            if tier != 0, let alias = field.aliases.first(where: { Self.tier($0, typed) == 0 }) {
                add(alias, 0, order: order + Field.allCases.count)
            } else if let tier {
                add(field.rawValue, tier, order: order)
            }
        }
        return found
    }

    /// Returns whether enough different candidates begin as typed to fill the list.
    private func isEnough(_ found: [SuggestionCandidate]) -> Bool {
        var terms: Set<String> = []
        for candidate in found where candidate.tier == 0 && !used.contains(candidate.term) {
            terms.insert(UsedTerms.normalised(candidate.term))
        }
        return terms.count >= limit
    }

    /// Returns words of the notes. If fewer than 3 begin as typed, adds words that contain the text.
    private func words(_ typed: String) throws -> [SuggestionCandidate] {
        var found = try index.words.words(from: typed, limit: Self.fewTexts).map {
            SuggestionCandidate(term: $0.word, kind: .word, notes: $0.weight, hasToFind: true)
        }
        if found.count < 3, typed.utf8.count >= 3 {
            found += try index.words.words(containing: typed, limit: Self.fewTexts).map {
                SuggestionCandidate(term: $0.word, kind: .word, tier: 2, notes: $0.weight, hasToFind: true)
            }
        }
        return found
    }

    /// Returns titles with words that begin as typed, newest first.
    ///
    /// - Parameters:
    ///   - order: the order of the titles if nothing is typed.
    ///   - place: the place of the notes that have the titles.
    private func titles(
        _ words: [String], _ typed: String, order: SortKey.Standard = .created, in place: SearchPlace = .wholeVault,
        term: (String) throws -> String?
    ) throws -> [SuggestionCandidate] {
        let condition: Condition =
            words.isEmpty ? .all : .text(TextMatch(words: words, isPrefix: true, part: .title, range: 0..<0))
        let request = SearchRequest(
            condition: .and([place.condition, condition]),
            Presentation(sort: [SortKey(words.isEmpty ? order : .created)], limit: Self.fewTexts * 5),
            statuses: snapshot.statuses,
            detailed: false, scored: false)
        var found: [SuggestionCandidate] = []
        func add(_ title: String) throws {
            guard !title.contains(where: \.isNewline), let term = try term(title) else { return }
            found.append(
                SuggestionCandidate(
                    term: term, kind: .title, tier: Self.tier(title, typed) ?? 1, notes: 1,
                    hasToFind: !place.coversWholeVault))
        }
        // A few letters begin too many words of the full-text table, but are soon found among the newest notes.
        let newest =
            words.isEmpty ? [] : try index.words.newestTitles(with: words, in: place.condition, among: Self.newestNotes)
        if newest.count >= Self.fewTexts * 5 {
            for title in newest.prefix(Self.fewTexts * 5) { try add(title) }
        } else {
            try index.search(request) { hit in
                try add(hit.title)
                return true
            }
        }
        return Array(found.sorted { $0.tier < $1.tier }.prefix(words.isEmpty ? found.count : Self.fewTexts))
    }

    // MARK: Names

    /// Returns the keywords that match, each written after `prefix`.
    func keywords(_ typed: String, _ prefix: String) throws -> [SuggestionCandidate] {
        let typed = typed.hasPrefix("#") ? String(typed.dropFirst()) : typed
        return try counts.keywords().compactMap { keyword in
            Self.tier(keyword.name, typed).map {
                SuggestionCandidate(
                    term: prefix + QueryText.value(keyword.name), kind: .keyword, tier: $0, notes: keyword.notes)
            }
        }
    }

    private func saved(_ typed: String) -> [SuggestionCandidate] {
        snapshot.queryNames.savedSearches.compactMap { name, query in
            Self.tier(name, typed).map {
                SuggestionCandidate(
                    term: "@\(QueryText.quoted(name))", kind: .value, tier: $0,
                    summary: query.isEmpty ? "every note" : query)
            }
        }
    }

    // MARK: Values

    /// Returns the keys of notes with their counts, then those that are only declared.
    private func propertyCounts() throws -> [NameCount] {
        let used = try index.lists.propertyCounts()
        let names = Set(used.map { FrontMatterKey.identity($0.name) })
        let declared = snapshot.vault.configuration.properties.all.map(\.key)
        return used
            + declared.filter { !names.contains(FrontMatterKey.identity($0)) }.map { NameCount(name: $0, notes: 0) }
    }

    private func propertyValues(_ name: String, _ typed: String, prefix: String) throws -> [SuggestionCandidate] {
        // The user cannot type a line feed in a query.
        let used = try counts.values(ofProperty: name).filter { !$0.name.contains(where: \.isNewline) }
        let others = snapshot.lists.unusedWords(ofKey: name, besides: used.map(\.name))
        return listed(used + others.map { NameCount(name: $0, notes: 0) }, typed, prefix: prefix)
    }

    /// Returns the names that match, with their counts.
    ///
    /// - Parameter areFolders: whether the names are folders, which are no globs and have the counts of their terms.
    private func listed(
        _ names: [NameCount], _ typed: String, prefix: String, areFolders: Bool = false
    ) -> [SuggestionCandidate] {
        names.compactMap { name in
            guard !name.name.isEmpty, let tier = Self.tier(name.name, typed) else { return nil }
            return SuggestionCandidate(
                term: prefix + (areFolders ? QueryText.quoted(name.name) : QueryText.value(name.name)), kind: .value,
                tier: tier, notes: name.notes, isCounted: areFolders)
        }
    }

    /// Returns the names that match, in the given order.
    ///
    /// - Parameters:
    ///   - prefix: the part of the term before the value.
    ///   - counts: whether to count what the query finds with each.
    private func fixed(
        _ names: [String], _ typed: String, prefix: String, counts: Bool = true
    ) -> [SuggestionCandidate] {
        names.enumerated().compactMap { order, name in
            Self.tier(name, typed).map {
                SuggestionCandidate(
                    term: prefix + QueryText.quoted(name), kind: .value, tier: $0, order: order, isFinished: counts)
            }
        }
    }

    private func values(_ field: Field, _ typed: String, prefix: String) throws -> [SuggestionCandidate] {
        switch field {
        case .keyword, .keywords: return try keywords(typed, prefix)
        case .status:
            return fixed(try allStatuses(), typed, prefix: prefix)
        case .inFolder, .folder:
            return listed(
                try snapshot.lists.folderCounts().map { folder in
                    NameCount(name: folder.path.text, notes: field == .folder ? folder.own : folder.all)
                }, typed, prefix: prefix, areFolders: true)
        case .has, .no:
            let features = Condition.Feature.allCases.map(\.rawValue)
            // The keys that are left out are features under another name.
            let keys = FrontMatterKey.allCases.filter { ![.keywords, .links, .aliases, .attachments].contains($0) }
            let names = features + keys.map(\.rawValue)
            return fixed(names, typed, prefix: prefix)
                + properties(besides: names, try propertyCounts(), typed, prefix: prefix)
        case .isState:
            let plain = Condition.State.allCases.filter { !$0.dependsOnGit }.map(\.rawValue)
            let gits = snapshot.git.isVersioned ? Condition.State.allCases.filter(\.dependsOnGit).map(\.rawValue) : []
            // A count would require git to compare all files.
            return fixed(snapshot.statuses + plain, typed, prefix: prefix)
                + fixed(gits, typed, prefix: prefix, counts: false)
        case .since: return snapshot.git.isVersioned ? fixed(try revisions(), typed, prefix: prefix, counts: false) : []
        case .by:
            if !snapshot.git.isVersioned { return [] }
            try snapshot.requireHistory()
            return fixed(try index.history.authors(), typed, prefix: prefix)
        case .committed where snapshot.git.isVersioned:
            return fixed(["today", "yesterday", "7d", "30d", "1y"], typed, prefix: prefix)
        case .favorite: return fixed(["true", "false"], typed, prefix: prefix)
        case .task: return fixed(["open", "done"], typed, prefix: prefix)
        case .last, .older: return fixed(Self.spans, typed, prefix: prefix)
        case .created, .modified, .before, .after:
            return fixed(["today", "yesterday", "7d", "30d", "1y"], typed, prefix: prefix)
        case .attachment: return listed(try index.lists.attachmentNames(), typed, prefix: prefix)
        case .alias:
            return listed(try index.names.aliases().map { NameCount(name: $0, notes: 1) }, typed, prefix: prefix)
        case .sort:
            let names = SortKey.Standard.allCases.filter { snapshot.git.isVersioned || !$0.dependsOnHistory }.map(
                \.rawValue)
            return presentation(names, try propertyCounts(), typed: typed, prefix: prefix)
        case .group:
            let names = GroupKey.Standard.allCases.filter { snapshot.git.isVersioned || !$0.dependsOnHistory }.map(
                \.rawValue)
            return presentation(names, try propertyCounts(), typed: typed, prefix: prefix)
        case .linksTo, .linkedFrom, .like:
            return try titles(Words.list(typed), typed, order: field == .linksTo ? .backlinks : .created) { title in
                // The term must name exactly one note.
                try index.names.notes(named: title).count == 1 ? prefix + QueryText.quoted(title) : nil
            }
        case .title: return try titles(Words.list(typed), typed) { QueryText.phrase($0).map { prefix + $0 } }
        default: return []
        }
    }

    /// The time spans that are suggested.
    static let spans = ["24h", "7d", "2w", "1mo", "1y"]

    /// Returns the configured statuses in order, then others that notes have.
    func allStatuses() throws -> [String] {
        let others = try index.lists.statuses().map(\.name).filter { name in
            !snapshot.statuses.contains { Folding.fold($0) == Folding.fold(name) }
        }
        return snapshot.statuses + others
    }

    private func revisions() throws -> [String] { try ["HEAD", "HEAD~1"] + snapshot.git.repository().revisionNames() }

    /// Returns sort or group keys that match. They have no counts: a query finds the same notes with any.
    private func presentation(
        _ names: [String], _ properties: [NameCount], typed: String, prefix: String
    ) -> [SuggestionCandidate] {
        (fixed(names, typed, prefix: prefix) + self.properties(besides: names, properties, typed, prefix: prefix)).map {
            var candidate = $0
            candidate.notes = nil
            candidate.isFinished = false
            return candidate
        }
    }

    /// Returns properties, which follow the standard names. One with a standard name is written `prop.name`.
    private func properties(
        besides names: [String], _ properties: [NameCount], _ typed: String, prefix: String
    ) -> [SuggestionCandidate] {
        properties.compactMap { property in
            guard let tier = Self.tier(property.name, typed) else { return nil }
            let isTaken = names.contains(property.name) || Field(named: property.name) != nil
            let name = isTaken ? "prop.\(property.name)" : property.name
            return SuggestionCandidate(
                term: prefix + QueryText.quoted(name), kind: .value, tier: tier, notes: property.notes,
                order: names.count)
        }
    }
}

extension QueryText {
    /// Returns a text as a phrase, in quotes unless it is one plain word. Nil if it contains no word.
    fileprivate static func phrase(_ text: String) -> String? {
        let words = Words.list(text)
        if words.isEmpty { return nil }
        if words.count == 1, words[0] == text { return text }
        let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        return "\"\(escaped)\""
    }
}
