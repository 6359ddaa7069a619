import SearchIndex
package import Searching
package import SourceText
import VaultFiles

/// How the properties of tasks are written in a vault.
package struct TaskStyle: Hashable, Sendable {
    /// The notation for a task that has no properties.
    package var notation = TaskNotation.emoji
    /// Whether a task gets the date of its completion even if it has no date.
    package var usesDates = false
    /// Whether the next task of a recurring one is written below it.
    package var isNextBelow = false

    /// The style for a text outside of any vault.
    package init() {}

    /// The style of a vault: that of the configuration, else of most of its tasks.
    package init(_ snapshot: VaultSnapshot) throws {
        let settings = snapshot.vault.configuration.tasks
        let used = try snapshot.index.tasks.notations()
        notation = settings.notation ?? (used.brackets > used.emoji ? .brackets : .emoji)
        usesDates = used.hasDates
        isNextBelow = settings.isNextBelow
    }
}
