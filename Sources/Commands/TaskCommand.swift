import Arguments

/// `slip task`: lists, adds and changes tasks.
enum TaskCommand {
    static let command = SlipCommand(
        "task", "List, add and change tasks.",
        subcommands: [
            TaskListCommand.command, TaskAddCommand.command, TaskChangeCommand.done, TaskChangeCommand.cancel,
            TaskChangeCommand.open, TaskChangeCommand.set, TaskChangeCommand.move,
        ], usually: "list")
}
