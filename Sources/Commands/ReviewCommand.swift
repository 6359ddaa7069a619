import Arguments
import Editing
import Rendering
import Searching
import SourceText
import VaultFiles

/// `slip review`: shows what agents have proposed, and accepts or rejects it.
enum ReviewCommand {
    static let command = SlipCommand(
        "review", "Decide about changes that agents have proposed.",
        discussion: """
            An agent whose server was started with 'slip mcp --propose QUERY' stores its changes as proposals, which
            change nothing. Without a subcommand, the proposals are listed. On a terminal slip then goes through them and
            asks about each part. 'slip browse' shows them with Alt-Q.

            Texts that have changed since are merged, as git notes are. If that leads to a conflict, the proposal is
            stale and cannot be accepted.
            """,
        subcommands: [list, decide, show, accept, reject], usually: "decide")

    /// Which proposals a command is about, and how it makes their changes.
    struct OptionValues: Sendable {
        var takesAll = false
        var client: String?
        var change = ChangeOptions()

        /// Whether the proposals are not named one by one.
        var takesMany: Bool { takesAll || client != nil }

        static let all: Option<OptionValues> = .flag("all", \.takesAll, "Decide about all pending proposals.")
        static let by: Option<OptionValues> = .value(
            "by", "NAME", \.client, "Decide about the proposals of the client NAME.")
    }

    static let list = SlipCommand(
        "list", "List the proposals, oldest first.", words: [],
        options: [
            .value("by", "NAME", \OptionValues.client, "List only the proposals of the client NAME."),
            .value(
                "format", short: "f", "FORMAT", \OptionValues.change.format, "Set the output format (default: text)."),
        ],
        values: { OptionValues() },
        run: { values, _, context in try list(values.change.format, by: values.client, context) })

    static let decide = SlipCommand(
        "decide", "Go through the proposals, and ask about each part.", words: [], options: FormatOption.options,
        discussion: "Not on a terminal, the proposals are only listed.",
        values: { FormatOption() },
        run: { values, _, context in
            guard context.host.inputIsTerminal, context.host.outputIsTerminal, values.format == nil else {
                return try list(values.format, by: nil, context)
            }
            try ProposalReview(context).run()
        })

    /// Returns the pending proposals, and the numbers of those that no longer fit the notes. Removes those that have
    /// been applied already, for example by an editor.
    ///
    /// - Parameter client: the client whose proposals to return, or nil for all.
    static func pending(
        by client: String? = nil, _ context: CommandContext
    ) throws -> (proposals: [Proposals.Proposal], stale: Set<Int>) {
        let vault = try context.vault()
        var (proposals, foreignCount) = try Proposals(vault).all()
        if foreignCount > 0 {
            context.notice(
                "\(Counted.of(foreignCount, "file")) of another vault, machine or user, or unreadable: kept in \(vault.ownPath.text)/proposals"
            )
        }
        if let client { proposals.removeAll { $0.client.name != client } }
        if proposals.isEmpty { return ([], []) }
        let states = try context.read { snapshot in proposals.map { ProposalPlanner(snapshot).state(of: $0) } }
        let applied = Set(zip(proposals, states).filter { $1 == .applied }.map(\.0.number))
        for number in applied { try Proposals(vault).remove(number) }
        let stale = Set(zip(proposals, states).filter { $1 == .stale }.map(\.0.number))
        proposals.removeAll { applied.contains($0.number) }
        return (proposals, stale)
    }

    private static func list(_ format: ListFormat?, by client: String?, _ context: CommandContext) throws {
        let (proposals, stale) = try pending(by: client, context)
        try ListOptions(format: format).print(
            proposals, context, heading: ["number", "client", "created", "files", "reason", ""],
            empty: noneIsPending(by: client)
        ) { proposal in
            let time = context.environment.calendar.civil(proposal.created)
            return [
                .number(proposal.number), .text(proposal.client.name), .text("\(time.dayText) \(time.clockText)"),
                .text(PlanTitle.list(proposal.files.map(\.path.text), separator: ", ")), .text(proposal.reason),
                .text(stale.contains(proposal.number) ? "stale" : ""),
            ]
        } members: { proposal, json in
            json.field("id", Int64(proposal.number))
            json.field("client", proposal.client.name)
            json.field("reason", proposal.reason)
            json.field("created", proposal.created.rfc3339)
            json.field("paths", proposal.files.map(\.path.text))
            json.field("stale", stale.contains(proposal.number))
        }
    }

    static let show = SlipCommand(
        "show", "Show the difference that a proposal makes.", operands: ["N"], options: ChangeOptions.common,
        discussion: "If it no longer fits the notes, the difference is that to the notes as the agent has read them.",
        values: { ChangeOptions() },
        run: { options, operands, context in
            var options = options
            options.isDryRun = true
            let proposal = try find(operands[0], context)
            do {
                try options.change(context) { snapshot in
                    PlannedChange(try ProposalPlanner(snapshot).plan(proposal)) { _ in summary(proposal) }
                }
            } catch let error as VaultError where error.cause == .precondition && options.format == nil {
                context.notice(SafeText.escaped(error.message))
                context.page()
                try ChangeOptions.print(patch: proposal.patch, context)
            }
        })

    static let accept = SlipCommand(
        "accept", "Make the changes of proposals, each as one change.", operands: ["[N…]"],
        options: [OptionValues.all, OptionValues.by]
            + (ChangeOptions.common + [ChangeOptions.force]).map { $0.on(\OptionValues.change) },
        discussion: """
            With --all or --by, a proposal that cannot be accepted is reported and stays pending. The others are accepted.
            """,
        values: { OptionValues() },
        run: { values, operands, context in
            for proposal in try chosen(operands, values, in: context) {
                do {
                    try accept(proposal, values.change, in: context)
                } catch let error as VaultError where values.takesMany && error.cause != .locked {
                    ErrorReport(error).show(in: context)
                }
            }
        })

    static let reject = SlipCommand(
        "reject", "Discard proposals.", operands: ["[N…]"], options: [OptionValues.all, OptionValues.by],
        values: { OptionValues() },
        run: { values, operands, context in
            for proposal in try chosen(operands, values, in: context) {
                try Proposals(context.vault()).remove(proposal.number)
                context.notice(SafeText.escaped("rejected \(summary(proposal))"))
            }
        })

    /// Returns the proposals with the numbers in `operands`, each once, or those that the options select. If there are
    /// none, prints a notice and sets exit status 1.
    private static func chosen(
        _ operands: [Argument], _ values: OptionValues, in context: CommandContext
    ) throws -> [Proposals.Proposal] {
        if !values.takesMany {
            if operands.isEmpty { throw UsageError.missingOperand("N, or --all, or --by NAME") }
            var seen: Set<Int> = []
            return try operands.map { try find($0, context) }.filter { seen.insert($0.number).inserted }
        }
        guard operands.isEmpty else {
            throw UsageError.other("N and '--all' or '--by' cannot be used together", help: "use only one of them")
        }
        let found = try pending(by: values.client, context).proposals
        if found.isEmpty {
            context.status = 1
            context.notice(SafeText.escaped(noneIsPending(by: values.client)))
        }
        return found
    }

    private static func noneIsPending(by client: String?) -> String {
        "no proposal\(client.map { " of '\($0)'" } ?? "") is pending"
    }

    /// Makes the changes of a proposal, and removes it.
    static func accept(_ proposal: Proposals.Proposal, _ options: ChangeOptions, in context: CommandContext) throws {
        try options.change(context) { snapshot in
            PlannedChange(try ProposalPlanner(snapshot).plan(proposal)) { _ in "accepted \(summary(proposal))" }
        }
        if !options.isDryRun { try Proposals(context.vault()).remove(proposal.number) }
        // Another command can change the vault while the next question is answered.
        context.endChanging()
    }

    static func summary(_ proposal: Proposals.Proposal) -> String {
        let paths = PlanTitle.list(proposal.files.map { "'\($0.path.text)'" }, separator: ", ")
        let reason = proposal.reason.isEmpty ? "" : ": \(proposal.reason)"
        return "proposal \(proposal.number) of \(proposal.client.name) for \(paths)\(reason)"
    }

    private static func find(_ operand: Argument, _ context: CommandContext) throws -> Proposals.Proposal {
        let text = String(decoding: operand.bytes, as: UTF8.self)
        guard let number = Int(text) else {
            throw UsageError.other("'\(text)' is not the number of a proposal", help: "to list them: slip review list")
        }
        return try Proposals(context.vault()).proposal(number)
    }
}
