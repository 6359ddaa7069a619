import Arguments
import SourceText
import VaultFiles

/// Messages about the aliases on a command line.
struct AliasNotes {
    let expansions: [CommandResolver.Expansion]
    let configuration: UserConfiguration?

    init(_ resolver: CommandResolver) {
        expansions = resolver.expansions
        configuration = resolver.configuration
    }

    /// Reports problems in the user's configuration, if it was read.
    func warn(in context: CommandContext) { configuration?.warn(in: context) }

    /// For example `'ls' is an alias for 'search'`. Nil if no alias was used.
    var sentence: String? { expansions.first.map { "'\($0.name)' is an alias for '\($0.text)'" } }

    /// Returns the error with the alias that the user typed, so that names of options and operands make sense.
    func explained(_ error: UsageError) -> UsageError {
        guard let sentence else { return error }
        return .other("\(error) (\(sentence))", help: error.help)
    }

    /// Runs a program. For `--help`, prints the text of the alias instead: a shell command has no help.
    func run(_ program: OutsideProgram, _ arguments: [Argument], in context: CommandContext) throws {
        if let text = program.alias, arguments.first == "--help" {
            return try context.print(SafeText.escaped("'\(program.name)' is an alias for '\(text)'"))
        }
        try program.run(arguments, in: context)
    }
}

extension UserConfiguration {
    /// Reports the problems of the file.
    func warn(in context: CommandContext) {
        guard let path else { return }
        for warning in warnings {
            let place = warning.line.map { ":\($0)" } ?? ""
            let help = warning.help.map { "; \($0)" } ?? ""
            context.notice(SafeText.escaped("\(path)\(place): \(warning.message)\(help)"))
        }
    }
}
