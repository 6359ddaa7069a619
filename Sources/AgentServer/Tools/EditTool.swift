import Editing
import Searching
import SourceText
import VaultFiles

/// Changes notes: all changes of a call, or none.
enum EditTool {
    /// The longest patch in a result, in bytes. That of a change that was made only confirms it, and repeats what the client
    /// sent, or lines of notes whose links follow.
    private static func longestPatch(isMade: Bool) -> Int { isMade ? 4000 : 20_000 }
    /// The most files in a result.
    private static let mostChanges = 200

    static let maximumChanges = 100

    static let tool = Tool(
        name: "edit",
        summary: """
            Change notes, all or nothing. Members by op: set: values (front matter; null removes a key); append, prepend: \
            text, heading; insert: line, text; replace: old, new, count, line, heading; task: \
            line, values (status, due); new: title, folder or path, text, \
            values, kind; move: to (links follow); remove: to the trash. All but new need note, and the hash that read or search \
            returned. Order: with line, others, moves, remove.
            """,
        input: [
            Property(
                "changes", .list(.object(RequestedChange.properties), maximum: maximumChanges), isRequired: true),
            Property("dry_run", .flag, "only show the patch"),
            Property("reason", .text, "why, for the user"),
        ],
        output: [
            Property("changes", .list(.anyObject)),
            Property("patch", .text),
            Property("undo", .optional(.count)),
            Property("proposal", .optional(.count)),
        ],
        changesNotes: true, canPropose: true, isIdempotent: false, run: edit)

    @Sendable private static func edit(_ call: ToolCall) throws -> JSONValue {
        let changes = try call.arguments["changes"]?.list.enumerated().map { index, value in
            try RequestedChange(value, number: index)
        }
        guard let changes, !changes.isEmpty else { throw ToolError("'changes' is empty") }
        let session = try call.session()
        try call.worker.checkConfiguration(of: session.vault)
        let isDryRun = call.arguments["dry_run"]?.truth ?? false
        let writer = isDryRun || call.options.permission == .none ? nil : try call.writer(on: session.vault)
        func refresh() throws { try session.refresh(at: call.options.now()) }
        if writer != nil { try refresh() }
        return try VaultWriter.retryingConflicts(prepare: refresh) {
            let planner = try EditPlanner(changes, session)
            let plan = try planner.plan(check: call.running.check)
            let (files, patch) = try session.read { snapshot in
                let files = try PlannedFile.all(in: plan) { try snapshot.files(inside: $0) }
                return (try files.map { try $0.withContent(snapshot) }, PlanPatch(plan, files: files).bytes)
            }
            let isProposal = try call.options.proposes(files, in: session)
            var remarks = plan.notices
            var number: Int?
            if isProposal {
                if !isDryRun, !plan.isEmpty { number = try propose(files, call, in: session) }
                if number != nil { remarks.append("the user has to accept the change; no note was changed") }
                if isDryRun { remarks.append("the change would be proposed to the user") }
            } else if let writer {
                try call.running.writing {
                    for notice in try writer.carryOut(plan) { call.worker.messages.warn(notice) }
                }
                call.worker.refreshAfterChange(session, of: plan.paths)
            }
            remarks += call.warnings
            if plan.isEmpty { remarks.append("nothing to change") }
            if files.count > mostChanges { remarks.append("\(files.count - mostChanges) more notes change") }
            let longest = longestPatch(isMade: !isDryRun && !isProposal)
            let shown = cut(patch, longest)
            if shown < patch.count { remarks.append("the patch has \(patch.count - shown) more bytes") }
            return [
                "changes": .array(planner.sorted(files).prefix(mostChanges).map { change($0, isMade: !isProposal) }),
                "patch": .string(patch.text(0..<shown)),
                // Changes are undone in reverse order, so the latest has the number 1.
                "undo": isDryRun || isProposal || plan.isEmpty ? .null : 1,
                "proposal": number.map { .int($0) } ?? .null,
                "remarks": AgentHelp.lines(remarks),
            ]
        }
    }

    /// Returns the number of bytes of a patch to show: whole lines, or whole characters if the last line is long.
    private static func cut(_ patch: [UInt8], _ longest: Int) -> Int {
        if patch.count <= longest { return patch.count }
        let line = patch.lineStart(of: longest)
        return line > longest / 2 ? line : BoundedText.end(of: patch, atMost: longest)
    }

    /// Stores a change as a proposal, and returns its number.
    private static func propose(_ files: [PlannedFile], _ call: ToolCall, in session: VaultSession) throws -> Int {
        let files = try session.read { try ProposalPlanner.files(files, $0) }
        let reason = call.arguments["reason"]?.text ?? ""
        return try Proposals(session.vault).add(
            Proposals.Proposal(
                client: call.changeClient, reason: reason, created: call.options.now(), files: files))
    }

    /// Returns the path of a file with the hash that it has after the call, or null if it is removed.
    ///
    /// - Parameter isMade: whether the change is made, and not only shown or proposed.
    private static func change(_ file: PlannedFile, isMade: Bool) -> JSONValue {
        let isThere = file.to != nil && (isMade || file.from != nil)
        let hash = isThere ? ContentHash.text(of: isMade ? file.after : file.before) : nil
        return ["path": .string((file.to ?? file.from ?? .root).text), "hash": .optional(hash)]
    }
}

extension PlannedFile {
    /// Returns the file with its content, if it is only moved.
    fileprivate func withContent(_ snapshot: VaultSnapshot) throws -> PlannedFile {
        guard isOnlyMoved, let from, let to, try snapshot.isNote(from) else { return self }
        let bytes = try snapshot.bytes(from)
        return PlannedFile(from: from, before: bytes, to: to, after: bytes)
    }
}
