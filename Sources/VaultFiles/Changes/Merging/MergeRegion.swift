import SourceText

/// A part of a body in which the versions differ. It consists of whole units in each version, with an equal unit before
/// and after the differences.
struct MergeRegion {
    var units: Versions<Range<Int>>
    /// The bytes, from the end of the unit before the region.
    var bytes: Versions<Range<Int>>

    /// Returns the regions of three versions, in order. They do not overlap.
    static func all(in texts: Versions<MergeText>) -> [MergeRegion] {
        var regions: [MergeRegion] = []
        let starts = texts.map { _ in -1 }
        let ends = texts.map { $0.units.count }
        let stable = [starts] + stableUnits(of: texts) + [ends]
        for (before, after) in zip(stable, stable.dropFirst()) where differ(before, after, in: texts) {
            let units = Versions(
                base: max(0, before.base)..<min(after.base + 1, ends.base),
                ours: max(0, before.ours)..<min(after.ours + 1, ends.ours),
                theirs: max(0, before.theirs)..<min(after.theirs + 1, ends.theirs))
            if let last = regions.last, last.units.ours.upperBound > units.ours.lowerBound {
                regions[regions.count - 1] = MergeRegion(last.units.joined(with: units), in: texts)
            } else {
                regions.append(MergeRegion(units, in: texts))
            }
        }
        return regions
    }

    private init(_ units: Versions<Range<Int>>, in texts: Versions<MergeText>) {
        func bytes(_ text: MergeText, _ range: Range<Int>) -> Range<Int> {
            let isLast = range.upperBound == text.units.count
            return text.end(of: range.lowerBound - 1)..<(isLast ? text.bytes.count : text.end(of: range.upperBound - 1))
        }
        self.units = units
        self.bytes = Versions(
            base: bytes(texts.base, units.base), ours: bytes(texts.ours, units.ours),
            theirs: bytes(texts.theirs, units.theirs))
    }

    /// Returns the units that have the same bytes in all versions, in order.
    private static func stableUnits(of texts: Versions<MergeText>) -> [Versions<Int>] {
        let ours = sameUnits(texts.base, texts.ours)
        let theirs = sameUnits(texts.base, texts.theirs)
        return texts.base.units.indices.compactMap { unit in
            guard let own = ours[unit], let other = theirs[unit] else { return nil }
            let bytes = texts.base.slice(unit)
            guard texts.ours.slice(own) == bytes, texts.theirs.slice(other) == bytes else { return nil }
            return Versions(base: unit, ours: own, theirs: other)
        }
    }

    private static func sameUnits(_ base: MergeText, _ side: MergeText) -> [Int?] {
        SequenceDifference.places(
            of: base.units.count,
            SequenceDifference.changes(from: base.units.map(\.key), to: side.units.map(\.key)))
    }

    /// Returns whether something differs between two equal units.
    private static func differ(
        _ before: Versions<Int>, _ after: Versions<Int>, in texts: Versions<MergeText>
    ) -> Bool {
        guard after.base == before.base + 1, after.ours == before.ours + 1, after.theirs == before.theirs + 1 else {
            return true
        }
        let gap = texts.base.gap(before: after.base)
        return texts.ours.gap(before: after.ours) != gap || texts.theirs.gap(before: after.theirs) != gap
    }
}

extension Versions<Range<Int>> {
    /// Returns ranges that cover those of both.
    fileprivate func joined(with next: Versions<Range<Int>>) -> Versions<Range<Int>> {
        Versions(
            base: base.lowerBound..<next.base.upperBound, ours: ours.lowerBound..<next.ours.upperBound,
            theirs: theirs.lowerBound..<next.theirs.upperBound)
    }
}
