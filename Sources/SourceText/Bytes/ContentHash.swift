/// A 64-bit hash of a file's bytes, to detect changes of its content. Not cryptographic: collisions can be constructed.
package struct ContentHash: Sendable {
    private var state: UInt64
    /// The trailing bytes that do not fill a word, fewer than eight.
    private var rest: [UInt8] = []

    /// Starts the hash of `count` bytes, which are then added in pieces.
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

    /// Returns the hash of `bytes`.
    package static func hash(_ bytes: [UInt8]) -> Int64 {
        var hash = ContentHash(count: bytes.count)
        hash.add(bytes)
        return hash.value
    }

    /// Returns the hash of `bytes` as users see it: see `text(_:)`.
    package static func text(of bytes: [UInt8]) -> String { text(hash(bytes)) }

    /// Returns a hash as 16 hexadecimal digits in lower case.
    package static func text(_ hash: Int64) -> String { String(UInt64(bitPattern: hash), width: 16, radix: 16) }

    /// Multiplies to 128 bits and combines the halves, so that each input bit affects all output bits.
    private static func mix(_ value: UInt64) -> UInt64 {
        let (high, low) = value.multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
        return high ^ low ^ (value >> 29)
    }
}
