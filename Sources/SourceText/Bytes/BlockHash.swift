/// A hash of 32-bit words and blocks of 64 bytes, with the length in bits at the end: FIPS 180-4, section 5.1.1.
package protocol BlockHash {
    /// The words of the hash after the blocks that were processed.
    var state: [UInt32] { get }

    init()

    /// Processes the block of 64 bytes that begins at `start`.
    mutating func take(_ bytes: [UInt8], at start: Int)
}

extension BlockHash {
    /// Returns the hash of `bytes`.
    ///
    /// Complexity: O(bytes).
    package static func hash(_ bytes: [UInt8]) -> [UInt8] {
        var hash = Self()
        let whole = bytes.count & ~63
        for start in stride(from: 0, to: whole, by: 64) { hash.take(bytes, at: start) }
        var rest = Array(bytes[whole...]) + [0x80]
        rest += [UInt8](repeating: 0, count: (120 - rest.count) % 64) + bigEndian(UInt64(bytes.count) * 8)
        for start in stride(from: 0, to: rest.count, by: 64) { hash.take(rest, at: start) }
        return hash.state.flatMap(bigEndian)
    }

    private static func bigEndian<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
        stride(from: Number.bitWidth - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> $0) }
    }
}

extension [UInt8] {
    /// The bytes as hexadecimal digits in lower case.
    package var hexadecimal: String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}

@inline(__always)
private func word(_ bytes: [UInt8], _ index: Int) -> UInt32 {
    UInt32(bytes[index]) << 24 | UInt32(bytes[index + 1]) << 16 | UInt32(bytes[index + 2]) << 8
        | UInt32(bytes[index + 3])
}

@inline(__always)
private func left(_ word: UInt32, _ bits: UInt32) -> UInt32 { word << bits | word >> (32 - bits) }

@inline(__always)
private func right(_ word: UInt32, _ bits: UInt32) -> UInt32 { word >> bits | word << (32 - bits) }

/// SHA-1: FIPS 180-4, section 6.1.
package struct SHA1: BlockHash {
    package private(set) var state: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]
    private var schedule = [UInt32](repeating: 0, count: 80)

    package init() {}

    package mutating func take(_ bytes: [UInt8], at start: Int) {
        for index in 0..<16 { schedule[index] = word(bytes, start + index * 4) }
        for index in 16..<80 {
            schedule[index] = left(
                schedule[index - 3] ^ schedule[index - 8] ^ schedule[index - 14] ^ schedule[index - 16], 1)
        }
        var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
        for index in 0..<80 {
            let (mixed, constant): (UInt32, UInt32)
            switch index {
            case ..<20: (mixed, constant) = ((b & c) | (~b & d), 0x5A82_7999)
            case ..<40: (mixed, constant) = (b ^ c ^ d, 0x6ED9_EBA1)
            case ..<60: (mixed, constant) = ((b & c) | (b & d) | (c & d), 0x8F1B_BCDC)
            default: (mixed, constant) = (b ^ c ^ d, 0xCA62_C1D6)
            }
            let next = left(a, 5) &+ mixed &+ e &+ constant &+ schedule[index]
            (e, d, c, b, a) = (d, c, left(b, 30), a, next)
        }
        state[0] &+= a
        state[1] &+= b
        state[2] &+= c
        state[3] &+= d
        state[4] &+= e
    }
}

/// SHA-256: FIPS 180-4, section 6.2. The constants are the fractional parts of the cube roots of the first primes. The initial
/// state consists of those of their square roots.
package struct SHA256: BlockHash {
    package private(set) var state: [UInt32]
    private var schedule = [UInt32](repeating: 0, count: 64)

    private static let primes: [UInt64] = {
        var found: [UInt64] = []
        var number: UInt64 = 2
        while found.count < 64 {
            if !found.contains(where: { number % $0 == 0 }) { found.append(number) }
            number += 1
        }
        return found
    }()

    /// Returns the first 32 bits of the fractional part of a prime's root: the greatest x with x^power <= prime ·
    /// 2^(32·power), without its integer part.
    private static func fraction(_ prime: UInt64, power: Int) -> UInt32 {
        var (low, high): (UInt64, UInt64) = (0, 1 << 38)
        while high - low > 1 {
            let middle = (low + high) / 2
            if isAtMost(middle, prime, power: power) { low = middle } else { high = middle }
        }
        return UInt32(truncatingIfNeeded: low)
    }

    private static func isAtMost(_ root: UInt64, _ prime: UInt64, power: Int) -> Bool {
        let wide = { (value: UInt64) in UInt128(value) }
        let square = wide(root) * wide(root)
        if power == 2 { return square <= wide(prime) << 64 }
        return square <= (wide(prime) << 96) / wide(root == 0 ? 1 : root)
    }

    private static let start = primes.prefix(8).map { fraction($0, power: 2) }
    private static let constants = primes.map { fraction($0, power: 3) }

    package init() { state = Self.start }

    package mutating func take(_ bytes: [UInt8], at start: Int) {
        for index in 0..<16 { schedule[index] = word(bytes, start + index * 4) }
        for index in 16..<64 {
            let (two, fifteen) = (schedule[index - 2], schedule[index - 15])
            let high = right(two, 17) ^ right(two, 19) ^ (two >> 10)
            let low = right(fifteen, 7) ^ right(fifteen, 18) ^ (fifteen >> 3)
            schedule[index] = schedule[index - 16] &+ low &+ schedule[index - 7] &+ high
        }
        let constants = Self.constants
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        var (e, f, g, h) = (state[4], state[5], state[6], state[7])
        for index in 0..<64 {
            let sumE = right(e, 6) ^ right(e, 11) ^ right(e, 25)
            let first = h &+ sumE &+ ((e & f) ^ (~e & g)) &+ constants[index] &+ schedule[index]
            let sumA = right(a, 2) ^ right(a, 13) ^ right(a, 22)
            let second = sumA &+ ((a & b) ^ (a & c) ^ (b & c))
            (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ second)
        }
        for (index, value) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= value }
    }
}
