import QueryLanguage
import Rendering
import Searching
import SourceText
import Terminal
import VaultFiles

/// The rows of tasks on a terminal, a line for each: number, box, due date, text with the other properties, and place.
struct TaskRows {
    private let style: Style
    private let today: CivilTime
    private let place: (TaskList.Entry) -> String
    private let hasDueDates: Bool
    /// The columns of each part.
    private let widths: (number: Int, text: Int, place: Int)

    private static let dayColumns = 10

    /// - Parameter path: returns the path of a task's note as shown.
    init(_ entries: [TaskList.Entry], _ style: Style, today: CivilTime, path: @escaping (TaskList.Entry) -> String) {
        self.style = style
        self.today = today
        let place = { (entry: TaskList.Entry) in "\(path(entry)):\(entry.task.line)" }
        self.place = place
        let hasDueDates = entries.contains { $0.task.days[.due] != nil }
        self.hasDueDates = hasDueDates
        let number = String(entries.count).count
        let room = max(style.width, 40) - number - "  [ ] ".count - (hasDueDates ? Self.dayColumns + 2 : 0) - 2
        let places = entries.map { TextWidth.columns(SafeText.escaped(place($0))) }.max() ?? 0
        let texts = entries.map { Self.text($0.task, style).columns }.max() ?? 0
        // A long place is shortened only where the texts need the room.
        let placeRoom = min(places, max(room / 3, room - texts))
        widths = (number, min(texts, room - placeRoom), placeRoom)
    }

    /// Returns the line of a task.
    func line(_ entry: TaskList.Entry, _ number: Int) -> String {
        let task = entry.task
        let digits = String(number)
        var line = style.run(String(repeating: " ", count: max(0, widths.number - digits.count)) + digits, .number)
        line.add("  [\(task.mark == "X" ? "x" : SafeText.escaped(task.mark))] ")
        if hasDueDates {
            let due = task.days[.due]?.dayText ?? ""
            line.add(style.run(due, task.isOverdue(on: today) ? .warning : .date).padded(to: Self.dayColumns + 2))
        }
        line.add(Self.text(task, style).clipped(to: widths.text).padded(to: widths.text))
        line.add("  ")
        let shown = TextWidth.clippedInside(SafeText.escaped(place(entry)), to: widths.place)
        line.add(style.run(shown, .path, opening: task.path))
        return style.text(line.clipped(to: max(style.width, 20)))
    }

    /// Returns the text of a task, and its properties other than the due date.
    private static func text(_ task: TaskHit, _ style: Style) -> StyledLine {
        var line = StyledLine(Style.line(task.text))
        var facts: [String] = []
        if task.priority != .none { facts.append(task.priority.name) }
        if let rule = task.rule { facts.append(rule) }
        for property in [TaskProperty.scheduled, .start, .done, .cancelled] {
            if let day = task.days[property] { facts.append("\(property.rawValue) \(day.dayText)") }
        }
        if !facts.isEmpty { line.add(style.run("  \(facts.joined(separator: ", "))", .label)) }
        return line
    }
}
