package import QueryLanguage

/// Takes the results of a search, one after the other; what becomes of them is its own affair.
///
/// Of what a search finds comes `begin`, then each note by `add`, in sections between `beginSection` and `endSection`
/// where the search has any, then those that only come near behind `beginNearly`, then `end`; of one that finds nothing,
/// `nothingFound` alone.
package protocol ResultSink {
    /// Whether keywords, links and the other lists of each note are wanted.
    var wantsLists: Bool { get }
    /// Whether each note's score is wanted, also where it does not decide the order.
    var wantsScores: Bool { get }
    /// Whether what git knows of each note is given.
    var wantsGit: GitWish { get }
    /// Whether passages are wanted, for which each note's file is opened.
    ///
    /// - Parameter showing: what there is to show.
    func wantsPassages(for showing: Condition.Showing) -> Bool

    mutating func begin(grouped: Bool) throws
    /// - Parameter count: how many notes it has, whatever the limit; nil where nobody counted.
    mutating func beginSection(_ label: String, count: Int?) throws
    /// - Parameter passages: nil where they are not wanted, or the note cannot be read.
    mutating func add(_ hit: NoteHit, _ passages: Passages?) throws
    mutating func endSection() throws
    /// What follows only comes near to what was asked for.
    mutating func beginNearly(grouped: Bool) throws
    mutating func end() throws
    mutating func nothingFound() throws
}

/// When what git knows of notes is given.
package enum GitWish: Hashable, Sendable {
    case never
    /// Where query, order or sections speak of it.
    case whereAsked
    case always
}

/// How many notes a sink was given; one in several sections counts in each.
package struct SearchTally: Sendable {
    package var found = 0
    package var near = 0
    /// How many notes the search finds, whatever its limit and offset, each as often as it stands in a section; nil
    /// where that was not worked out.
    package var all: Int?
    /// The same, each once.
    package var notes: Int?
}

extension VaultSession {
    /// Runs a search into a sink.
    ///
    /// - Parameter nothingFound: called where no note is found, before those that come near.
    package func run(
        _ search: VaultSearch, into sink: inout any ResultSink, nothingFound: () throws -> Void = {}
    ) throws -> SearchTally {
        let finder = PassageFinder(self, search.query.condition)
        let opensNotes = sink.wantsPassages(for: search.query.condition.showing)
        var tally = SearchTally()
        func add(_ hit: NoteHit) throws {
            try sink.add(hit, opensNotes ? finder.passages(in: hit.path) : nil)
            tally.found += 1
        }
        let group = search.presentation.group
        if let group {
            let (sections, all, notes) = try sections(search, by: group)
            (tally.all, tally.notes) = (all, notes)
            for section in sections {
                if tally.found == 0 { try sink.begin(grouped: true) }
                try sink.beginSection(section.label, count: section.count)
                for hit in section.notes { try add(hit) }
                try sink.endSection()
            }
        } else {
            let all = try run(search) { hit in
                if tally.found == 0 { try sink.begin(grouped: false) }
                try add(hit)
                return true
            }
            (tally.all, tally.notes) = (all, all)
        }
        if tally.found == 0 { try nothingFound() }
        try addNearNotes(search, to: &sink, &tally)
        if tally.found + tally.near == 0 { try sink.nothingFound() } else { try sink.end() }
        return tally
    }

    /// Fills up what a search found with notes that come near.
    private func addNearNotes(_ search: VaultSearch, to sink: inout any ResultSink, _ tally: inout SearchTally) throws {
        if search.presentation.group == nil, tally.found >= VaultSearch.enoughNotes { return }
        // There are more than were shown where the limit was reached, and fewer where one stands in several sections.
        let isAll = search.presentation.group == nil && tally.found != search.presentation.limit
        let notes = try nearNotes(search, found: isAll ? tally.found : nil)
        if notes.isEmpty { return }
        let opensNotes = sink.wantsPassages(for: search.query.condition.showing)
        let isGrouped = search.presentation.group != nil
        if tally.found == 0 { try sink.begin(grouped: isGrouped) }
        try sink.beginNearly(grouped: isGrouped)
        for hit in notes {
            let stands = hit.nearness?.instead.flatMap(\.found) ?? []
            let finder = PassageFinder(self, search.query.condition, besides: stands)
            try sink.add(hit, opensNotes ? finder.passages(in: hit.path) : nil)
        }
        if isGrouped { try sink.endSection() }
        tally.near = notes.count
    }
}
