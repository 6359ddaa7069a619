import QueryLanguage
import Searching

/// Collects the rows of a search as long as anybody waits for them.
struct RowSink: ResultSink {
    struct Useless: Error {}

    let isUseless: () -> Bool
    private var rows: [BrowserRow] = []

    init(isUseless: @escaping () -> Bool) { self.isUseless = isUseless }

    var finished: [BrowserRow] { rows }

    var wantsLists: Bool { true }
    var wantsScores: Bool { false }
    var wantsGit: GitWish { .never }

    func wantsPassages(for showing: Condition.Showing) -> Bool { false }

    mutating func begin(grouped: Bool) {}

    mutating func beginSection(_ label: String, count: Int?) { rows.append(.section(label, count ?? 0)) }

    mutating func add(_ hit: NoteHit, _ passages: Passages?) throws {
        if isUseless() { throw Useless() }
        rows.append(.note(hit))
    }

    mutating func endSection() {}

    mutating func beginNearly(grouped: Bool) { rows.append(.nearly) }

    mutating func end() {}
    mutating func nothingFound() {}
}
