import Notes
package import Searching
package import SourceText
import VaultFiles

/// A change of tasks.
package enum TaskChange: Hashable, Sendable {
    case status(TaskStatus)
    case set([TaskAssignment])
}

/// Edits of the tasks of one note.
package struct TaskEditor {
    /// The edits of a note, and what the user must know about them.
    package struct NoteEdits {
        /// Those at the same offset are in the order of their texts.
        package var edits: [ByteEdit] = []
        package var notices: [String] = []
        /// The changed tasks, in order.
        package var changed: [Outcome] = []
    }

    /// A changed task, for display.
    package struct Outcome: Hashable, Sendable {
        /// The new text with its properties.
        package var text: String
        /// The text of the next task of a recurring one.
        package var next: String?
    }

    private let note: OpenNote
    private let style: TaskStyle
    private let today: CivilTime
    private let table: LineTable

    /// - Parameter today: the day of completion, and of relative dates.
    package init(_ note: OpenNote, _ style: TaskStyle, today: CivilTime) {
        self.note = note
        self.style = style
        self.today = today.startOfDay
        table = LineTable(note.bytes)
    }

    private var bytes: [UInt8] { note.bytes }

    /// Returns the edits that change the tasks in some lines, counted from 1. Tasks that are so already get none.
    ///
    /// - Throws: `VaultError` if a line has no task, or if a value is not valid.
    package func edits(of lines: Set<Int>, _ change: TaskChange) throws -> NoteEdits {
        let tasks = try tasks(in: lines)
        var result = NoteEdits()
        // A task may end with a subtask, whose edits come before the text below the task.
        var below: [ByteEdit] = []
        for task in tasks {
            switch change {
            case .status(let status):
                let next = try add(status, of: task, to: &result)
                if style.isNextBelow {
                    below = next + below
                } else {
                    result.edits += next
                }
            case .set(let assignments): try set(assignments, of: task, in: &result)
            }
        }
        result.edits += below
        return result
    }

    /// Returns the tasks in some lines, in order.
    func tasks(in lines: Set<Int>) throws -> [TaskItem] {
        let tasks = note.note.tasks.map { (line: table.line(at: $0.range.lowerBound), task: $0) }
        for line in lines.sorted() where !tasks.contains(where: { $0.line == line }) {
            let near = tasks.map(\.line).min { abs($0 - line) < abs($1 - line) }
            throw VaultError(
                "there is no task in line \(line) of '\(note.path.text)'; nothing was changed", at: note.path,
                line: line, help: near.map { "the nearest task is in line \($0)" } ?? "the note has no tasks")
        }
        let counts = Dictionary(grouping: tasks, by: \.line).mapValues(\.count)
        for line in lines.sorted() {
            guard let count = counts[line], count > 1 else { continue }
            throw Self.carriageReturns(at: note.path, line, "has \(count) tasks")
        }
        return tasks.filter { lines.contains($0.line) }.map(\.task)
    }

    /// Throws if the lines of a task's list item, which LF ends, contain other lines, which a lone CR ends.
    func checkLines(of task: TaskItem) throws {
        let start = bytes.lineStart(of: task.range.lowerBound)
        let end = bytes.lineEnd(from: task.end)
        let isMixed =
            bytes[start..<task.range.lowerBound].contains(Byte.carriageReturn)
            || bytes[task.range.lowerBound..<end].indices.contains {
                bytes[$0] == Byte.carriageReturn && $0 + 1 < bytes.count && bytes[$0 + 1] != Byte.newline
            }
        guard isMixed else { return }
        let line = table.line(at: task.range.lowerBound)
        throw Self.carriageReturns(at: note.path, line, "has more than the task")
    }

    private static func carriageReturns(at path: VaultPath, _ line: Int, _ fault: String) -> VaultError {
        VaultError(
            path, line: line, "the line \(fault), because CR without LF ends lines in the note; nothing was changed",
            help: "convert the line ends of '\(path.text)' to LF")
    }

    // MARK: Properties

    private func set(_ assignments: [TaskAssignment], of task: TaskItem, in result: inout NoteEdits) throws {
        var text = TaskText(task.line(in: bytes), style, at: note.path)
        result.notices += try text.set(assignments, today: today)
        let edits = edits(from: task.text, to: text.line)
        result.edits += edits
        if !edits.isEmpty { result.changed.append(Outcome(text: Self.shown(text))) }
    }

    private static func shown(_ text: TaskText) -> String { text.line.bytes.text(text.line.range) }

    /// Returns the edit that turns a text into that of a changed line. It begins and ends between characters.
    private func edits(from range: Range<Int>, to line: TaskLine) -> [ByteEdit] {
        let old = bytes[range]
        let new = line.bytes[line.range]
        if old.elementsEqual(new) { return [] }
        let most = min(old.count, new.count)
        var before = zip(old, new).prefix { $0 == $1 }.count
        while before > 0, !isBoundary(old.dropFirst(before)) || !isBoundary(new.dropFirst(before)) {
            before -= 1
        }
        var after = zip(old.reversed(), new.reversed()).prefix(most - before).prefix { $0 == $1 }.count
        while after > 0, !isBoundary(old.suffix(after)) { after -= 1 }
        return [
            ByteEdit(
                range.lowerBound + before..<range.upperBound - after, Array(new.dropFirst(before).dropLast(after)))
        ]
    }

    /// Whether a text starts between characters.
    private func isBoundary(_ text: ArraySlice<UInt8>) -> Bool { text.first.map { $0 & 0xC0 != 0x80 } ?? true }

    // MARK: Status

    /// Adds the edits of a task, and returns those that write the next one of a recurring task.
    private func add(_ status: TaskStatus, of task: TaskItem, to result: inout NoteEdits) throws -> [ByteEdit] {
        if note.rules.taskStatuses[task.mark] == status { return [] }
        guard let mark = note.rules.taskStatuses.mark(for: status) else {
            throw VaultError(
                "a task of '\(note.path.text)' cannot be \(status.rawValue): by 'task-statuses' of the configuration, no "
                    + "character means that; nothing was changed",
                at: note.path, help: "add one to .slipbox/config.yaml: task-statuses: {\"?\": \(status.rawValue)}")
        }
        let line = task.line(in: bytes)
        result.edits.append(ByteEdit(task.markRange, Array(String(mark).utf8)))
        var text = TaskText(line, style, at: note.path)
        for property in [TaskProperty.done, .cancelled] where property != Self.dateProperty(of: status) {
            text.remove(property)
        }
        if let property = Self.dateProperty(of: status), line.hasDates || style.usesDates {
            try text.set(property, to: today.dayText)
        }
        result.edits += edits(from: task.text, to: text.line)
        result.changed.append(Outcome(text: Self.shown(text)))
        guard status == .done, let rule = line.rule else { return [] }
        return try next(of: task, line, rule: rule, in: &result)
    }

    private static func dateProperty(of status: TaskStatus) -> TaskProperty? {
        switch status {
        case .open: nil
        case .done: .done
        case .cancelled: .cancelled
        }
    }

    // MARK: Recurrence

    /// Returns the edit that adds the next task of a recurring one as a separate line.
    private func next(
        of task: TaskItem, _ line: TaskLine, rule: String, in result: inout NoteEdits
    ) throws -> [ByteEdit] {
        let place = "\(note.path.text):\(table.line(at: task.range.lowerBound))"
        guard let known = RecurrenceRule(rule) else {
            result.notices.append(
                "\(place): '\(rule)' is no rule that slip knows, so that no next task was written")
            return []
        }
        guard let (property, date) = line.mainDate else {
            result.notices.append("\(place): the task has no date, so that no next task was written")
            return []
        }
        guard let next = known.next(after: known.isWhenDone ? today : date) else {
            result.notices.append("\(place): '\(rule)' has no later date, so that no next task was written")
            return []
        }
        try checkLines(of: task)
        var text = TaskText(line, style, at: note.path)
        if line.day(.created) != nil { try text.set(.created, to: today.dayText) }
        for dated in TaskProperty.planned {
            guard let day = line.day(dated) else { continue }
            let moved = dated == property ? next : day.adding(days: next.dayNumber - date.dayNumber)
            try text.set(dated, to: moved.dayText)
        }
        // The names of a task are unique, and remain with the completed one.
        for removed in [TaskProperty.done, .cancelled, .id] { text.remove(removed) }
        text.removeBlockID()
        let start = max(bytes.lineStart(of: task.range.lowerBound), bytes.textStart)
        let (marker, indentation) = Self.lineStart(of: bytes[start..<task.range.lowerBound])
        let gap = bytes[task.range.upperBound..<task.text.lowerBound]
        let written =
            bytes[marker] + Array("[ ]".utf8) + (gap.isEmpty ? [Byte.space] : Array(gap))
            + text.line.bytes[text.line.range]
        let end = Array(TextEdits.lineEnd(of: bytes).utf8)
        result.changed[result.changed.count - 1].next = Self.shown(text)
        // Blanks at the end of a line may be a hard line break.
        let below = bytes[task.end...].firstIndex { !$0.isBlank } ?? bytes.count
        return [
            style.isNextBelow
                ? ByteEdit(below..<below, end + indentation + written)
                : ByteEdit(marker.lowerBound..<marker.lowerBound, written + end + indentation)
        ]
    }

    /// Returns the signs of lists and quotes before a task that another one needs too, and what its line begins with before
    /// them. Only the first line of a footnote begins with its label, and others are indented.
    private static func lineStart(of prefix: ArraySlice<UInt8>) -> (marker: Range<Int>, indentation: [UInt8]) {
        guard let label = prefix.firstRange(of: Array("[^".utf8)), let end = prefix.firstRange(of: Array("]:".utf8))
        else {
            return (prefix.indices, [])
        }
        let start = prefix[end.upperBound...].firstIndex { !$0.isBlank } ?? prefix.endIndex
        let indentation = prefix[..<label.lowerBound] + [UInt8](repeating: Byte.space, count: 4)
        return (start..<prefix.endIndex, Array(indentation))
    }
}
