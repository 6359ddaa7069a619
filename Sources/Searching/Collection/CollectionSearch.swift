package import QueryLanguage
import SearchIndex
import SourceText

/// A search in one or several vaults whose query has been parsed.
package struct CollectionSearch {
    package let collection: VaultCollection
    /// Parallel to the members of the collection.
    package private(set) var searches: [VaultSearch]

    init(collection: VaultCollection, searches: [VaultSearch]) {
        self.collection = collection
        self.searches = searches
    }

    /// A search in one vault.
    package init(_ search: VaultSearch, in snapshot: VaultSnapshot) {
        self.init(collection: VaultCollection(snapshot), searches: [search])
    }

    /// Whether the query depends on the text of attachments, also by what it excludes.
    package var searchesAttachments: Bool { searches.contains(where: \.searchesAttachments) }

    /// Returns the lines that tell the user why nothing was found. Empty with several vaults.
    package func hints(_ remedies: ScopeRemedies) throws -> [String] {
        guard let first = searches.first, searches.count == 1 else { return [] }
        let snapshot = collection.members[0].snapshot
        return try ZeroResultHints(snapshot: snapshot, remedies: remedies).hints(first).lines
    }

    package var presentation: Presentation { searches.first?.presentation ?? Presentation() }

    /// Passes the results to a sink, each with its vault, in the order of one vault that has all notes.
    ///
    /// - Parameter nothingFound: called if no note is found, before any near matches, and with their number.
    package func run(
        into sink: inout any ResultSink, nothingFound: (_ near: Int) throws -> Void = { _ in }
    ) throws -> SearchTally {
        var tally = SearchTally()
        let opensNotes = searches.contains { sink.wantsPassages(for: $0.query.condition.showing) }
        let passages = opensNotes ? ResultPassages(self) : nil
        func add(_ hit: NoteHit) throws {
            try sink.add(hit, passages?.passages(of: hit))
            tally.found += 1
        }
        if let group = presentation.group {
            let (sections, all, notes) = try sections(by: group)
            (tally.all, tally.notes) = (all, notes)
            for section in sections {
                if tally.found == 0 { try sink.begin(grouped: true) }
                try sink.beginSection(section.label, count: section.count)
                for hit in section.notes { try add(hit) }
                try sink.endSection()
            }
        } else {
            let all = try forEach { hit, _ in
                if tally.found == 0 { try sink.begin(grouped: false) }
                try add(hit)
                return true
            }
            (tally.all, tally.notes) = (all, all)
        }
        try FileSearch(search: self).add(to: &sink, &tally, passages)
        let near = try nearMatches(after: tally)
        if tally.found == 0 { try nothingFound(near.count) }
        try addNearMatches(near, to: &sink, tally: &tally, passages)
        if tally.found + tally.near == 0 { try sink.nothingFound() } else { try sink.end() }
        return tally
    }

    /// Returns the near matches to list after the notes that were found.
    private func nearMatches(after tally: SearchTally) throws -> [NoteHit] {
        let isGrouped = presentation.group != nil
        if !isGrouped, tally.found >= VaultSearch.enoughNotes { return [] }
        // If the limit was reached, there may be more notes. In sections, a note may have been counted several times.
        let isAll = !isGrouped && tally.found != presentation.limit
        return try nearMatches(found: isAll ? tally.found : nil)
    }

    private func addNearMatches(
        _ near: [NoteHit], to sink: inout any ResultSink, tally: inout SearchTally, _ passages: ResultPassages?
    ) throws {
        if near.isEmpty { return }
        let isGrouped = presentation.group != nil
        if tally.found == 0 { try sink.begin(grouped: isGrouped) }
        try sink.beginAddition(.nearMatches, grouped: isGrouped)
        for hit in near { try sink.add(hit, passages?.passages(of: hit)) }
        if isGrouped { try sink.endSection() }
        tally.near = near.count
    }

    /// Returns the best near matches if the search finds few notes. Empty if not requested or without text terms.
    ///
    /// A near match lacks words of the query or has expansions of them. It satisfies all other terms.
    ///
    /// - Parameter found: the number of notes that the search found, if known.
    package func nearMatches(found: Int? = nil) throws -> [NoteHit] {
        guard let first = searches.first, first.minimumResults > 0, presentation.offset ?? 0 == 0 else { return [] }
        let texts = first.parts.texts
        if texts.isEmpty { return [] }
        let found = try found ?? count()
        let limit = first.minimumResults - found
        if found >= VaultSearch.enoughNotes || limit <= 0 { return [] }
        let places = zip(collection.members, searches).map { member, search in
            NearMatchPlace(
                member.snapshot.index, strict: .and([search.scopeCondition] + search.parts.strict))
        }
        var near: [NoteHit] = []
        let search = try NearMatchSearch(places, texts, findsNothing: found == 0)
        try search.forEach(limit: limit, detailed: first.request.detailed) {
            note, match, member in
            var hit = note
            hit.result.nearMatch = match
            hit.result.vault = collection.members[member].source
            near.append(hit)
            return true
        }
        return near
    }

    /// Calls `body` with each note and its vault until `body` returns false. Only notes passed to `body` are fetched.
    package func run(_ body: (NoteHit, VaultMember) throws -> Bool) throws {
        try forEach { try body($0, collection.members[$1]) }
    }

    /// Calls `body` with each note and the number of its vault until `body` returns false.
    ///
    /// - Returns: the number of notes that match, regardless of limit and offset, or nil if unknown.
    @discardableResult
    private func forEach(_ body: (NoteHit, _ member: Int) throws -> Bool) throws -> Int? {
        let skipped = presentation.offset ?? 0
        let (sum, overflow) = (presentation.limit ?? .max).addingReportingOverflow(skipped)
        let wanted = overflow ? .max : sum
        // All vaults count their notes before the first one is scored.
        let pending = try zip(collection.members, searches).map {
            try GatheredSearch($0.snapshot.index, $1.request, wanted: wanted)
        }
        let lists = try pending.map { try OrderedNotes($0) }
        var number = 0
        try OrderedNotes.merge(lists) { member, place in
            defer { number += 1 }
            if number >= wanted { return false }
            if number < skipped { return true }
            guard let hit = try self.hit(place, of: lists[member], member: member) else { return true }
            return try body(hit, member)
        }
        let counts = lists.map(\.all)
        return counts.contains(nil) ? nil : counts.reduce(0) { $0 + ($1 ?? 0) }
    }

    /// The same search without limit and offset.
    package var withoutLimits: CollectionSearch {
        var search = self
        search.searches = searches.map(\.withoutLimits)
        return search
    }

    /// Returns the statistics of all notes, and the number of notes in each vault.
    package func statistics() throws -> (sum: Statistics, vaults: [Statistics.Count]) {
        let parts = try zip(collection.members, searches).map { try Statistics(of: $1, in: $0.snapshot) }
        let statuses = collection.members.first?.snapshot.statuses ?? []
        return (
            Statistics(parts, statuses: statuses),
            zip(collection.members, parts).map { Statistics.Count(name: $0.name ?? "", notes: $1.notes) }
        )
    }

    /// Returns the number of notes that match, regardless of limit and offset.
    package func count() throws -> Int {
        try zip(collection.members, searches).reduce(0) { try $0 + $1.0.snapshot.count($1.1) }
    }

    private func hit(_ place: Int, of list: OrderedNotes, member: Int) throws -> NoteHit? {
        guard var hit = try list.hit(place, detailed: searches[member].request.detailed) else { return nil }
        if searches[member].fetchesGit {
            hit.result.git = try collection.members[member].snapshot.gitFacts(hit.path)
        }
        hit.result.vault = collection.members[member].source
        return hit
    }

    // MARK: Sections

    /// A section of the results.
    package struct Section {
        package var label: String
        /// The number of notes in it, regardless of limit and offset.
        package var count: Int
        package var notes: [NoteHit] = []
    }

    /// Runs the search in sections. A note may be in several. Limit and offset count over all sections. Only notes
    /// inside them are fetched.
    ///
    /// - Returns: the sections inside the limit, the sum of the counts of all sections, and the number of distinct
    ///   notes. The two numbers ignore limit and offset.
    package func sections(by group: GroupKey) throws -> (sections: [Section], all: Int, notes: Int) {
        let notes = try zip(collection.members, searches).map { try UnscoredNotes($0.snapshot.index, $1.request) }
        let grouped = try collection.members.indices.map { number in
            try GroupedNotes(
                notes[number], searches[number], by: group, collection.members[number].snapshot)
        }
        let keys = SectionKeys.ordered(
            Set(grouped.flatMap(\.keys)), isReversed: presentation.grouping?.isReversed ?? false)
        let counts = keys.map { key in grouped.reduce(0) { $0 + $1.count(key) } }
        let shown = zip(keys, SectionKeys.parts(counts, presentation)).filter { !$0.1.isEmpty }
        let members = grouped.map { $0.members(of: shown.map(\.0)) }
        var sections: [Section] = []
        for (number, (key, part)) in shown.enumerated() {
            var labels: [String: Int] = [:]
            for notes in grouped { labels.merge(notes.labels(key), uniquingKeysWith: +) }
            var section = Section(
                label: SectionKeys.usual(labels), count: grouped.reduce(0) { $0 + $1.count(key) })
            let lists = try zip(grouped, members).map { try $0.first(part.upperBound, of: $1[number]) }
            var place = 0
            try OrderedNotes.merge(lists) { member, index in
                defer { place += 1 }
                if place >= part.upperBound { return false }
                if place >= part.lowerBound, let hit = try hit(index, of: lists[member], member: member) {
                    section.notes.append(hit)
                }
                return true
            }
            sections.append(section)
        }
        return (sections, counts.reduce(0, +), grouped.reduce(0) { $0 + $1.found.count })
    }
}
