import JSONRPC
import Searching
import SourceText

/// The front matter, headings and tasks of a document as symbols: a tree, or a flat list for a client without trees.
struct DocumentSymbols {
    /// Kinds of symbols (LSP 3.17, SymbolKind).
    private enum SymbolKind: Int {
        case property = 7
        case string = 15
        case boolean = 17
        case key = 20
    }

    private let document: Document
    private let encoding: PositionEncoding
    private let isTree: Bool
    private let note: OpenNote
    private let headings: [OpenHeading]
    private let tasks: [CheckBox]

    init(_ document: Document, for request: Request) {
        self.document = document
        encoding = request.encoding
        isTree = request.settings.nestsSymbols
        note = document.note
        headings = note.headings
        tasks = note.tasks
    }

    /// The result of textDocument/documentSymbol.
    var json: JSONValue {
        guard isTree else {
            let sections = headings.map { json($0.text, .string, range: $0.range, selection: $0.raw) }
            return .array(keys() + sections + tasks(in: 0..<note.bytes.count))
        }
        let firstHeading = headings.first?.range.lowerBound ?? note.bytes.count
        var rest = headings[...]
        return .array(
            frontMatter() + tasks(in: note.bodyStart..<firstHeading) + sections(&rest, before: note.bytes.count + 1))
    }

    private func frontMatter() -> [JSONValue] {
        guard let block = note.frontMatterBlock else { return [] }
        let start = block.lowerBound..<block.lowerBound
        return [json("front matter", .property, range: block, selection: start, children: keys())]
    }

    private func keys() -> [JSONValue] {
        guard note.frontMatterBlock != nil else { return [] }
        return note.entries.map { entry in
            let end = max(entry.keyRange.upperBound, entry.valueRange.upperBound)
            return json(
                entry.key, .key, range: entry.keyRange.lowerBound..<end, selection: entry.keyRange, detail: entry.text)
        }
    }

    private func tasks(in range: Range<Int>) -> [JSONValue] {
        tasks.filter { range.contains($0.range.lowerBound) }.map { task in
            json(
                note.bytes.text(task.text), .boolean, range: task.range.lowerBound..<task.text.upperBound,
                selection: task.text, detail: task.isDone ? "done" : "open")
        }
    }

    /// Removes the headings before `end` from `rest`, and returns them with the tasks and headings in their sections.
    private func sections(_ rest: inout ArraySlice<OpenHeading>, before end: Int) -> [JSONValue] {
        var found: [JSONValue] = []
        while let heading = rest.first, heading.range.lowerBound < end {
            rest.removeFirst()
            let ownEnd = min(rest.first?.range.lowerBound ?? .max, heading.section.upperBound)
            let children =
                tasks(in: heading.range.lowerBound..<ownEnd) + sections(&rest, before: heading.section.upperBound)
            found.append(
                json(
                    heading.text, .string, range: heading.section, selection: heading.raw,
                    detail: String(repeating: "#", count: heading.level), children: children))
        }
        return found
    }

    private func json(
        _ name: String, _ kind: SymbolKind, range: Range<Int>, selection: Range<Int>, detail: String? = nil,
        children: [JSONValue] = []
    ) -> JSONValue {
        let shown = name.isEmpty ? "…" : name
        if !isTree {
            return [
                "name": .string(shown), "kind": .int(kind.rawValue),
                "location": Location(document.uri, document.text.range(of: range, encoding)).json,
            ]
        }
        return .object([
            "name": .string(shown), "kind": .int(kind.rawValue), "detail": detail.map { .string($0) },
            "range": document.text.range(of: range, encoding).json,
            "selectionRange": document.text.range(of: selection, encoding).json,
            "children": children.isEmpty ? nil : .array(children),
        ])
    }
}
