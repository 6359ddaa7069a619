import Notes
import SourceText

/// The reason for the result of a place that both sides changed.
package enum MergeRule: String, CaseIterable, Sendable {
    /// Both sides add something at one place.
    case additions
    /// Both sides add something that starts with a time or date, in order.
    case additionsInOrder = "additions in order"
    /// Both sides made the same change.
    case sameChange = "same change"
    /// The sides changed different units next to one another.
    case neighbors
    /// Both sides changed different words of a unit, or different sentences of a paragraph.
    case words
    /// A side changed the box or a property of a task, and the other its text or another property.
    case task
    /// A side changed only the layout of a unit.
    case layout
    /// A side moved a unit that the other changed.
    case moved
    /// Both sides refreshed a live block.
    case liveBlock = "live block"
    case conflict

    /// A description of the result.
    package var summary: String {
        switch self {
        case .additions: "both sides added something here; ours comes first"
        case .additionsInOrder: "both sides added something here; sorted by time or date"
        case .sameChange: "both sides made the same change"
        case .neighbors: "the sides changed different blocks next to each other"
        case .words: "the sides changed different words or sentences"
        case .task: "one side changed the box or a property of a task, the other something else in it"
        case .layout: "one side changed only the layout"
        case .moved: "one side moved this, the other changed it"
        case .liveBlock: "both sides changed a live block; generated lines stay until the next refresh"
        case .conflict: "both sides changed the same lines"
        }
    }
}

/// One unit in three versions.
struct UnitVersions {
    struct Version {
        var unit: MergeUnit
        var text: [UInt8]

        var words: UnitWords { UnitWords(unit, text) }
    }

    var base: Version
    var ours: Version
    var theirs: Version

    /// Returns the merged text and the rule that made it, or nil if no rule applies.
    var merged: (text: [UInt8], rule: MergeRule)? {
        for rule in Self.rules {
            if let merged = rule(self) { return merged }
        }
        return nil
    }

    private typealias Resolver = @Sendable (UnitVersions) -> (text: [UInt8], rule: MergeRule)?

    /// The rules for a unit that both sides changed. The first that applies decides.
    private static let rules: [Resolver] = [
        { $0.ours.text == $0.theirs.text ? ($0.ours.text, .sameChange) : nil },
        { LiveBlockMerge(base: $0.base, ours: $0.ours, theirs: $0.theirs).map { ($0.bytes, .liveBlock) } },
        { $0.mergedLines.flatMap($0.checked) },
        { $0.mergedWords.flatMap($0.checked) },
    ]

    /// The lines that both sides add to a paragraph.
    private var mergedLines: (text: [UInt8], rule: MergeRule)? {
        guard [base, ours, theirs].allSatisfy({ $0.unit.kind == .block(.paragraph) && !$0.unit.isRaw }),
            let lines = LineAdditions(base: base.text, ours: ours.text, theirs: theirs.text)
        else { return nil }
        return (lines.bytes, lines.isSorted ? .additionsInOrder : .additions)
    }

    private var mergedWords: (text: [UInt8], rule: MergeRule)? {
        guard
            ours.unit.kind == theirs.unit.kind || base.unit.kind == ours.unit.kind
                || base.unit.kind == theirs.unit.kind,
            ![base, ours, theirs].contains(where: { $0.unit.isRaw }),
            let merged = WordMerge(
                base: base.words, ours: ours.words, theirs: theirs.words, by: separation)
        else { return nil }
        // Both sides reworded something that the specification of Markdown gives a meaning beyond its words.
        let isText =
            switch base.unit.kind {
            case .block(.paragraph), .block(.row(_)): true
            default: false
            }
        if merged.changesWords.ours, merged.changesWords.theirs {
            // A text that a side rewrote has words in common by chance.
            guard isText, isSimilar(ours), isSimilar(theirs) else { return nil }
            return (merged.bytes, merged.changesTask ? .task : .words)
        }
        if merged.changesTask { return (merged.bytes, .task) }
        return (merged.bytes, .layout)
    }

    /// Returns a merged text, or nil if its markup or the properties of a task are not those of both sides.
    private func checked(_ merged: (text: [UInt8], rule: MergeRule)) -> (text: [UInt8], rule: MergeRule)? {
        let words = UnitWords(ours.unit, merged.text)
        let check = InlineCheck(
            base: base.words, ours: ours.words, theirs: theirs.words, merged: words, isRow: ours.unit.isRow)
        if let check, !check.isMeant { return nil }
        let (own, other) = (ours.words.taskProperties, theirs.words.taskProperties)
        let isSingle = words.taskProperties.allSatisfy { $1 <= max(1, own[$0] ?? 0, other[$0] ?? 0) }
        return isSingle ? merged : nil
    }

    private func isSimilar(_ side: Version) -> Bool {
        UnitWords.similarity(base.words.words, side.words.words) >= UnitAlignment.minimumSimilarity
    }

    /// Different words of an item or a table row are independent more often than those of a sentence.
    private var separation: WordMerge.Separation {
        guard case .block(.paragraph) = base.unit.kind else { return .word }
        // A character between two changes of a Chinese or Japanese text does not separate them as a word does.
        return base.unit.startsItem && !base.words.words.contains { $0.isIdeograph } ? .word : .sentence
    }
}

extension MergeUnit {
    /// The number of bytes from which a text is not read word by word.
    private static let maximumText = 100_000

    /// Whether the text is not read word by word. In code and HTML, white space is content.
    var isRaw: Bool {
        if range.count > Self.maximumText { return true }
        return switch kind {
        case .block(.code), .block(.html), .live: true
        default: false
        }
    }
}
