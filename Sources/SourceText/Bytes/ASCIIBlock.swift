/// Eight bytes at once, as one number with the first byte lowest.
///
/// The answers stand in the highest bit of each byte. Sums carry upwards only: a byte beyond ASCII spoils the answers
/// for the bytes after it, none before it.
@usableFromInline
package enum ASCIIBlock {
    /// The highest bit of each byte.
    @inlinable package static var highs: UInt64 { 0x8080_8080_8080_8080 }
    @inlinable static var ones: UInt64 { 0x0101_0101_0101_0101 }

    /// The eight bytes from `index` on. One check, after which the compiler makes one load of it.
    @inlinable @inline(__always)
    package static func load(_ bytes: Span<UInt8>, at index: Int) -> UInt64 {
        let eight = bytes.extracting(index..<index &+ 8)
        let low = UInt64(eight[0]) | UInt64(eight[1]) << 8 | UInt64(eight[2]) << 16 | UInt64(eight[3]) << 24
        let high = UInt64(eight[4]) | UInt64(eight[5]) << 8 | UInt64(eight[6]) << 16 | UInt64(eight[7]) << 24
        return low | high << 32
    }

    /// Writes eight bytes from `index` on. One check, after which the compiler makes one store of it.
    @inlinable @inline(__always)
    package static func store(_ block: UInt64, to bytes: inout MutableSpan<UInt8>, at index: Int) {
        precondition(index >= 0 && index <= bytes.count - 8)
        bytes[index] = UInt8(truncatingIfNeeded: block)
        bytes[index + 1] = UInt8(truncatingIfNeeded: block >> 8)
        bytes[index + 2] = UInt8(truncatingIfNeeded: block >> 16)
        bytes[index + 3] = UInt8(truncatingIfNeeded: block >> 24)
        bytes[index + 4] = UInt8(truncatingIfNeeded: block >> 32)
        bytes[index + 5] = UInt8(truncatingIfNeeded: block >> 40)
        bytes[index + 6] = UInt8(truncatingIfNeeded: block >> 48)
        bytes[index + 7] = UInt8(truncatingIfNeeded: block >> 56)
    }

    /// Which of ASCII bytes are letters or digits.
    @inlinable @inline(__always)
    package static func words(_ block: UInt64) -> UInt64 {
        let small = block | ones &* 0x20
        let letters = (small &+ ones &* 0x1F) & ~(small &+ ones &* 0x05)
        let digits = (block &+ ones &* 0x50) & ~(block &+ ones &* 0x46)
        return (letters | digits) & highs
    }

    /// ASCII letters made small, digits as they are, and a space for every byte that is not in `words`.
    @inlinable @inline(__always)
    package static func folded(_ block: UInt64, words: UInt64) -> UInt64 {
        let whole = (words &- words >> 7) | words
        return block & whole | ones &* 0x20
    }

    /// Whether one of the bytes may be a control character, a quote or a backslash; never false where one is.
    @inlinable @inline(__always)
    package static func needsEscape(_ block: UInt64) -> Bool {
        let controls = (block &- ones &* 0x20) & ~block & highs
        return controls | equal(block, to: 0x22) | equal(block, to: 0x5C) | equal(block, to: 0x7F) != 0
    }

    /// How many bytes have their highest bit set in `answers`, which has no other bits.
    @inlinable @inline(__always)
    package static func count(_ answers: UInt64) -> Int { Int(truncatingIfNeeded: ((answers >> 7) &* ones) >> 56) }

    /// Which bytes are `byte`. Only the first answer of a block is sure; where there is none, none is.
    @inlinable @inline(__always)
    package static func equal(_ block: UInt64, to byte: UInt8) -> UInt64 {
        let difference = block ^ (ones &* UInt64(byte))
        return (difference &- ones) & ~difference & highs
    }

    /// Which bytes lie from `low` to `high`, both ASCII. Sure for every byte, ASCII or not.
    @inlinable @inline(__always)
    package static func within(_ block: UInt64, from low: UInt8, to high: UInt8) -> UInt64 {
        let bits = block & ~highs
        let atLeast = bits &+ ones &* UInt64(0x80 &- low)
        let above = bits &+ ones &* UInt64(0x7F &- high)
        return atLeast & ~above & ~block & highs
    }
}
