/// A set of rows of the full-text table, as a bit set over all rows. Sets that are combined must have the same
/// capacity.
struct RowSet: Equatable, Sendable {
    private(set) var words: [UInt64]

    init(capacity: Int) { words = [UInt64](repeating: 0, count: (capacity + 63) / 64) }

    /// Creates the set of rows below `capacity` that satisfy a test. Complexity: O(capacity).
    @inline(__always)
    init(capacity: Int, where isIncluded: (Int) -> Bool) {
        self.init(capacity: capacity)
        for index in words.indices {
            var word: UInt64 = 0
            let first = index * 64
            for bit in 0..<min(64, capacity - first) where isIncluded(first + bit) { word |= 1 << UInt64(bit) }
            words[index] = word
        }
    }

    /// Creates the set of all rows below `count`.
    init(all count: Int) {
        words = [UInt64](repeating: .max, count: (count + 63) / 64)
        if count % 64 != 0 { words[words.count - 1] = 1 << UInt64(count % 64) - 1 }
    }

    /// Returns whether the set contains a row; false beyond the capacity.
    @inline(__always)
    func contains(_ row: Int) -> Bool {
        let index = row >> 6
        return row >= 0 && index < words.count && words[index] & (1 << UInt64(row & 63)) != 0
    }

    /// Adds a row. Rows beyond the capacity, which occur only in a corrupt index, are ignored.
    @inline(__always)
    mutating func insert(_ row: Int) {
        let index = row >> 6
        if row >= 0, index < words.count { words[index] |= 1 << UInt64(row & 63) }
    }

    /// The number of rows. Complexity: O(capacity / 64), as for all members below.
    var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }
    var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

    /// The range from the first row to the last one.
    var range: Range<Int> {
        guard let first = words.firstIndex(where: { $0 != 0 }), let last = words.lastIndex(where: { $0 != 0 }) else {
            return 0..<0
        }
        return first * 64 + words[first].trailingZeroBitCount..<(last + 1) * 64 - words[last].leadingZeroBitCount
    }

    mutating func formUnion(_ other: RowSet) {
        for index in words.indices { words[index] |= other.words[index] }
    }

    mutating func formIntersection(_ other: RowSet) {
        for index in words.indices { words[index] &= other.words[index] }
    }

    mutating func subtract(_ other: RowSet) {
        for index in words.indices { words[index] &= ~other.words[index] }
    }

    func intersection(_ other: RowSet) -> RowSet {
        var result = self
        result.formIntersection(other)
        return result
    }

    func subtracting(_ other: RowSet) -> RowSet {
        var result = self
        result.subtract(other)
        return result
    }

    @inline(__always)
    func filter(_ isIncluded: (Int) throws -> Bool) rethrows -> RowSet {
        var result = self
        for index in words.indices where words[index] != 0 {
            var rest = words[index]
            var kept: UInt64 = 0
            while rest != 0 {
                let bit = rest & (0 &- rest)
                if try isIncluded(index << 6 | bit.trailingZeroBitCount) { kept |= bit }
                rest ^= bit
            }
            result.words[index] = kept
        }
        return result
    }

    /// Calls `body` with each row, in order.
    @inline(__always)
    func forEach(_ body: (Int) throws -> Void) rethrows {
        for index in words.indices {
            var rest = words[index]
            while rest != 0 {
                try body(index << 6 | rest.trailingZeroBitCount)
                rest &= rest - 1
            }
        }
    }

    /// The rows, in order.
    var rows: [Int] {
        var result: [Int] = []
        result.reserveCapacity(count)
        forEach { result.append($0) }
        return result
    }
}
