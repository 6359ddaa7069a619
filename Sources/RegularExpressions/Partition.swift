import SourceText

/// The intervals between the bounds of some sets, each with a letter. Two intervals have the same letter if they are in
/// the same sets.
struct Partition {
    /// The start of each interval. The first is 0.
    private let starts: [UInt32]
    /// The letter of each interval, numbered from 0.
    let letters: [Int]
    let count: Int

    /// Complexity: O(n log n + s * n) for s sets with n ranges. Close to O(n log n) if each set has few intervals, or
    /// nearly all.
    init(_ sets: [ScalarSet]) {
        var bounds: Set<UInt32> = [0]
        for set in sets {
            for range in set.ranges {
                bounds.insert(range.lowerBound)
                if range.upperBound < ScalarSet.last { bounds.insert(range.upperBound + 1) }
            }
        }
        starts = bounds.sorted()
        var numbers = [Int](repeating: 0, count: starts.count)
        var next = 1
        for set in sets {
            var slices = Self.intervals(of: set, in: starts)
            if slices.reduce(0, { $0 + $1.count }) > starts.count / 2 {
                // Splitting by a set is equivalent to splitting by its complement.
                let bounds = [0] + slices.flatMap { [$0.lowerBound, $0.upperBound] } + [starts.count]
                slices = stride(from: 0, to: bounds.count, by: 2).map { bounds[$0]..<bounds[$0 + 1] }
            }
            var split: [Int: Int] = [:]
            for interval in slices.joined() {
                let new = split[numbers[interval]] ?? next
                if new == next { next += 1 }
                split[numbers[interval]] = new
                numbers[interval] = new
            }
        }
        var compact: [Int: Int] = [:]
        letters = numbers.map { number in
            let letter = compact[number] ?? compact.count
            compact[number] = letter
            return letter
        }
        count = compact.count
    }

    /// Returns the letters in one of the sets of the partition.
    func letters(of set: ScalarSet) -> Set<Int> {
        Self.intervals(of: set, in: starts).reduce(into: []) { $0.formUnion(letters[$1]) }
    }

    func letter(of value: UInt32) -> Int { letters[Self.firstStart(after: value, in: starts) - 1] }

    /// Returns a table of all scalars: for each page of 256, the offset in `letters`, divided by 256.
    func pages() -> (pages: [UInt16], letters: [UInt16]) {
        var pages: [UInt16] = []
        var table: [UInt16] = []
        /// The pages with a single letter, as most are.
        var plain: [Int: UInt16] = [:]
        var interval = 0
        for first in stride(from: 0, through: ScalarSet.last, by: 256) {
            while interval + 1 < starts.count, starts[interval + 1] <= first { interval += 1 }
            let isPlain = interval + 1 == starts.count || starts[interval + 1] > first + 255
            if isPlain, let page = plain[letters[interval]] {
                pages.append(page)
                continue
            }
            let page = UInt16(table.count / 256)
            if isPlain { plain[letters[interval]] = page }
            pages.append(page)
            var current = interval
            for value in first...first + 255 {
                while current + 1 < starts.count, starts[current + 1] <= value { current += 1 }
                table.append(UInt16(truncatingIfNeeded: letters[current]))
            }
        }
        return (pages, table)
    }

    /// Returns the intervals of one of the sets of the partition.
    private static func intervals(of set: ScalarSet, in starts: [UInt32]) -> [Range<Int>] {
        set.ranges.map {
            firstStart(after: $0.lowerBound, in: starts) - 1..<firstStart(after: $0.upperBound, in: starts)
        }
    }

    private static func firstStart(after value: UInt32, in starts: [UInt32]) -> Int {
        starts.indices.partitioningIndex { starts[$0] > value }
    }
}
