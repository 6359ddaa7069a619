import Searching
package import SourceText
package import VaultChanges
import VaultFiles

/// Tasks, ticked and unticked.
extension Planner {
    /// The plan that ticks tasks, or unticks them: one byte for each.
    ///
    /// - Throws: `VaultError` where a line has no task.
    package func tick(
        _ tasks: [(path: VaultPath, line: Int)], isDone: Bool, title: String
    ) throws -> ChangePlan {
        var lines: [VaultPath: Set<Int>] = [:]
        for task in tasks { lines[task.path, default: []].insert(task.line) }
        return try editing(lines.keys.sorted(), title: title, touch: true) { change in
            let note = OpenNote(path: change.path, bytes: change.before, rules: rules)
            change.apply(try TextEdits.tick(lines[change.path] ?? [], of: note, isDone: isDone))
        }
    }
}
