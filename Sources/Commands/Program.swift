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

    /// Each made only when it is asked for: the key paths of all options cost half as much as a search.
    package static let table: [(name: String, command: @Sendable () -> SlipCommand)] = [
        ("init", { InitCommand.command }), ("search", { SearchCommand.command }),
        ("suggest", { SuggestCommand.command }), ("show", { ShowCommand.command }), ("new", { NewCommand.command }),
        ("edit", { EditCommand.command }), ("set", { SetCommand.command }), ("mv", { MoveCommand.command }),
        ("rm", { RemoveCommand.command }), ("trash", { TrashCommand.command }), ("attach", { AttachCommand.attach }),
        ("detach", { AttachCommand.detach }), ("link", { LinkCommand.link }), ("unlink", { LinkCommand.unlink }),
        ("links", { LinksCommand.command }), ("check", { CheckCommand.command }),
        ("keyword", { KeywordCommand.command }), ("folder", { FolderCommand.command }),
        ("daily", { DailyCommand.daily }), ("today", { DailyCommand.today }), ("calendar", { CalendarCommand.command }),
        ("stats", { StatsCommand.command }), ("graph", { GraphCommand.command }), ("export", { ExportCommand.command }),
        ("git", { GitCommand.command }), ("merge-driver", { MergeDriverCommand.command }),
        ("history", { HistoryCommand.command }),
        ("property", { PropertyCommand.command }), ("task", { TaskCommand.command }), ("undo", { UndoCommand.undo }),
        ("redo", { UndoCommand.redo }),
        ("browse", { BrowseCommand.command }), ("index", { IndexCommand.command }), ("lsp", { LspCommand.command }),
        ("help", { HelpCommand.command }),
        ("setup", { SetupCommand.command }), ("completions", { CompletionsCommand.command }),
        ("man", { ManCommand.command }),
        ("version", { VersionCommand.command }),
    ]

    /// What other programs ask of this one; help does not name it.
    private static let hidden: [(name: String, command: @Sendable () -> SlipCommand)] = [
        ("complete", { CompleteCommand.command })
    ]

    /// Whether a command works on the index in several threads, so that SQLite needs its locks.
    package static func usesThreads(_ arguments: [String]) -> Bool {
        arguments.contains("lsp") || arguments.contains("browse")
    }

    package static var commands: [SlipCommand] { table.map { $0.command() } }

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
        defer {
            context.startWatcher()
            context.close()
        }
        do {
            let (command, path, rest) = try find(arguments, &globals)
            context = CommandContext(globals, world)
            if globals.wantsHelp || wantsHelp(rest, of: command) {
                try world.output.write(help(command, path: path, width: world.columns))
            } else if let command {
                let parsed = try command.parse(rest, globalOptions: GlobalOptions.options, globals: &globals)
                context = CommandContext(globals, world)
                for remark in parsed.remarks { context.remark(SafeText.escaped(remark)) }
                try parsed.invocation(context)
            } else {
                try world.output.write(help(nil, path: program, width: world.columns))
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
            if asksForJSON(arguments) { context.world.writeError(ErrorJSON.text(error)) }
            return 2
        }
        return context.status
    }

    /// Finds the command, behind options of every command; nil where no more than these is there.
    private static func find(
        _ arguments: [Argument], _ globals: inout GlobalOptions
    ) throws(UsageError) -> (SlipCommand?, String, [Argument]) {
        var index = 0
        while index < arguments.count, arguments[index].starts(with: "-"), arguments[index].bytes.count > 1 {
            let option = arguments[index].shown
            if option == "--version" { return (VersionCommand.command, "\(program) version", []) }
            let name = option.drop { $0 == "-" }.prefix { $0 != "=" }
            let takesValue =
                !option.contains("=") && GlobalOptions.options.contains { $0.name == name && $0.placeholder != nil }
            let count = takesValue ? 2 : 1
            let slice = Array(arguments[index..<min(index + count, arguments.count)])
            _ = try SlipCommand("", "", operands: [], values: { 0 }, run: { (_, _: [Argument], _) in })
                .parse(slice, globalOptions: GlobalOptions.options, globals: &globals)
            index += count
        }
        guard index < arguments.count else { return (nil, program, []) }
        let name = arguments[index].shown
        guard var command = (table + hidden).first(where: { $0.name == name })?.command() else {
            throw unknown(name, among: table.map(\.name), isTop: true)
        }
        var path = "\(program) \(name)"
        index += 1
        // Words of another command line, whatever they look like.
        if name == "complete" { return (command, path, [Argument("--")] + arguments[index...]) }
        while !command.subcommands.isEmpty, index < arguments.count, !arguments[index].starts(with: "-") {
            let name = arguments[index].shown
            guard let inner = command.subcommands.first(where: { $0.name == name }) else {
                throw unknown(name, among: command.subcommands.map(\.name))
            }
            command = inner
            path += " \(name)"
            index += 1
        }
        return (command, path, Array(arguments[index...]))
    }

    /// The error for a command that is none.
    static func unknown(_ name: String, among names: [String], isTop: Bool = false) -> UsageError {
        let foreign = isTop ? ForeignWords.help(forCommand: name) : nil
        return .unknownCommand(
            name,
            help: foreign ?? Nearest.match(name, among: names).map { "did you mean '\($0)'?" }
                ?? (isTop ? nil : "one of: \(names.joined(separator: ", "))"))
    }

    /// Whether a line, which may be one that cannot be read, asks for JSON.
    private static func asksForJSON(_ arguments: [Argument]) -> Bool {
        let words = arguments.prefix { $0 != "--" }.map(\.shown)
        let formats: Set = ["json", "jsonl"]
        return words.indices.contains { index in
            let word = words[index]
            if word == "--format" || word == "-f" {
                return index + 1 < words.count && formats.contains(words[index + 1])
            }
            return formats.contains { word == "--format=\($0)" || word == "-f\($0)" }
        }
    }

    private static func wantsHelp(_ arguments: [Argument], of command: SlipCommand?) -> Bool {
        let options = arguments.prefix { argument in
            argument != "--" && (command?.optionsComeFirst != true || argument.starts(with: "-"))
        }
        return options.contains { $0 == "--help" || $0 == "-h" }
    }

    static func help(_ command: SlipCommand?, path: String, width: Int) -> String {
        let globals = GlobalOptions.options.map { OptionInfo($0) }
        let text = HelpText(width: width)
        guard let command else {
            return text.overview(
                program: program, summary: summary, commands: commands, globals: globals,
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
