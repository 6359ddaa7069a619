package import SourceText
import System

extension Vault {
    /// Merges three versions of a file: a note by keys and by structure, as the merge driver does, and any other file by
    /// lines.
    ///
    /// - Parameter labels: the names of our and their version in conflict markers.
    package func merge(
        _ path: VaultPath, base: [UInt8], ours: [UInt8], theirs: [UInt8],
        labels: NoteMerge.Labels = .standard
    ) throws -> MergedText {
        let mergeLines: MergedText.MergeLines = { base, ours, theirs in
            let merged = TextMerge(base: base, ours: ours, theirs: theirs, labels: (labels.ours, labels.theirs))
            return MergedText(bytes: merged.bytes, hasConflicts: merged.hasConflicts)
        }
        // NUL bytes mean another encoding, as for git.
        let isNote = configuration.extensions.contains(path.pathExtension)
        guard isNote, ![base, ours, theirs].contains(where: { $0.contains(0) }) else {
            return try mergeLines(base, ours, theirs)
        }
        return try NoteMerge(
            configuration.keyNames, LocalZone.calendar, markerSize: 7, labels: labels,
            usesStructure: !configuration.mergesByLines, mergeLines: mergeLines
        ).merge(base: base, ours: ours, theirs: theirs)
    }
}

/// The merge of late text with its note.
struct LateTextMerge {
    let vault: Vault

    /// Merges a text with its note. Text that was only added at the end, as a logger does, is added at the end of a note
    /// that has changed there. Nil if there are other conflicts, no known base, or no note.
    func callAsFunction(_ text: DisplacedFiles.LateText) throws -> (now: [UInt8], bytes: [UInt8])? {
        let path = text.mark.path
        guard text.isComplete, let base = text.base,
            let now = try? Files.read(vault.fullPath(path), followsLinks: false).bytes
        else { return nil }
        let merged = try vault.merge(path, base: base, ours: now, theirs: text.content)
        // Another note may have taken the path. Without conflicts by lines, the place of the text is certain.
        guard isVersion(now, of: base) else {
            let lines = TextMerge(base: base, ours: now, theirs: text.content)
            return lines.hasConflicts ? nil : (now, merged.bytes)
        }
        if !merged.hasConflicts { return (now, merged.bytes) }
        guard text.content.starts(with: base) else { return nil }
        let separator = now.isEmpty || now.last == Byte.newline ? [] : [Byte.newline]
        return (now, now + separator + text.content[base.count...])
    }

    /// Whether a text has at least half of the lines of another one, so that both are versions of one note.
    private func isVersion(_ text: [UInt8], of base: [UInt8]) -> Bool {
        let lines = Set(text.split(separator: Byte.newline))
        let known = base.split(separator: Byte.newline)
        return known.count { lines.contains($0) } * 2 >= known.count
    }
}
