import Arguments
import Editing
import QueryLanguage
import Rendering
import Searching
import SourceText
import VaultFiles

/// `slip task done`, `cancel`, `open`, `set` and `move`: change tasks.
enum TaskChangeCommand {
    static let done = status(.done, named: "done", "Mark tasks as done, and write the next one of recurring tasks.")
    static let cancel = status(.cancelled, named: "cancel", "Mark tasks as cancelled.")
    static let open = status(.open, named: "open", "Mark tasks as open.")

    private static let options = ChangeOptions.choosingTasks + ChangeOptions.ofNotes

    private static let naming = """
        TASK is NOTE:LINE as in 'slip task list' and in editors, %3 for the third task of the last list, or a block id
        such as ^call-ada. With -, one NOTE:LINE per line is read from standard input; the output of 'slip task list' is
        accepted. --query changes the tasks that 'slip task list QUERY' finds.
        """

    private static func status(_ status: TaskStatus, named name: String, _ summary: String) -> SlipCommand {
        SlipCommand(
            name, summary, operands: ["[TASK…]"], options: options,
            discussion: """
                \(naming)

                A task that already has the state is left unchanged. The date is added if the task or the vault has dates.
                Details are in 'slip help tasks'.
                """,
            values: { ChangeOptions() },
            run: { options, operands, context in
                try change(operands, .status(status), as: name, with: options, in: context) { count in
                    "tasks marked as \(status.rawValue) in \(Counted.notes(count))"
                }
            })
    }

    static let set = SlipCommand(
        "set", "Set dates, priority and other properties of tasks.", operands: ["[TASK…]", "KEY=VALUE…"],
        options: options,
        discussion: """
            \(naming)

            KEY is due, scheduled, start, created, done, cancelled, priority, repeat, id or after; KEY= removes the property.
            A date may be in words: friday, tomorrow. +1w counts from the present value. Only the bytes of the properties
            change, in the notation of the task.
            """,
        values: { ChangeOptions() },
        run: { options, operands, context in
            var tasks: [Argument] = []
            var assignments: [TaskAssignment] = []
            for operand in operands {
                if let assignment = try TaskAssignment(operand.shown) {
                    assignments.append(assignment)
                } else {
                    tasks.append(operand)
                }
            }
            guard !assignments.isEmpty else { throw UsageError.missingOperand("KEY=VALUE") }
            let words = operands.map(\.shown)
            try change(tasks, .set(assignments), as: "set", words: words, with: options, in: context) { count in
                "tasks changed in \(Counted.notes(count))"
            }
        })

    private static func change(
        _ operands: [Argument], _ change: TaskChange, as name: String, words: [String]? = nil,
        with options: ChangeOptions,
        in context: CommandContext, done: @escaping (Int) -> String
    ) throws {
        let words = words ?? operands.map(\.shown)
        let title = "task \(name) \(PlanTitle.arguments(words + (options.query.map { ["--query", $0] } ?? [])))"
        try options.change(context) { snapshot in
            let isReopening = change == .status(.open)
            let tasks = try options.tasks(operands, context, snapshot: snapshot, anyStatus: isReopening)
            if tasks.isEmpty { return nil }
            let (plan, changed) = try TaskPlanner(snapshot).outcome(tasks, change, title: title)
            var planned = PlannedChange(plan, of: tasks.map(\.path), done: done)
            let paths = context.paths(snapshot.vault)
            planned.details = changed.flatMap { path, task in
                let line = "\(Self.word(change)): \(task.text)  \(paths.text(path))"
                return [line] + (task.next.map { ["next: \($0)"] } ?? [])
            }
            return planned
        }
    }

    private static func word(_ change: TaskChange) -> String {
        switch change {
        case .status(let status): status.rawValue
        case .set: "changed"
        }
    }

    static let move = SlipCommand(
        "move", "Move tasks with their subtasks to another note or section.", operands: ["[TASK…]", "PLACE"],
        options: options,
        discussion: """
            \(naming)

            PLACE is a note, note#Heading, or a daily note such as today: see 'slip help places'. Each task is moved with
            the lines of its list item, to the end of the list or text there. The place of the first line is printed.
            """,
        values: { ChangeOptions() },
        run: { options, operands, context in
            guard let place = operands.last, options.query != nil || operands.count > 1 else {
                throw UsageError.missingOperand("PLACE")
            }
            let title = "task move \(PlanTitle.arguments(operands.map(\.shown)))"
            try options.change(context) { snapshot in
                let tasks = try options.tasks(Array(operands.dropLast()), context, snapshot: snapshot)
                if tasks.isEmpty { return nil }
                let (target, position) = try context.arguments(snapshot).place(place, changes: true)
                let capture = try TaskPlanner(snapshot).move(tasks, to: target, at: position, title: title)
                var change = PlannedChange(capture.plan, of: tasks.map(\.path) + [capture.path]) { _ in
                    "tasks moved to '\(capture.path.text)'"
                }
                change.capture = capture
                return change
            }
        })
}

extension ChangeOptions {
    /// Options that select tasks by a query.
    static let choosingTasks: [Option<ChangeOptions>] = [
        .value("query", short: "q", "QUERY", \.query, "Apply to all tasks that 'slip task list QUERY' finds."),
        .value("scope", short: "s", "SCOPE", \.scope, "Limit --query to this scope (default: folder)."),
        .value(
            "in", "FOLDER", \.folder, "With --query: search FOLDER instead of the current one.", completion: .folder),
        null,
    ]

    /// Returns the named tasks, or those that `--query` finds. If the query finds nothing, returns an empty list and
    /// sets exit status 1. Throws if both or neither are given.
    ///
    /// - Parameter anyStatus: whether the query also finds tasks that are not open, if it does not say which.
    func tasks(
        _ operands: [Argument], _ context: CommandContext, snapshot: VaultSnapshot, anyStatus: Bool = false
    ) throws -> [TaskPlace] {
        guard let query else {
            guard !operands.isEmpty else { throw UsageError.missingOperand("TASK, or --query QUERY") }
            for (name, isGiven) in [("--scope", scope != nil), ("--in", folder != nil)] where isGiven {
                throw UsageError.other("'\(name)' requires '--query'", help: "--query QUERY \(name) …")
            }
            return try context.arguments(snapshot).tasks(
                context.expanded(operands, nullTerminated: nullTerminated), anyStatus: anyStatus)
        }
        guard operands.isEmpty, !nullTerminated else {
            throw UsageError.other("TASK and '--query' cannot be used together", help: "use only one of them")
        }
        try QueryOptions.refuseFolder(folder, of: scope)
        var options = TaskListOptions(
            query: query,
            place: SearchPlace(
                QueryOptions.scope(scope, in: folder, of: snapshot.vault),
                try folder.map { try context.arguments(snapshot).folder($0, changes: true) }
                    ?? context.currentFolder(snapshot.vault)))
        (options.takesAnyStatus, options.identifies) = (anyStatus, true)
        let list = try TaskList.find(options, in: snapshot)
        for notice in list.notices { QueryOptions.report(notice, in: context) }
        context.status = list.entries.isEmpty ? 1 : 0
        return list.entries.map { TaskPlace($0) }
    }
}
