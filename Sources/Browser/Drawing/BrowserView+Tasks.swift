import QueryLanguage
import Rendering
import Searching
import SourceText
import Terminal
import VaultFiles

extension BrowserView {
    /// Draws the view of tasks over the whole screen. Returns the place of the cursor.
    mutating func draw(_ tasks: BrowserTasks) -> Screen.Place {
        let blank = StyledLine(String(repeating: " ", count: state.columns))
        for row in 0..<state.rows { grid.write(blank, column: 0, row: row) }
        let label = "tasks: "
        let window = tasks.field.window(max(4, state.columns - label.count))
        grid.write(StyledLine(label, palette[.prompt]) + StyledLine(Self.safe(window.text)), column: 0, row: 0)
        let results = tasks.results
        var head = StyledLine()
        if let fault = results?.fault {
            head.add(Self.safe(fault.message), palette[.error])
            if let help = fault.help { head.add("  " + Self.safe(help), palette[.label]) }
        } else if let results {
            head.add("\(results.count)", palette[.number])
            head.add(results.count == 1 ? " task" : " tasks", palette[.label])
        }
        if state.rows > 1 { grid.write(head.clipped(to: state.columns), column: 0, row: 1) }
        drawTasks(tasks, rows: max(0, state.rows - 3))
        if state.rows > 3 {
            let message = state.message.map {
                StyledLine(Self.safe($0.text), $0.isError ? palette[.error] : TextStyle(nil, .bold))
            }
            grid.write((message ?? taskHints).clipped(to: state.columns), column: 0, row: state.rows - 1)
        }
        return Screen.Place(column: min(state.columns - 1, label.count + window.cursorColumn), row: 0)
    }

    private mutating func drawTasks(_ tasks: BrowserTasks, rows: Int) {
        guard let entries = tasks.results?.entries, rows > 0 else { return }
        if entries.isEmpty { return grid.write(StyledLine("No tasks found", palette[.title]), column: 0, row: 2) }
        let top = max(0, min(tasks.selected - rows / 2, entries.count - rows))
        for (row, entry) in entries.dropFirst(top).prefix(rows).enumerated() {
            let task = entry.task
            let isSelected = top + row == tasks.selected
            var line = StyledLine(isSelected ? ">" : " ")
            line.add("[\(Self.safe(task.mark))] ")
            line.add(Self.safe(task.text), task.status == .open ? .plain : palette[.label])
            var facts = StyledLine()
            if task.priority != .none { facts.add("  \(task.priority.name)", palette[.mark]) }
            if let due = task.days[.due] {
                let isOverdue = task.isOverdue(on: tasks.today)
                facts.add("  \(due.dayText)", palette[isOverdue ? .warning : .label])
            }
            facts.add("  " + Self.safe(task.path.stem.text), palette[.path])
            let room = max(8, state.columns - min(facts.columns, state.columns / 2))
            let shown = line.clipped(to: room).padded(to: room) + facts
            grid.write(shown.clipped(to: state.columns), column: 0, row: 2 + row)
            if isSelected { grid.select(palette[.selection], columns: 0..<state.columns, row: 2 + row) }
        }
    }

    private var taskHints: StyledLine {
        var line = StyledLine()
        for row in BrowserKeys.tasks where ![.next, .previous, .pageDown, .pageUp].contains(row.action) {
            line.add(row.keys[0], TextStyle(nil, .bold))
            line.add(" \(row.summary)  ", palette[.label])
        }
        return line
    }
}
