package import SourceText

extension VaultWriter {
    /// A merge of git whose files slip has changed, and that git may not have recorded.
    package struct UnrecordedMerge: Sendable {
        package var commits: MergedCommits
        /// The files of the change.
        package var files: [VaultPath]
    }

    /// What became of a merge.
    package enum MergeOutcome: Sendable {
        case recorded
        /// Git has not recorded it, and the files get their old content back, except some that a commit has.
        case undone(keeping: Set<VaultPath>)
    }

    /// Changes files for a merge of git, and then lets git record the merge. Undo and redo skip the change.
    ///
    /// - Parameters:
    ///   - title: the words for the record of the change.
    ///   - operations: computed from the files as they are now. They must not be empty.
    ///   - report: called with messages, for example about an interrupted change.
    ///   - record: runs git, and returns its result and the outcome. The lock on changes is free meanwhile, because git may
    ///     run hooks.
    /// - Returns: the result of `record`.
    /// - Throws: `VaultError` if a file cannot be changed now, and nothing was changed. Rethrows errors of `record`: it is
    ///   unknown then whether the merge was made, and the change stays for `endMerges`.
    package static func change<Value>(
        _ vault: Vault, now: Moment, for commits: MergedCommits, title: String, _ operations: [FileOperation],
        report: (String) -> Void, record: () throws -> (value: Value, outcome: MergeOutcome)
    ) throws -> Value {
        var plan = ChangePlan(title)
        plan.operations = operations
        plan.origin = .merge(commits)
        try retryingConflicts {
            let writer = try VaultWriter(locking: vault, now: now)
            try writer.settle(rescues: false, report: report)
            try writer.carryOut(plan).forEach(report)
        }
        let (value, outcome) = try record()
        do {
            try endMerges(vault, now: now, outcome: { _ in outcome }, report: report)
        } catch {
            if case .undone = outcome { report("files of the merge could not be restored: \(error)") }
        }
        return value
    }

    /// Returns the merges that git may not have recorded, because a process was killed.
    package static func unrecordedMerges(of vault: Vault) throws -> [UnrecordedMerge] {
        try ChangeStore(vault).changes(.merging).compactMap { change in
            guard case .merge(let commits) = change.record.origin else { return nil }
            return UnrecordedMerge(commits: commits, files: change.record.steps.map(\.path))
        }
    }

    /// Ends the changes of merges: those that git has not recorded are undone and forgotten.
    ///
    /// - Parameters:
    ///   - outcome: returns what became of a merge. Called with the lock on changes.
    ///   - report: called with messages, for example about files that have changed since, which stay as they are.
    /// - Throws: `VaultError` if a file cannot be restored. The next call tries again. Rethrows errors of `outcome`.
    package static func endMerges(
        _ vault: Vault, now: Moment, outcome: (MergedCommits) throws -> MergeOutcome, report: (String) -> Void
    ) throws {
        let writer = try VaultWriter(locking: vault, now: now)
        try writer.settle(rescues: false, report: report)
        for change in try writer.store.changes(.merging) {
            guard case .merge(let commits) = change.record.origin else { continue }
            switch try outcome(commits) {
            case .recorded: _ = try writer.store.move(change, to: writer.store.folder(change.number, .merged))
            case .undone(let kept): try writer.revert(change, keeping: kept, report)
            }
        }
    }

    /// Undoes the change of a merge, and forgets it.
    private func revert(
        _ change: ChangeStore.StoredChange, keeping kept: Set<VaultPath>, _ report: (String) -> Void
    ) throws {
        // A file that cannot be read now is not one that has changed.
        if let fault = ChangeInspector(change, in: vault).fault { throw fault }
        var rescues: [Rescue] = []
        let result = try ChangeReversal(
            vault: vault, store: store, forwards: false, skipsChanged: true, force: true, keeping: kept,
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
