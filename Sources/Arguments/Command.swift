/// A command as listed in the command table: name, operands, options, and how its arguments are parsed.
///
/// Type-erased, so that one array holds all commands. `Globals` are the options of every command. `Context` is made
/// from them and passed to the command that runs.
package struct Command<Globals, Context>: Sendable {
    /// A command with parsed arguments, ready to run in a context.
    package typealias Invocation = (Context) throws -> Void

    /// A command line that was parsed without an error.
    package struct ParsedCommand {
        package var invocation: Invocation
        package var operands: [Argument]
        /// Notices for the user about how the command line was understood.
        package var notices: [String]
    }

    /// Adds the values of `--tag` to the operands of a command that takes a query, and returns notices about the query.
    package typealias QueryEditor = (
        _ keywords: [Argument], _ operands: [Argument]
    ) throws(UsageError) -> (operands: [Argument], notices: [String])

    package let name: String
    package let summary: String
    /// The explanation in help, in the Markdown of `HelpBlock`. Made on demand, because only help needs it.
    package let discussion: @Sendable () -> String
    package let operands: [Operand]
    package let options: [OptionInfo]
    package let subcommands: [Command<Globals, Context>]
    /// The name of the subcommand that runs if none is named, or nil if one must be.
    package let usualSubcommand: String?
    /// Whether an argument such as `-keyword:old` is an operand rather than a mistyped option.
    package let takesNegatedTerms: Bool
    /// Whether the first operand ends the options, so that every argument after it is an operand.
    package let optionsComeFirst: Bool
    private let read:
        (@Sendable ([Argument], [Option<Globals>], inout Globals, QueryEditor) throws(UsageError) -> ParsedCommand)?

    /// Creates a command that runs something. `Values` holds the values of its options, starting from `values()`.
    package init<Values>(
        _ name: String, _ summary: String, operands: [String] = [], options: [Option<Values>] = [],
        takesNegatedTerms: Bool = false, optionsComeFirst: Bool = false,
        discussion: @escaping @Sendable @autoclosure () -> String = "",
        values: @escaping @Sendable () -> Values,
        run: @escaping @Sendable (Values, [Argument], Context) throws -> Void
    ) {
        self.name = name
        self.summary = summary
        self.discussion = discussion
        let operands = operands.map { Operand($0) }
        self.operands = operands
        let infos = options.map { $0.info }
        self.options = infos
        self.takesNegatedTerms = takesNegatedTerms
        self.optionsComeFirst = optionsComeFirst
        subcommands = []
        usualSubcommand = nil
        let takesQuery = operands.contains { $0.name == "QUERY" }
        read = { (arguments, globalOptions, globals, editQuery) throws(UsageError) in
            let parser = ArgumentParser<AllValues<Values, Globals>>(
                options: infos + globalOptions.map { $0.info }, takesNegatedTerms: takesNegatedTerms,
                optionsComeFirst: optionsComeFirst, takesQuery: takesQuery,
                takesText: operands.contains { $0.name == "TEXT" }
            ) { (both, index, value) throws(UsageError) in
                if index < options.count {
                    try options[index].apply(&both.values, value)
                } else {
                    try globalOptions[index - options.count].apply(&both.globals, value)
                }
            }
            var both = AllValues(values: values(), globals: globals)
            var found = try parser.parse(arguments, into: &both)
            globals = both.globals
            if takesQuery {
                let (operands, notices) = try editQuery(found.keywords, found.operands)
                found.operands = operands
                found.notices += notices
            }
            let operandsFound = found.operands
            try Self.check(found.operands, operands)
            let read = both.values
            return ParsedCommand(
                invocation: { context in try run(read, operandsFound, context) }, operands: operandsFound,
                notices: found.notices)
        }
    }

    /// Creates a command whose operands are all text. An operand that is not UTF-8 is an error.
    package init<Values>(
        _ name: String, _ summary: String, words: [String], options: [Option<Values>] = [],
        takesNegatedTerms: Bool = false, discussion: @escaping @Sendable @autoclosure () -> String = "",
        values: @escaping @Sendable () -> Values,
        run: @escaping @Sendable (Values, [String], Context) throws -> Void
    ) {
        self.init(
            name, summary, operands: words, options: options, takesNegatedTerms: takesNegatedTerms,
            discussion: discussion(), values: values,
            run: { (values: Values, operands: [Argument], context: Context) in
                try run(values, operands.map { try $0.asText() }, context)
            })
    }

    /// Creates a command that only groups subcommands.
    package init(
        _ name: String, _ summary: String, discussion: @escaping @Sendable @autoclosure () -> String = "",
        subcommands: [Command<Globals, Context>], usually usualSubcommand: String? = nil
    ) {
        self.name = name
        self.summary = summary
        self.discussion = discussion
        self.subcommands = subcommands
        self.usualSubcommand = usualSubcommand
        operands = []
        options = []
        takesNegatedTerms = false
        optionsComeFirst = false
        read = nil
    }

    /// Parses the arguments that follow the command's name. Returns the command, ready to run. Throws if the command
    /// only groups subcommands.
    ///
    /// - Parameters:
    ///   - globalOptions: the options of every command, which may be among the arguments.
    ///   - globals: receives the values of these options.
    ///   - editQuery: changes the operands, if the command takes a query.
    package func parse(
        _ arguments: [Argument], globalOptions: [Option<Globals>], globals: inout Globals,
        editQuery: QueryEditor = { _, operands in (operands, []) }
    ) throws(UsageError) -> ParsedCommand {
        guard let read else { throw .missingCommand(of: name, commands: subcommands.map(\.name)) }
        return try read(arguments, globalOptions, &globals, editQuery)
    }

    private static func check(_ found: [Argument], _ operands: [Operand]) throws(UsageError) {
        let required = operands.filter { !$0.isOptional }
        if found.count < required.count {
            throw .missingOperand(required[found.count].name)
        }
        if !operands.contains(where: { $0.repeats }), found.count > operands.count {
            throw .tooManyOperands(found[operands.count].shown)
        }
    }
}

/// The options of one command and those of every command, parsed together.
private struct AllValues<Values, Globals> {
    var values: Values
    var globals: Globals
}
