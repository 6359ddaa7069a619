package import QueryLanguage

/// A receiver of the results of a search.
///
/// `begin` comes first, then `add` for each note, between `beginSection` and `endSection` if there are sections. Files
/// and near matches follow `beginAddition`, and if there are sections, `endSection` ends them too. `end` comes last. If
/// nothing is found, only `nothingFound` is called.
package protocol ResultSink {
    /// Whether the sink needs keywords, links and the other lists of each note.
    var wantsLists: Bool { get }
    /// Whether the sink needs each note's score, even if the order does not depend on it.
    var wantsScores: Bool { get }
    /// When the sink needs the git data of each note.
    var wantsGit: GitInclusion { get }
    /// Whether the sink needs passages, for which each note's file is opened.
    ///
    /// - Parameter showing: the kind of matches that the query can have.
    func wantsPassages(for showing: Condition.Showing) -> Bool

    mutating func begin(grouped: Bool) throws
    /// - Parameter count: the number of notes in the section, regardless of the limit, or nil if unknown.
    mutating func beginSection(_ label: String, count: Int?) throws
    /// - Parameter passages: nil if the sink does not need them or the note cannot be read.
    mutating func add(_ hit: NoteHit, _ passages: Passages?) throws
    mutating func endSection() throws
    /// - Parameter grouped: whether there are sections.
    mutating func beginAddition(_ addition: Addition, grouped: Bool) throws
    mutating func end() throws
    mutating func nothingFound() throws
}

extension SearchOptions {
    /// Requests the data that a sink needs.
    package mutating func request(for sink: any ResultSink) {
        detailed = sink.wantsLists
        extras.scores = sink.wantsScores
        extras.listsNotes = true
        wantsGit = sink.wantsGit
    }
}

/// Results that follow the notes of a search.
package enum Addition: Hashable, Sendable {
    /// Files that no note references.
    case files
    case nearMatches

    /// The heading for users.
    package var heading: String {
        switch self {
        case .files: "Files that no note refers to"
        case .nearMatches: "Near matches: a word is missing or replaced by a similar one"
        }
    }
}

/// The number of notes and files that a sink received. A note in several sections counts in each.
package struct SearchTally: Sendable {
    package var found = 0
    package var near = 0
    /// The number of results that the search has, regardless of limit and offset, or nil if unknown. A note in several
    /// sections counts in each.
    package var all: Int?
    /// The same number, but each note counts once.
    package var notes: Int?
}

extension VaultSnapshot {
    /// Passes the results of a search to a sink.
    ///
    /// - Parameter nothingFound: called if no note is found, before any near matches, and with their number.
    package func run(
        _ search: VaultSearch, into sink: inout any ResultSink, nothingFound: (_ near: Int) throws -> Void = { _ in }
    ) throws -> SearchTally {
        try CollectionSearch(search, in: self).run(into: &sink, nothingFound: nothingFound)
    }
}
