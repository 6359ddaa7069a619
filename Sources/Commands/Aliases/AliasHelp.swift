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
        These command names of other programs are accepted:

            slip ls --tag reading
            slip random --json
            slip help tags

        If a word is not a command of slip, it is looked up in this order:

            1. a program slip-NAME on your PATH
            2. an alias of your own
            3. the table above

        A command of slip always wins, so no alias and no program can replace one.

        Define your own aliases in ~/.config/slipbox/config.yaml ($XDG_CONFIG_HOME/slipbox/config.yaml):

            aliases:
              drafts: "search status:draft sort:modified"
              photos: "search 'has:image in:Journal' --group month"
              words: "!f() { slip search -0 \\"$@\\" | xargs -0r wc -w; }; f"

        The text of an alias is split into words at white space. Quotes group words, and a backslash escapes the next
        character. The arguments are appended. An alias may start with global options and may use other aliases, but not
        itself. If it starts with an exclamation mark, the rest is a shell command. The command gets the arguments and
        runs in the current folder.

        Programs slip-NAME are searched only in the absolute folders of PATH. A program gets the arguments unchanged and
        replaces the slip process, including its exit status and signals. SLIPBOX_VAULT contains the root of the vault:
        the one given by --vault, or the one that contains the current folder. The same applies to shell commands.

        'slip help NAME' shows the definition of an alias, and runs 'slip-NAME --help' for a program.

        A vault cannot define aliases: aliases: in its .slipbox/config.yaml has no effect. A program inside a vault runs
        only if your PATH includes its folder.
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
