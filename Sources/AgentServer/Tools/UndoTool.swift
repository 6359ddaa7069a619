import Editing
import JSONRPC
import Rendering
import Searching
import SourceText
import VaultChanges
import VaultFiles

/// Lists and undoes changes of the client, as `slip undo --by CLIENT` does.
enum UndoTool {
    static let tool = Tool(
        name: "undo", summary: "List your changes, newest first, or undo the last ones. Changes of others stay.",
        input: [
            Property("list", .flag, "list the changes (default)"),
            Property("last", .number(1...100), "undo this many changes, all or none"),
        ],
        output: [
            Property("done", .flag, "whether changes were undone", isRequired: true),
            Property("changes", .list(.anyObject), isRequired: true),
        ],
        changesNotes: true, isIdempotent: false,
        run: { call in
            let name = call.changeClient
            guard let count = call.arguments["last"]?.int else {
                let changes = try ChangeHistory(call.vault()).made(by: name)
                return ["done": false, "changes": .raw(UndoJSON.list(changes))]
            }
            if call.arguments["list"]?.truth == true {
                throw ToolError("'list' and 'last' cannot be used together", help: "use only one of them")
            }
            let session = try call.session()
            let writer = try call.writer(on: session.vault)
            try session.refresh(at: call.host.now())
            if case .query = call.host.permission {
                if count > 1 { throw ToolError("undo one change at a time", help: "last: 1") }
                try call.host.permission.check(try reversedFiles(session, by: name), in: session)
            }
            try call.running.cancellation.check()
            let undone = try writer.undo(count, by: name)
            try session.refresh(at: call.host.now())
            let result = JSONValue(parsing: UndoJSON.text("undo", undone))
            return .object(["done": true, "changes": result?["changes"] ?? []])
        })

    /// Returns the files that undoing the last change of a client would change.
    private static func reversedFiles(_ session: VaultSession, by client: String) throws -> [PlannedFile] {
        guard let plan = try ChangeHistory(session.vault).plan(1, by: client) else { return [] }
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
