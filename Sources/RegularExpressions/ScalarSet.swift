import SourceText

/// A set of Unicode scalars, as ranges that are sorted, disjoint and not adjacent.
struct ScalarSet: Hashable, Sendable {
    static let last: UInt32 = 0x10FFFF
    static let lineFeed = ScalarSet([0x0A...0x0A])

    private(set) var ranges: [ClosedRange<UInt32>] = []

    /// Creates a set from ranges in any order, which may overlap. Complexity: O(n log n).
    init(_ unsorted: [ClosedRange<UInt32>]) {
        for range in unsorted.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let previous = ranges.last, range.lowerBound <= previous.upperBound + 1 {
                ranges[ranges.count - 1] = previous.lowerBound...max(previous.upperBound, range.upperBound)
            } else {
                ranges.append(range)
            }
        }
    }

    /// All scalars outside the set. Surrogates are not scalars.
    var inverted: ScalarSet {
        var gaps: [ClosedRange<UInt32>] = []
        var next: UInt32 = 0
        for range in ScalarSet(ranges + [0xD800...0xDFFF]).ranges {
            if next < range.lowerBound { gaps.append(next...range.lowerBound - 1) }
            next = range.upperBound + 1
        }
        if next <= Self.last { gaps.append(next...Self.last) }
        return ScalarSet(gaps)
    }

    /// The only scalar in the set, or nil if there are none or several.
    var onlyScalar: Unicode.Scalar? {
        guard let range = ranges.first, ranges.count == 1, range.count == 1 else { return nil }
        return Unicode.Scalar(range.lowerBound)
    }

    /// Complexity: O(log n).
    func contains(_ value: UInt32) -> Bool {
        let index = ranges.indices.partitioningIndex { ranges[$0].upperBound >= value }
        return index < ranges.count && ranges[index].lowerBound <= value
    }
}
