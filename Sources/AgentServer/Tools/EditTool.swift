import Editing
import JSONRPC
import Searching
import SourceText
import VaultChanges
import VaultFiles

/// Changes notes: all changes of a call, or none.
enum EditTool {
    /// The longest patch in a result, in bytes.
    private static let longestPatch = 50_000

    static let tool = Tool(
        name: "edit",
        summary: """
            Change notes, all or nothing. Members by op: set: values (null removes a key); append, prepend: text, \
            heading; insert: line (before it), text; replace: old (exact text), new, count; new: title, folder or path, \
            text, values; move: to (links follow); remove: to the trash. All but new need note and the hash that read \
            or search returned.
            """,
        input: [
            Property("changes", .list(.object(RequestedChange.properties)), isRequired: true),
            Property("dry_run", .flag, "show the patch, change nothing"),
        ],
        output: [
            Property(
                "changes",
                .list(.openObject([Property("path", .text, isRequired: true), Property("hash", .optional(.text))])),
                isRequired: true),
            Property("patch", .text, isRequired: true),
            Property("undo", .optional(.count), "undoes with undo, last", isRequired: true),
            Property("remarks", .list(.text), isRequired: true),
        ],
        changesNotes: true, isIdempotent: false, run: edit)

    @Sendable private static func edit(_ call: ToolCall) throws -> JSONValue {
        let changes = try call.arguments["changes"]?.list.enumerated().map { index, value in
            try RequestedChange(value, number: index)
        }
        guard let changes, !changes.isEmpty else { throw ToolError("'changes' is empty") }
        let isDryRun = call.arguments["dry_run"]?.truth ?? false
        let session = try call.session()
        let writer = try call.writer(on: session.vault)
        try session.refresh(at: call.host.now())
        return try VaultWriter.retryingConflicts(prepare: { try session.refresh(at: call.host.now()) }) {
            let planner = try EditPlanner(changes, session)
            let plan = try planner.plan()
            let (files, patch) = try session.read { snapshot in
                let inside = { try snapshot.files(inside: $0) }
                let files = try PlannedFile.all(in: plan, files: inside).map { try $0.withContent(snapshot) }
                return (files, try PlanPatch(plan, files: inside))
            }
            try call.host.permission.check(files, in: session)
            try call.running.cancellation.check()
            if !isDryRun {
                try writer.carryOut(plan)
                try session.refresh(at: call.host.now())
            }
            let remarks = plan.notices + call.warnings + (plan.isEmpty ? ["nothing to change"] : [])
            return result(
                files.sorted { planner.order($0) < planner.order($1) }, patch, remarks,
                isUndoable: !isDryRun && !plan.isEmpty)
        }
    }

    private static func result(
        _ files: [PlannedFile], _ patch: PlanPatch, _ remarks: [String], isUndoable: Bool
    ) -> JSONValue {
        var bytes: [UInt8] = []
        for piece in patch.pieces {
            switch piece {
            case .line(let text): bytes += Array("\(text)\n".utf8)
            case .patch(let lines): bytes += lines
            }
        }
        let isLong = bytes.count > longestPatch
        let changed = files.map { file -> JSONValue in
            let hash = file.to.map { _ in ContentHash.text(of: file.after) }
            return ["path": .string((file.to ?? file.from ?? .root).text), "hash": .optional(hash)]
        }
        return [
            "changes": .array(changed),
            "patch": .string(bytes.text(0..<min(bytes.count, longestPatch))),
            // Changes are undone in reverse order, so the latest has the number 1.
            "undo": isUndoable ? 1 : .null,
            "remarks": .array((remarks + (isLong ? ["the patch is longer than shown"] : [])).map { .string($0) }),
        ]
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

extension ToolCall {
    /// The name under which the call's changes are recorded.
    var changeClient: String { host.clientName ?? client.name }

    /// Takes the lock on changes of a vault, and rolls back an interrupted change.
    ///
    /// - Throws: `VaultError` if another process holds the lock for five seconds.
    func writer(on vault: Vault) throws -> VaultWriter {
        let writer = try VaultWriter(locking: vault, now: host.now(), client: changeClient, timeout: 5000)
        try writer.settle { worker.messages.warn($0) }
        return writer
    }
}
