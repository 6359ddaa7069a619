package import SourceText

extension VaultWriter {
    /// Changes files for a merge of git, and then lets git record the merge. Undo and redo skip the change.
    ///
    /// - Parameters:
    ///   - title: the words for the record of the change.
    ///   - operations: computed from the files as they are now. They must not be empty.
    ///   - report: called with messages, for example about an interrupted change.
    ///   - record: runs git, and returns its result and whether the merge was made. If not, the files get their old content
    ///     back, except those that have changed since. The lock on changes is free while it runs, because git may run hooks.
    /// - Returns: the result of `record`.
    /// - Throws: `VaultError` if a file cannot be changed now, and nothing was changed. Rethrows errors of `record`.
    package static func change<Value>(
        _ vault: Vault, now: Moment, for title: String, _ operations: [FileOperation], report: (String) -> Void,
        record: () throws -> (value: Value, isMade: Bool)
    ) throws -> Value {
        var plan = ChangePlan(title)
        plan.operations = operations
        plan.origin = .merge
        let number = try retryingConflicts {
            let writer = try VaultWriter(locking: vault, now: now)
            try writer.settle(rescues: false, report: report)
            try writer.carryOut(plan).forEach(report)
            return writer.store.newest()?.number
        }
        let result = Result { try record() }
        if case .success((_, true)) = result { return try result.get().value }
        do {
            if let number { try revert(number, vault, now: now, report: report) }
        } catch {
            report("files of the merge could not be restored: \(error)")
        }
        return try result.get().value
    }

    /// Undoes a change of a merge that git has not recorded, and forgets it.
    private static func revert(_ number: Int, _ vault: Vault, now: Moment, report: (String) -> Void) throws {
        let writer = try VaultWriter(locking: vault, now: now)
        try writer.settle(rescues: false, report: report)
        guard let change = writer.store.change(number) else { return }
        var rescues: [Rescue] = []
        let result = try ChangeReversal(
            vault: vault, store: writer.store, forwards: false, skipsChanged: true, force: true,
            report: { rescues.append($0) }
        ).run(change)
        for rescue in rescues { report(rescue.message) }
        result.notices.forEach(report)
        if !result.skipped.isEmpty {
            report("these files have changed since, and were not restored: \(ChangeRecovery.list(result.skipped))")
        }
        if let reverted = writer.store.change(number) { writer.displaced.discard(reverted) }
    }
}
