import Notes
package import SourceText
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
            let wanted = lines[change.path] ?? []
            let note = Note(change.before, name: change.path.name, rules: rules)
            let table = LineTable(change.before)
            let tasks = note.body.tasks.map { (line: table.line(at: $0.range.lowerBound), task: $0) }
            for line in wanted.sorted() where !tasks.contains(where: { $0.line == line }) {
                let near = tasks.map(\.line).min { abs($0 - line) < abs($1 - line) }
                throw VaultError(
                    "there is no task in line \(line) of '\(change.path.text)'; nothing was changed", at: change.path,
                    line: line,
                    help: near.map { "the nearest is in line \($0)" } ?? "the note has none")
            }
            change.apply(
                tasks.filter { wanted.contains($0.line) && $0.task.isDone != isDone }.map { _, task in
                    let sign = task.range.lowerBound + 1
                    return ByteEdit(sign..<sign + 1, isDone ? [UInt8(ascii: "x")] : [Byte.space])
                })
        }
    }
}
