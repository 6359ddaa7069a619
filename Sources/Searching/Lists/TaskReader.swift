import Notes
import QueryLanguage
import SearchIndex
package import SourceText
import VaultFiles

/// A task of a note: a list item with a check box.
package struct NoteTask: Hashable, Sendable {
    package var path: VaultPath
    /// From 1.
    package var line: Int
    /// The column of the box, in Unicode scalars from 1.
    package var column: Int
    package var isDone: Bool
    /// The text after the box on its line.
    package var text: String
    /// The first day in the text that is written like `2024-03-27`.
    package var date: DateText?
}

/// Lists the tasks of notes.
struct TaskReader {
    let snapshot: VaultSnapshot

    /// Returns the condition that a note has such tasks.
    static func condition(_ isDone: Bool?) -> Condition { isDone.map { .task(isDone: $0) } ?? .has(.task) }

    /// Returns the tasks of a note by line. Empty if it cannot be read.
    func tasks(of path: VaultPath, isDone: Bool?) -> [NoteTask] {
        guard let text = snapshot.text(path) else { return [] }
        return Self.tasks(text.note, text.bytes, path: path).filter { isDone == nil || $0.isDone == isDone }
    }

    private static func tasks(_ note: Note, _ bytes: [UInt8], path: VaultPath) -> [NoteTask] {
        let lines = LineTable(bytes)
        return note.body.tasks.map { task in
            let text = bytes.text(task.text)
            return NoteTask(
                path: path, line: lines.line(at: task.range.lowerBound),
                column: lines.column(at: task.range.lowerBound), isDone: task.isDone, text: text, date: day(in: text))
        }
    }

    /// Returns the first day such as `2024-03-27` in a text that is not part of a longer number.
    private static func day(in text: String) -> DateText? {
        let bytes = Array(text.utf8)
        guard bytes.count >= 10 else { return nil }
        for start in 0...bytes.count - 10 where bytes[start].isDigit {
            if start > 0, bytes[start - 1].isDigit || bytes[start - 1] == Byte.hyphen { continue }
            let end = start + 10
            if end < bytes.count, bytes[end].isDigit || bytes[end] == Byte.hyphen { continue }
            if let date = DateText(bytes.text(start..<end)), date.precision == .day { return date }
        }
        return nil
    }
}

extension VaultSnapshot {
    var taskLists: TaskReader { TaskReader(snapshot: self) }
}
