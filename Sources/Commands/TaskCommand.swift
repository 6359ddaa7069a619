import Arguments
import Editing
import Searching
import SourceText
import VaultFiles

/// `slip task`: lists and changes tasks.
enum TaskCommand {
    static let command = SlipCommand(
        "task", "List tasks, and mark them as done or open.", subcommands: [TaskListCommand.command, done, open])

    private static let done = ticking("done", "Mark tasks as done.", isDone: true)
    private static let open = ticking("open", "Mark tasks as open.", isDone: false)

    private static func ticking(_ name: String, _ summary: String, isDone: Bool) -> SlipCommand {
        SlipCommand(
            name, summary, operands: ["NOTE:LINE…"], options: ChangeOptions.ofNotes + [ChangeOptions.null],
            discussion: """
                LINE is the line number of the task, as in 'slip task list' and in editors. With -, one NOTE:LINE per
                line is read from standard input; the output of 'slip task list' is accepted. A task that already has
                the state is left unchanged.
                """,
            values: { ChangeOptions() },
            run: { options, operands, context in
                try options.change(context) { snapshot in
                    let locations = try context.expanded(operands, nullTerminated: options.nullTerminated)
                        .map { try location($0, context, snapshot: snapshot) }
                    let title = "task \(name) \(PlanTitle.arguments(operands.map(\.shown)))"
                    let plan = try TextPlanner(snapshot).tick(locations, isDone: isDone, title: title)
                    return PlannedChange(plan, of: locations.map(\.path)) { count in
                        "tasks marked as \(isDone ? "done" : "open") in \(Counted.notes(count))"
                    }
                }
            })
    }

    private static func location(
        _ argument: Argument, _ context: CommandContext, snapshot: VaultSnapshot
    ) throws -> (path: VaultPath, line: Int) {
        let (path, position) = try context.arguments(snapshot).placeInNote(argument, changes: true)
        guard case .line(let line) = position else {
            throw UsageError.other("expected NOTE:LINE, not '\(argument.shown)'", help: "example: Inbox/todo.md:12")
        }
        return (path, line)
    }
}
