import Notes
package import QueryLanguage
import SearchIndex
package import SourceText
import VaultFiles

/// A folder with the number of notes directly in it, and with those in its subfolders too.
package struct FolderCount: Hashable, Sendable {
    package var path: VaultPath
    package var own: Int
    package var all: Int
}

/// A keyword with the number of notes that have it, and of the active ones among these.
package struct KeywordCount: Hashable, Sendable {
    package var name: String
    package var notes: Int
    package var active: Int
    /// From the configuration.
    package var color: String?
}

/// A front matter key with the number of notes that have it, and the number of its values of each kind.
package struct KeyCount: Hashable, Sendable {
    package struct Kind: Hashable, Sendable {
        package var kind: String
        package var values: Int
    }

    package var name: String
    package var notes: Int
    package var kinds: [Kind]
    /// The type that the configuration declares.
    package var declaration: PropertyDeclaration?
    /// The number of notes with a value of another type than the declared one.
    package var misfits = 0
}

/// A value with the number of notes that have it.
package struct ValueCount: Hashable, Sendable {
    package var name: String
    package var notes: Int
}

/// Lists of the vault with counts: front matter keys and values, folders, keywords.
package struct VaultLists {
    let snapshot: VaultSnapshot

    package func noteCount() throws -> Int { try snapshot.index.noteCount() }

    /// Returns the paths of all notes. Complexity: O(notes).
    package func notes() throws -> Set<VaultPath> { Set(try snapshot.index.links.paths(of: .note)) }

    /// Returns a hash of the paths of all files and folders and the contents of all notes.
    package func digest() throws -> Int64 { try snapshot.index.lists.digest() }

    /// Returns the existing attachments that notes reference, in no order.
    package func attachments() throws -> [VaultPath] { try snapshot.index.lists.attachments() }

    /// Returns every front matter key in use: the keys that slip knows, then the others by name.
    package func keys() throws -> [KeyCount] {
        let known = try FrontMatterKey.allCases.compactMap { key -> KeyCount? in
            let notes = try snapshot.index.count(.key(key.rawValue))
            return notes == 0
                ? nil : KeyCount(name: key.rawValue, notes: notes, kinds: [.init(kind: Self.kind(key), values: notes)])
        }
        return try known
            + snapshot.index.lists.properties().map { property in
                var count = KeyCount(
                    name: property.name, notes: property.notes,
                    kinds: property.kinds.map { .init(kind: $0.kind, values: $0.values) })
                count.declaration = snapshot.vault.configuration.properties[property.name]
                count.misfits =
                    try count.declaration.map { try DeclaredValues(snapshot: snapshot).misfits($0).count } ?? 0
                return count
            }
    }

    private static func kind(_ key: FrontMatterKey) -> String {
        switch key {
        case .favorite: "boolean"
        case .order: "number"
        case .created, .modified: "date"
        case .keywords, .links, .aliases, .attachments: "list"
        case .title, .status, .id: "text"
        }
    }

    /// Returns the values of a front matter key or an alias of one, most frequent first. Values of known keys are as
    /// slip interprets them, dates as days.
    ///
    /// - Throws: `VaultError` if no note has the key.
    package func values(ofKey key: String) throws -> [ValueCount] {
        let name = Folding.fold(key)
        if let known = snapshot.keyNames.name(key)?.key { return try values(of: known) }
        guard try snapshot.queryNames.isProperty(name) else {
            let near = Nearest.match(
                name, among: try snapshot.queryNames.propertyNames() + FrontMatterKey.allCases.map(\.rawValue))
            throw VaultError("no note has the front matter key '\(key)'", help: near.map { "did you mean '\($0)'?" })
        }
        let used = try ScopedCounts(snapshot.index).values(ofProperty: name).map {
            ValueCount(name: $0.name, notes: $0.notes)
        }
        return used + unusedWords(ofKey: name, besides: used.map(\.name)).map { ValueCount(name: $0, notes: 0) }
    }

    /// Returns whether some note has a status in its front matter. Otherwise that of each is only the default.
    package func declaresStatus() throws -> Bool { try snapshot.index.declaresStatus() }

    /// Returns whether one of some notes has a status in its front matter.
    package func declaresStatus(among notes: Set<VaultPath>) throws -> Bool {
        try snapshot.index.lists.declaresStatus(among: notes)
    }

    /// Returns the declared words of a property that are not among some values.
    func unusedWords(ofKey key: String, besides used: [String]) -> [String] {
        guard let declaration = snapshot.vault.configuration.properties[key] else { return [] }
        let words = declaration.values ?? (declaration.itemType == .bool ? ["true", "false"] : [])
        let folded = Set(used.map(Folding.fold))
        return words.filter { !folded.contains(Folding.fold($0)) }
    }

    private func values(of key: FrontMatterKey) throws -> [ValueCount] {
        var counts: [String: Int] = [:]
        let condition = Condition.key(key.rawValue)
        switch key {
        case .status, .keywords:
            let group = GroupKey.standard(key == .status ? .status : .keyword)
            for count in try snapshot.index.sections.valueCounts(of: group, in: condition, snapshot.calendar) {
                switch count.value {
                case .status(let name), .text(let name): counts[name] = count.notes
                default: break
                }
            }
        case .created, .modified:
            let field: Condition.TimeField = key == .created ? .created : .modified
            for count in try snapshot.index.sections.dayCounts(field, in: condition, snapshot.calendar) {
                if case .day(let day) = count.value { counts[day.dayText] = count.notes }
            }
            // The index has another date for notes with an unreadable one.
            for path in try UnreadableDates(snapshot.index).notes(field, in: condition) {
                guard let day = try snapshot.note(path).map({ field == .created ? $0.created : $0.modified }) else {
                    continue
                }
                counts[snapshot.calendar.civil(day).dayText, default: 0] -= 1
            }
            counts = counts.filter { $0.value > 0 }
        default: counts = try fetchedValues(of: key, condition)
        }
        return counts.map { (key: NaturalOrder.key($0.key), count: ValueCount(name: $0.key, notes: $0.value)) }.sorted {
            $0.count.notes == $1.count.notes
                ? $0.key.lexicographicallyPrecedes($1.key) : $0.count.notes > $1.count.notes
        }.map(\.count)
    }

    /// Returns the values of a key that are stored only in the rows of the notes.
    private func fetchedValues(of key: FrontMatterKey, _ condition: Condition) throws -> [String: Int] {
        var counts: [String: Int] = [:]
        let request = SearchRequest(
            condition: condition, Presentation(sort: [SortKey(.path)]), statuses: snapshot.statuses,
            detailed: key.isList,
            scored: false)
        try snapshot.index.search(request) { hit in
            for value in Set(values(of: key, hit)) { counts[value, default: 0] += 1 }
            return true
        }
        return counts
    }

    private func values(of key: FrontMatterKey, _ hit: NoteHit) -> [String] {
        switch key {
        case .title: [hit.title]
        case .status: [hit.status]
        case .keywords: hit.keywords
        case .favorite: [hit.isFavorite ? "true" : "false"]
        case .links: hit.links.map(\.target)
        case .created: [snapshot.calendar.civil(hit.created).dayText]
        case .modified: [snapshot.calendar.civil(hit.modified).dayText]
        case .id: hit.id.map { [$0] } ?? []
        case .aliases: hit.aliases
        case .attachments: hit.attachments.map(\.path.text)
        case .order: hit.order.map { [String($0)] } ?? []
        }
    }

    /// Returns whether the values of a key are dates: always for `created` and `modified`, else if at least half of all
    /// values are. Empty values and words for dates, such as `tomorow`, do not count. Nil if no note has another value.
    package func valuesAreDates(ofKey key: String) throws -> Bool? {
        if let known = snapshot.keyNames.name(key)?.key { return known == .created || known == .modified }
        let today = snapshot.calendar.civil(snapshot.now)
        let counts = try DateProperties(snapshot.index).counts(Folding.fold(key)) {
            LenientDate.resemblesDate($0, today: today)
        }
        if counts.dates + counts.others == 0 { return nil }
        return counts.dates >= counts.others
    }

    /// Returns every folder but the root, parents first, in natural order. Complexity: O(folders × depth).
    package func folderCounts() throws -> [FolderCount] {
        let folders = try snapshot.index.lists.folders()
        var all: [VaultPath: Int] = [:]
        for folder in folders {
            var path = folder.path
            while !path.isRoot {
                all[path, default: 0] += folder.notes
                path = path.folder
            }
        }
        let keyed = folders.map { folder in
            (
                key: folder.path.parts.map { NaturalOrder.key($0.text) },
                count: FolderCount(path: folder.path, own: folder.notes, all: all[folder.path] ?? folder.notes)
            )
        }
        return keyed.sorted { a, b in
            for (left, right) in zip(a.key, b.key) where left != right { return left.lexicographicallyPrecedes(right) }
            return a.key.count == b.key.count ? a.count.path < b.count.path : a.key.count < b.key.count
        }.map(\.count)
    }

    /// Returns the keywords that contain `term`, in natural order, including those that only the configuration names.
    /// The counts exclude notes that have only a nested keyword.
    package func keywords(containing term: String?) throws -> [KeywordCount] {
        let wanted = term.map { Folding.fold($0) } ?? ""
        let known = snapshot.vault.configuration.keywords
        var counts = try snapshot.index.lists.keywords(
            lastStatus: snapshot.statuses.count > 1 ? snapshot.statuses.last : nil
        ).map { keyword in
            let folded = Folding.fold(keyword.name)
            let color = known.first { Folding.fold($0.name) == folded }?.color
            return KeywordCount(name: keyword.name, notes: keyword.notes, active: keyword.active, color: color)
        }
        let used = Set(counts.map { Folding.fold($0.name) })
        for keyword in known where !used.contains(Folding.fold(keyword.name)) {
            counts.append(KeywordCount(name: keyword.name, notes: 0, active: 0, color: keyword.color))
        }
        return counts.filter { wanted.isEmpty || Folding.fold($0.name).contains(wanted) }
            .sorted { NaturalOrder.key($0.name).lexicographicallyPrecedes(NaturalOrder.key($1.name)) }
    }

    /// Returns the local days on which the notes of a search were created or (`changed`) modified, earliest first.
    ///
    /// - Complexity: O(notes).
    package func days(_ search: VaultSearch, changed: Bool = false) throws -> [DayCount] {
        try snapshot.index.sections.dayCounts(
            changed ? .modified : .created, in: search.request.condition, snapshot.calendar
        ).compactMap {
            count in
            if case .day(let day) = count.value { DayCount(day: day.startOfDay, notes: count.notes) } else { nil }
        }.sorted { $0.day < $1.day }
    }

    /// Returns the notes with live blocks, in order of path. Complexity: O(notes), with one read of a column.
    package func notesWithLiveBlocks() throws -> [VaultPath] {
        try snapshot.index.findings.notesWithLiveBlocks()
    }

    /// Returns the notes whose front matter has a fault, in any order. Complexity: O(findings).
    package func notesWithFaultyFrontMatter() throws -> [VaultPath] {
        try snapshot.index.findings.notesWithFaultyFrontMatter()
    }

    /// Returns the canvas at a path with its links, as if it were a note, or nil if there is none.
    package func canvas(_ path: VaultPath) throws -> NoteHit? { try snapshot.index.canvas(path) }

    /// Returns the files that are not notes and that no note or canvas references.
    package func unusedAttachments() throws -> Set<VaultPath> {
        Set(try snapshot.index.findings.unusedFiles(countsCanvases: true))
    }
}

extension VaultSnapshot {
    package var lists: VaultLists { VaultLists(snapshot: self) }
}
