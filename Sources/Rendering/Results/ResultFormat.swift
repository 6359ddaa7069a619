import Searching

/// The format of search results.
package enum ResultFormat: String, CaseIterable, Sendable {
    case text, paths, vimgrep, json, jsonl, csv, tsv, table, md

    /// Whether the user can choose columns.
    package var hasColumns: Bool { ![.text, .paths, .vimgrep].contains(self) }

    func sink(_ columns: [Column]?, _ around: RenderingContext, write: @escaping Write) -> any ResultSink {
        switch self {
        case .text: around.screen.map { ScreenSink(around, $0, write) } ?? TextSink(around, write)
        case .paths: PathsSink(around, write, nullTerminated: false)
        case .vimgrep: VimgrepSink(around, write)
        case .json: JSONSink(columns, around, write: write)
        case .jsonl: JSONLinesSink(columns, around, write: write)
        case .csv: TableSink(columns, around, write: write) { Table.csv($0, isShown: around.isTerminal) }
        case .tsv: TableSink(columns, around, write: write) { Table.tsv($0) }
        case .table: AlignedTableSink(columns, around, .plain, write: write)
        case .md: AlignedTableSink(columns, around, .markdown, write: write)
        }
    }
}
