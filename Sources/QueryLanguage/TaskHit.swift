package import SourceText

/// A task that a query found. All of it comes from the index.
package struct TaskHit: Sendable {
    /// The note of a task.
    package struct Note: Hashable, Sendable {
        package var path: VaultPath
        package var title: String
        /// The value of the key `id`.
        package var id: String?
        /// The hash of the content.
        package var hash: Int64

        package init(path: VaultPath, title: String, id: String?, hash: Int64) {
            (self.path, self.title, self.id, self.hash) = (path, title, id, hash)
        }
    }

    /// The names of a task, and of those that it depends on.
    package struct Names: Hashable, Sendable {
        package var id: String?
        package var after: [String]
        /// Without the caret.
        package var blockID: String?

        package init(id: String?, after: [String], blockID: String?) {
            (self.id, self.after, self.blockID) = (id, after, blockID)
        }
    }

    package var note: Note
    /// From 1.
    package var line: Int
    /// The column of the check box, in Unicode scalars from 1.
    package var column: Int
    /// The character in the box.
    package var mark: String
    package var status: TaskStatus
    /// The line after the box, with the properties.
    package var source: String
    /// The source without properties and block id.
    package var text: String
    /// The headings above the task, the outermost first.
    package var headings: [String]
    /// The line of the task that contains it.
    package var parentLine: Int?
    package var days: [TaskProperty: CivilTime]
    /// The due date, else the scheduled or start date, else the first date in the text such as 2024-03-27.
    package var date: CivilTime?
    package var priority: TaskPriority
    package var rule: String?
    package var names: Names

    package init(
        in note: Note, line: Int, column: Int, mark: String, status: TaskStatus, source: String, text: String,
        headings: [String], parentLine: Int?, days: [TaskProperty: CivilTime], date: CivilTime?, priority: TaskPriority,
        rule: String?, names: Names
    ) {
        self.note = note
        self.line = line
        self.column = column
        self.mark = mark
        self.status = status
        self.source = source
        self.text = text
        self.headings = headings
        self.parentLine = parentLine
        self.days = days
        self.date = date
        self.priority = priority
        self.rule = rule
        self.names = names
    }

    package var path: VaultPath { note.path }
    package var isDone: Bool { status == .done }

    /// Returns whether the task is open and was due before a day.
    package func isOverdue(on today: CivilTime) -> Bool { status == .open && days[.due].map { $0 < today } ?? false }
}
