import Arguments
import SourceText

enum HelpCommand {
    static let command = Program.SlipCommand(
        "help", "Print help, about one command or all.", operands: ["[COMMAND…]"], values: { 0 },
        run: { _, operands, context in
            var path = Program.program
            var found: Program.SlipCommand?
            var candidates = Program.commands
            for name in operands {
                guard let command = candidates.first(where: { $0.name == name }) else {
                    throw UsageError.unknownCommand(name, near: Nearest.match(name, among: candidates.map(\.name)))
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
        "version", "Print the version.", values: { 0 },
        run: { _, _, context in try context.print("slip \(version)") })
}
