package import Arguments
import Git
import Indexing
import QueryLanguage
import Rendering
import SourceText
import System
import VaultFiles

/// The whole command line: the table of commands, and what happens around running one.
package enum Program {
    static let program = "slip"
    static let summary = "search a folder of Markdown notes like a mail archive"

    package typealias SlipCommand = Command<GlobalOptions, CommandContext>

    /// As below, with arguments that are all text.
    package static func run(_ arguments: [String], _ world: World) -> Int32 {
        run(arguments.map { Argument($0) }, world)
    }

    /// Runs what `arguments` (without the program's name) ask for.
    ///
    /// - Returns: the exit status.
    package static func run(_ arguments: [Argument], _ world: World) -> Int32 {
        var globals = GlobalOptions()
        var context = CommandContext(globals, world)
        var resolver = CommandResolver(world.environment)
        // The arguments of the command, once it is known.
        var rest = arguments
        defer {
            context.startWatcher()
            context.close()
        }
        do {
            let request = try resolver.resolve(arguments, &globals)
            context = CommandContext(globals, world)
            let aliases = AliasNotes(resolver)
            aliases.warn(in: context)
            switch request {
            case .command(let command):
                rest = command.arguments
                if let sentence = aliases.sentence, command.asksForHelp { context.remark(SafeText.escaped(sentence)) }
                do {
                    try command.run(globals, in: &context)
                } catch let error as UsageError {
                    throw aliases.explained(error)
                }
            case .program(let program, let arguments): try aliases.run(program, arguments, in: context)
            }
            try world.output.finish()
        } catch let error as SystemError where ThisProcess.isBrokenPipe(error) {
            // Whoever read has seen enough.
            return context.status
        } catch {
            // A pager that runs gets what there is, and is left before the error is told.
            try? world.output.finish()
            // What SQLite says outside of a snapshot is for us as well.
            let error = IndexKeeper.explained(error)
            report(error, context)
            if asksForJSON(rest) { context.world.writeError(ErrorJSON.text(error)) }
            return 2
        }
        return context.status
    }

    /// The error for a word that is no command.
    ///
    /// - Parameter aliases: other words that would run.
    static func unknown(_ name: String, among names: [String], orAliases aliases: [String]) -> UsageError {
        let explained =
            ForeignWords.help(forCommand: name)
            ?? BuiltInAliases.command(name.lowercased()).map { "here it is: \(program) \($0.text)" }
        let near = Nearest.match(name, among: names) ?? Nearest.match(name, among: aliases)
        return .unknownCommand(name, help: explained ?? near.map { "did you mean '\($0)'?" })
    }

    /// The error for a word that is no subcommand.
    static func unknown(_ name: String, among names: [String]) -> UsageError {
        let near = Nearest.match(name, among: names).map { "did you mean '\($0)'?" }
        return .unknownCommand(name, help: near ?? "one of: \(names.joined(separator: ", "))")
    }

    /// Whether a line, which may be one that cannot be read, asks for JSON.
    private static func asksForJSON(_ arguments: [Argument]) -> Bool {
        let words = arguments.prefix { $0 != "--" }.map(\.shown)
        let formats: Set = ["json", "jsonl"]
        return words.indices.contains { index in
            let word = words[index]
            if formats.contains(where: { word == "--\($0)" }) { return true }
            if word == "--format" || word == "-f" {
                return index + 1 < words.count && formats.contains(words[index + 1])
            }
            return formats.contains { word == "--format=\($0)" || word == "-f\($0)" }
        }
    }

    /// The commands of each section of help.
    static var groups: [(title: String, commands: [SlipCommand])] {
        CommandGroup.allCases.map { group in
            (group.rawValue, table.filter { $0.group == group }.map { $0.command() })
        }
    }

    static func help(_ command: SlipCommand?, path: String, width: Int) -> String {
        let globals = GlobalOptions.options.map { OptionInfo($0) }
        let text = HelpText(width: width)
        guard let command else {
            return text.overview(
                program: program, summary: summary, groups: groups, globals: globals,
                topics: HelpTopic.allCases.map { ($0.rawValue, $0.summary) })
        }
        return text.command(command, path: path, globals: globals)
    }

    /// Prints an error: what is wrong, and the way out.
    private static func report(_ error: any Error, _ context: CommandContext) {
        switch error {
        case let error as UsageError:
            context.fail(SafeText.escaped(error.description), help: error.help.map { SafeText.escaped($0) })
        case let error as QueryError:
            context.fail(DiagnosticText.query(error.diagnostic, in: error.query, style: context.errorStyle))
        case let error as VaultError:
            // What a program said that was run may be several lines.
            let help = error.help?.split(whereSeparator: \.isNewline).map { SafeText.escaped(String($0)) }
            context.fail(SafeText.escaped(error.message), help: help?.joined(separator: "\n  "))
        case let error as GitError:
            context.fail(SafeText.escaped(error.message), help: error.help.map { SafeText.escaped($0) })
        case let error as SystemError: context.fail(SafeText.escaped(error.description))
        case let error as IndexError:
            context.fail(error.message, help: error.help)
            if context.environment.isDebugging { context.remark(SafeText.escaped(error.details)) }
        default:
            context.fail("something unexpected went wrong", help: "please report it, with what you did")
            if context.environment.isDebugging { context.remark(SafeText.escaped("\(type(of: error)): \(error)")) }
        }
    }
}
