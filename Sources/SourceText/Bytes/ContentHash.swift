/// A 64-bit hash of a file's bytes, to tell whether its content is still the same. Not for secrets: whoever wants two
/// contents with one hash can make them.
package struct ContentHash: Sendable {
    private var state: UInt64
    /// The bytes that do not fill a word yet; fewer than eight.
    private var rest: [UInt8] = []

    /// Begins the hash of `count` bytes, which then come in pieces.
    package init(count: Int) { state = 0x9E37_79B9_7F4A_7C15 ^ UInt64(count) }

    /// Complexity: O(bytes), eight at a time.
    package mutating func add(_ piece: [UInt8]) {
        let bytes = rest.isEmpty ? piece : rest + piece
        var index = 0
        while index + 8 <= bytes.count {
            var word: UInt64 = 0
            for offset in 0..<8 { word |= UInt64(bytes[index + offset]) << UInt64(8 * offset) }
            state = Self.mix(state ^ word)
            index += 8
        }
        rest = Array(bytes[index...])
    }

    package var value: Int64 {
        var word: UInt64 = 0
        for byte in rest { word = word << 8 | UInt64(byte) }
        return Int64(bitPattern: Self.mix(Self.mix(state ^ word)))
    }

    /// The hash of bytes that are all at hand.
    package static func hash(_ bytes: [UInt8]) -> Int64 {
        var hash = ContentHash(count: bytes.count)
        hash.add(bytes)
        return hash.value
    }

    /// Multiplies to 128 bits and folds the halves together, which spreads each bit over all the others.
    private static func mix(_ value: UInt64) -> UInt64 {
        let (high, low) = value.multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
        return high ^ low ^ (value >> 29)
    }
}
