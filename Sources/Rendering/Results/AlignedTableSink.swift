import QueryLanguage
import Searching
import SourceText

/// A sink that writes a table with aligned columns, or a table in Markdown, when all results are known.
struct AlignedTableSink: ResultSink {
    enum Form { case plain, markdown }

    /// The rows of the inner sink. Its closure cannot change this struct.
    private final class Rows {
        var rows: [[[UInt8]]] = []
    }

    /// The default columns, of which a row usually fits on a screen.
    private static let columns: [Column] = [.path, .title, .status, .keywords, .modified].map { Column($0) }

    private var inner: TableSink
    private let rows: Rows
    private let form: Form
    private let write: Write

    init(_ columns: [Column]?, _ around: RenderingContext, _ form: Form, write: @escaping Write) {
        let rows = Rows()
        var around = around
        around.showsDefaults = true
        inner = TableSink(columns ?? Self.columns, around, write: { _ in }) { fields in
            rows.rows.append(fields)
            return []
        }
        self.rows = rows
        self.form = form
        self.write = write
    }

    var wantsScores: Bool { inner.wantsScores }
    var wantsGit: GitInclusion { inner.wantsGit }
    func wantsPassages(for showing: Condition.Showing) -> Bool { inner.wantsPassages(for: showing) }
    mutating func begin(grouped: Bool) throws { try inner.begin(grouped: grouped) }
    mutating func beginSection(_ label: String, count: Int?) throws { inner.beginSection(label, count: count) }
    mutating func add(_ hit: NoteHit, _ passages: Passages?) throws { try inner.add(hit, passages) }

    mutating func end() throws {
        let cells = rows.rows.map { row in row.map(cell) }
        let widths = (cells.first ?? []).indices.map { column in
            cells.map { TextWidth.columns($0[column]) }.max() ?? 0
        }
        for (number, row) in cells.enumerated() {
            let padded = zip(row, widths).map { text, width in
                text + String(repeating: " ", count: max(0, width - TextWidth.columns(text)))
            }
            try write(Array((line(padded) + "\n").utf8))
            if number == 0, form == .markdown {
                try write(Array((line(widths.map { String(repeating: "-", count: max(3, $0)) }) + "\n").utf8))
            }
        }
    }

    private func line(_ cells: [String]) -> String {
        switch form {
        case .plain:
            var line = cells.joined(separator: "  ")
            while line.last == " " { line.removeLast() }
            return line
        case .markdown: return "| " + cells.joined(separator: " | ") + " |"
        }
    }

    /// Returns a field as text on one line. In Markdown, a bar would end the cell.
    private func cell(_ field: [UInt8]) -> String {
        let text = SafeText.escaped(String(decoding: field.map { $0.isLineEnd ? Byte.space : $0 }, as: UTF8.self))
        switch form {
        case .plain: return text
        case .markdown: return text.replacing("\\", with: "\\\\").replacing("|", with: "\\|")
        }
    }
}
