import QueryLanguage
import Searching
import SourceText

/// A column of a list of tasks: a member of its JSON, a field of a table or of a template.
package enum TaskColumn: String, CaseIterable, Sendable {
    case vault, path, line, column, done, status, mark, text, date
    case due, scheduled, start, created, completion, cancelled
    case priority, `repeat`, id, after, block, source, title, headings, parent, group

    private enum Value {
        case text(String?)
        case number(Int?)
        case truth(Bool)
        case list([String])
    }

    /// The columns of a table, in order.
    static let ofTables: [TaskColumn] = [
        .path, .line, .status, .text, .due, .scheduled, .start, .created, .completion, .cancelled, .priority, .repeat,
        .id, .after, .title, .headings,
    ]

    private func value(_ entry: TaskList.Entry, group: String?) -> Value {
        let task = entry.task
        switch self {
        case .vault: return .text(entry.vault?.name)
        case .path: return .text(task.path.text)
        case .line: return .number(task.line)
        case .column: return .number(task.column)
        case .done: return .truth(task.isDone)
        case .status: return .text(task.status.rawValue)
        case .mark: return .text(task.mark)
        case .text: return .text(task.text)
        case .date: return .text(task.date?.dayText)
        case .due: return .text(task.days[.due]?.dayText)
        case .scheduled: return .text(task.days[.scheduled]?.dayText)
        case .start: return .text(task.days[.start]?.dayText)
        case .created: return .text(task.days[.created]?.dayText)
        case .completion: return .text(task.days[.done]?.dayText)
        case .cancelled: return .text(task.days[.cancelled]?.dayText)
        case .priority: return .text(task.priority == .none ? nil : task.priority.name)
        case .repeat: return .text(task.rule)
        case .id: return .text(task.names.id)
        case .after: return .list(task.names.after)
        case .block: return .text(task.names.blockID)
        case .source: return .text(task.source)
        case .title: return .text(task.note.title)
        case .headings: return .list(task.headings)
        case .parent: return .number(task.parentLine)
        case .group: return .text(group)
        }
    }

    /// Returns the value of a task for a table or template, not escaped. Empty if the task has none.
    func bytes(_ entry: TaskList.Entry, group: String?) -> [UInt8] {
        if self == .path { return entry.task.path.bytes }
        switch value(entry, group: group) {
        case .text(let text): return Array((text ?? "").utf8)
        case .number(let number): return Array((number.map(String.init) ?? "").utf8)
        case .truth(let truth): return Array((truth ? "true" : "false").utf8)
        case .list(let list): return Array(list.joined(separator: ", ").utf8)
        }
    }

    /// Writes the member of a task's object.
    func write(_ entry: TaskList.Entry, to json: inout JSONWriter) {
        if self == .path { return json.path("path", entry.task.path) }
        switch value(entry, group: nil) {
        case .text(let text): json.field(rawValue, text)
        case .number(let number): json.field(rawValue, number.map { Int64($0) })
        case .truth(let truth): json.field(rawValue, truth)
        case .list(let list): json.field(rawValue, list)
        }
    }
}
