import Arguments
import Indexing
import QueryLanguage
import SourceText
import System
import VaultFiles

/// A command and its arguments, as found by `CommandResolver`.
struct CommandRequest {
    /// The command, or nil if only global options were given.
    var command: SlipCommand?
    /// The names of the command and its parents: `slip keyword list`.
    var path: String
    var arguments: [Argument] = []
    /// Terms that aliases add to the query.
    var terms: [String] = []

    /// Runs the command, or prints help if that was requested or no command was given.
    ///
    /// - Parameters:
    ///   - globals: the global options before the command's name.
    ///   - context: replaced by one that includes the global options among the arguments.
    func run(_ globals: GlobalOptions, in context: inout CommandContext) throws {
        let host = context.host
        guard let command, !globals.wantsHelp, !asksForHelp else {
            return try host.output.write(Program.help(command, path: path, width: host.columns))
        }
        var globals = globals
        let parsed = try command.parse(
            arguments, globalOptions: GlobalOptions.options, globals: &globals, editQuery: narrowed)
        if globals.vaults.isEmpty, host.environment.variables["SLIPBOX_VAULT"] ?? "" == "",
            let root = vaultOfResult(among: parsed.operands, of: command, context)
        {
            globals.vaults = [Argument(bytes: root)]
        }
        context = CommandContext(globals, host)
        context.usesDefaultVault = Self.usingDefaultVault.contains(command.name)
        context.takesForce = command.options.contains { $0.name == "force" }
        for notice in parsed.notices { context.notice(SafeText.escaped(notice)) }
        // `slip index --watch` lasts.
        if !Self.threaded.contains(command.name) { host.useOneThread(command.name != "index") }
        try parsed.invocation(context)
    }

    /// Returns the root of the vault of the first note such as `%3` among the operands of a command, if the last search
    /// in the terminal was of another vault or of several.
    private func vaultOfResult(
        among operands: [Argument], of command: SlipCommand, _ context: CommandContext
    ) -> [UInt8]? {
        for (place, operand) in operands.enumerated() where operand.starts(with: "%") {
            let kind = command.operands.indices.contains(place) ? command.operands[place] : command.operands.last
            guard let kind, kind.name.hasPrefix("NOTE") || ["PLACE", "PATH", "A", "B"].contains(kind.name),
                let number = operand.text.flatMap({ Int($0.dropFirst().prefix { $0 != ":" }) })
            else { continue }
            return context.sharedResults?.result(number)?.root
        }
        return nil
    }

    /// The commands that use the index in several threads.
    /// The commands that use the default vault: those that find, show or add notes.
    private static let usingDefaultVault: Set = [
        "search", "show", "edit", "new", "daily", "today", "append", "prepend",
    ]

    private static let threaded: Set = ["lsp", "mcp", "browse", "serve"]

    var asksForHelp: Bool {
        let options = arguments.prefix { argument in
            argument != "--" && (command?.optionsComeFirst != true || argument.starts(with: "-"))
        }
        return options.contains { $0 == "--help" || $0 == "-h" }
    }

    /// Returns a query that also requires the terms of aliases and the keywords of `--tag`, as a single operand.
    /// Without these, returns the operands unchanged.
    private func narrowed(
        _ keywords: [Argument], _ operands: [Argument]
    ) throws(UsageError) -> (operands: [Argument], notices: [String]) {
        var terms = terms
        for keyword in keywords {
            let name = try keyword.asText()
            let bare = name.hasPrefix("#") ? String(name.dropFirst()) : name
            guard !bare.isEmpty else { throw .missingValue(option: "tag", placeholder: "NAME") }
            terms.append("#\(QueryText.quoted(bare))")
        }
        if terms.isEmpty { return (operands, []) }
        var words: [String] = []
        for operand in operands { words.append(try operand.asText()) }
        let (query, notices) = QueryText.joined(words)
        let narrowing = terms.joined(separator: " ")
        return ([Argument(query.isEmpty ? narrowing : QueryText.narrowing(query, by: narrowing))], notices)
    }
}
