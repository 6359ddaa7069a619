/// Operations on eight bytes at once, held in a 64-bit integer with the first byte lowest.
///
/// The result for each byte is its highest bit. Carries only propagate upwards: a non-ASCII byte invalidates the
/// results of later bytes, but not of earlier ones.
@usableFromInline
package enum ASCIIBlock {
    /// The mask of the highest bit of each byte.
    @inlinable package static var highs: UInt64 { 0x8080_8080_8080_8080 }
    @inlinable static var ones: UInt64 { 0x0101_0101_0101_0101 }

    /// Returns the eight bytes from `index` on. After one bounds check, the compiler emits a single load.
    @inlinable @inline(__always)
    package static func load(_ bytes: Span<UInt8>, at index: Int) -> UInt64 {
        let eight = bytes.extracting(index..<index &+ 8)
        let low = UInt64(eight[0]) | UInt64(eight[1]) << 8 | UInt64(eight[2]) << 16 | UInt64(eight[3]) << 24
        let high = UInt64(eight[4]) | UInt64(eight[5]) << 8 | UInt64(eight[6]) << 16 | UInt64(eight[7]) << 24
        return low | high << 32
    }

    /// Writes eight bytes from `index` on. After one bounds check, the compiler emits a single store.
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

    /// Returns a mask of the bytes that are ASCII letters or digits, with the highest bit of each set.
    @inlinable @inline(__always)
    package static func words(_ block: UInt64) -> UInt64 {
        let small = block | ones &* 0x20
        let letters = (small &+ ones &* 0x1F) & ~(small &+ ones &* 0x05)
        let digits = (block &+ ones &* 0x50) & ~(block &+ ones &* 0x46)
        return (letters | digits) & highs
    }

    /// Returns ASCII letters in lower case, digits unchanged, and a space for each byte not in `words`.
    @inlinable @inline(__always)
    package static func folded(_ block: UInt64, words: UInt64) -> UInt64 {
        let whole = (words &- words >> 7) | words
        return block & whole | ones &* 0x20
    }

    /// Whether any byte may be a control character, a quote, a backslash, or the first byte of U+0080 to U+009F, U+2028 to
    /// U+202E or U+2066 to U+2069. Has no false negatives.
    @inlinable @inline(__always)
    package static func needsEscape(_ block: UInt64) -> Bool {
        let controls = (block &- ones &* 0x20) & ~block & highs
        return controls | equal(block, to: 0x22) | equal(block, to: 0x5C) | equal(block, to: 0x7F)
            | equal(block, to: 0xC2) | equal(block, to: 0xE2) != 0
    }

    /// Returns the number of bytes whose highest bit is set in `answers`. No other bits may be set.
    @inlinable @inline(__always)
    package static func count(_ answers: UInt64) -> Int { Int(truncatingIfNeeded: ((answers >> 7) &* ones) >> 56) }

    /// Returns the bytes that equal `byte`. Only the first result is reliable. If no bit is set, no byte matches.
    @inlinable @inline(__always)
    package static func equal(_ block: UInt64, to byte: UInt8) -> UInt64 {
        let difference = block ^ (ones &* UInt64(byte))
        return (difference &- ones) & ~difference & highs
    }

    /// Returns the bytes between `low` and `high`, both ASCII. Reliable for every byte, ASCII or not.
    @inlinable @inline(__always)
    package static func within(_ block: UInt64, from low: UInt8, to high: UInt8) -> UInt64 {
        let bits = block & ~highs
        let atLeast = bits &+ ones &* UInt64(0x80 &- low)
        let above = bits &+ ones &* UInt64(0x7F &- high)
        return atLeast & ~above & ~block & highs
    }
}
