package import QueryLanguage
package import Searching

/// What the notes that only come near stand under.
let nearlyLabel = "Nearly"

/// What most formats do, so that each says only what it does otherwise.
extension ResultSink {
    package var wantsLists: Bool { true }
    package var wantsScores: Bool { true }
    package var wantsGit: GitWish { .never }
    package func wantsPassages(for showing: Condition.Showing) -> Bool { false }
    package mutating func begin(grouped: Bool) throws {}
    package mutating func beginSection(_ label: String, count: Int?) throws {}
    package mutating func endSection() throws {}
    /// In sections those that come near are one of their own.
    package mutating func beginNearly(grouped: Bool) throws { if grouped { try beginSection(nearlyLabel, count: nil) } }
    package mutating func end() throws {}
    package mutating func nothingFound() throws {}
}

extension [Column] {
    /// Whether any of the columns shows passages, of what there is to show. Lists of places show all of it.
    func wantPassages(for showing: Condition.Showing) -> Bool {
        contains(where: \.showsPassages) && showing > .nothing
    }

    /// Whether any of the columns shows what git knows.
    var wantsGit: GitWish { contains(where: \.isOfGit) ? .always : .never }
}
