package import SourceText

extension VaultWriter {
    /// The change of a merge that git may not have recorded.
    package struct Merge: Sendable {
        /// The commit that was checked out.
        package var head: String
        /// The files that are as the change has left them.
        package var files: [VaultPath]
    }

    /// Changes files for a merge of git, and then lets git record the merge. Undo and redo skip the change.
    ///
    /// - Parameters:
    ///   - head: the commit that is checked out.
    ///   - title: the words for the record of the change.
    ///   - operations: computed from the files as they are now. They must not be empty.
    ///   - report: called with messages, for example about an interrupted change.
    ///   - record: runs git, and returns its result and whether the merge was made. If not, the files get their old content
    ///     back, except those that have changed since. The lock on changes is free while it runs, because git may run hooks.
    /// - Returns: the result of `record`.
    /// - Throws: `VaultError` if a file cannot be changed now, and nothing was changed. Rethrows errors of `record`: it is
    ///   unknown then whether the merge was made, and the change stays for `endMerges`.
    package static func change<Value>(
        _ vault: Vault, now: Moment, forMergeInto head: String, title: String, _ operations: [FileOperation],
        report: (String) -> Void, record: () throws -> (value: Value, isMade: Bool)
    ) throws -> Value {
        var plan = ChangePlan(title)
        plan.operations = operations
        plan.origin = .merge(into: head)
        try retryingConflicts {
            let writer = try VaultWriter(locking: vault, now: now)
            try writer.settle(rescues: false, report: report)
            try writer.carryOut(plan).forEach(report)
        }
        let (value, isMade) = try record()
        do {
            try endMerges(vault, now: now, isRecorded: { _ in isMade }, report: report)
        } catch {
            if !isMade { report("files of the merge could not be restored: \(error)") }
        }
        return value
    }

    /// Returns the changes of merges that git may not have recorded, because a process was killed.
    package static func merges(of vault: Vault) throws -> [Merge] {
        try ChangeStore(vault).changes(.merging).compactMap { change in
            guard case .merge(let head) = change.record.origin else { return nil }
            let states = ChangeInspector(change, in: vault).states
            let files = zip(change.record.steps, states).filter { $1 == .after }.map(\.0.path)
            return Merge(head: head, files: files)
        }
    }

    /// Ends the changes of merges: those that git has not recorded are undone and forgotten.
    ///
    /// - Parameters:
    ///   - isRecorded: returns whether git has recorded a merge into a commit. Called with the lock on changes.
    ///   - report: called with messages, for example about files that have changed since, which stay as they are.
    /// - Throws: `VaultError` if a file cannot be restored. The next call tries again. Rethrows errors of `isRecorded`.
    package static func endMerges(
        _ vault: Vault, now: Moment, isRecorded: (String) throws -> Bool, report: (String) -> Void
    ) throws {
        let writer = try VaultWriter(locking: vault, now: now)
        try writer.settle(rescues: false, report: report)
        for change in try writer.store.changes(.merging) {
            guard case .merge(let head) = change.record.origin else { continue }
            if try isRecorded(head) {
                _ = try writer.store.move(change, to: writer.store.folder(change.number, .merged))
            } else {
                try writer.revert(change, report)
            }
        }
    }

    /// Undoes the change of a merge, and forgets it.
    private func revert(_ change: ChangeStore.StoredChange, _ report: (String) -> Void) throws {
        // A file that cannot be read now is not one that has changed.
        if let fault = ChangeInspector(change, in: vault).fault { throw fault }
        var rescues: [Rescue] = []
        let result = try ChangeReversal(
            vault: vault, store: store, forwards: false, skipsChanged: true, force: true,
            report: { rescues.append($0) }
        ).run(change)
        for rescue in rescues { report(rescue.message) }
        result.notices.forEach(report)
        if !result.skipped.isEmpty {
            report("these files have changed since, and were not restored: \(ChangeRecovery.list(result.skipped))")
        }
        var reverted = change
        reverted.folder = store.folder(change.number, change.record.undoneState)
        displaced.discard(reverted)
    }
}
