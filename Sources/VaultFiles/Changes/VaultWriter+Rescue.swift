package import SourceText
import System

/// The rescue of text that other programs wrote to files which slip had replaced.
extension VaultWriter {
    /// Merges late text into its notes. Each merge is a separate change. Text that conflicts with its note is kept in
    /// `.slipbox/rescued`. If a note cannot be changed now, for example because it is open for writing, the next change tries
    /// again.
    func rescue() -> [Rescue] { displaced.lateTexts().compactMap { rescue($0, keep: displaced.keep) } }

    /// Merges the late text of programs that have closed their files since, for a watcher. Text that conflicts with its
    /// note stays where it is until the next change, which reports it.
    ///
    /// Does nothing while another process changes the vault, if a change was interrupted, or while a change can be redone.
    ///
    /// - Parameter examined: what earlier calls have examined. The lock is taken only for other files.
    /// - Returns: what was merged, and whether displaced files are left that a program may write to.
    package static func mergeClosedFiles(
        of vault: Vault, now: Moment, examined: inout ExaminedFiles
    ) -> (merged: [Rescue], areLeft: Bool) {
        let displaced = DisplacedFiles(vault)
        let states = displaced.states()
        let isWaiting = states.contains { !examined.states.contains($0) && !displaced.isOpen($0.mark) }
        guard isWaiting else { return ([], !states.isEmpty) }
        guard let writer = try? VaultWriter(locking: vault, now: now, timeout: 0),
            !writer.recovery.isNeeded, (try? writer.canRedo) == false
        else { return ([], true) }
        var merged: [Rescue] = []
        // Texts whose notes cannot be changed now.
        var delayed: Set<String> = []
        let current = writer.displaced
        for text in current.closedTexts() {
            var hasConflicts = false
            let rescue = writer.rescue(text) { _ in
                hasConflicts = true
                return nil
            }
            if let rescue { merged.append(rescue) } else if !hasConflicts { delayed.insert(text.mark.name) }
        }
        examined.states = Set(states.filter { !delayed.contains($0.mark.name) && !current.isOpen($0.mark) })
        return (merged, hasDisplacedFiles(vault))
    }

    /// Whether slip has replaced files that other programs may still write to. Complexity: one listing, which is usually
    /// empty.
    package static func hasDisplacedFiles(_ vault: Vault) -> Bool { DisplacedFiles(vault).hasMarks }

    /// - Parameter keep: called with a text that cannot be merged.
    /// - Returns: nil if the note cannot be changed now, or the result of `keep`.
    private func rescue(
        _ text: DisplacedFiles.LateText, keep: (DisplacedFiles.LateText) -> Rescue?
    ) -> Rescue? {
        // A change would wait for this program.
        if case .hasWriter = try? FileLease.take(vault.fullPath(text.mark.path)) { return nil }
        do {
            if let state = try stateOfMerge(text) {
                try displaced.setRescued(text)
                // The interrupted command may not have reported it. Its undo did.
                return state == .made ? .merged(text.mark.path) : nil
            }
            guard let merged = try LateTextMerge(vault: vault)(text) else { return keep(text) }
            if merged.bytes != merged.now {
                var plan = ChangePlan("merge what another program wrote to '\(text.mark.path.text)'")
                plan.merges = text.identifier
                plan.operations = [.write(text.mark.path, before: merged.now, after: merged.bytes)]
                // Without `force`, there are no notices.
                _ = try make(plan)
            }
            try displaced.setRescued(text)
            return .merged(text.mark.path)
        } catch let error as VaultError where [.conflict, .locked].contains(error.cause) {
            return nil
        } catch {
            // For example, the owner of the note cannot be kept.
            return keep(text)
        }
    }

    /// Returns the state of the change that merged a text and was interrupted before that was recorded, or nil.
    private func stateOfMerge(_ text: DisplacedFiles.LateText) throws -> ChangeStore.State? {
        try [.made, .undone].first { state in
            try !store.latest(1, state) { $0.record.merges == text.identifier }.isEmpty
        }
    }
}
