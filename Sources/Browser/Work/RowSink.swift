import QueryLanguage
import Searching

/// Collects the results of a search as rows of the browser's list. Throws `ObsoleteSearch`, which stops the search,
/// when the rows are no longer needed.
struct RowSink: ResultSink {
    struct ObsoleteSearch: Error {}

    let isObsolete: () -> Bool
    private var rows: [BrowserRow] = []

    init(isObsolete: @escaping () -> Bool) { self.isObsolete = isObsolete }

    var finished: [BrowserRow] { rows }

    var wantsLists: Bool { true }
    var wantsScores: Bool { false }
    var wantsGit: GitInclusion { .never }

    func wantsPassages(for showing: Condition.Showing) -> Bool { false }

    mutating func begin(grouped: Bool) {}

    mutating func beginSection(_ label: String, count: Int?) { rows.append(.section(label, count ?? 0)) }

    mutating func add(_ hit: NoteHit, _ passages: Passages?) throws {
        if isObsolete() { throw ObsoleteSearch() }
        rows.append(.note(hit))
    }

    mutating func endSection() {}

    mutating func beginAddition(_ addition: Addition, grouped: Bool) { rows.append(.addition(addition)) }

    mutating func end() {}
    mutating func nothingFound() {}
}
