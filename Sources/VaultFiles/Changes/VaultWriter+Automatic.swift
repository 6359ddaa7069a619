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
        plan.isAutomatic = true
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
}
