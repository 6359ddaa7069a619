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
            asks about each part.

            Texts that have changed since are merged, as git notes are. If that leads to a conflict, the proposal is
            stale and cannot be accepted.
            """,
        subcommands: [list, decide, show, accept, reject], usually: "decide")

    static let list = SlipCommand(
        "list", "List the proposals, oldest first.", words: [], options: FormatOption.options,
        values: { FormatOption() },
        run: { values, _, context in try list(values.format, context) })

    static let decide = SlipCommand(
        "decide", "Go through the proposals, and ask about each part.", words: [], options: FormatOption.options,
        discussion: "Not on a terminal, the proposals are only listed.",
        values: { FormatOption() },
        run: { values, _, context in
            guard context.host.inputIsTerminal, context.host.outputIsTerminal, values.format == nil else {
                return try list(values.format, context)
            }
            try ProposalReview(context).run()
        })

    /// Returns the pending proposals, and the numbers of those that no longer fit the notes. Removes those that have
    /// been applied already, for example by an editor.
    static func pending(_ context: CommandContext) throws -> (proposals: [Proposals.Proposal], stale: Set<Int>) {
        let vault = try context.vault()
        var (proposals, foreignCount) = try Proposals(vault).all()
        if foreignCount > 0 {
            context.notice(
                "\(Counted.of(foreignCount, "file")) of another vault, machine or user, or unreadable: kept in \(vault.ownPath.text)/proposals"
            )
        }
        if proposals.isEmpty { return ([], []) }
        let plans = try context.read { snapshot in proposals.map { try? ProposalPlanner(snapshot).plan($0) } }
        let applied = Set(zip(proposals, plans).filter { $1?.isEmpty == true }.map(\.0.number))
        for number in applied { try Proposals(vault).remove(number) }
        let stale = Set(zip(proposals, plans).filter { $1 == nil }.map(\.0.number))
        proposals.removeAll { applied.contains($0.number) }
        return (proposals, stale)
    }

    private static func list(_ format: ListFormat?, _ context: CommandContext) throws {
        let (proposals, stale) = try pending(context)
        try ListOptions(format: format).print(
            proposals, context, heading: ["number", "client", "created", "files", "reason", ""],
            empty: "no proposal is pending"
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
        "accept", "Make the changes of proposals, each as one change.", operands: ["N…"],
        options: ChangeOptions.common + [ChangeOptions.force],
        values: { ChangeOptions() },
        run: { options, operands, context in
            for proposal in try operands.map({ try find($0, context) }) {
                try accept(proposal, options, in: context)
            }
        })

    static let reject = SlipCommand(
        "reject", "Discard proposals.", operands: ["N…"],
        values: { FormatOption() },
        run: { _, operands, context in
            for proposal in try operands.map({ try find($0, context) }) {
                try Proposals(context.vault()).remove(proposal.number)
                context.notice(SafeText.escaped("rejected \(summary(proposal))"))
            }
        })

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
