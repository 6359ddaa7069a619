import QueryLanguage
package import Searching
import SourceText

/// Writes lists of tasks for programs: JSON, tables, quickfix lists and records of a template.
package struct TaskListWriter {
    package enum Form: Sendable {
        case json, jsonl, csv, tsv, vimgrep
        case template(Template<TaskColumn>, nullTerminated: Bool)
    }

    private let list: TaskList
    private let paths: (TaskList.Entry) -> [UInt8]
    private let isTerminal: Bool
    private let hash: (TaskList.Entry) -> String?

    /// - Parameters:
    ///   - hash: returns the hash of a task's note, which JSON then has as a member, or nil.
    ///   - paths: returns the path of a task's note as it is shown.
    package init(
        _ list: TaskList, isTerminal: Bool, hash: @escaping (TaskList.Entry) -> String? = { _ in nil },
        paths: @escaping (TaskList.Entry) -> [UInt8]
    ) {
        self.list = list
        self.isTerminal = isTerminal
        self.hash = hash
        self.paths = paths
    }

    /// Returns the whole output.
    package func bytes(_ form: Form) -> [UInt8] {
        switch form {
        case .json: return Array((json + "\n").utf8)
        case .jsonl:
            return list.entries.flatMap { entry in
                var json = JSONWriter()
                write(entry, to: &json)
                return Array((json.text + "\n").utf8)
            }
        case .csv: return table { Table.csv($0, isShown: isTerminal) }
        case .tsv: return table { Table.tsv($0) }
        case .vimgrep: return list.entries.flatMap(vimgrep)
        case .template(let template, let nullTerminated):
            return rows { entry, group in
                template.filled(isExact: nullTerminated) { $0.bytes(entry, group: group) }
                    + [nullTerminated ? 0 : Byte.newline]
            }
        }
    }

    private var json: String {
        var json = JSONWriter()
        if list.group == nil {
            json.objects(list.entries) { entry, json in writeMembers(entry, to: &json) }
        } else {
            json.objects(list.sections) { section, json in
                json.field("group", section.label)
                json.objects("tasks", of: section.entries) { entry, json in writeMembers(entry, to: &json) }
            }
        }
        return json.text
    }

    private func write(_ entry: TaskList.Entry, to json: inout JSONWriter) {
        json.object { writeMembers(entry, to: &$0) }
    }

    private func writeMembers(_ entry: TaskList.Entry, to json: inout JSONWriter) {
        for column in TaskColumn.allCases where column != .group && (column != .vault || entry.vault != nil) {
            column.write(entry, to: &json)
        }
        if let hash = hash(entry) { json.field("hash", hash) }
    }

    /// Returns what `row` returns for each task with the label of its section.
    private func rows(_ row: (TaskList.Entry, String?) -> [UInt8]) -> [UInt8] {
        list.sections.flatMap { section in section.entries.flatMap { row($0, section.label) } }
    }

    private func table(_ row: ([[UInt8]]) -> [UInt8]) -> [UInt8] {
        var columns = TaskColumn.ofTables
        if list.entries.contains(where: { $0.vault != nil }) { columns.insert(.vault, at: 0) }
        if list.group != nil { columns.append(.group) }
        return row(columns.map { Array($0.rawValue.utf8) })
            + rows { entry, group in row(columns.map { $0.bytes(entry, group: group) }) }
    }

    /// Returns `path:line:column:text`. The column is that of the box, which only white space and markers of lists and
    /// quotes precede, so that it is the same in bytes.
    private func vimgrep(_ entry: TaskList.Entry) -> [UInt8] {
        let task = entry.task
        let line = Style.line("[\(task.mark)] \(task.source)")
        return SafeText.escaped(paths(entry)) + Array(":\(task.line):\(task.column):\(line)\n".utf8)
    }
}
