import Notes
package import QueryLanguage
package import Searching
package import SourceText
import VaultFiles

/// A task to change.
package struct TaskPlace: Hashable, Sendable {
    package var path: VaultPath
    /// The line of the check box, from 1.
    package var line: Int
    /// What a list showed of the task, or nil if only the line is known. The note may have changed since.
    package var shown: TaskIdentity?

    package init(_ path: VaultPath, line: Int, shown: TaskIdentity? = nil) {
        (self.path, self.line, self.shown) = (path, line, shown)
    }

    /// The place of a task of a list.
    package init(_ entry: TaskList.Entry) {
        self.init(entry.task.path, line: entry.task.line, shown: entry.identity)
    }
}

extension OpenNote {
    /// Returns the lines of tasks as the note is now.
    ///
    /// - Throws: `VaultError` if a task that a list showed is not found, or if it is not clear which one it is.
    func lines(of places: [TaskPlace]) throws -> Set<Int> {
        if places.allSatisfy({ $0.shown == nil }) { return Set(places.map(\.line)) }
        let tasks = identities
        return Set(
            try places.map { place in
                guard let shown = place.shown else { return place.line }
                if let task = shown.find(in: tasks) { return task.line }
                let others = tasks.filter { $0.text == shown.text }
                guard let first = others.first else {
                    throw VaultError(
                        path, "no longer has the task '\(shown.text)'; nothing was changed",
                        help: "list the tasks again")
                }
                throw VaultError(
                    path, line: first.line,
                    "the note has changed since '\(shown.text)' was listed, and it is not clear which task that was; "
                        + "nothing was changed",
                    help: "name one of: " + others.map { "\(path.text):\($0.line)" }.joined(separator: ", "))
            })
    }

    /// The tasks of the note.
    private var identities: [TaskIdentity] {
        let table = LineTable(bytes)
        let hash = ContentHash.hash(bytes)
        var path = HeadingPath(note.body.headings)
        return note.tasks.map { task in
            let line = task.line(in: bytes)
            return TaskIdentity(
                line: table.line(at: task.range.lowerBound), source: line.source, text: line.text,
                headings: path.texts(at: task.range.lowerBound).filter { !$0.isEmpty },
                status: rules.taskStatuses[task.mark], noteHash: hash)
        }
    }
}
