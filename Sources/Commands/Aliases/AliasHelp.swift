import Arguments
import SourceText
import System
import VaultFiles

/// The lists of `slip help aliases`.
enum AliasHelp {
    /// The built-in aliases with their meanings.
    static var builtIn: [(String, String)] { commands + options }

    /// Aliases of the same command share a row.
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

    /// Returns the sections about this user's aliases and `slip-NAME` programs, or an empty text if there are none.
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
