import QueryLanguage
import Searching
import SourceText

/// A sink that writes an array of objects, or of sections with such arrays.
struct JSONSink: ResultSink {
    private let object: ResultObject
    private let write: Write
    private var isFirst = true
    /// The section's label, which can be a chosen column. Complete objects do not repeat that of their section.
    private var group: String?
    private let hasColumns: Bool

    init(_ columns: [Column]?, _ around: RenderingContext, write: @escaping Write) {
        object = ResultObject(columns, around)
        hasColumns = columns != nil
        self.write = write
    }

    var wantsGit: GitInclusion { object.wantsGit }

    func wantsPassages(for showing: Condition.Showing) -> Bool { object.wantsPassages(for: showing) }

    mutating func begin(grouped: Bool) throws { try write([Byte.leftBracket]) }

    mutating func beginSection(_ label: String, count: Int?) throws {
        if hasColumns { group = label }
        var name = JSONWriter()
        name.string(label)
        try write(Array("\(isFirst ? "" : ",")\n{\"group\": \(name.text), \"notes\": [".utf8))
        isFirst = true
    }

    mutating func endSection() throws {
        isFirst = false
        try write(Array("]}".utf8))
    }

    mutating func add(_ hit: NoteHit, _ passages: Passages?) throws {
        try write(Array((isFirst ? "\n" : ",\n").utf8) + object.bytes(hit, passages, group: group))
        isFirst = false
    }

    mutating func end() throws { try write(Array("\n]\n".utf8)) }

    mutating func nothingFound() throws { try write(Array("[]\n".utf8)) }
}

/// A sink that writes one object per line for each result.
struct JSONLinesSink: ResultSink {
    private let object: ResultObject
    private let write: Write
    private var group: String?

    init(_ columns: [Column]?, _ around: RenderingContext, write: @escaping Write) {
        object = ResultObject(columns, around)
        self.write = write
    }

    var wantsGit: GitInclusion { object.wantsGit }

    func wantsPassages(for showing: Condition.Showing) -> Bool { object.wantsPassages(for: showing) }

    mutating func beginSection(_ label: String, count: Int?) { group = label }

    mutating func add(_ hit: NoteHit, _ passages: Passages?) throws {
        try write(object.bytes(hit, passages, group: group) + [Byte.newline])
    }
}

/// A result as an object: the chosen columns, else all data.
struct ResultObject {
    private let columns: [Column]?
    private let around: RenderingContext

    init(_ columns: [Column]?, _ around: RenderingContext) {
        self.columns = columns
        self.around = around
    }

    func wantsPassages(for showing: Condition.Showing) -> Bool {
        columns?.wantPassages(for: showing) ?? (showing > .head)
    }

    /// Complete objects have git data if the query refers to git.
    var wantsGit: GitInclusion { columns?.wantsGit ?? .ifMentioned }

    func bytes(_ hit: NoteHit, _ passages: Passages?, group: String? = nil) -> [UInt8] {
        var json = JSONWriter()
        if let columns {
            let row = ResultRow(hit, passages: passages, group: group)
            json.object { json in for column in columns { column.write(row, around, to: &json) } }
        } else if hit.isFile {
            NoteJSON.writeFile(hit, passages, group: group, to: &json)
        } else {
            NoteJSON.write(hit, passages, group: group, defaults: around.defaults(of: hit), to: &json)
        }
        return json.drain()
    }
}
