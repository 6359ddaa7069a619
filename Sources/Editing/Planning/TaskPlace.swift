import Notes
package import QueryLanguage
import Searching
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

    package init(_ task: TaskHit) { self.init(task.path, line: task.line, shown: task.identity) }
}

extension OpenNote {
    /// Returns the lines of tasks as the note is now.
    ///
    /// - Throws: `VaultError` if a task that a list showed is gone, or if the note has others with the same text.
    func lines(of places: [TaskPlace]) throws -> Set<Int> {
        if places.allSatisfy({ $0.shown == nil }) { return Set(places.map(\.line)) }
        let table = LineTable(bytes)
        var path = HeadingPath(note.body.headings)
        let tasks = note.tasks.map { task in
            let line = task.line(in: bytes)
            return (
                line: table.line(at: task.range.lowerBound), text: line.text,
                shown: TaskIdentity(source: line.source, headings: path.texts(at: task.range.lowerBound))
            )
        }
        return Set(
            try places.map { place in
                guard let shown = place.shown else { return place.line }
                if tasks.contains(where: { $0.line == place.line && $0.shown == shown }) { return place.line }
                let text = TaskLine(shown.source).text
                let named = tasks.filter { $0.text == text }
                let besides = named.filter { $0.shown.headings == shown.headings }
                let found = besides.isEmpty ? named : besides
                if found.count == 1 { return found[0].line }
                throw VaultError(
                    found.isEmpty
                        ? "the task '\(text)' is no longer in '\(self.path.text)'; nothing was changed"
                        : "'\(self.path.text)' has \(found.count) tasks '\(text)'; nothing was changed",
                    at: self.path, line: found.first?.line,
                    help: found.isEmpty
                        ? "list the tasks again"
                        : "use one of: "
                            + found.map { "\(self.path.text):\($0.line)" }.joined(separator: ", "))
            })
    }
}
