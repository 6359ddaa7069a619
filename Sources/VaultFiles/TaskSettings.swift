package import SourceText

/// The settings of the configuration for changes of tasks.
package struct TaskSettings: Sendable {
    /// The PLACE to which new tasks are added: `task-inbox:`. Nil for today's daily note.
    package var inbox: String?
    /// The notation of properties for tasks that have none: `task-format:`. Nil for that of most tasks of the vault.
    package var notation: TaskNotation?
    /// Whether the next task of a recurring one is written below it: `task-next: below`.
    package var isNextBelow = false

    package init() {}
}
