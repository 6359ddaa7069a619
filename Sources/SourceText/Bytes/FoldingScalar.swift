/// Reads and writes single Unicode scalars in UTF-8.
enum FoldingScalar {
    static let replacement: UInt32 = 0xFFFD

    /// Reads the scalar that starts at `index`, and returns it with the start of the next one.
    ///
    /// Each maximal prefix of an invalid sequence yields one U+FFFD (Unicode, section 3.9, table 3-11), as in
    /// `String(decoding:as:)`.
    @inline(__always)
    static func read(_ bytes: Span<UInt8>, at index: Int, before end: Int) -> (scalar: UInt32, next: Int) {
        let first = bytes[index]
        if first < 0x80 { return (UInt32(first), index + 1) }
        guard index + 1 < end, first >= 0xC2, first <= 0xF4 else { return (replacement, index + 1) }
        let second = bytes[index + 1]
        if first < 0xE0 {
            guard second & 0xC0 == 0x80 else { return (replacement, index + 1) }
            return (UInt32(first & 0x1F) << 6 | UInt32(second & 0x3F), index + 2)
        }
        // Excludes overlong forms, surrogates, and values above U+10FFFF.
        let low: UInt8 = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80
        let high: UInt8 = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF
        guard second >= low, second <= high else { return (replacement, index + 1) }
        guard index + 2 < end, bytes[index + 2] & 0xC0 == 0x80 else { return (replacement, index + 2) }
        let upper = UInt32(second & 0x3F) << 6 | UInt32(bytes[index + 2] & 0x3F)
        if first < 0xF0 { return (UInt32(first & 0x0F) << 12 | upper, index + 3) }
        guard index + 3 < end, bytes[index + 3] & 0xC0 == 0x80 else { return (replacement, index + 3) }
        return (UInt32(first & 0x07) << 18 | upper << 6 | UInt32(bytes[index + 3] & 0x3F), index + 4)
    }

    /// Writes a scalar at `index`, where at least four bytes must be available. Returns the index after it.
    @inline(__always)
    static func write(_ scalar: UInt32, to bytes: inout MutableSpan<UInt8>, at index: Int) -> Int {
        if scalar < 0x80 {
            bytes[index] = UInt8(truncatingIfNeeded: scalar)
            return index + 1
        }
        if scalar < 0x800 {
            bytes[index] = 0xC0 | UInt8(truncatingIfNeeded: scalar >> 6)
            bytes[index + 1] = tail(scalar)
            return index + 2
        }
        if scalar < 0x10000 {
            bytes[index] = 0xE0 | UInt8(truncatingIfNeeded: scalar >> 12)
            bytes[index + 1] = tail(scalar >> 6)
            bytes[index + 2] = tail(scalar)
            return index + 3
        }
        bytes[index] = 0xF0 | UInt8(truncatingIfNeeded: scalar >> 18)
        bytes[index + 1] = tail(scalar >> 12)
        bytes[index + 2] = tail(scalar >> 6)
        bytes[index + 3] = tail(scalar)
        return index + 4
    }

    @inline(__always)
    private static func tail(_ bits: UInt32) -> UInt8 { 0x80 | UInt8(truncatingIfNeeded: bits & 0x3F) }
}
