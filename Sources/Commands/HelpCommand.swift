import Arguments
import SourceText

enum HelpCommand {
    static let command = Program.SlipCommand(
        "help", "Print help, about one command or all.", words: ["[COMMAND…]"], values: { 0 },
        run: { _, operands, context in
            var path = Program.program
            var found: Program.SlipCommand?
            var candidates = Program.commands
            for name in operands {
                guard let command = candidates.first(where: { $0.name == name }) else {
                    throw Program.unknown(name, among: candidates.map(\.name), isTop: found == nil)
                }
                found = command
                path += " \(name)"
                candidates = command.subcommands
            }
            context.page()
            try context.write(Array(Program.help(found, path: path).utf8))
        })
}

enum VersionCommand {
    /// Raised by hand with each release.
    static let version = "0.1.0"

    static let command = Program.SlipCommand(
        "version", "Print the version.", words: [], values: { 0 },
        run: { _, _, context in try context.print("slip \(version)") })
}
