import Editing
import LanguageProtocol
import Searching
import SourceText

/// What can be offered for a text alone, be it a note of a vault or not.
struct TextActions {
    let document: Document
    let range: Range<Int>

    private typealias Kind = OfferedAction.Kind

    private var note: OpenNote { document.note }

    var actions: [OfferedAction] { tasks + lists + contents }

    private var tasks: [OfferedAction] {
        let line = document.text.line(at: range.lowerBound)
        guard range.isEmpty else { return [] }
        return note.tasks.filter { document.text.line(at: $0.range.lowerBound) == line }.map { task in
            OfferedAction(
                title: task.isDone ? "Untick the task" : "Tick the task", kind: Kind.rewrite,
                change: .tick(line: line + 1, isDone: !task.isDone))
        }
    }

    /// The lists that are not in order.
    private var lists: [OfferedAction] {
        LineGroups.find(note.bytes, from: note.bodyStart).filter { group in
            let first = note.bytes[group].first { !$0.isBlank }
            guard let first, "-*+".utf8.contains(first) || first.isDigit else { return false }
            return (range.isEmpty ? group.contains(range.lowerBound) : group.overlaps(range))
                && !TextEdits.sort(group, in: note.bytes).isEmpty
        }.map { OfferedAction(title: "Sort the list", kind: Kind.rewrite, change: .sort($0)) }
    }

    private var contents: [OfferedAction] {
        let hasContents = note.contentsMarks != nil
        // One of another program's making is its own to keep.
        let hasOthers = !hasContents && note.bytes.firstRange(of: Array("<!-- toc".utf8)) != nil
        guard !hasOthers, hasContents || note.headings.contains(where: { $0.raw != note.titleRange }) else { return [] }
        return [
            OfferedAction(
                title: hasContents ? "Bring the table of contents up to date" : "Insert a table of contents",
                kind: Kind.source, change: .contents(offset: range.lowerBound))
        ]
    }
}
