package import SourceText

extension VaultWriter {
    /// Changes files for a merge of git, and then lets git record the merge. Undo and redo skip the change.
    ///
    /// - Parameters:
    ///   - title: the words for the record of the change.
    ///   - operations: computed from the files as they are now.
    ///   - report: called with messages, for example about an interrupted change.
    ///   - record: runs git, and returns whether the merge was made. If not, the files get back their old content, except
    ///     those that have changed since. The lock on changes is free meanwhile, because git may run hooks.
    /// - Throws: `VaultError` if a file cannot be changed now. Nothing was changed then. What `record` throws.
    package static func change(
        _ vault: Vault, now: Moment, _ title: String, _ operations: [FileOperation], report: (String) -> Void,
        record: () throws -> Bool
    ) throws {
        var plan = ChangePlan(title)
        plan.operations = operations
        plan.origin = .merge
        let number = try retryingConflicts {
            let writer = try VaultWriter(locking: vault, now: now)
            try writer.settle(rescues: false, report: report)
            try writer.carryOut(plan).forEach(report)
            return plan.isEmpty ? nil : writer.store.newest { $0.record.origin == .merge }?.number
        }
        let result = Result { try record() }
        if case .success(true) = result { return }
        do {
            if let number { try revert(number, vault, now: now, report: report) }
        } catch {
            report("files of the merge could not be restored: \(error)")
        }
        _ = try result.get()
    }

    /// Undoes a change of a merge that git has not recorded.
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
            report("these files have changed meanwhile, and were not restored: \(ChangeRecovery.list(result.skipped))")
        }
        if let reverted = writer.store.change(number) { writer.displaced.discard(reverted) }
    }
}
