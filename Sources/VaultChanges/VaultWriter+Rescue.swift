package import SourceText
import System
package import VaultFiles

/// The rescue of text that other programs wrote to files which slip had replaced.
extension VaultWriter {
    /// Merges late text into its notes. Each merge is a separate change. Text that conflicts with its note is kept in
    /// `.slipbox/rescued`. If a note cannot be changed now, for example because it is open for writing, the next change tries
    /// again.
    func rescue() -> [Rescue] { displaced.lateTexts().compactMap { rescue($0) } }

    /// Merges the late text of programs that have closed their files since, for a watcher. Text that conflicts with its
    /// note stays where it is until the next change, which reports it.
    ///
    /// Does nothing while another process changes the vault, if a change was interrupted, or while a change can be redone.
    ///
    /// - Returns: what was merged, and whether displaced files are left that a program may write to.
    package static func mergeClosedFiles(of vault: Vault, now: Moment) -> (merged: [Rescue], areLeft: Bool) {
        guard hasDisplacedFiles(vault) else { return ([], false) }
        guard let writer = try? VaultWriter(locking: vault, now: now, timeout: 0),
            !writer.recovery.isNeeded, (try? writer.canRedo) == false
        else { return ([], true) }
        let merged = writer.displaced.closedTexts().compactMap { writer.rescue($0, keepsConflicts: false) }
        return (merged, hasDisplacedFiles(vault))
    }

    /// Whether slip has replaced files that other programs may still write to. Complexity: one listing, which is usually
    /// empty.
    package static func hasDisplacedFiles(_ vault: Vault) -> Bool { DisplacedFiles(vault).hasMarks }

    /// - Parameter keepsConflicts: whether to keep text that cannot be merged now in `.slipbox/rescued`.
    private func rescue(_ text: DisplacedFiles.LateText, keepsConflicts: Bool = true) -> Rescue? {
        let keep = { keepsConflicts ? displaced.keep(text) : nil }
        // A change would wait for this program.
        if case .hasWriter = try? FileLease.take(vault.fullPath(text.mark.path)) { return nil }
        do {
            if let state = try stateOfMerge(text) {
                try displaced.setRescued(text)
                // The interrupted command may not have reported it. Its undo did.
                return state == .made ? .merged(text.mark.path) : nil
            }
            guard let merged = try LateTextMerge(vault: vault)(text) else { return keep() }
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
            return keep()
        }
    }

    /// Returns the state of the change that merged a text and was interrupted before that was recorded, or nil.
    private func stateOfMerge(_ text: DisplacedFiles.LateText) throws -> ChangeStore.State? {
        try [.made, .undone].first { state in
            try !store.latest(1, state) { $0.record.merges == text.identifier }.isEmpty
        }
    }
}
