import Notes
import SourceText

/// The blank lines between merged units.
struct MergeGaps {
    private let texts: Versions<MergeText>

    init(_ texts: Versions<MergeText>) { self.texts = texts }

    /// Returns the blank lines between two units. If they are neighbors on a side, its blank lines are taken.
    ///
    /// - Parameters:
    ///   - before: the unit above in each version, or -1 for the start of the body.
    ///   - after: the unit below in each version, or the number of units for the end of the body.
    func gap(after before: Versions<Range<Int>>, before after: Versions<Range<Int>>) -> [UInt8] {
        let base = known(texts.base, after: before.base, before: after.base)
        let ours = known(texts.ours, after: before.ours, before: after.ours)
        let theirs = known(texts.theirs, after: before.theirs, before: after.theirs)
        switch (ours, theirs) {
        case (let ours?, let theirs?):
            if let base, let merged = Merge3.value(base: base, ours: ours, theirs: theirs) { return merged }
            return ours.count < theirs.count ? theirs : ours
        case (let gap?, nil), (nil, let gap?): return gap
        case (nil, nil): return newGap(before, after)
        }
    }

    private func known(_ text: MergeText, after before: Range<Int>, before after: Range<Int>) -> [UInt8]? {
        guard !before.isEmpty, !after.isEmpty, before.upperBound == after.lowerBound else { return nil }
        return text.gap(before: after.lowerBound)
    }

    /// Returns the blank lines between two units that are neighbors on no side.
    private func newGap(_ before: Versions<Range<Int>>, _ after: Versions<Range<Int>>) -> [UInt8] {
        let (above, below) = (place(last: before), place(first: after))
        guard let above, let below else { return [] }
        if above.unit < 0 { return [] }
        if below.unit == below.text.units.count { return below.text.gap(before: below.unit) }
        let (upper, lower) = (above.text.units[above.unit], below.text.units[below.unit])
        let gapBelow = below.text.gap(before: below.unit)
        let gapAbove = above.text.gap(before: above.unit + 1)
        if upper.isEntry, lower.isEntry {
            // Entries of a list are as far apart as the others of the list.
            if below.unit > 0, below.text.units[below.unit - 1].isEntry { return gapBelow }
            if above.unit + 1 < above.text.units.count, above.text.units[above.unit + 1].isEntry { return gapAbove }
            if !upper.isRow || !lower.isRow { return [] }
        }
        let gaps = [(texts.ours, before.ours, after.ours), (texts.theirs, before.theirs, after.theirs)].flatMap {
            text, above, below in
            [above.last.map { text.gap(before: $0 + 1) }, below.first.map { text.gap(before: $0) }].compactMap { $0 }
        }
        let gap = gaps.max { $0.count < $1.count } ?? []
        if !gap.isEmpty || !lower.containers.isEmpty { return gap }
        // A paragraph would continue that of a list item above.
        return upper.containers.isEmpty || lower.kind == .block(.paragraph) ? [Byte.newline] : []
    }

    private func place(last range: Versions<Range<Int>>) -> (text: MergeText, unit: Int)? {
        range.ours.last.map { (texts.ours, $0) } ?? range.theirs.last.map { (texts.theirs, $0) }
    }

    private func place(first range: Versions<Range<Int>>) -> (text: MergeText, unit: Int)? {
        range.theirs.first.map { (texts.theirs, $0) } ?? range.ours.first.map { (texts.ours, $0) }
    }
}

extension MergeUnit {
    /// Whether the unit is an entry of a list, a table or a series of definitions, which need no blank lines between
    /// them.
    var isEntry: Bool {
        switch kind {
        case .block(.row(_)), .block(.definition): true
        default: containers.contains { if case .item = $0 { true } else { false } }
        }
    }
}
