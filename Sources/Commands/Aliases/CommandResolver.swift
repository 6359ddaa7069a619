import Arguments
import SourceText
import System
import VaultFiles

/// Finds what a command line runs, and expands its aliases. Use one resolver per command line.
///
/// By git's rules, a word is a command of `slip`, else the program `slip-NAME` on the PATH. Otherwise it is an alias of
/// the user, else a built-in alias.
struct CommandResolver {
    enum WordMeaning {
        case command(SlipCommand)
        case program(OutsideProgram)
        /// Words that replace it, and a term for the query.
        case words([Argument], term: String?)
    }

    enum ResolvedRequest {
        case command(CommandRequest)
        case program(OutsideProgram, arguments: [Argument])
    }

    /// An alias that was expanded.
    struct Expansion: Hashable {
        var name: String
        var text: String
        /// The line in the user's configuration, or nil for a built-in alias.
        var line: Int?
    }

    private let variables: [String: String]
    private let path: ProgramPath
    private(set) var expansions: [Expansion] = []
    /// Read only when a word is not a command, because most command lines do not need it.
    private(set) var configuration: UserConfiguration?

    init(_ environment: Environment) {
        variables = environment.variables
        path = ProgramPath(variables["PATH"])
    }

    // MARK: Words

    /// Returns the meaning of a word, or nil if it is unknown. An alias is expanded by one step and added to
    /// `expansions`. Throws if an alias is invalid or loops.
    mutating func meaning(of name: String) throws(UsageError) -> WordMeaning? {
        if let command = Program.command(named: name) { return .command(command) }
        if let program = OutsideProgram(name, on: path) { return .program(program) }
        if let alias = userConfiguration().aliases.last(where: { $0.name == name }) { return try meaning(of: alias) }
        guard let alias = BuiltInAliases.command(name) else { return nil }
        try expand(Expansion(name: name, text: alias.text))
        return .words(alias.words.map { Argument($0) }, term: alias.term)
    }

    private mutating func meaning(of alias: UserConfiguration.Alias) throws(UsageError) -> WordMeaning {
        try expand(Expansion(name: alias.name, text: alias.text, line: alias.line))
        if alias.text.hasPrefix("!") {
            return .program(OutsideProgram(alias.name, shell: String(alias.text.dropFirst())))
        }
        do throws(AliasWords.SplitFault) {
            return .words(try AliasWords.split(alias.text), term: nil)
        } catch {
            throw .other("cannot parse the alias '\(alias.name)': \(error)", help: place(alias.line))
        }
    }

    /// Adds an expansion to `expansions`. Throws `UsageError` if the alias was expanded before. The message lists the
    /// loop.
    private mutating func expand(_ expansion: Expansion) throws(UsageError) {
        let isLoop = expansions.contains { $0.name == expansion.name }
        expansions.append(expansion)
        guard isLoop else { return }
        let chain = expansions.map(\.name).joined(separator: " → ")
        throw .other(
            "the alias '\(expansion.name)' expands to itself: \(chain)", help: place(expansion.line))
    }

    private func place(_ line: Int?) -> String? {
        guard let line, let path = configuration?.path else { return nil }
        return "it is defined in \(path), line \(line)"
    }

    mutating func userConfiguration() -> UserConfiguration {
        if let configuration { return configuration }
        let read = UserConfiguration(variables)
        configuration = read
        return read
    }

    // MARK: Command lines

    /// Returns the command or program that a command line runs, with its unparsed arguments. Reads the global options
    /// before its name into `globals`, and expands aliases. Throws for an unknown option or command.
    mutating func resolve(_ arguments: [Argument], _ globals: inout GlobalOptions) throws -> ResolvedRequest {
        var rest = arguments
        var terms: [String] = []
        var given: [String] = []
        while true {
            if let option = rest.first?.shown, option == "--version" || option == BuiltInAliases.version {
                return .command(CommandRequest(command: VersionCommand.command, path: "\(Program.program) version"))
            }
            let count = Self.optionLength(rest)
            if count > 0 {
                given.append(String(rest[0].shown.prefix { $0 != "=" }))
                _ = try SlipCommand("", "", operands: [], values: { 0 }, run: { (_, _: [Argument], _) in })
                    .parse(Array(rest.prefix(count)), globalOptions: GlobalOptions.options, globals: &globals)
                rest.removeFirst(min(count, rest.count))
                continue
            }
            guard let name = rest.first?.shown else {
                return .command(CommandRequest(path: Program.program))
            }
            rest.removeFirst()
            switch try meaning(of: name) {
            case .command(let command): return try Self.request(command, rest, terms: terms)
            case .program(let program):
                try refuseOptions(given, before: program)
                return .program(program, arguments: globals.wantsHelp ? [Argument("--help")] : rest)
            case .words(let words, let term):
                rest = Self.words(words, before: rest.first) + rest
                terms += [term].compactMap { $0 }
            case nil: throw unknown(name)
            }
        }
    }

    /// Returns the words of an alias without a usual subcommand at their end, if a word follows that is another subcommand:
    /// `todo` is `task list`, but `todo add` is `task add`.
    private static func words(_ words: [Argument], before next: Argument?) -> [Argument] {
        guard words.count == 2, let command = Program.command(named: words[0].shown),
            command.usualSubcommand == words[1].shown, let next,
            command.subcommands.contains(where: { $0.name == next.shown })
        else { return words }
        return [words[0]]
    }

    /// Returns the number of arguments that an option at the start of a line takes. It is 2 for a global option whose
    /// value is the next word, which may be missing, otherwise 1. Returns 0 if the line does not start with an option.
    static func optionLength(_ arguments: [Argument]) -> Int {
        guard let first = arguments.first, first.starts(with: "-"), first.bytes.count > 1 else { return 0 }
        let option = first.shown
        let name = option.drop { $0 == "-" }.prefix { $0 != "=" }
        let takesValue = GlobalOptions.options.contains { $0.info.name == name && $0.info.placeholder != nil }
        return takesValue && !option.contains("=") ? 2 : 1
    }

    /// Follows the names of subcommands at the start of the arguments. Returns the innermost command, such as `list` of
    /// `keyword list`, with the arguments that are left.
    private static func request(
        _ command: SlipCommand, _ arguments: [Argument], terms: [String]
    ) throws(UsageError) -> ResolvedRequest {
        var (command, rest, path) = (command, arguments[...], "\(Program.program) \(command.name)")
        // The arguments are the words of another command line.
        if command.name == "complete" {
            return .command(CommandRequest(command: command, path: path, arguments: [Argument("--")] + rest))
        }
        while !command.subcommands.isEmpty, let name = rest.first, !name.starts(with: "-") {
            guard let inner = command.subcommands.first(where: { $0.name == name.shown }) else {
                throw Program.unknown(name.shown, among: command.subcommands.map(\.name))
            }
            (command, rest, path) = (inner, rest.dropFirst(), "\(path) \(inner.name)")
        }
        let asksForHelp = rest.contains { ["--help", "-h"].contains($0.shown) }
        if !asksForHelp, let usual = command.subcommands.first(where: { $0.name == command.usualSubcommand }) {
            (command, path) = (usual, "\(path) \(usual.name)")
        }
        return .command(CommandRequest(command: command, path: path, arguments: Array(rest), terms: terms))
    }

    /// Throws if a global option other than `--vault`, `--help` or `-h` precedes the name of an external program. Other
    /// global options have no effect on such a program.
    ///
    /// - Parameter given: the names of the global options before the name.
    private func refuseOptions(_ given: [String], before program: OutsideProgram) throws(UsageError) {
        guard let option = given.first(where: { !["--vault", "--help", "-h"].contains($0) }) else { return }
        throw .other(
            "'\(option)' has no effect on '\(program.name)', which is an external program",
            help: "give its own options after its name")
    }

    private mutating func unknown(_ name: String) -> UsageError {
        let program = OutsideProgram.fileName(name)
        if UserConfiguration.isName(name), let file = path.file(program) {
            let shown = String(decoding: file, as: UTF8.self)
            return .unknownCommand(name, help: "'\(shown)' is not executable: chmod +x \(shown)")
        }
        let others = userConfiguration().aliases.map(\.name) + BuiltInAliases.commands.map(\.name)
        let error = Program.unknown(name, among: Program.table.map(\.name), orAliases: others)
        guard let alias = expansions.last else { return error }
        return .other("cannot expand the alias '\(alias.name)': \(error)", help: place(alias.line))
    }
}
