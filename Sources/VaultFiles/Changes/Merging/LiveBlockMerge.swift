import Notes
import SourceText

/// A merge of two versions of a live block. The line with the query is merged as text is. Generated lines that differ are
/// those of the side whose query is kept, or else ours, since the next refresh writes them again.
struct LiveBlockMerge {
    let bytes: [UInt8]

    /// Fails if both sides changed the query differently, or if lines that one side edited by hand would be lost.
    init?(base: UnitVersions.Version, ours: UnitVersions.Version, theirs: UnitVersions.Version) {
        guard ours.unit.kind == .live, theirs.unit.kind == .live else { return nil }
        let (old, own, other) = (Parts(base.text), Parts(ours.text), Parts(theirs.text))
        guard let query = Merge3.value(base: old.query, ours: own.query, theirs: other.query) else { return nil }
        if let lines = Merge3.value(base: old.generated, ours: own.generated, theirs: other.generated) {
            bytes = query + lines
        } else {
            if own.isEdited || other.isEdited { return nil }
            bytes = query + (query == own.query ? own : other).generated
        }
    }

    /// The first line of a block, and the lines below.
    private struct Parts {
        var query: [UInt8]
        var generated: [UInt8]
        /// Whether the generated lines are not those for which the last line has the hash.
        var isEdited: Bool

        init(_ text: [UInt8]) {
            let lines = text.linesWithEnds
            query = Array(lines.first ?? [])
            generated = lines.dropFirst().flatMap { $0 }
            isEdited = LiveBlock(whole: text)?.isEdited(in: text) ?? true
        }
    }
}
