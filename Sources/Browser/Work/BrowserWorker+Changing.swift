import Editing
import QueryLanguage
import Searching
import SourceText
import VaultFiles

extension BrowserWorker {
    /// Returns the tasks of a query, or the error of the query.
    func tasks(_ search: BrowserTasks.Search) throws -> BrowserTasks.Results {
        var options = TaskListOptions(query: search.query, place: search.place.inVault)
        (options.limit, options.identifies) = (BrowserTasks.Search.limit, true)
        do {
            return try read(search.place) { collection in
                let list = try collection.tasks(options) { leaveOut($0, because: $1) }
                let snapshot = collection.snapshots.first
                return BrowserTasks.Results(
                    search: search, entries: list.entries, count: list.count,
                    today: snapshot.map { $0.calendar.civil($0.now).startOfDay })
            }
        } catch let error as QueryError {
            return BrowserTasks.Results(search: search, fault: QueryFault(error.diagnostic))
        }
    }

    /// The time to wait for another process that changes the vault, in milliseconds. The browser does nothing else then.
    private static let lockTimeout: Int64 = 2000

    func carryOut(_ change: BrowserChange) throws -> BrowserResponse {
        if change.kind == .undo { return try undo() }
        let session = try session(of: change.vault)
        if case .rejectProposal(let number) = change.kind { return try reject(number, in: session) }
        let writer = try writer(in: session)
        var notices: [String] = []
        try writer.settle { notices.append($0) }
        let open = try session.current()
        try open.refresh(at: common.now())
        return try VaultWriter.retryingConflicts(prepare: { try open.refresh(at: common.now()) }) {
            try carryOut(change, with: writer, in: session, notices)
        }
    }

    private func carryOut(
        _ change: BrowserChange, with writer: VaultWriter, in session: BrowserSession, _ notices: [String]
    ) throws -> BrowserResponse {
        let names = sessions.compactMap(\.source?.name)
        let edit = try session.current().plan { try BrowserEdit(change, in: $0, vaults: names) }
        if !change.isConfirmed, let question = edit.question {
            return .needsConfirmation(question, details: notices + edit.plan.notices, change)
        }
        // Without `force`, there are no notices.
        _ = try writer.carryOut(edit.plan)
        if case .acceptProposal(let number) = change.kind { try Proposals(session.vault).remove(number) }
        if sessions.count > 1, !edit.plan.isEmpty, let last = try ChangeHistory(session.vault).made().first {
            made.append((change.vault, last))
        }
        let fault = refreshFault(session, changed: edit.plan.paths)
        let added = [fault].compactMap(\.self) + notices + edit.plan.notices.prefix(1)
        let done = edit.plan.isEmpty ? "nothing to change" : "\(edit.done); undo with Alt-U"
        return .changed(
            ([done] + added).joined(separator: "; "), in: change.vault, made: edit.made,
            left: change.kind.keepsNotes ? [] : change.notes)
    }

    /// Updates the index after a change. Returns the reason if that fails: the change stands.
    private func refreshFault(_ session: BrowserSession, changed: Set<VaultPath>? = nil) -> String? {
        do {
            try session.current().refresh(at: common.now(), changed: changed)
            return nil
        } catch {
            return "the index is not updated: \(ErrorReport(error).message)"
        }
    }

    /// Undoes the last change of the vault. With several vaults, only the last one that was made here.
    private func undo() throws -> BrowserResponse {
        func undo(_ session: BrowserSession, _ writer: VaultWriter) throws -> BrowserResponse {
            // An interrupted change counts as the last one, as for 'slip undo'.
            var notices: [String] = []
            let done =
                try writer.recover().map { "rolled back: \($0.title)" }
                ?? "undone: \(writer.undo { notices.append($0.message) }.changes.map(\.title).joined(separator: ", "))"
            return .changed(
                ([done, refreshFault(session)].compactMap(\.self) + notices).joined(separator: "; "),
                in: session.source, made: nil,
                left: [])
        }
        if sessions.count == 1 { return try undo(sessions[0], writer(in: sessions[0])) }
        while let (vault, change) = made.last {
            let session = try session(of: vault)
            let writer = try writer(in: session)
            let changes = try ChangeHistory(session.vault).made()
            if changes.first == change {
                let response = try undo(session, writer)
                // After an interrupted change was rolled back, the change made here is still there.
                if try ChangeHistory(session.vault).made().first != change { made.removeLast() }
                return response
            }
            if changes.contains(change) {
                let root = String(decoding: session.vault.root, as: UTF8.self)
                throw VaultError(
                    "'\(vault?.name ?? "")' was changed elsewhere since: \(changes[0].title)",
                    help: "slip --vault '\(root)' undo")
            }
            // It was undone elsewhere.
            made.removeLast()
        }
        throw VaultError(
            "nothing was changed here yet", help: "to undo an earlier change: slip --vault NAME undo")
    }

    private func writer(in session: BrowserSession) throws -> VaultWriter {
        try VaultWriter(
            locking: session.vault, now: common.now(), client: common.environment.client.map { ChangeClient($0) },
            timeout: Self.lockTimeout)
    }
}
