import Arguments
import SourceText
import VaultFiles

/// `slip help`: the help of a command or topic.
enum HelpCommand {
    struct OptionValues: Sendable {
        var all = false
    }

    static let command = SlipCommand(
        "help", "Show help for a command or topic, or list all of them.", words: ["[COMMAND|TOPIC…]"],
        options: [.flag("all", short: "a", \.all, "List all commands, topics and global options.")],
        discussion: """
            For an alias, shows the command that it expands to. For a program slip-NAME, runs 'slip-NAME --help'.
            """,
        values: { OptionValues() },
        run: { values, operands, context in
            guard values.all else { return try show(operands, in: context) }
            guard operands.isEmpty else {
                throw UsageError.other("'--all' lists all commands and takes no name", help: "omit the name")
            }
            try showAll(in: context)
        })

    /// Prints the list of all commands, topics and global options.
    static func showAll(in context: CommandContext) throws {
        context.page()
        try context.write(Array(Program.overview(width: context.host.columns).utf8))
    }

    /// Prints the help of a topic, of a command given by its name after those of its parents, or of an alias. Throws
    /// for an unknown name.
    static func show(_ names: [String], in context: CommandContext) throws {
        if names.count == 1, let topic = HelpTopic(rawValue: names[0]) { return try show(topic, in: context) }
        if let name = names.first, Program.command(named: name) == nil {
            return try showAlias(name, names, in: context)
        }
        var path = Program.program
        var found: SlipCommand?
        var candidates = Program.commands
        for name in names {
            guard let command = candidates.first(where: { $0.name == name }) else {
                throw Program.unknown(name, among: candidates.map(\.name))
            }
            found = command
            path += " \(name)"
            candidates = command.subcommands
        }
        context.page()
        try context.write(Array(Program.help(found, path: path, width: context.host.columns).utf8))
    }

    private static func show(_ topic: HelpTopic, in context: CommandContext) throws {
        context.page()
        let help = HelpText(width: context.host.columns)
        let own = topic == .aliases ? AliasHelp.own(help, in: context) : ""
        try context.print("\(topic.rawValue) — \(topic.summary)\n\n\(help.text(topic.blocks))\(own)")
    }

    /// Prints the help for a word that is not a command of slip. For an alias, that is the help of its command. For a
    /// program, it is what `--help` prints.
    ///
    /// - Parameter words: all words after `slip help`. The first is `name`.
    private static func showAlias(_ name: String, _ words: [String], in context: CommandContext) throws {
        var resolver = CommandResolver(context.environment)
        guard try resolver.meaning(of: name) != nil else {
            throw Program.unknown(
                name, among: (Program.table.map(\.name) + HelpTopic.allCases.map(\.rawValue)),
                orAliases: resolver.userConfiguration().aliases.map(\.name))
        }
        resolver = CommandResolver(context.environment)
        var globals = GlobalOptions()
        let request = try resolver.resolve(words.map { Argument($0) }, &globals)
        let aliases = AliasNotes(resolver)
        aliases.warn(in: context)
        switch request {
        case .program(let program, let arguments):
            try aliases.run(program, [Argument("--help")] + arguments, in: context)
        case .command(let request):
            context.page()
            if let sentence = aliases.sentence { try context.print(SafeText.escaped(sentence) + "\n") }
            let help = Program.help(request.command, path: request.path, width: context.host.columns)
            try context.write(Array(help.utf8))
        }
    }
}

enum VersionCommand {
    /// Updated manually for each release.
    static let version = "0.2.0"
    /// The date of the version, for the manual.
    static let date = "2026-11-24"

    static let command = SlipCommand(
        "version", "Show the version.", words: [], values: { 0 },
        run: { _, _, context in try context.print("slip \(version)") })
}
