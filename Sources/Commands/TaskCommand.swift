import Arguments
import Editing
import QueryLanguage
import Rendering
import Searching
import SourceText
import Terminal
import VaultFiles

/// `slip task`: lists tasks, and checks or unchecks them.
enum TaskCommand {
    static let command = SlipCommand(
        "task", "List tasks, and mark them as done or open.", subcommands: [list, done, open])

    enum TaskOrder: String, CaseIterable, ArgumentValue, Sendable { case note, date }
    enum TaskFilter: String, CaseIterable, ArgumentValue, Sendable { case open, done, all }

    struct OptionValues: Sendable {
        var place = QueryOptions()
        var vaults = VaultOptions()
        var order: TaskOrder?
        var state: TaskFilter?
        var format: ListFormat?
    }

    private static let list = SlipCommand(
        "list", "List the tasks of notes that match a query.", words: ["[QUERY…]"],
        options: QueryOptions.options.map { $0.on(\OptionValues.place) }
            + VaultOptions.options.map { $0.on(\OptionValues.vaults) } + [
                .value("state", "STATE", \.state, "List open, done or all tasks (default: open)."),
                .value(
                    "by", "ORDER", \.order,
                    "Group tasks by note, or by the first date (such as 2024-03-27) in the task."),
                .value("format", short: "f", "FORMAT", \.format, "Set the output format (default: text)."),
            ],
        takesNegatedTerms: true,
        discussion: """
            Each line is path:line: [ ] text, which 'slip task done' accepts. On a terminal, tasks are grouped by note
            or by date. QUERY is as in 'slip search'.

            The exit status is 1 if no tasks were found.
            """,
        values: { OptionValues() }, run: list)

    @Sendable private static func list(_ values: OptionValues, _ words: [String], in context: CommandContext) throws {
        let isDone: Bool? = values.state == .all ? nil : values.state == .done
        var tasks = try tasks(isDone: isDone, values, words, in: context)
        if values.order == .date { tasks = byDay(tasks) }
        if tasks.isEmpty {
            context.status = 1
            context.notice("no tasks found")
        }
        if values.format == .json { return try json(tasks, context) }
        context.page()
        try print(tasks, byDay: values.order == .date, in: context)
    }

    /// A task with its vault.
    private struct ListedTask {
        var task: NoteTask
        var paths: PathStyle
        /// The name of the vault, if there are several.
        var vault: String?
    }

    private static func tasks(
        isDone: Bool?, _ values: OptionValues, _ words: [String], in context: CommandContext
    ) throws -> [ListedTask] {
        guard let vaults = try context.severalVaults(values.vaults) else {
            return try context.read { snapshot in
                let search = try values.place.prepare(words, snapshot, in: context)
                return try tasks(of: CollectionSearch(search, in: snapshot), isDone: isDone, in: context)
            }
        }
        try values.place.refuse()
        let joined = QueryText.joined(words)
        let options = SearchOptions(query: joined.query, scope: .all, folder: .root)
        return try context.read(vaults, with: values.vaults) { collection in
            let search = try values.place.prepare(
                options, notices: joined.notices, in: collection, vaults: values.vaults, context)
            return try tasks(of: search, isDone: isDone, in: context)
        }
    }

    private static func tasks(
        of search: CollectionSearch, isDone: Bool?, in context: CommandContext
    ) throws -> [ListedTask] {
        try search.tasks(isDone: isDone).map { task, vault in
            ListedTask(task: task, paths: context.paths(vault.snapshot.vault), vault: vault.name)
        }
    }

    /// Sorts tasks by day, the earliest first and those without a day last. Keeps the order of tasks on the same day.
    private static func byDay(_ tasks: [ListedTask]) -> [ListedTask] {
        tasks.enumerated().sorted { left, right in
            let days = (day(left.element.task) ?? "~", day(right.element.task) ?? "~")
            return days.0 == days.1 ? left.offset < right.offset : days.0 < days.1
        }.map(\.element)
    }

    private static func day(_ task: NoteTask) -> String? { task.date?.civil.dayText }

    private static func print(
        _ tasks: [ListedTask], byDay: Bool, in context: CommandContext
    ) throws {
        let style = context.style
        // The boxes of a note are aligned, so its line numbers have one width.
        let widths = Dictionary(tasks.map { ($0.paths.text($0.task.path), "\($0.task.line)".count) }) { max($0, $1) }
        var heading: String?
        for listed in tasks {
            let (task, paths) = (listed.task, listed.paths)
            let box = task.isDone ? "[x]" : "[ ]"
            guard context.host.outputIsTerminal else {
                let location = SafeText.escaped(paths.bytes(task.path)) + Array(":\(task.line): ".utf8)
                try context.write(location + Array("\(box) \(Style.line(task.text))\n".utf8))
                continue
            }
            let above = byDay ? day(task) ?? "no date" : paths.text(task.path)
            if above != heading {
                if heading != nil { try context.print("") }
                try context.print(style.text(byDay ? style.run(above, .section) : style.heading(task.path, paths)))
                heading = above
            }
            var line = style.run("  ")
            if !byDay {
                let number = "\(task.line)"
                let width = widths[above] ?? number.count
                line.add(style.run(String(repeating: " ", count: width - number.count) + "\(number)  ", .number))
            }
            let margin = line.columns + 4
            line.add("\(box) \(Style.line(task.text))")
            if byDay {
                line.add("  ")
                line.add(style.run("\(paths.text(task.path)):\(task.line)", .path, opening: task.path))
            }
            for text in style.wrapped(line, indent: margin) { try context.print(text) }
        }
    }

    private static func json(_ tasks: [ListedTask], _ context: CommandContext) throws {
        var json = JSONWriter()
        json.objects(tasks) { listed, json in
            let task = listed.task
            if let vault = listed.vault { json.field("vault", vault) }
            json.path("path", task.path)
            json.field("line", task.line)
            json.field("column", task.column)
            json.field("done", task.isDone)
            json.field("text", task.text)
            json.field("date", day(task))
        }
        try context.print(json.text)
    }

    // MARK: Ticking

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
