/// The folding of each scalar without context.
///
/// The data are records of ranges (`FoldingData`). The common scalars below U+3400 are in a lookup table that is filled
/// on first use. Han and Hangul are computed, and the rest is found by binary search.
struct FoldingTable: Sendable {
    /// The folding of a scalar, and the effect of the target on its neighbors.
    struct Entry {
        /// The packed entry. Bits 0 to 20 are the target. With bit 21 set they are an offset in `FoldingData.pool` (16
        /// bits) and a length. Bits 22 and 23 are the kind, 24 `takesNoMarks`, 25 `composes`, and 26 to 31 the rank.
        /// They describe the target, or the first of several.
        let bits: UInt32

        @inline(__always) var target: UInt32 { bits & 0x1F_FFFF }

        /// Whether the scalar folds to none or several scalars rather than to one.
        @inline(__always) var isSequence: Bool { bits & 1 << 21 != 0 }

        /// The range of the targets in the pool.
        @inline(__always) var sequence: Range<Int> {
            let start = Int(bits & 0xFFFF)
            return start..<start + Int(bits >> 16 & 0x1F)
        }

        @inline(__always) var kind: UInt32 { bits & Kind.mask }

        @inline(__always) var isMark: Bool { bits & (Kind.mask | 1 << 21) == Kind.mark }

        /// Whether the target is a Latin, Greek or Cyrillic letter, after which marks are removed.
        @inline(__always) var takesNoMarks: Bool { bits & 1 << 24 != 0 }

        /// Whether the target composes with some scalar before it.
        @inline(__always) var composes: Bool { bits & 1 << 25 != 0 }

        /// The index of the canonical combining class among all classes in order. Class 0 is 0.
        @inline(__always) var rank: UInt32 { bits >> 26 }

        /// Whether the target may reorder or compose with the scalars before it.
        @inline(__always) var isBound: Bool { bits >> 25 != 0 }
    }

    /// The role of a folded scalar in words.
    enum Kind {
        static let mask: UInt32 = 3 << 22
        static let separator: UInt32 = 0
        /// A letter or a digit.
        static let word: UInt32 = 1 << 22
        /// A letter of a script written without spaces. It forms a word, together with its marks.
        static let single: UInt32 = 2 << 22
        /// General category M.
        static let mark: UInt32 = 3 << 22
    }

    static let shared = FoldingTable()

    /// The entries of scalars below U+3400, where Han starts.
    private let low: [UInt32]
    private let starts = FoldingData.starts
    private let values = FoldingData.values
    private let listed = FoldingData.listed
    let pool = FoldingData.pool

    private init() {
        var low = [UInt32](repeating: 0, count: 0x3400)
        for scalar: UInt32 in 0..<0x80 {
            let byte = UInt8(scalar).lowercased
            let letter = Kind.word | 1 << 24
            low[Int(scalar)] = UInt32(byte) | (byte.isLetter ? letter : byte.isDigit ? Kind.word : 0)
        }
        var room = low.mutableSpan
        var record = 0
        while record + 1 < starts.count, starts[record] >> 2 < 0x3400 {
            let start = Int(starts[record] >> 2)
            let end = min(Int(starts[record + 1] >> 2), 0x3400)
            // Most records are of this kind, and a loop without a switch is faster.
            if starts[record] & 3 == 1 {
                var value = values[record]
                for scalar in start..<end {
                    room[scalar] = value
                    value &+= 1
                }
            } else {
                for scalar in start..<end {
                    room[scalar] = Self.entry(
                        starts[record], values[record], offset: UInt32(scalar - start), listed: listed)
                }
            }
            record += 1
        }
        self.low = low
    }

    /// Returns the entry of a scalar. Complexity: O(log records).
    @inline(__always)
    subscript(scalar: UInt32) -> Entry {
        if scalar < 0x3400 { return Entry(bits: low[Int(scalar)]) }
        let isHan = scalar &- 0x4E00 < 0x5200
        let isHangul = scalar &- 0xAC00 < 0x2BA4
        if isHan || isHangul { return Entry(bits: Kind.single | scalar) }
        return search(scalar)
    }

    private func search(_ scalar: UInt32) -> Entry {
        let key = scalar << 2 | 3
        // The first record starts at the first scalar.
        let record = (1..<starts.count).partitioningIndex { starts[$0] > key } - 1
        let start = starts[record]
        return Entry(bits: Self.entry(start, values[record], offset: scalar - start >> 2, listed: listed))
    }

    /// Returns the entry of the scalar at `offset` in a record.
    private static func entry(_ start: UInt32, _ value: UInt32, offset: UInt32, listed: [UInt32]) -> UInt32 {
        switch start & 3 {
        case 0: value
        case 1: value + offset
        case 2: value + offset & ~1
        default: value & ~0x1F_FFFF | listed[Int(value & 0x1F_FFFF + offset)]
        }
    }
}
