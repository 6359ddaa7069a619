import Arguments
import SourceText

enum HelpCommand {
    static let command = Program.SlipCommand(
        "help", "Print help, about a command, a topic or all.", words: ["[COMMAND|TOPIC…]"], values: { 0 },
        run: { _, operands, context in
            if operands.count == 1, let topic = HelpTopic(rawValue: operands[0]) {
                context.page()
                let help = HelpText(width: context.world.columns)
                return try context.print("\(operands[0]) — \(topic.summary)\n\n\(topic.text(help))")
            }
            var path = Program.program
            var found: Program.SlipCommand?
            var candidates = Program.commands
            for name in operands {
                guard let command = candidates.first(where: { $0.name == name }) else {
                    let topics = found == nil ? HelpTopic.allCases.map(\.rawValue) : []
                    throw Program.unknown(name, among: candidates.map(\.name) + topics, isTop: found == nil)
                }
                found = command
                path += " \(name)"
                candidates = command.subcommands
            }
            context.page()
            try context.write(Array(Program.help(found, path: path, width: context.world.columns).utf8))
        })
}

enum VersionCommand {
    /// Raised by hand with each release.
    static let version = "0.1.0"
    /// Of the version, for the manual.
    static let date = "2026-11-22"

    static let command = Program.SlipCommand(
        "version", "Print the version.", words: [], values: { 0 },
        run: { _, _, context in try context.print("slip \(version)") })
}
