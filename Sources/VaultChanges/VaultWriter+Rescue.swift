import SourceText
import System
import VaultFiles

/// The rescue of what other programs wrote to files that slip had replaced.
extension VaultWriter {
    /// Merges the text that other programs have written to displaced files into their notes. Each merge is a change of its
    /// own. Text that cannot be merged is kept in `.slipbox/rescued`.
    ///
    /// - Parameter merges: whether notes may be changed. Otherwise all text is kept.
    package func rescue(merges: Bool) -> [Rescue] {
        displaced.lateTexts().compactMap { text in
            if merges, let base = text.base, let merged = try? merge(text, base) { return merged }
            return displaced.keep(text)
        }
    }

    /// - Returns: nil if there are conflicts, or the note no longer exists.
    private func merge(_ text: DisplacedFiles.LateText, _ base: [UInt8]) throws -> Rescue? {
        let path = text.mark.path
        guard let now = try? Files.read(vault.fullPath(path), followsLinks: false).bytes else { return nil }
        let merged = TextMerge(base: base, ours: now, theirs: text.content)
        if merged.hasConflicts { return nil }
        if merged.bytes != now {
            var plan = ChangePlan("merge what another program wrote to '\(path.text)'")
            plan.operations = [.write(path, before: now, after: merged.bytes)]
            // Without `force`, there are no notices.
            _ = try make(plan)
        }
        try displaced.setRescued(text)
        return .merged(path)
    }

}
