package import SourceText

extension VaultWriter {
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
    /// - Throws: `VaultError` if a file cannot be changed now, and nothing was changed. Rethrows errors of `record`.
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
        let result = Result { try record() }
        let isMade = (try? result.get().isMade) == true
        do {
            _ = try endMerges(vault, now: now, isRecorded: { _ in isMade }, report: report)
        } catch {
            report("files of the merge could not be restored: \(error)")
        }
        return try result.get().value
    }

    /// Undoes and forgets the changes of merges that git has not recorded. A change is left by a process that was killed.
    ///
    /// - Parameters:
    ///   - isRecorded: returns whether git has recorded a merge into a commit.
    ///   - report: called with messages, for example about files that have changed since, which stay as they are.
    /// - Returns: the files that were restored.
    /// - Throws: `VaultError` if a file cannot be restored. The next call tries again.
    package static func endMerges(
        _ vault: Vault, now: Moment, isRecorded: (String) -> Bool, report: (String) -> Void
    ) throws -> [VaultPath] {
        let store = ChangeStore(vault)
        if try store.numbers(.merging).isEmpty, try !store.hasUnfinished() { return [] }
        let writer = try VaultWriter(locking: vault, now: now)
        try writer.settle(rescues: false, report: report)
        var restored: [VaultPath] = []
        for change in try store.changes(.merging) {
            guard case .merge(let head) = change.record.origin else { continue }
            if isRecorded(head) {
                _ = try store.move(change, to: store.folder(change.number, .merged))
            } else {
                restored += try writer.revert(change, report)
            }
        }
        return restored
    }

    /// Undoes the change of a merge, and forgets it. Returns the files that were restored.
    private func revert(_ change: ChangeStore.StoredChange, _ report: (String) -> Void) throws -> [VaultPath] {
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
        if let reverted = store.change(change.number) { displaced.discard(reverted) }
        return change.record.steps.filter { !result.skipped.contains($0.name) }.map(\.path)
    }
}
