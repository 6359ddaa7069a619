import Notes
import QueryLanguage
import SourceText

/// Tasks as a calendar (RFC 5545): one VTODO for each task with a date, or an all-day VEVENT for each date.
package struct TaskCalendar {
    /// The components of the calendar.
    package enum Component: Sendable {
        case todos
        /// For calendars that show no VTODO.
        case events
    }

    private let entries: [TaskList.Entry]
    private let component: Component
    private let url: (TaskList.Entry) -> String?

    /// Returns the options that find the tasks of a calendar: those of any status, unless the query has one, in the order
    /// of the notes.
    package static func options(query: String) -> TaskListOptions {
        var options = TaskListOptions(query: query, place: .wholeVault)
        options.takesAnyStatus = true
        options.sort = "path"
        return options
    }

    /// - Parameter url: returns the address of a task's note, or nil for none.
    package init(_ list: TaskList, _ component: Component, url: @escaping (TaskList.Entry) -> String?) {
        entries = list.entries.filter { !$0.task.days.isEmpty }
        self.component = component
        self.url = url
    }

    /// The number of tasks with a date.
    package var count: Int { entries.count }

    /// The file. It depends only on the tasks, so that it is the same for the same vault.
    package var bytes: [UInt8] {
        var lines = CalendarLines()
        lines.add("BEGIN", "VCALENDAR")
        lines.add("VERSION", "2.0")
        lines.add("PRODID", "-//Slipbox//slip//EN")
        for (entry, uid) in zip(entries, uids) {
            switch component {
            case .todos: addTodo(entry, uid, to: &lines)
            case .events: addEvents(entry, uid, to: &lines)
            }
        }
        lines.add("END", "VCALENDAR")
        return lines.bytes
    }

    // MARK: Components

    private func addTodo(_ entry: TaskList.Entry, _ uid: String, to lines: inout CalendarLines) {
        let task = entry.task
        lines.add("BEGIN", "VTODO")
        addHead(entry, uid, summary: Self.summary(of: task), to: &lines)
        let due = task.days[.due]
        if let (date, rule) = recurrence(of: task) {
            // A recurring component must start at the date that recurs (3.8.2.4), which is also the due date. Calendars
            // accept that, although the due date should be later (3.8.2.3).
            lines.add(day: "DTSTART", date)
            if due != nil { lines.add(day: "DUE", date) }
            lines.add("RRULE", rule)
        } else {
            let start = task.days[.start] ?? task.days[.scheduled]
            // The due date must be later than the start (3.8.2.3).
            if let start, due.map({ start < $0 }) ?? true { lines.add(day: "DTSTART", start) }
            if let due { lines.add(day: "DUE", due) }
        }
        if let priority = Self.priorities[task.priority] { lines.add("PRIORITY", "\(priority)") }
        switch task.status {
        case .open: lines.add("STATUS", task.mark == "/" ? "IN-PROCESS" : "NEEDS-ACTION")
        case .done:
            lines.add("STATUS", "COMPLETED")
            if let day = task.days[.done] { lines.add("COMPLETED", "\(CalendarLines.text(day))T000000Z") }
        case .cancelled: lines.add("STATUS", "CANCELLED")
        }
        lines.add("END", "VTODO")
    }

    private func addEvents(_ entry: TaskList.Entry, _ uid: String, to lines: inout CalendarLines) {
        let task = entry.task
        let recurrence = recurrence(of: task)
        for (property, label) in [(TaskProperty.due, nil), (.scheduled, "scheduled"), (.start, "start")] {
            guard let day = task.days[property] else { continue }
            lines.add("BEGIN", "VEVENT")
            let summary = Self.summary(of: task) + (label.map { " (\($0))" } ?? "")
            addHead(entry, "\(property.rawValue)-\(uid)", summary: summary, to: &lines)
            lines.add(day: "DTSTART", day)
            lines.add(day: "DTEND", day.adding(days: 1))
            if let recurrence, recurrence.date == day, property == Self.mainProperty(of: task) {
                lines.add("RRULE", recurrence.rule)
            }
            lines.add("TRANSP", "TRANSPARENT")
            if task.status == .cancelled { lines.add("STATUS", "CANCELLED") }
            lines.add("END", "VEVENT")
        }
    }

    private func addHead(_ entry: TaskList.Entry, _ uid: String, summary: String, to lines: inout CalendarLines) {
        lines.add("UID", CalendarLines.escaped(uid))
        // The time of the information (3.8.7.2). A file's time would differ between copies of a vault.
        let days = entry.task.days
        if let stamp = days[.done] ?? days[.cancelled] ?? days[.created] ?? entry.task.date {
            lines.add("DTSTAMP", "\(CalendarLines.text(stamp))T000000Z")
        }
        lines.add("SUMMARY", CalendarLines.escaped(summary))
        if let url = url(entry) { lines.add("URL", url) }
    }

    /// Returns the text of a task without comments, which the address of a calendar must not publish.
    private static func summary(of task: TaskHit) -> String {
        VisibleText.plainLine(task.text).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// The priorities of RFC 5545 (3.8.1.9): 1 is the highest, 5 is medium, 9 is the lowest.
    private static let priorities: [TaskPriority: Int] = [.highest: 1, .high: 3, .medium: 5, .low: 7, .lowest: 9]

    private static func mainProperty(of task: TaskHit) -> TaskProperty? {
        TaskProperty.planned.first { task.days[$0] != nil }
    }

    /// Returns the date and the rule of an open task that recurs by exactly this rule.
    private func recurrence(of task: TaskHit) -> (date: CivilTime, rule: String)? {
        guard task.status == .open, let rule = task.rule.flatMap({ RecurrenceRule($0) }),
            let date = Self.mainProperty(of: task).flatMap({ task.days[$0] }), let text = rule.calendarRule(from: date)
        else { return nil }
        return (date, text)
    }

    // MARK: Identifiers

    /// A unique and stable identifier of each task: its id, else a hash of the note's id or path and the text. Of tasks
    /// that are equal in these, such as those of a recurrence, the first open one has it, so that it remains that of the
    /// next task when one is done. The others are distinguished by their dates, then by their order.
    private var uids: [String] {
        let bases = entries.map { entry in
            let task = entry.task
            if let id = task.names.id { return id }
            let note = task.note.id.map { Array($0.utf8) } ?? task.path.bytes
            return ContentHash.text(
                of: Array((entry.vault?.name ?? "").utf8) + note + [Byte.newline] + Array(task.text.utf8))
        }
        var main: [String: Int] = [:]
        for (index, base) in bases.enumerated() {
            guard let known = main[base] else {
                main[base] = index
                continue
            }
            if Self.precedes(entries[index].task, entries[known].task) { main[base] = index }
        }
        var used = Set(bases)
        // The last number of each identifier. Counting from 1 each time would be quadratic.
        var numbers: [String: Int] = [:]
        return bases.enumerated().map { index, base in
            if main[base] == index { return "\(base)@slipbox" }
            let uid = entries[index].task.date.map { "\(base)-\(CalendarLines.text($0))" } ?? base
            var number = numbers[uid] ?? 1
            var unique = number == 1 ? uid : "\(uid)-\(number)"
            while !used.insert(unique).inserted {
                number += 1
                unique = "\(uid)-\(number)"
            }
            numbers[uid] = number
            return "\(unique)@slipbox"
        }
    }

    /// Whether a task rather than an earlier one has the identifier of both: an open one, else that of the latest date.
    private static func precedes(_ task: TaskHit, _ earlier: TaskHit) -> Bool {
        if task.status == .open || earlier.status == .open { return earlier.status != .open }
        guard let date = task.date else { return false }
        return earlier.date.map { $0 < date } ?? true
    }
}

/// The content lines of a calendar.
private struct CalendarLines {
    private(set) var bytes: [UInt8] = []

    /// The longest line in octets, without its end (3.1).
    private static let longestLine = 75

    /// Adds a line, folded between characters (3.1).
    mutating func add(_ name: String, _ value: String) {
        var length = 0
        for scalar in "\(name):\(value)".unicodeScalars {
            let encoded = Array(String(scalar).utf8)
            if length + encoded.count > Self.longestLine {
                bytes += Array("\r\n ".utf8)
                length = 1
            }
            bytes += encoded
            length += encoded.count
        }
        bytes += Array("\r\n".utf8)
    }

    mutating func add(day name: String, _ day: CivilTime) { add("\(name);VALUE=DATE", Self.text(day)) }

    /// `20240327`.
    static func text(_ day: CivilTime) -> String { day.dayText.replacing("-", with: "") }

    /// Returns a text with the escapes of 3.3.11, without control characters.
    static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\", ";", ",": result += "\\\(scalar)"
            case "\n": result += "\\n"
            case "\t": result.unicodeScalars.append(scalar)
            default: if scalar.value >= 0x20, scalar.value != 0x7F { result.unicodeScalars.append(scalar) }
            }
        }
        return result
    }
}
