package import QueryLanguage
package import Searching

extension Addition {
    /// The name of its section in formats for programs.
    var label: String {
        switch self {
        case .files: "Files"
        case .nearMatches: "Nearly"
        }
    }
}

/// Defaults that suit most formats.
extension ResultSink {
    package var wantsLists: Bool { true }
    package var wantsScores: Bool { true }
    package var wantsGit: GitInclusion { .never }
    package func wantsPassages(for showing: Condition.Showing) -> Bool { false }
    package mutating func begin(grouped: Bool) throws {}
    package mutating func beginSection(_ label: String, count: Int?) throws {}
    package mutating func endSection() throws {}
    /// Begins a section if the other results are in sections.
    package mutating func beginAddition(_ addition: Addition, grouped: Bool) throws {
        if grouped { try beginSection(addition.label, count: nil) }
    }
    package mutating func end() throws {}
    package mutating func nothingFound() throws {}
}

extension [Column] {
    /// Whether any column shows passages, and the query can match text, so that passages must be found.
    ///
    /// - Parameter showing: the kind of matches that the query can have.
    func wantPassages(for showing: Condition.Showing) -> Bool {
        contains(where: \.showsPassages) && showing > .nothing
    }

    /// When the columns need git data.
    var wantsGit: GitInclusion { contains(where: \.dependsOnGit) ? .always : .never }
}
