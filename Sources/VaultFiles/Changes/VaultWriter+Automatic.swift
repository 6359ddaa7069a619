package import SourceText

extension VaultWriter {
    /// Makes a change that no command asked for. Undo and redo skip it: they revert it with a change before it.
    ///
    /// Leaves out the notes that cannot be changed now: those that another program has open for writing, that have unsaved
    /// changes in an editor (`UnsavedMark`), or that only `force` would change. Does nothing while another process changes
    /// the vault, or if a change was interrupted.
    ///
    /// - Parameter plan: called with the lock on changes. The operations of its result must not depend on each other.
    /// - Returns: the files that were changed.
    /// - Throws: what `plan` throws. `VaultError` if the change is not possible, or a file has changed since it was planned.
    package static func changeAutomatically(
        _ vault: Vault, now: Moment, plan: () throws -> ChangePlan
    ) throws -> Set<VaultPath> {
        let writer: VaultWriter
        do {
            writer = try VaultWriter(locking: vault, now: now, timeout: 0)
        } catch let error as VaultError where error.cause == .locked {
            return []
        }
        if writer.recovery.isNeeded { return [] }
        var plan = try plan()
        plan.origin = .watcher
        plan.operations.removeAll { $0.paths.contains { UnsavedMark.isSet($0, in: vault) } }
        while !plan.isEmpty {
            do {
                _ = try writer.carryOut(plan)
                return plan.paths
            } catch let error as VaultError where error.cause != .conflict {
                guard !writer.recovery.isNeeded, let path = error.path, plan.paths.contains(path) else { throw error }
                plan.operations.removeAll { $0.paths.contains(path) }
            }
        }
        return []
    }

    // MARK: Undo

    /// Returns the automatic changes of the files of some changes that were made after the first of these, newest first.
    func automaticChanges(
        after changes: [ChangeStore.StoredChange]
    ) throws -> [ChangeStore.StoredChange] {
        let first = changes.map(\.number).min() ?? .max
        let paths = changes.flatMap(\.record.paths)
        return try store.latest(.max, .automatic) { change in
            change.number > first
                && change.record.paths.contains { path in paths.contains { path == $0 || path.isInside($0) } }
        }
    }

    /// Runs `body`, which redoes some changes. Undoes the later automatic changes of the same files first, and makes them
    /// again if `body` fails.
    func withoutAutomaticChanges<Result>(
        after changes: [ChangeStore.StoredChange], report: @escaping (Rescue) -> Void, _ body: () throws -> Result
    ) throws -> Result {
        func reversal(forwards: Bool) -> ChangeReversal {
            ChangeReversal(vault: vault, store: store, forwards: forwards, skipsChanged: true, report: report)
        }
        // If one cannot be undone, `body` fails and says why.
        let undone = try automaticChanges(after: changes).filter {
            (try? reversal(forwards: false).run($0)) != nil
        }
        do {
            return try body()
        } catch {
            for change in undone.reversed() {
                if let change = store.change(change.number) { _ = try? reversal(forwards: true).run(change) }
            }
            throw error
        }
    }
}
