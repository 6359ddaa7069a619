import Editing
import JSONRPC
import Searching
import SourceText

/// Code actions that depend only on the text, inside or outside of a vault.
struct TextActions {
    let document: Document
    let range: Range<Int>
    /// The kinds of actions that the client asks for; empty for all.
    let only: [String]

    init(_ document: Document, _ range: Range<Int>, _ request: Request) {
        self.document = document
        self.range = range
        only = request.params["context"]?["only"]?.list.compactMap(\.text) ?? []
    }

    private typealias ActionKind = OfferedAction.ActionKind

    private var note: OpenNote { document.note }

    /// Whether the position stands for the whole note: its front matter, its title or its first line. Also if the client
    /// asks for source actions only, which do not depend on the position.
    var isAboutNote: Bool {
        let line = document.text.line(at: range.lowerBound)
        return line == 0 || range.lowerBound < note.bodyStart || only.contains { $0.hasPrefix(ActionKind.source) }
            || note.titleRange.map { document.text.line(at: $0.lowerBound) == line } ?? false
    }

    var actions: [OfferedAction] { tasks + lists + contents }

    private var tasks: [OfferedAction] {
        let line = document.text.line(at: range.lowerBound)
        guard range.isEmpty else { return [] }
        return note.tasks.filter { document.text.line(at: $0.range.lowerBound) == line }.flatMap { task in
            func action(_ title: String, _ change: TaskChange) -> OfferedAction {
                OfferedAction(title: title, kind: ActionKind.rewrite, change: .task(line: line + 1, change))
            }
            if task.status != .open { return [action("Mark the task as open", .status(.open))] }
            return [
                action("Complete task", .status(.done)), action("Cancel task", .status(.cancelled)),
                action("Due today", .set([TaskAssignment(.due, "today")])),
                action("Due tomorrow", .set([TaskAssignment(.due, "tomorrow")])),
            ]
        }
    }

    /// Actions that sort the unsorted lists in the selection.
    private var lists: [OfferedAction] {
        LineGroups.find(note.bytes, from: note.bodyStart).filter { group in
            let first = note.bytes[group].first { !$0.isBlank }
            guard let first, "-*+".utf8.contains(first) || first.isDigit else { return false }
            return (range.isEmpty ? group.contains(range.lowerBound) : group.overlaps(range))
                && !TextEdits.sort(group, in: note.bytes).isEmpty
        }.map { OfferedAction(title: "Sort the list", kind: ActionKind.rewrite, change: .sort($0)) }
    }

    /// Whether a table of contents fits the position: in the old one, on a blank line or on a heading.
    private var canHoldContents: Bool {
        if note.contentsMarks.map({ $0.contains(range.lowerBound) }) == true { return true }
        let line = document.text.line(at: range.lowerBound)
        return note.bytes.trimmed(document.text.range(ofLine: line)).isEmpty
            || note.headings.contains { document.text.line(at: $0.range.lowerBound) == line }
    }

    private var contents: [OfferedAction] {
        guard isAboutNote || canHoldContents else { return [] }
        let hasContents = note.contentsMarks != nil
        // A table of contents made by another program is left to that program.
        let hasOthers = !hasContents && note.bytes.firstRange(of: Array("<!-- toc".utf8)) != nil
        guard !hasOthers, hasContents || note.headings.contains(where: { $0.raw != note.titleRange }) else { return [] }
        return [
            OfferedAction(
                title: hasContents ? "Update the table of contents" : "Insert a table of contents",
                kind: ActionKind.source, change: .contents(offset: range.lowerBound))
        ]
    }
}
