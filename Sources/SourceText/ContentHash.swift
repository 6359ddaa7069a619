/// A 64-bit hash of a file's bytes, to tell whether its content is still the same. Not for secrets: whoever wants two
/// contents with one hash can make them.
package enum ContentHash {
    /// Complexity: O(bytes), eight at a time.
    package static func hash(_ bytes: [UInt8]) -> Int64 {
        var state: UInt64 = 0x9E37_79B9_7F4A_7C15 ^ UInt64(bytes.count)
        var index = 0
        while index + 8 <= bytes.count {
            var word: UInt64 = 0
            for offset in 0..<8 { word |= UInt64(bytes[index + offset]) << UInt64(8 * offset) }
            state = mix(state ^ word)
            index += 8
        }
        var rest: UInt64 = 0
        while index < bytes.count {
            rest = rest << 8 | UInt64(bytes[index])
            index += 1
        }
        return Int64(bitPattern: mix(mix(state ^ rest)))
    }

    /// Multiplies to 128 bits and folds the halves together, which spreads each bit over all the others.
    private static func mix(_ value: UInt64) -> UInt64 {
        let (high, low) = value.multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
        return high ^ low ^ (value >> 29)
    }
}
