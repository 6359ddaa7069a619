/// SQLite's variable-length integers: https://sqlite.org/fileformat2.html#varint
enum Varint {
    /// Reads the number that starts at `index`, and moves `index` behind it. Returns nil if the number is cut off at
    /// `end`, or is 2⁵⁶ or more. The new `index` is then meaningless.
    static func read(_ bytes: Span<UInt8>, _ index: inout Int, end: Int) -> Int? {
        var value = 0
        for _ in 0..<8 {
            guard index < end else { return nil }
            let byte = bytes[index]
            index += 1
            value = value << 7 | Int(byte & 0x7F)
            if byte < 0x80 { return value }
        }
        return nil
    }

    /// Appends a number from 0 to below 2⁵⁶.
    @inline(__always)
    static func append(_ number: Int, to bytes: inout [UInt8]) {
        var shift = 0
        while number >> shift > 0x7F { shift += 7 }
        while shift > 0 {
            bytes.append(UInt8(truncatingIfNeeded: number >> shift) | 0x80)
            shift -= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: number) & 0x7F)
    }
}
