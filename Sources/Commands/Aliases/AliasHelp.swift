import Arguments
import SourceText
import System
import VaultFiles

/// The text of `slip help aliases`.
enum AliasHelp {
    static func text(_ help: HelpText) -> String {
        help.table(commands + options) + "\n\n" + help.paragraphs(rules)
    }

    /// The built-in aliases with their meanings. Aliases of the same command share a row.
    private static var commands: [(String, String)] {
        var rows: [(names: [String], text: String)] = []
        for alias in BuiltInAliases.commands {
            if rows.last?.text == alias.text {
                rows[rows.count - 1].names.append(alias.name)
            } else {
                rows.append(([alias.name], alias.text))
            }
        }
        return rows.map { ($0.names.joined(separator: ", "), $0.text) }
            + [(BuiltInAliases.version, "--version")]
    }

    private static var options: [(String, String)] {
        BuiltInAliases.options.map { names, meaning in
            switch meaning {
            case .option(let name, let value): (names.joined(separator: ", "), "--\(name) \(value)")
            case .keyword: (names.map { "\($0) NAME" }.joined(separator: ", "), "#NAME, in commands that take a query")
            }
        }
    }

    private static let rules = """
        These words of other programs run the command beside them.

            slip ls --tag reading
            slip random --json
            slip help tags

        A word that is no command of slip is looked up as git does it: first a program slip-NAME, then an alias of
        your own, then the table above. A command of slip always wins, so no alias and no program can replace one.

        Your own aliases are in ~/.config/slipbox/config.yaml ($XDG_CONFIG_HOME/slipbox/config.yaml):

            aliases:
              drafts: "search status:draft sort:modified"
              photos: "search 'has:image in:Journal' --group month"
              words: "!f() { slip search -0 \\"$@\\" | xargs -0r wc -w; }; f"

        The words of an alias are split at white space; quotes keep words together, and a backslash keeps the next
        character as it is. The arguments follow them. An alias may start with options of every command and may use
        other aliases, but not itself. After an exclamation mark the rest is a command of the shell, which gets the
        arguments and runs in the current folder.

        A program slip-NAME is looked for in the absolute folders of PATH only. It gets the arguments as they were
        typed and takes the place of slip, with its exit status and signals. In SLIPBOX_VAULT it finds the root of the
        vault: that of --vault, or the one that the current folder is in. The same holds for a command of the shell.

        'slip help NAME' says what an alias stands for, and runs 'slip-NAME --help' for a program.

        A vault cannot add aliases: aliases: in its .slipbox/config.yaml has no effect, and a program inside a vault runs
        only if your PATH names its folder.
        """

    /// Returns the aliases and programs of this user, or an empty text.
    static func own(_ help: HelpText, in context: CommandContext) -> String {
        let configuration = UserConfiguration(context.environment.variables)
        let rows = configuration.aliases.map { alias in
            let isHidden = Program.command(named: alias.name) != nil
            return (
                SafeText.escaped(alias.name),
                SafeText.escaped(alias.text) + (isHidden ? " (no effect: a command has this name)" : "")
            )
        }
        let programs = OutsideProgram.names(on: ProgramPath(context.environment.variables["PATH"]))
        var text = ""
        if !rows.isEmpty { text += "\n\nYour aliases:\n\n" + help.table(rows) }
        if !programs.isEmpty {
            text +=
                "\n\nPrograms on your PATH:\n\n"
                + help.table(programs.map { (SafeText.escaped($0), "\(Program.program)-\(SafeText.escaped($0))") })
        }
        return text
    }
}
