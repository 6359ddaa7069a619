import QueryLanguage
import Searching

/// A sink that writes a header row, then a row per result.
struct TableSink: ResultSink {
    private let chosen: [Column]?
    private let around: RenderingContext
    private let write: Write
    private let row: (_ fields: [[UInt8]]) -> [UInt8]
    /// The chosen columns, else the default ones, which include the section if there are sections.
    private var columns: [Column]
    private var group: String?

    /// - Parameter row: returns a row in the table's format.
    init(
        _ columns: [Column]?, _ around: RenderingContext, write: @escaping Write,
        row: @escaping (_ fields: [[UInt8]]) -> [UInt8]
    ) {
        chosen = columns
        self.around = around
        self.write = write
        self.row = row
        self.columns = columns ?? Table.columns
    }

    var wantsScores: Bool { chosen != nil }
    var wantsGit: GitInclusion { columns.wantsGit }

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
