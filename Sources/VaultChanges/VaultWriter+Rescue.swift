import SourceText
import System
import VaultFiles

/// The rescue of text that other programs wrote to files which slip had replaced.
extension VaultWriter {
    /// Merges late text into its notes. Each merge is a separate change. Text that conflicts with its note is kept in
    /// `.slipbox/rescued`. If a note cannot be changed now, for example because it is open for writing, the next change tries
    /// again.
    func rescue() -> [Rescue] {
        displaced.lateTexts().compactMap { text in
            guard let merged = merge(text) else { return displaced.keep(text) }
            if merged.bytes == merged.now {
                return (try? displaced.setRescued(text)) == nil ? nil : .merged(text.mark.path)
            }
            var plan = ChangePlan(ChangeRecord.mergeTitle(text.mark.path))
            plan.operations = [.write(text.mark.path, before: merged.now, after: merged.bytes)]
            do {
                // Without `force`, there are no notices.
                _ = try make(plan)
                try displaced.setRescued(text)
                return .merged(text.mark.path)
            } catch let error as VaultError where [.conflict, .locked].contains(error.cause) {
                return nil
            } catch {
                // For example, the owner of the note cannot be kept.
                return displaced.keep(text)
            }
        }
    }

    /// Merges a text with its note. Text that was only added at the end, as a logger does, is added at the end of a note that
    /// has changed there. Nil if there are other conflicts, no known base, or no note.
    private func merge(_ text: DisplacedFiles.LateText) -> (now: [UInt8], bytes: [UInt8])? {
        guard text.isComplete, let base = text.base,
            let now = try? Files.read(vault.fullPath(text.mark.path), followsLinks: false).bytes
        else { return nil }
        let merged = TextMerge(base: base, ours: now, theirs: text.content)
        if !merged.hasConflicts { return (now, merged.bytes) }
        guard text.content.starts(with: base) else { return nil }
        let separator = now.isEmpty || now.last == Byte.newline ? [] : [Byte.newline]
        return (now, now + separator + text.content[base.count...])
    }
}
