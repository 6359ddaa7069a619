import Arguments
import Editing
import Indexing
import QueryLanguage
import Rendering
import Searching
import SourceText
import Terminal
import VaultFiles

/// `slip task list`: tasks that a query finds.
enum TaskListCommand {
    enum SectionName: String, CaseIterable, ArgumentValue, Sendable { case note, date }
    enum OutputFormat: String, CaseIterable, ArgumentValue, Sendable { case text, json, jsonl, csv, tsv, vimgrep }

    struct OptionValues: Sendable {
        var place = QueryOptions()
        var vaults = VaultOptions()
        var sections: SectionName?
        var state: TaskListOptions.StatusChoice?
        var sort: String?
        var group: String?
        var limit: Int?
        var offset: Int?
        var format: OutputFormat?
        var template: String?
        var nullTerminated = false
        var countsOnly = false
    }

    static let command = SlipCommand(
        "list", "List the tasks that a query finds.", words: ["[QUERY…]"],
        options: QueryOptions.options.map { $0.on(\OptionValues.place) }
            + VaultOptions.options.map { $0.on(\OptionValues.vaults) } + [
                .value("state", "STATE", \.state, "List open, done, cancelled or all tasks (default: open)."),
                .value("sort", "KEYS", \.sort, "Sort by KEYS, such as due,priority,path (default: overdue first)."),
                .value("group", short: "g", "KEY", \.group, "Group by due, priority, note, folder or heading."),
                .value("by", "ORDER", \.sections, "Group by note, or by the due date or else another date."),
                .value("limit", short: "n", "N", \.limit, "List at most N tasks."),
                .value("offset", "N", \.offset, "Skip the first N tasks."),
                .value("format", short: "f", "FORMAT", \.format, "Set the output format (default: text)."),
                .value("template", "TEXT", \.template, "Print TEXT with {{fields}} for each task, such as {{due}}."),
                .flag("null", short: "0", \.nullTerminated, "With --template: end each record with NUL."),
                .flag("count", short: "c", \.countsOnly, "Print only the number of tasks, regardless of --limit."),
            ],
        takesNegatedTerms: true,
        discussion: """
            QUERY finds tasks: words of their text, is:overdue, due:<+7d, priority:high, no:due, heading:, #tag. Any other
            field is a condition on the note, such as status:draft or note:(a query). See 'slip help tasks'.

            Each line is path:line: [ ] text, which 'slip task done' accepts. On a terminal, the tasks are numbered, and
            %3 names the third one for the next command. The exit status is 1 if no tasks were found.
            """,
        values: { OptionValues() }, run: list)

    @Sendable private static func list(_ values: OptionValues, _ words: [String], in context: CommandContext) throws {
        let form = try form(values)
        let joined = QueryText.joined(words)
        var options = TaskListOptions(query: joined.query, place: .wholeVault)
        (options.sort, options.group) = (values.sort, values.group ?? values.sections?.rawValue)
        options.limit = try SearchCommand.atLeast(1, values.limit, name: "limit")
        options.offset = try SearchCommand.atLeast(0, values.offset, name: "offset")
        options.state = values.state
        // The next command finds them by their numbers.
        options.identifies = context.host.outputIsTerminal
        if values.countsOnly { (options.limit, options.offset, options.identifies) = (1, nil, false) }
        for notice in joined.notices { context.notice(SafeText.escaped(notice)) }
        if let vaults = try context.severalVaults(values.vaults) {
            try values.place.refuse()
            return try context.read(vaults, with: values.vaults) { collection in
                let list = try collection.tasks(options) { context.leaveOut($0, because: $1, values.vaults) }
                if values.countsOnly { return try printCount(list, in: context) }
                try show(list, form, in: context) {
                    PathStyle(root: $0.vault?.root ?? [], directory: context.environment.directory)
                }
            }
        }
        try context.read { snapshot in
            options.place = SearchPlace(
                values.place.chosenScope(snapshot.vault), try values.place.chosenFolder(snapshot, in: context))
            let list = try TaskList.find(options, in: snapshot)
            if values.countsOnly { return try printCount(list, in: context) }
            let paths = context.paths(snapshot.vault)
            try show(list, form, in: context) { _ in paths }
            if form == nil { try keep(list, snapshot.vault, in: context) }
        }
    }

    /// Returns the form for programs that the options choose, or nil for text.
    private static func form(_ values: OptionValues) throws -> TaskListWriter.Form? {
        if values.nullTerminated, values.template == nil {
            throw UsageError.other("'--null' requires '--template'", help: "example: --template '{{path}}:{{line}}'")
        }
        let given = [
            values.format.map { _ in "--format" }, values.template.map { _ in "--template" },
            values.countsOnly ? "--count" : nil,
        ].compactMap { $0 }
        if given.count > 1 {
            throw UsageError.other(
                "'\(given[0])' and '\(given[1])' cannot be used together", help: "use only one of them")
        }
        if let text = values.template {
            return .template(try template(text), nullTerminated: values.nullTerminated)
        }
        switch values.format {
        case nil, .text: return nil
        case .json: return .json
        case .jsonl: return .jsonl
        case .csv: return .csv
        case .tsv: return .tsv
        case .vimgrep: return .vimgrep
        }
    }

    private static func template(_ text: String) throws -> Template<TaskColumn> {
        do {
            return try Template(text) { TaskColumn(rawValue: $0.lowercased()) }
        } catch let fault as TemplateFault {
            switch fault {
            case .unknown(let name):
                let names = TaskColumn.allCases.map(\.rawValue)
                throw UsageError.other(
                    "'--template': tasks have no field '{{\(name)}}'",
                    help: Nearest.match(name, among: names).map { "did you mean '{{\($0)}}'?" }
                        ?? "fields: \(names.joined(separator: ", "))")
            case .unclosed(let rest):
                throw UsageError.other(
                    "'--template': '{{\(rest)' has no '}}'", help: "write a literal brace as '\\{'")
            }
        }
    }

    private static func printCount(_ list: TaskList, in context: CommandContext) throws {
        for notice in list.notices { QueryOptions.report(notice, in: context) }
        context.status = list.count > 0 ? 0 : 1
        try context.print(String(list.count))
    }

    private static func show(
        _ list: TaskList, _ form: TaskListWriter.Form?, in context: CommandContext,
        paths: @escaping (TaskList.Entry) -> PathStyle
    ) throws {
        for notice in list.notices { QueryOptions.report(notice, in: context) }
        if list.entries.isEmpty {
            context.status = 1
            context.notice("no tasks found")
        }
        if let form {
            let writer = TaskListWriter(list, isTerminal: context.host.outputIsTerminal) {
                paths($0).bytes($0.task.path)
            }
            return try context.write(writer.bytes(form))
        }
        context.page()
        if context.host.outputIsTerminal {
            try printRows(list, in: context, paths: paths)
        } else {
            for section in list.sections {
                if let label = section.label { try context.print(SafeText.escaped(label)) }
                for entry in section.entries {
                    let location =
                        SafeText.escaped(paths(entry).bytes(entry.task.path)) + Array(":\(entry.task.line): ".utf8)
                    try context.write(location + Array("\(text(entry.task))\n".utf8))
                }
            }
        }
    }

    /// Prints numbered rows in columns, in sections with a heading if the list has them.
    private static func printRows(
        _ list: TaskList, in context: CommandContext, paths: @escaping (TaskList.Entry) -> PathStyle
    ) throws {
        let style = context.style
        let today = context.environment.calendar.civil(context.environment.now).startOfDay
        let rows = TaskRows(list.entries, style, today: today) { paths($0).text($0.task.path) }
        var number = 0
        for (index, section) in list.sections.enumerated() {
            if let label = section.label {
                if index > 0 { try context.print("") }
                try context.print(style.text(style.run(label, .section)))
            }
            for entry in section.entries {
                number += 1
                try context.print(rows.line(entry, number))
            }
        }
    }

    /// Returns the box and the text with its properties. The mark `X` is shown as `x`.
    private static func text(_ task: TaskHit) -> String {
        "[\(task.mark == "X" ? "x" : SafeText.escaped(task.mark))] \(Style.line(task.source))"
    }

    /// Makes the numbers stand for these tasks in the next command.
    private static func keep(_ list: TaskList, _ vault: Vault, in context: CommandContext) throws {
        let shown = list.entries.map {
            LastResults.Numbered(root: vault.root, path: $0.task.path, line: $0.task.line, task: $0.identity)
        }
        try NumberedResults.keep(shown, of: vault, in: context)
    }
}

extension TaskListOptions.StatusChoice: ArgumentValue {}
