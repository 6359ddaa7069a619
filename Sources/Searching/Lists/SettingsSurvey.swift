import Documents
import Notes
import QueryLanguage
import SearchIndex
import SourceText
package import VaultFiles

/// Examines the notes for settings that the configuration of a new vault can contain.
package struct SettingsSurvey {
    let snapshot: VaultSnapshot

    /// Names that other programs give to keys that slip knows, normalized by `FrontMatterKey.identity`.
    private static let foreignNames: [(key: FrontMatterKey, names: Set<String>)] = [
        (
            .created,
            [
                "published", "publishedat", "publishedon", "publishdate", "pubdate", "datepublished", "createdon",
                "createddate", "createdtime", "createtime", "creation", "creationtime", "dateofcreation", "added",
                "addedat", "dateadded", "posted", "postedat", "written", "ctime",
            ]
        ),
        (
            .modified,
            [
                "changed", "changedat", "lastchanged", "edited", "editedat", "lastedit", "lastedited", "update",
                "updatedon", "updateddate", "dateupdated", "lastupdate", "lastupdated", "modifiedon", "modifieddate",
                "modificationdate", "revised", "mtime",
            ]
        ),
        (
            .keywords,
            ["topic", "topics", "category", "categories", "label", "labels", "subject", "subjects", "theme", "themes"]
        ),
    ]

    /// Keys whose dates do not describe the note itself.
    private static let otherDates: Set<String> = [
        "due", "duedate", "deadline", "start", "startdate", "end", "enddate", "scheduled", "expires", "expirydate",
        "birthday", "born", "died", "review", "reviewed", "lastreviewed", "nextreview", "completed", "done", "finished",
    ]

    /// Returns the keys that hold dates or keywords under names that slip does not know. For dates, only notes without
    /// the known key count. Keys in fewer than 3 notes, or in less than 2 % of the notes, are left out.
    ///
    /// Complexity: O(properties).
    package func foreignKeys() throws -> [ConfigurationProposal.ForeignKey] {
        let least = try Self.leastNotes(of: snapshot.index.noteCount())
        return try snapshot.index.lists.properties().compactMap { property in
            let identity = FrontMatterKey.identity(property.name)
            guard let key = Self.foreignNames.first(where: { $0.names.contains(identity) })?.key else { return nil }
            let isMeant = try key == .keywords ? containsKeywords(property.name) : Self.containsDates(property.kinds)
            guard isMeant else { return nil }
            var condition = Condition.key(property.name)
            if key != .keywords { condition = .and([condition, .not(.key(key.rawValue))]) }
            let notes = try snapshot.index.count(condition)
            return notes < least ? nil : ConfigurationProposal.ForeignKey(key: key, name: property.name, notes: notes)
        }
    }

    /// Returns the number of notes with a key from which the key is proposed. Fewer may be imported or be mistakes.
    private static func leastNotes(of notes: Int) -> Int { max(3, (notes + 49) / 50) }

    /// Returns the number of documents that notes refer to and whose text can be searched. For PDF a program is needed,
    /// which may not be installed yet.
    ///
    /// Complexity: O(files).
    package func documents() throws -> Int {
        try snapshot.index.lists.attachmentNames().count {
            let suffix = VaultPath($0.name).pathExtension
            return suffix == "pdf" || DocumentFormat(extension: suffix) != nil
        }
    }

    /// Returns the number of notes with inline fields. Counting ends at `most`, and only the first 5,000 notes are read.
    ///
    /// A note that cannot be read is skipped.
    package func notesWithInlineFields(atMost most: Int) throws -> Int {
        var rules = snapshot.rules
        rules.includesInlineFields = true
        let request = SearchRequest(
            condition: .all, Presentation(sort: [SortKey(.modified)], limit: 5000), statuses: snapshot.statuses,
            detailed: false)
        var found = 0
        try snapshot.index.search(request) { note in
            let bytes = (try? snapshot.bytes(note.path)) ?? []
            if !Note(bytes, name: note.path.name, rules: rules).inlineFields.isEmpty { found += 1 }
            return found < most
        }
        return found
    }

    /// Returns the unknown key that holds dates in the most notes without `created:`, if in more than half of all
    /// notes.
    package func unclearDates() throws -> (name: String, notes: Int)? {
        let notes = try snapshot.index.noteCount()
        let dated = try snapshot.index.lists.properties().compactMap { property -> (name: String, notes: Int)? in
            let identity = FrontMatterKey.identity(property.name)
            guard OtherSettings.isShowable(property.name), Self.containsDates(property.kinds),
                property.notes * 2 > notes, !Self.otherDates.contains(identity),
                !Self.foreignNames.contains(where: { $0.names.contains(identity) })
            else { return nil }
            let gain = try snapshot.index.count(
                .and([.key(property.name), .not(.key(FrontMatterKey.created.rawValue))]))
            return gain * 2 > notes ? (property.name, gain) : nil
        }
        return dated.max { $0.notes < $1.notes }
    }

    /// Returns the folder and the form of names of most notes that are named by a date. Nil if they are few, in several
    /// folders, or in the vault's root.
    ///
    /// Complexity: O(notes).
    package func dailyNotes() throws -> ConfigurationProposal.Daily? {
        var counts: [DailyNotes: Int] = [:]
        for path in try snapshot.index.links.paths(of: .note) {
            if let notes = DailyNotes(of: path) { counts[notes, default: 0] += 1 }
        }
        guard let most = counts.max(by: { $0.value < $1.value }), most.value >= 3, !most.key.folder.isEmpty,
            most.value * 2 > counts.values.reduce(0, +), OtherSettings.isShowable(most.key.folder)
        else { return nil }
        return ConfigurationProposal.Daily(most.key, reason: "\(most.value) notes there are named by a date")
    }

    /// The number of notes from which notes without a creation date are taken for the custom of the vault.
    private static let leastUndated = 10

    /// The number of notes that are read to find out which keys the vault uses.
    private static let mostRead = 500

    /// Returns the front matter that new notes should have to be like the others: the names of keys that most notes use, no
    /// title if few notes have one, no creation date if few have one, and no time if most dates have none. Proposes nothing
    /// in a vault of few notes.
    ///
    /// - Parameter aliases: the names of keys that are proposed, too.
    ///
    /// Complexity: reads at most 500 notes.
    package func newNotes(_ aliases: [ConfigurationProposal.ForeignKey]) throws -> ConfigurationProposal.New {
        var proposal = ConfigurationProposal.New()
        var rules = snapshot.rules
        for alias in aliases where OtherSettings.isShowable(alias.name) {
            _ = rules.keys.add(alias.name, to: alias.key)
        }
        var names: [FrontMatterKey: [String: Int]] = [:]
        var (read, titled, headed, days) = (0, 0, 0, 0)
        let paths = try snapshot.index.links.paths(of: .note).sorted()
        // Evenly spread, since notes of one folder are alike.
        let step = max(1, (paths.count + Self.mostRead - 1) / Self.mostRead)
        for path in stride(from: 0, to: paths.count, by: step).map({ paths[$0] }) {
            guard let bytes = try? snapshot.bytes(path) else { continue }
            read += 1
            let note = Note(bytes, name: path.name, rules: rules)
            if note.keys.contains(.title) { titled += 1 } else if note.titleRange != nil { headed += 1 }
            for entry in note.frontMatter.mapping.entries where !entry.value.isEmpty {
                guard let key = rules.keys.name(entry.key)?.key, NewNotes.namedKeys.contains(key) else { continue }
                let date = key == .created ? entry.value.text.flatMap { DateText(ofNote: $0) } : nil
                if key == .created, date == nil { continue }
                names[key, default: [:]][entry.key, default: 0] += 1
                if date?.precision == .day { days += 1 }
            }
        }
        guard read >= 3 else { return proposal }
        if titled * 10 < read {
            proposal.notes.title = headed * 2 > read ? .heading : .fileName
            proposal.reasons.append(titled == 0 ? "no note has a title key" : "few notes have a title key")
        }
        for key in NewNotes.namedKeys {
            let counts = names[key] ?? [:]
            let all = counts.values.reduce(0, +)
            guard let most = counts.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }),
                most.value >= Self.leastNotes(of: read), most.value * 2 > all, most.key != key.rawValue,
                OtherSettings.isShowable(most.key)
            else { continue }
            proposal.notes.names[key] = most.key
            proposal.reasons.append("'\(most.key)' is in \(most.value) notes")
        }
        let dates = (names[.created] ?? [:]).values.reduce(0, +)
        if read >= Self.leastUndated, dates * 10 < read {
            proposal.notes.writesCreated = false
            proposal.reasons.append(dates == 0 ? "no note has a creation date" : "few notes have a creation date")
        }
        if days >= 3, days * 2 > dates {
            proposal.notes.writesTime = false
            proposal.reasons.append("most dates have no time")
        }
        return proposal
    }

    /// The largest number of statuses that are proposed.
    private static let mostStatuses = 12

    /// Returns the statuses of the notes, the most frequent first, if none of the usual ones is among them. Empty if they
    /// are few, or not words.
    ///
    /// Complexity: O(notes).
    package func statuses() throws -> [String] {
        let used =
            try snapshot.lists.keys().contains { $0.name == FrontMatterKey.status.rawValue }
            ? snapshot.lists.values(ofKey: FrontMatterKey.status.rawValue) : []
        let most = used.prefix(Self.mostStatuses)
        let notes = used.reduce(0) { $0 + $1.notes }
        let areWords = most.allSatisfy { $0.name.utf8.count <= 30 && OtherSettings.isShowable($0.name) }
        guard notes >= Self.leastNotes(of: notes), areWords, most.reduce(0, { $0 + $1.notes }) * 2 > notes,
            !used.contains(where: { snapshot.rules.status($0.name) != nil })
        else { return [] }
        return most.map(\.name)
    }

    private static func containsDates(_ kinds: [(kind: String, values: Int)]) -> Bool {
        let values = kinds.filter { $0.kind != "null" }.reduce(0) { $0 + $1.values }
        return (kinds.first { $0.kind == "date" }?.values ?? 0) * 2 > values
    }

    /// Whether the most common values are short words rather than links, numbers or sentences.
    private func containsKeywords(_ name: String) throws -> Bool {
        let values = try ScopedCounts(snapshot.index).values(ofProperty: name).prefix(50)
        return !values.isEmpty
            && values.allSatisfy { value in
                value.name.utf8.count <= 40 && !value.name.contains("[[") && !value.name.utf8.contains(Byte.newline)
                    && !Keyword.normalized(value.name).isEmpty && Double(value.name) == nil
            }
    }

    /// Returns an example query that finds notes: a common keyword, else a folder, else a word of a title. Nil if none
    /// is easy to type.
    package func firstSearch() throws -> (query: String, notes: Int)? {
        let all = try snapshot.index.noteCount()
        let keywords = try snapshot.index.lists.keywordCounts().sorted { ($1.notes, $0.name) < ($0.notes, $1.name) }
        // A keyword in a single note, or in fewer than one in 200, is as often a color or a typo.
        let common = keywords.filter {
            ($0.notes < all || all == 1) && $0.notes >= min(2, all) && $0.notes * 200 >= all
        }
        var queries = common.prefix(5).map { "#\(QueryText.quoted($0.name))" }
        let folders = try snapshot.index.lists.folders().filter { $0.notes > 0 }.sorted { $0.notes > $1.notes }
        queries += folders.prefix(5).map { "in:\(QueryText.quoted($0.path.text))" }
        var titles = SearchOptions(query: "", scope: .all, folder: .root)
        titles.limit = 5
        queries += try snapshot.hits(of: snapshot.prepare(titles)).compactMap { hit in
            Words.list(hit.title).max { $0.utf8.count < $1.utf8.count }
        }
        for query in queries where OtherSettings.isShowable(query) && !query.contains("'") {
            // Skips a suggestion that cannot be parsed.
            guard let search = try? snapshot.prepare(SearchOptions(query: query, scope: .all, folder: .root)) else {
                continue
            }
            let notes = try snapshot.count(search)
            if notes > 0 { return (query, notes) }
        }
        return nil
    }
}

extension VaultSnapshot {
    package var survey: SettingsSurvey { SettingsSurvey(snapshot: self) }
}
