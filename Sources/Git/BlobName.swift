import SourceText

/// Names of git objects in binary form.
///
/// `of` computes the name of a blob from its bytes as git stores them: a hash of `blob SIZE`, a NUL and the bytes. For
/// a file whose line ends git converts, use `Repository.blobNames`. `bytes` and `text` convert the name of any object
/// from and to hexadecimal digits.
///
/// https://git-scm.com/docs/hash-function-transition
package enum BlobName {
    /// The hash function of a repository, named as git names it.
    package enum Format: String, Sendable { case sha1, sha256 }

    /// Returns the name of the blob with this content, in binary form.
    ///
    /// Complexity: O(bytes).
    package static func of(_ bytes: [UInt8], _ format: Format) -> [UInt8] {
        let head = Array("blob \(bytes.count)".utf8) + [0]
        func name(_ hash: some BlockHash) -> [UInt8] {
            var hash = MessageHash(hash)
            hash.add(head)
            hash.add(bytes)
            return hash.finish()
        }
        return switch format {
        case .sha1: name(SHA1())
        case .sha256: name(SHA256())
        }
    }

    /// Decodes an even number of hexadecimal digits. Returns nil for anything else.
    package static func bytes(_ digits: [UInt8]) -> [UInt8]? {
        guard digits.count % 2 == 0 else { return nil }
        var result: [UInt8] = []
        result.reserveCapacity(digits.count / 2)
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let high = digits[index].hexValue, let low = digits[index + 1].hexValue else { return nil }
            result.append(high << 4 | low)
        }
        return result
    }

    package static func text(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}

/// The common interface of the two hashes: 32-bit words, blocks of 64 bytes, the length at the end (FIPS 180-4, 5.1.1).
protocol BlockHash {
    var state: [UInt32] { get set }
    /// Processes the block of 64 bytes that begins at `start`.
    mutating func take(_ bytes: [UInt8], at start: Int)
}

/// An incremental hash of a message, which is padded as SHA-1 and SHA-256 require.
struct MessageHash<Hash: BlockHash> {
    private var hash: Hash
    private var rest: [UInt8] = []
    private var count: UInt64 = 0

    init(_ hash: Hash) { self.hash = hash }

    mutating func add(_ bytes: [UInt8]) {
        count += UInt64(bytes.count)
        var start = 0
        if !rest.isEmpty {
            start = min(64 - rest.count, bytes.count)
            rest += bytes[..<start]
            if rest.count < 64 { return }
            hash.take(rest, at: 0)
            rest = []
        }
        while start + 64 <= bytes.count {
            hash.take(bytes, at: start)
            start += 64
        }
        rest = Array(bytes[start...])
    }

    mutating func finish() -> [UInt8] {
        let bits = count * 8
        var end: [UInt8] = [0x80]
        end += [UInt8](repeating: 0, count: (119 - rest.count) % 64)
        for shift in stride(from: 56, through: 0, by: -8) {
            end.append(UInt8(truncatingIfNeeded: bits >> UInt64(shift)))
        }
        add(end)
        return hash.state.flatMap { word in
            stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> UInt32($0)) }
        }
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

/// FIPS 180-4, section 6.1.
struct SHA1: BlockHash {
    var state: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]
    private var schedule = [UInt32](repeating: 0, count: 80)

    mutating func take(_ bytes: [UInt8], at start: Int) {
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

/// FIPS 180-4, section 6.2. The constants are the fractional parts of the cube roots of the first primes. The initial
/// state consists of those of their square roots.
struct SHA256: BlockHash {
    var state: [UInt32]
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

    init() { state = Self.start }

    mutating func take(_ bytes: [UInt8], at start: Int) {
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
