import Editing
import Rendering
import Searching
import SourceText
import VaultFiles

/// Lists and undoes changes of the connection, or with `all` those of the client, as `slip undo --by CLIENT` does. Also
/// lists and withdraws its pending proposals.
enum UndoTool {
    static let tool = Tool(
        name: "undo",
        summary: """
            List or undo your changes, newest first; list or withdraw your pending proposals.
            """,
        input: [
            Property("list", .flag, "default"),
            Property("last", .number(1...100), "undo N, all or none"),
            Property("withdraw", .list(.count), "proposal ids"),
            Property("skip_changed", .flag, "leave changed notes"),
            Property("all", .flag, "also of other sessions"),
        ],
        output: [
            Property("done", .flag),
            Property("changes", .list(.anyObject)),
            Property("proposals", .list(.anyObject)),
        ],
        changesNotes: true, canPropose: true, isIdempotent: false,
        run: { call in
            let given = ["list", "last", "withdraw"].filter { call.arguments[$0].map { $0 != false } ?? false }
            if given.count > 1 {
                throw ToolError(
                    "'\(given[0])' and '\(given[1])' cannot be used together", help: "use only one of them")
            }
            var client = call.changeClient
            if call.arguments["all"]?.truth == true { client.session = nil }
            let proposals = OwnProposals(call, of: client)
            if let ids = call.arguments["withdraw"]?.list.compactMap(\.int) {
                return ["done": true, "changes": [], "proposals": try proposals.withdraw(ids), "remarks": []]
            }
            guard let count = call.arguments["last"]?.int else {
                let changes = try ChangeHistory(call.vault()).made(by: client)
                let pending = try proposals.list()
                return [
                    "done": false, "changes": .raw(UndoJSON.list(changes)), "proposals": pending.json,
                    "remarks": AgentHelp.lines(pending.remarks + call.warnings),
                ]
            }
            if call.options.permission == .none {
                throw ToolError("this server can only propose changes", help: "to take a proposal back: withdraw")
            }
            let session = try call.session()
            try call.worker.checkConfiguration(of: session.vault)
            let writer = try call.writer(on: session.vault, rescues: false)
            try session.refresh(at: call.options.now())
            let isLimited = if case .query = call.options.permission { true } else { call.options.mostNotes != nil }
            if isLimited {
                if count > 1 { throw ToolError("this server undoes one change at a time", help: "last: 1") }
                let files = try reversedFiles(session, by: client)
                try call.options.checkCount(of: files)
                try call.options.permission.check(files, in: session)
            }
            let undone = try call.running.writing {
                try writer.undo(count, by: client, skipsChanged: call.arguments["skip_changed"]?.truth ?? false) {
                    call.worker.messages.warn($0.message)
                }
            }
            call.worker.refreshAfterChange(session)
            return [
                "done": true, "changes": .raw(UndoJSON.list(undone.changes, numbered: false)),
                "remarks": AgentHelp.lines(
                    call.warnings + undone.skipped.map { "skipped, because it has changed since: \($0)" }),
            ]
        })

    /// Returns the files that undoing the last change of a client would change.
    private static func reversedFiles(_ session: VaultSession, by client: ChangeClient) throws -> [PlannedFile] {
        guard let plan = try ChangeHistory(session.vault).plan(1, by: client) else { return [] }
        // The plan lacks contents that are no longer known.
        if let notice = plan.notices.first { throw ToolError("\(notice); nothing was changed") }
        var trashed: [VaultPath: VaultPath] = [:]
        for case .move(let from, let to) in plan.operations where Trash.contains(to) { trashed[from] = to }
        return try session.read { snapshot in
            try PlannedFile.all(in: plan) { [$0] }.map { file in
                var reversed = PlannedFile(from: file.to, before: file.after, to: file.from, after: file.before)
                if file.isOnlyMoved, let content = file.to ?? file.from.flatMap({ trashed[$0] }) {
                    reversed.after = try snapshot.bytes(content)
                }
                return reversed
            }
        }
    }
}
