import QueryLanguage
import Searching
import SourceText

/// A sink that writes a record per result, formatted by a template.
struct TemplateSink: ResultSink {
    private let template: Template<Column>
    private let around: RenderingContext
    private let write: Write
    private let nullTerminated: Bool
    private var group: String?

    init(_ template: Template<Column>, _ around: RenderingContext, write: @escaping Write, nullTerminated: Bool) {
        self.template = template
        self.around = around
        self.write = write
        self.nullTerminated = nullTerminated
    }

    var wantsGit: GitInclusion { template.columns.wantsGit }

    func wantsPassages(for showing: Condition.Showing) -> Bool { template.columns.wantPassages(for: showing) }

    mutating func beginSection(_ label: String, count: Int?) { group = label }

    mutating func add(_ hit: NoteHit, _ passages: Passages?) throws {
        let row = ResultRow(hit, passages: passages, group: group)
        try write(
            template.filled(isExact: nullTerminated) { $0.bytes(row, around) } + [nullTerminated ? 0 : Byte.newline])
    }
}
