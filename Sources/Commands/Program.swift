package import Arguments
import QueryLanguage
import Rendering
import Searching
import SourceText
import System
import VaultFiles

/// The whole command line: the command table, and the handling of a command before and after it runs.
package enum Program {
    static let program = "slip"
    static let summary = "search and change folders of Markdown notes"

    /// Runs a command line, given without the program's name. Returns the exit status.
    package static func run(_ arguments: [Argument], _ host: Host) -> Int32 {
        var globals = GlobalOptions()
        var context = CommandContext(globals, host)
        var resolver = CommandResolver(host.environment)
        // The arguments of the command, once it is known.
        var rest = arguments
        defer {
            context.startWatcher()
            context.close()
        }
        do {
            let request = try resolver.resolve(arguments, &globals)
            context = CommandContext(globals, host)
            let aliases = AliasNotes(resolver)
            aliases.warn(in: context)
            switch request {
            case .command(let command):
                rest = command.arguments
                if let sentence = aliases.sentence, command.asksForHelp { context.notice(SafeText.escaped(sentence)) }
                do {
                    try command.run(globals, in: &context)
                } catch let error as UsageError {
                    throw aliases.explained(error)
                }
            case .program(let program, let arguments): try aliases.run(program, arguments, in: context)
            }
            try host.output.finish()
        } catch let error as SystemError where ThisProcess.isBrokenPipe(error) {
            // The reader of the pipe has closed it.
            return context.status
        } catch {
            // Passes the remaining output to the pager and waits for its exit, before the error is printed.
            try? host.output.finish()
            var report = ErrorReport(ofCommand: error)
            if report.kind == .vault, !context.takesForce { report.removeHelp(naming: "--force") }
            show(error, report, context)
            if asksForJSON(rest) { context.host.writeError(report.json(remarks: context.remarks)) }
            return 2
        }
        return context.failsStrictly ? 2 : context.status
    }

    /// Returns the error for an unknown command.
    ///
    /// - Parameter aliases: other words that would run.
    static func unknown(_ name: String, among names: [String], orAliases aliases: [String]) -> UsageError {
        let explained =
            ForeignWords.help(forCommand: name)
            ?? BuiltInAliases.command(name.lowercased()).map { "the command in slip is: \(program) \($0.text)" }
        let near = Nearest.match(name, among: names) ?? Nearest.match(name, among: aliases)
        return .unknownCommand(name, help: explained ?? near.map { "did you mean '\($0)'?" })
    }

    /// Returns the error for an unknown subcommand.
    static func unknown(_ name: String, among names: [String]) -> UsageError {
        let near = Nearest.match(name, among: names).map { "did you mean '\($0)'?" }
        return .unknownCommand(name, help: near ?? "one of: \(names.joined(separator: ", "))")
    }

    /// Whether a command line, possibly an invalid one, requests JSON.
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

    static var groups: [(title: String, commands: [SlipCommand])] {
        CommandGroup.allCases.map { group in
            (group.rawValue, table.filter { $0.group == group }.map { $0.command() })
        }
    }

    /// Returns the help of a command, or the first screen if there is none.
    ///
    /// - Parameter path: the command's name after those of its parents.
    static func help(_ command: SlipCommand?, path: String, width: Int) -> String {
        guard let command else { return FirstScreen.text(width: width) }
        return HelpText(width: width).command(
            command, path: path, examples: CommandExamples.of(path),
            references: [Preconditions.reference, GlobalOptions.reference])
    }

    /// Returns the list of all commands, topics and global options.
    static func overview(width: Int) -> String {
        HelpText(width: width).overview(
            program: program, summary: summary, groups: groups, globals: GlobalOptions.options.map(\.info),
            topics: HelpTopic.allCases.map { ($0.rawValue, $0.summary) })
    }

    private static func show(_ error: any Error, _ report: ErrorReport, _ context: CommandContext) {
        if let error = error as? QueryError {
            return context.fail(DiagnosticText.query(error.diagnostic, in: error.query, style: context.errorStyle))
        }
        report.show(in: context)
        if let details = report.details, context.environment.isDebugging { context.notice(SafeText.escaped(details)) }
    }
}
