import QueryLanguage
import Searching

/// A row for each result below a row of names.
struct TableSink: ResultSink {
    private let chosen: [Column]?
    private let around: Surroundings
    private let write: Write
    private let row: (_ fields: [[UInt8]]) -> [UInt8]
    /// Those chosen, else all, with the section where there are sections.
    private var columns: [Column]
    private var group: String?

    /// - Parameter row: a row in the form of the format.
    init(
        _ columns: [Column]?, _ around: Surroundings, write: @escaping Write,
        row: @escaping (_ fields: [[UInt8]]) -> [UInt8]
    ) {
        chosen = columns
        self.around = around
        self.write = write
        self.row = row
        self.columns = columns ?? Table.columns
    }

    var wantsScores: Bool { chosen != nil }
    var wantsGit: GitWish { columns.wantsGit }

    func wantsPassages(for showing: Condition.Showing) -> Bool { columns.wantPassages(for: showing) }

    mutating func begin(grouped: Bool) throws {
        if chosen == nil, grouped { columns.append(Column(.group)) }
        try write(row(columns.map { Array($0.name.utf8) }))
    }

    mutating func beginSection(_ label: String, count: Int?) { group = label }

    mutating func add(_ hit: NoteHit, _ passages: Passages?) throws {
        let result = ResultRow(hit, passages: passages, group: group)
        try write(row(columns.map { $0.bytes(result, around) }))
    }
}
