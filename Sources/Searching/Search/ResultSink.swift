package import QueryLanguage

/// Takes the results of a search, one after the other; what becomes of them is its own affair.
///
/// Of what a search finds comes `begin`, then each note by `add`, in sections between `beginSection` and `endSection`
/// where the search has any, then `end`; of one that finds nothing, `nothingFound` alone.
package protocol ResultSink {
    /// Whether keywords, links and the other lists of each note are wanted.
    var wantsLists: Bool { get }
    /// Whether each note's score is wanted, also where it does not decide the order.
    var wantsScores: Bool { get }
    /// Whether passages are wanted, for which each note's file is opened.
    ///
    /// - Parameter showing: what there is to show.
    func wantsPassages(for showing: Condition.Showing) -> Bool

    mutating func begin(grouped: Bool) throws
    mutating func beginSection(_ label: String) throws
    /// - Parameter passages: nil where they are not wanted, or the note cannot be read.
    mutating func add(_ hit: NoteHit, _ passages: Passages?) throws
    mutating func endSection() throws
    mutating func end() throws
    mutating func nothingFound() throws
}

extension VaultSession {
    /// Runs a search into a sink.
    ///
    /// - Returns: how many results it was given; a note in several sections counts in each.
    package func run(_ search: VaultSearch, into sink: inout any ResultSink) throws -> Int {
        let finder = PassageFinder(self, search.query.condition)
        let opensNotes = sink.wantsPassages(for: search.query.condition.showing)
        var count = 0
        func add(_ hit: NoteHit) throws {
            try sink.add(hit, opensNotes ? finder.passages(in: hit.path) : nil)
            count += 1
        }
        if let group = search.presentation.group {
            for section in try sections(search, by: group) {
                if count == 0 { try sink.begin(grouped: true) }
                try sink.beginSection(section.label)
                for hit in section.notes { try add(hit) }
                try sink.endSection()
            }
        } else {
            try run(search) { hit in
                if count == 0 { try sink.begin(grouped: false) }
                try add(hit)
                return true
            }
        }
        if count == 0 { try sink.nothingFound() } else { try sink.end() }
        return count
    }
}
