/// The purpose of a command: the sections of `slip help` and of the manual.
package enum CommandGroup: String, CaseIterable, Sendable {
    case start = "Set up"
    case find = "Find and read notes"
    case write = "Write notes"
    case organize = "Organize notes"
    case undo = "Undo"
    case examine = "Examine the vault"
    case maintain = "Maintain the index and the repository"
    case serve = "For shells, editors, agents and git"
    case help = "Help"
}

extension Program {
    /// A command as listed in help; it is made only when needed.
    package struct CommandEntry: Sendable {
        package var name: String
        package var group: CommandGroup
        /// Makes the command. Creating the key paths of all options costs half as much as a search, so only the command
        /// that runs is made.
        package var command: @Sendable () -> SlipCommand
    }

    /// All commands listed in help, by group.
    package static let table: [CommandEntry] = rows.flatMap { group, commands in
        commands.map { CommandEntry(name: $0.name, group: group, command: $0.command) }
    }

    private typealias CommandRow = (name: String, command: @Sendable () -> SlipCommand)

    private static let rows: [(CommandGroup, [CommandRow])] = [
        (
            .start,
            [
                ("init", { InitCommand.command }), ("setup", { SetupCommand.command }),
                ("vaults", { VaultsCommand.command }),
            ]
        ),
        (
            .find,
            [
                ("search", { SearchCommand.command }), ("browse", { BrowseCommand.command }),
                ("show", { ShowCommand.command }), ("links", { LinksCommand.command }),
                ("related", { RelatedCommand.command }),
                ("history", { HistoryCommand.command }), ("calendar", { CalendarCommand.command }),
            ]
        ),
        (
            .write,
            [
                ("new", { NewCommand.command }), ("edit", { EditCommand.command }), ("daily", { DailyCommand.daily }),
                ("today", { DailyCommand.today }), ("append", { CaptureCommand.append }),
                ("prepend", { CaptureCommand.prepend }), ("insert", { CaptureCommand.insert }),
                ("replace", { CaptureCommand.replace }), ("set", { SetCommand.command }),
                ("link", { LinkCommand.link }),
                ("unlink", { LinkCommand.unlink }), ("attach", { AttachCommand.attach }),
                ("detach", { AttachCommand.detach }), ("task", { TaskCommand.command }),
            ]
        ),
        (
            .organize,
            [
                ("mv", { MoveCommand.command }), ("rm", { RemoveCommand.command }),
                ("folder", { FolderCommand.command }), ("keyword", { KeywordCommand.command }),
                ("property", { PropertyCommand.command }),
            ]
        ),
        (
            .undo,
            [("undo", { UndoCommand.undo }), ("redo", { UndoCommand.redo }), ("trash", { TrashCommand.command })]
        ),
        (
            .examine,
            [
                ("check", { CheckCommand.command }), ("stats", { StatsCommand.command }),
                ("graph", { GraphCommand.command }), ("export", { ExportCommand.command }),
                ("serve", { ServeCommand.command }),
            ]
        ),
        (.maintain, [("index", { IndexCommand.command }), ("git", { GitCommand.command })]),
        (
            .serve,
            [
                ("completions", { CompletionsCommand.command }), ("suggest", { SuggestCommand.command }),
                ("lsp", { LspCommand.command }), ("mcp", { McpCommand.command }), ("skill", { SkillCommand.command }),
                ("merge-driver", { MergeDriverCommand.command }),
            ]
        ),
        (
            .help,
            [
                ("help", { HelpCommand.command }), ("man", { ManCommand.command }),
                ("version", { VersionCommand.command }),
            ]
        ),
    ]

    /// The command that shells call for completions. Not listed in help.
    private static let hidden: [CommandRow] = [("complete", { CompleteCommand.command })]

    package static var commands: [SlipCommand] { table.map { $0.command() } }

    /// Returns the top-level command with a name, including hidden commands. Returns nil for aliases and other words.
    static func command(named name: String) -> SlipCommand? {
        table.first { $0.name == name }?.command() ?? hidden.first { $0.name == name }?.command()
    }
}
