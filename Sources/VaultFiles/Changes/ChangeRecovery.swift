import SourceText
import System

/// The recovery of changes that were interrupted.
package struct ChangeRecovery {
    /// An interrupted change, and how many of its steps were made. For an undo or redo of several changes, these are
    /// the steps.
    package struct Interrupted: Hashable, Sendable {
        package var title: String
        package var done: Int
        package var steps: Int
        package var client: String?
        /// Whether a watcher made the change. `undo` makes it with a change before it.
        package var isAutomatic = false
        /// The names of files that have changed since. They prevent recovery, or were skipped.
        package var changed: [String] = []
        /// Notices about files that were open for writing and were restored all the same.
        package var notices: [String] = []

        /// The title with the progress, as the start of a sentence.
        package var progress: String { "'\(title)' was interrupted after \(done) of \(steps) steps" }
    }

    private let vault: Vault
    private let store: ChangeStore

    package init(_ vault: Vault) { self.init(vault, ChangeStore(vault)) }

    init(_ vault: Vault, _ store: ChangeStore) {
        self.vault = vault
        self.store = store
    }

    /// With `force`: no later change is possible before the recovery. Text that is written late is rescued.
    private var runner: ChangeRunner { ChangeRunner(vault: vault, store: store, force: true) }

    /// Returns the interrupted change, or nil if there is none or another process is making it. Settles the records of
    /// changes that had not started, or were complete, as recovery does. No file of the vault is changed.
    package func interrupted() -> Interrupted? {
        // Errors are ignored here: a command that changes the vault reports them.
        guard FileStatus.seen(store.temporary) != nil, (try? store.check()) != nil,
            !((try? Files.list(store.temporary, follows: false)) ?? []).isEmpty,
            // The process that holds the lock may be making the change.
            let lock = try? vault.lock(VaultWriter.lockName, waits: false)
        else { return nil }
        defer { lock.release() }
        return (try? unsettled())?.report
    }

    /// Whether a change was interrupted, or that cannot be determined. The lock on changes must be held.
    var isNeeded: Bool {
        guard let (left, batch, _) = try? unsettled() else { return true }
        return left != nil || batch != nil
    }

    /// Settles what it can, and returns the interrupted change, the interrupted undo of several, and the report.
    private func unsettled() throws(SystemError) -> (
        left: InterruptedWork?, batch: ChangeStore.Batch?, report: Interrupted?
    ) {
        let left = try settle()
        let report = left.map { Self.summary($0.work, $0.states, change: $0.change) }
        guard let batch = try store.batch() else { return (left, nil, report) }
        return (left, batch, try summary(batch, left: report) ?? report)
    }

    /// Returns the progress of an undo or redo of several changes, or nil if none of them was undone or redone.
    private func summary(_ batch: ChangeStore.Batch, left: Interrupted?) throws(SystemError) -> Interrupted? {
        let reversed = try reversed(batch).count
        if reversed == 0, left == nil { return nil }
        let work = batch.origin == .made ? "undo" : "redo"
        return Interrupted(
            title: "\(work) of \(batch.numbers.count) changes", done: reversed, steps: batch.numbers.count,
            changed: left?.changed ?? [])
    }

    /// Returns the changes of an interrupted undo or redo that were undone or redone, in the order to revert them.
    private func reversed(_ batch: ChangeStore.Batch) throws(SystemError) -> [ChangeStore.StoredChange] {
        let isUndo = batch.origin == .made
        var reversed: [ChangeStore.StoredChange] = []
        for state in isUndo ? [ChangeStore.State.undone] : [.made, .automatic] {
            reversed += try store.changes(state).filter { batch.numbers.contains($0.number) }
        }
        return reversed.sorted { isUndo ? $0.number < $1.number : $0.number > $1.number }
    }

    private static func summary(
        _ work: ChangeStore.Activity, _ states: [StepState], change: ChangeStore.StoredChange
    ) -> Interrupted {
        let done = states.count { work == .undo ? $0.isBefore : $0.isAfter }
        let title = work == .undo ? "undo of \(change.record.title)" : change.record.title
        // A file that was edited before its step was made needs no recovery.
        let obstacles = states.indices.filter {
            states[$0] == .changed || states[$0] == (work == .undo ? .editedBefore : .editedAfter)
        }
        return Interrupted(
            title: title, done: done, steps: states.count, client: change.record.client?.name,
            isAutomatic: change.record.origin == .watcher,
            changed: obstacles.map { change.record.steps[$0].name })
    }

    /// An interrupted change, the states of its steps, and an error if a file could not be read.
    private typealias InterruptedWork = (
        work: ChangeStore.Activity, change: ChangeStore.StoredChange, states: [StepState], fault: (any Error)?
    )

    /// Settles the changes in `.slipbox/tmp` that need no recovery. The record of a change that had not started is
    /// removed. Those of a complete change, and of an undo or redo that had not started or is complete, move to their
    /// folders. Returns the first change that needs recovery.
    private func settle() throws(SystemError) -> InterruptedWork? {
        store.removeIncomplete()
        for (work, change) in try store.unfinishedChanges() {
            do {
                try StepRunner(vault, change).tidy(change.record.steps)
            } catch {
                return (work, change, change.record.steps.map { _ in .changed }, error)
            }
            let found = ChangeInspector(change, in: vault)
            let states = found.states
            if found.fault != nil { return (work, change, states, found.fault) }
            // The change may have found a folder as it is now.
            let conclusive = zip(states, change.record.steps).filter { _, step in
                if case .makeFolder = step { false } else { true }
            }.map(\.0)
            let counted = conclusive.isEmpty ? states : conclusive
            // It is put back into the vault, as the content that the interrupted step should have left there. A file that
            // cannot be read may be one.
            if (try? found.hasDisplacedSave(forwards: work != .undo)) != false { return (work, change, states, nil) }
            // The next command tries again if a move fails.
            if counted.allSatisfy(\.isBefore), !states.contains(.after) {
                switch work {
                case .make: DisplacedFiles(vault).discard(change)
                case .undo, .redo:
                    _ = try? store.move(change, to: store.folder(change.number, change.record.undoneState))
                }
            } else if counted.allSatisfy(\.isAfter) {
                if work == .make, !change.record.isAutomatic { store.dropUndone() }
                _ = try? store.move(change, to: store.folder(change.number, change.record.madeState))
            } else {
                return (work, change, states, nil)
            }
        }
        return nil
    }

    /// Rolls back an interrupted change. Every command that changes the vault does this first, with the lock on
    /// changes. After an interrupted undo or redo, all changes that it had undone or redone are restored.
    ///
    /// - Parameter skipsChanged: whether files that have changed since are skipped. Otherwise they are an error.
    /// - Returns: the change that was rolled back, or nil if none was interrupted.
    func recover(skipsChanged: Bool = false) throws -> Interrupted? {
        var (left, batch, report) = try unsettled()
        if let report, let fault = left?.fault {
            throw VaultError(
                "'\(report.title)' was interrupted and cannot be rolled back: \(fault); nothing was changed",
                help: "\(Self.advice(fault)); to keep all files as they are: slip undo --forget")
        }
        if let report, !report.changed.isEmpty, !skipsChanged, left?.change.record.isAutomatic != true {
            throw VaultError(
                "'\(report.title)' was interrupted after \(report.done) of \(report.steps) steps; these files have changed since: \(Self.list(report.changed)); nothing was changed",
                help: Self.help)
        }
        if let left { report?.notices += try rollBack(left) }
        if let batch {
            for result in try restore(batch, skipsChanged: skipsChanged) {
                report?.changed += result.skipped
                report?.notices += result.notices
            }
        }
        // Every scan of the files would wait for the end of that change, which this process keeps from ending.
        if try !store.unfinishedChanges().isEmpty || store.batch() != nil {
            throw VaultError(
                "the record of an earlier change cannot be moved out of '.slipbox/tmp'; nothing was changed",
                help: "check that .slipbox is writable and that its disk is not full, and try again")
        }
        return report
    }

    /// What to do about an error that prevents a recovery.
    private static func advice(_ fault: any Error) -> String {
        if let fault = fault as? VaultError { return fault.help ?? "mend this, and try again" }
        return (fault as? SystemError)?.isTransient == true ? "try again" : "make the file readable, and try again"
    }

    static let help =
        "to skip them and roll back the rest: slip undo --skip-changed; to keep all files as they are: slip undo --forget"

    /// - Returns: notices about files that were open for writing.
    private func rollBack(_ left: InterruptedWork) throws -> [String] {
        let (work, change, states, _) = left
        let forwards = work == .undo
        let steps = StepRunner(vault, change)
        for (index, state) in states.enumerated().reversed() where state == .both {
            guard case .move(let from, let to) = change.record.steps[index] else { continue }
            if forwards { try steps.removeCopy(from, of: to) } else { try steps.removeCopy(to, of: from) }
        }
        let notices = try runner.run(
            change, states.indices.filter { states[$0] == (forwards ? .before : .after) }, forwards: forwards
        ) {}
        let state = forwards ? change.record.madeState : work == .redo ? .undone : .dropped
        try runner.finish(change, in: store.folder(change.number, state))
        return notices
    }

    /// Reverts an interrupted undo or redo of several changes. The next command can continue this.
    ///
    private func restore(_ batch: ChangeStore.Batch, skipsChanged: Bool) throws -> [ChangeReversal.Result] {
        let reversal = ChangeReversal(
            vault: vault, store: store, forwards: batch.origin == .made, skipsChanged: skipsChanged, force: true)
        let results = try reversed(batch).map { try reversal.run($0, help: Self.help) }
        do {
            // Otherwise the next recovery would revert later changes.
            try store.endBatch()
        } catch {
            throw VaultError(error, outcome: "the interrupted change was rolled back")
        }
        return results
    }

    /// Ends an undo or redo of several changes that can be neither completed nor reverted, so that it does not prevent
    /// later changes. The changes that were undone or redone stay so.
    ///
    /// - Returns: these changes, or nil if one was interrupted in between.
    func keepReversed() throws(SystemError) -> [ChangeStore.StoredChange]? {
        guard let batch = try store.batch(), try settle() == nil else { return nil }
        let kept = try reversed(batch).filter { !$0.record.isAutomatic }
        try store.endBatch()
        return kept
    }

    /// Returns the first five names, with the number of the others.
    static func list(_ names: [String]) -> String {
        names.prefix(5).joined(separator: ", ") + (names.count > 5 ? " and \(names.count - 5) more" : "")
    }

    /// Forgets the interrupted change, or else the last one. The vault stays as it is, and the change cannot be undone.
    ///
    /// - Parameter client: whose changes count, or nil for all.
    /// - Throws: `VaultError` if there is no change.
    func forget(by client: ChangeClient?) throws {
        let left = try settle().flatMap { $0.change.record.isBy(client) ? $0 : nil }
        let isBatch = try client == nil && store.batch() != nil
        if let left { try runner.finish(left.change, in: store.folder(left.change.number, .forgotten)) }
        do {
            if isBatch { try store.endBatch() }
        } catch {
            throw VaultError(error, outcome: "")
        }
        if left != nil || isBatch { return }
        let changes = try store.latest(1, .made) { $0.record.isBy(client) }
        guard let change = changes.first else { throw VaultError("there is no change to forget") }
        try runner.finish(change, in: store.folder(change.number, .forgotten))
    }
}
