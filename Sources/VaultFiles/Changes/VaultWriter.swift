package import SourceText
package import System

/// The only code that changes the files of a vault: all files of a change or none.
///
/// A change is computed before its first step, and stored with all new contents in `.slipbox/tmp`. Each new content is
/// exchanged with the old one. The displaced content can then be compared with the content that was read, and stays for
/// undo. A complete change moves to `.slipbox/undo` (`ChangeStore`). The next command that changes the vault rolls back
/// an interrupted change in `.slipbox/tmp`, as SQLite rolls back a hot journal
/// (https://sqlite.org/lockingv3.html#hot_journals).
package struct VaultWriter {
    /// The result of an undo or redo.
    package struct Undone: Hashable, Sendable {
        /// The changes that were undone or redone.
        package var changes: [ChangeSummary] = []
        /// The changes whose files have all changed since. They stay as they are.
        package var passed: [ChangeSummary] = []
        /// The names of files that have changed since, and were skipped.
        package var skipped: [String] = []

        package init() {}
    }

    let vault: Vault
    let store: ChangeStore
    private let now: Moment
    private let client: ChangeClient?
    /// The lock on changes, released with the writer.
    private let lock: FileLock

    /// Creates a writer that holds the lock on changes while it exists, so that plans stay valid.
    ///
    /// - Parameters:
    ///   - now: the time for the record.
    ///   - client: the program that asks for the changes, for the record.
    ///   - timeout: how long to wait for another process that holds the lock, in milliseconds (default: forever).
    ///   - waiting: called once if another process holds the lock.
    package init(
        locking vault: Vault, now: Moment, client: ChangeClient? = nil, timeout: Int64? = nil,
        waiting: (LockHolder?) -> Void = { _ in }
    ) throws {
        self.vault = vault
        self.now = now
        self.client = client
        _ = try vault.ownFolder()
        try ChangeStore(vault).check()
        do {
            lock = try vault.lock(Self.lockName, timeout: timeout, waiting: waiting)
        } catch  where error.isLocked {
            throw VaultError(
                "another slip process is changing the vault; nothing was changed", cause: .locked,
                help: "try again when it has finished")
        } catch {
            throw VaultError(
                error.isLoop
                    ? "'.slipbox/write.lock' is a symbolic link, which slip does not follow here"
                    : "cannot lock the vault: '.slipbox/write.lock': \(error.reason)",
                help: error.isNoPlainFile ? "remove it; slip creates a new one" : "check that .slipbox is writable")
        }
        do {
            try vault.establishIdentity()
        } catch {
            throw VaultError("cannot change the vault: \(error); nothing was changed")
        }
        store = ChangeStore(vault)
    }

    static let lockName = "write.lock"

    var displaced: DisplacedFiles { DisplacedFiles(vault) }
    var recovery: ChangeRecovery { ChangeRecovery(vault, store) }

    /// Carries out a plan completely, or throws an error and changes nothing. Does nothing if the plan is empty. An
    /// interrupted change must have been recovered before (`recover`).
    ///
    /// - Parameters:
    ///   - force: whether to change files that are not writable, have several hard links, cannot keep their owner, or are
    ///     open for writing. Also allows unread notes (`ChangePlan.unread`), which stay unchanged. Otherwise these are
    ///     errors.
    ///   - progress: called before each operation is prepared, with the number of those prepared so far.
    /// - Returns: notices about files that were open for writing.
    /// - Throws: `VaultError`. If some steps could not be undone, its message lists them.
    package func carryOut(
        _ plan: ChangePlan, force: Bool = false, progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) throws -> [String] {
        let notices = try make(plan, force: force, progress: progress)
        let displaced = displaced
        for change in store.expiredChanges() { displaced.discard(change) }
        return notices
    }

    /// Carries out a plan, and keeps the records of all earlier changes.
    func make(_ plan: ChangePlan, force: Bool = false, progress: (Int, Int) -> Void = { _, _ in }) throws -> [String] {
        if plan.isEmpty { return [] }
        if !force, let first = plan.unread.first {
            let more = plan.unread.count > 1 ? " (and \(plan.unread.count - 1) more)" : ""
            throw VaultError(
                first, "cannot be read\(more), so it would not be updated; nothing was changed",
                help: "make it readable, or add it to ignore: in .slipbox/config.yaml; to leave it unchanged: --force")
        }
        let preparation = ChangePreparation(plan: plan, vault: vault, store: store, force: force, client: client)
        let change = try preparation.prepare(now: now, progress)
        let runner = ChangeRunner(vault: vault, store: store, force: force)
        let notices = try runner.run(change, Array(change.record.steps.indices), forwards: true) {
            displaced.discard(change)
        }
        if plan.origin == .command { store.dropUndone() }
        try runner.finish(change, in: store.folder(change.number, change.record.madeState))
        return notices
    }

    /// Prepares the vault for a change: rolls back an interrupted change, and merges late text. Reports both.
    ///
    /// - Parameter rescues: whether late text is merged into notes, which is a change.
    package func settle(rescues: Bool = true, report: (String) -> Void) throws {
        if let interrupted = try recover() {
            report("\(interrupted.progress) and was rolled back")
            interrupted.notices.forEach(report)
        }
        if rescues { for rescue in rescue() { report(rescue.message) } }
    }

    /// Rolls back an interrupted change. See `ChangeRecovery.recover(skipsChanged:)`.
    package func recover(skipsChanged: Bool = false) throws -> ChangeRecovery.Interrupted? {
        try recovery.recover(skipsChanged: skipsChanged)
    }

    /// Forgets the interrupted change, or else the last one. See `ChangeRecovery.forget(by:)`.
    package func forget(by client: ChangeClient? = nil) throws { try recovery.forget(by: client) }

    // MARK: Undo

    var canRedo: Bool { get throws { try !store.latest(1, .undone) { !$0.record.isAutomatic }.isEmpty } }

    /// Undoes the last changes: all of them or none, unless other programs prevent both (`ChangeRecovery.keepReversed`).
    ///
    /// - Parameters:
    ///   - client: whose changes count, or nil for all.
    ///   - skipsChanged: whether files that have changed since are skipped and reported. Otherwise they are an error.
    ///   - report: called with each text that another program had written to a file of the changes.
    /// - Throws: `VaultError`, also if all files have changed since. The changes can still be undone later.
    package func undo(
        _ count: Int = 1, by client: ChangeClient? = nil, skipsChanged: Bool = false, report: @escaping (Rescue) -> Void
    ) throws -> Undone {
        var undone = Undone()
        let changes = try store.latest(count, .made) { $0.record.isBy(client) }
        guard changes.count >= count else {
            let whose = client.map { " by '\($0.name)'" } ?? ""
            throw VaultError(
                changes.isEmpty
                    ? "there is no change\(whose) to undo" : "there \(Self.count(changes))\(whose) to undo",
                help: changes.isEmpty
                    ? try ChangeHistory(vault).foreignRecordsRemark() : "to list them: slip undo --list")
        }
        // Automatic changes are undone with the changes that they follow.
        let all = try (changes + automaticChanges(after: changes)).sorted { $0.number > $1.number }
        let results = try reverse(all, of: client, from: .made, skipsChanged: skipsChanged, report: report)
        for (change, result) in results where !change.record.isAutomatic {
            undone.skipped += result.skipped
            var summary = ChangeSummary(change)
            if result.isEmpty {
                undone.passed.append(summary)
            } else {
                summary.paths.removeAll { result.skipped.contains("'\($0.text)'") }
                undone.changes.append(summary)
            }
        }
        return undone
    }

    /// Redoes undone changes, in the order in which they were made: as `undo`, all of them or none. A new change of slip
    /// makes redo impossible.
    ///
    /// - Parameter report: as for `undo`.
    /// - Throws: `VaultError`, also if fewer than `count` changes can be redone, or files have changed since.
    package func redo(_ count: Int = 1, report: @escaping (Rescue) -> Void) throws -> Undone {
        var redone = Undone()
        let undone = try store.changes(.undone)
        let changes = undone.filter { !$0.record.isAutomatic }
        guard changes.count >= count else {
            throw VaultError(
                changes.isEmpty ? "there is no change to redo" : "there \(Self.count(changes)) to redo")
        }
        // With the automatic changes between them.
        let wanted = Array(undone.reversed().prefix { $0.number <= changes[changes.count - count].number })
        redone.changes = try withoutAutomaticChanges(after: wanted, report: report) {
            try reverse(wanted, of: nil, from: .undone, skipsChanged: false, report: report)
        }
        .filter { !$0.change.record.isAutomatic }.map { ChangeSummary($0.change) }
        return redone
    }

    private static func count(_ changes: [ChangeStore.StoredChange]) -> String {
        changes.count == 1 ? "is only 1 change" : "are only \(changes.count) changes"
    }

    /// Undoes or redoes changes in this order: all or none, also after an interruption.
    private func reverse(
        _ changes: some Collection<ChangeStore.StoredChange>, of client: ChangeClient?, from origin: ChangeStore.State,
        skipsChanged: Bool, report: @escaping (Rescue) -> Void
    ) throws -> [(change: ChangeStore.StoredChange, result: ChangeReversal.Result)] {
        let forwards = origin == .undone
        let reversal = ChangeReversal(
            vault: vault, store: store, forwards: forwards, skipsChanged: skipsChanged, report: report, client: client)
        if changes.count == 1, let change = changes.first {
            return [(change, try reversal.run(change, refusesEmpty: true))]
        }
        do {
            try store.begin(ChangeStore.Batch(origin: origin, numbers: changes.map(\.number)))
        } catch {
            throw VaultError(error, outcome: reversal.unchanged)
        }
        do {
            let results = try changes.map { ($0, try reversal.run($0)) }
            let own = results.filter { !$0.0.record.isAutomatic }
            if let first = own.first, own.allSatisfy(\.1.isEmpty) {
                throw reversal.nothingLeft(of: first.0, skipped: own.flatMap(\.1.skipped))
            }
            try store.endBatch()
            return results
        } catch {
            let error = (error as? SystemError).map { VaultError($0, outcome: "nothing was changed") } ?? error
            do {
                _ = try recover(skipsChanged: skipsChanged)
            } catch let left {
                if let kept = try? recovery.keepReversed() {
                    if kept.isEmpty { throw error }
                    throw reversal.partialError(kept, of: changes.count, error, left)
                }
                // The next command continues the recovery.
                throw VaultError(
                    "cannot \(forwards ? "redo" : "undo") all \(changes.count) changes, nor restore the state before: \(error); \(left)",
                    help: ChangeRecovery.help)
            }
            throw error
        }
    }
}
