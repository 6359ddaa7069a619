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
    package static let table: [CommandEntry] = [
        CommandEntry(name: "init", group: .start) { InitCommand.command },
        CommandEntry(name: "setup", group: .start) { SetupCommand.command },
        CommandEntry(name: "vaults", group: .start) { VaultsCommand.command },
        CommandEntry(name: "doctor", group: .start) { DoctorCommand.command },
        CommandEntry(name: "search", group: .find) { SearchCommand.command },
        CommandEntry(name: "browse", group: .find) { BrowseCommand.command },
        CommandEntry(name: "show", group: .find) { ShowCommand.command },
        CommandEntry(name: "links", group: .find) { LinksCommand.command },
        CommandEntry(name: "related", group: .find) { RelatedCommand.command },
        CommandEntry(name: "history", group: .find) { HistoryCommand.command },
        CommandEntry(name: "calendar", group: .find) { CalendarCommand.command },
        CommandEntry(name: "new", group: .write) { NewCommand.command },
        CommandEntry(name: "edit", group: .write) { EditCommand.command },
        CommandEntry(name: "daily", group: .write) { DailyCommand.daily },
        CommandEntry(name: "today", group: .write) { DailyCommand.today },
        CommandEntry(name: "append", group: .write) { CaptureCommand.append },
        CommandEntry(name: "prepend", group: .write) { CaptureCommand.prepend },
        CommandEntry(name: "insert", group: .write) { CaptureCommand.insert },
        CommandEntry(name: "replace", group: .write) { CaptureCommand.replace },
        CommandEntry(name: "set", group: .write) { SetCommand.command },
        CommandEntry(name: "link", group: .write) { LinkCommand.link },
        CommandEntry(name: "unlink", group: .write) { LinkCommand.unlink },
        CommandEntry(name: "attach", group: .write) { AttachCommand.attach },
        CommandEntry(name: "detach", group: .write) { AttachCommand.detach },
        CommandEntry(name: "refresh", group: .write) { RefreshCommand.command },
        CommandEntry(name: "task", group: .write) { TaskCommand.command },
        CommandEntry(name: "mv", group: .organize) { MoveCommand.command },
        CommandEntry(name: "rename", group: .organize) { MoveCommand.rename },
        CommandEntry(name: "rm", group: .organize) { RemoveCommand.command },
        CommandEntry(name: "folder", group: .organize) { FolderCommand.command },
        CommandEntry(name: "keyword", group: .organize) { KeywordCommand.command },
        CommandEntry(name: "property", group: .organize) { PropertyCommand.command },
        CommandEntry(name: "searches", group: .organize) { SearchesCommand.command },
        CommandEntry(name: "undo", group: .undo) { UndoCommand.undo },
        CommandEntry(name: "redo", group: .undo) { UndoCommand.redo },
        CommandEntry(name: "trash", group: .undo) { TrashCommand.command },
        CommandEntry(name: "review", group: .undo) { ReviewCommand.command },
        CommandEntry(name: "rescued", group: .undo) { RescuedCommand.command },
        CommandEntry(name: "check", group: .examine) { CheckCommand.command },
        CommandEntry(name: "stats", group: .examine) { StatsCommand.command },
        CommandEntry(name: "graph", group: .examine) { GraphCommand.command },
        CommandEntry(name: "sql", group: .examine) { SQLCommand.command },
        CommandEntry(name: "export", group: .examine) { ExportCommand.command },
        CommandEntry(name: "serve", group: .examine) { ServeCommand.command },
        CommandEntry(name: "index", group: .maintain) { IndexCommand.command },
        CommandEntry(name: "git", group: .maintain) { GitCommand.command },
        CommandEntry(name: "tutor", group: .help) { TutorCommand.command },
        CommandEntry(name: "help", group: .help) { HelpCommand.command },
        CommandEntry(name: "version", group: .help) { VersionCommand.command },
        CommandEntry(name: "completions", group: .program) { CompletionsCommand.command },
        CommandEntry(name: "suggest", group: .program) { SuggestCommand.command },
        CommandEntry(name: "lsp", group: .program) { LspCommand.command },
        CommandEntry(name: "mcp", group: .program) { McpCommand.command },
        CommandEntry(name: "skill", group: .program) { SkillCommand.command },
        CommandEntry(name: "merge-driver", group: .program) { MergeDriverCommand.command },
        CommandEntry(name: "man", group: .program) { ManCommand.command },
    ]

    /// The command that shells call for completions. Not listed in help.
    private static let hidden = CommandEntry(name: "complete", group: .program) { CompleteCommand.command }

    package static var commands: [SlipCommand] { table.map { $0.command() } }

    /// Returns the top-level command with a name, including hidden commands. Returns nil for aliases and other words.
    static func command(named name: String) -> SlipCommand? {
        for entry in table where entry.name == name { return entry.command() }
        return hidden.name == name ? hidden.command() : nil
    }
}
