/// A decoder for deflate (RFC 1951).
package struct Inflate {
    private var reader: ByteReader
    private var bits: UInt64 = 0
    private var bitCount = 0
    private var output: [UInt8] = []
    private let limit: Int

    /// Returns the content of a zlib stream (RFC 1950), and stops decoding at `limit` bytes or at most 64 kB later.
    /// Throws if the data is invalid or truncated. Does not verify the checksum.
    package static func zlib(_ bytes: [UInt8], limit: Int) throws(DamagedData) -> [UInt8] {
        guard bytes.count > 2, bytes[0] & 0xF == 8, bytes[1] & 0x20 == 0, (Int(bytes[0]) << 8 | Int(bytes[1])) % 31 == 0
        else { throw DamagedData() }
        var inflate = Inflate(bytes, limit: limit)
        inflate.reader.index = 2
        try inflate.unpack()
        return inflate.output
    }

    /// Returns the content of a deflate stream without a header, and stops decoding like `zlib`.
    package static func raw(_ bytes: [UInt8], limit: Int) throws(DamagedData) -> [UInt8] {
        var inflate = Inflate(bytes, limit: limit)
        try inflate.unpack()
        return inflate.output
    }

    private init(_ bytes: [UInt8], limit: Int) {
        reader = ByteReader(bytes)
        self.limit = limit
        // Untouched memory costs nothing, but growing an array needs both copies at once.
        output.reserveCapacity(limit + 0x10000)
    }

    private mutating func unpack() throws(DamagedData) {
        var isLast = false
        while !isLast, output.count < limit {
            isLast = try takeBits(1) == 1
            switch try takeBits(2) {
            case 0: try copyStored()
            case 1: try unpack(Self.fixedLiterals, Self.fixedDistances)
            case 2:
                let (literals, distances) = try readCodes()
                try unpack(literals, distances)
            default: throw DamagedData()
            }
        }
    }

    // MARK: Bits

    private mutating func fillBits(_ count: Int) throws(DamagedData) {
        while bitCount < count {
            bits |= UInt64(try reader.byte()) << UInt64(bitCount)
            bitCount += 8
        }
    }

    private mutating func takeBits(_ count: Int) throws(DamagedData) -> Int {
        if count == 0 { return 0 }
        try fillBits(count)
        let value = Int(bits & (1 << UInt64(count) - 1))
        bits >>= UInt64(count)
        bitCount -= count
        return value
    }

    /// Reads the next Huffman code and returns its symbol.
    private mutating func readSymbol(_ code: Code) throws(DamagedData) -> Int {
        while bitCount < Code.longest, !reader.isAtEnd { try fillBits(bitCount + 8) }
        let entry = code.entry(UInt16(truncatingIfNeeded: bits))
        let length = Int(entry & 0xF)
        guard length > 0, length <= bitCount else { throw DamagedData() }
        bits >>= UInt64(length)
        bitCount -= length
        return Int(entry >> 4)
    }

    // MARK: Blocks

    private mutating func copyStored() throws(DamagedData) {
        // Return whole bytes that were read ahead.
        reader.index -= bitCount / 8
        (bits, bitCount) = (0, 0)
        let count = try reader.littleNumber()
        guard try reader.littleNumber() == ~count & 0xFFFF else { throw DamagedData() }
        output += try reader.take(count)
    }

    private mutating func unpack(_ literals: Code, _ distances: Code) throws(DamagedData) {
        while output.count < limit {
            let symbol = try readSymbol(literals)
            if symbol < 256 {
                output.append(UInt8(symbol))
                continue
            }
            if symbol == 256 { return }
            guard symbol - 257 < Self.lengths.count else { throw DamagedData() }
            let (length, lengthBits) = Self.lengths[symbol - 257]
            let count = length + (try takeBits(lengthBits))
            let distanceSymbol = try self.readSymbol(distances)
            guard distanceSymbol < Self.distances.count else { throw DamagedData() }
            let (distance, distanceBits) = Self.distances[distanceSymbol]
            let back = distance + (try takeBits(distanceBits))
            guard back <= output.count else { throw DamagedData() }
            // The ranges may overlap.
            for index in (output.count - back)..<(output.count - back + count) { output.append(output[index]) }
        }
    }

    /// Reads the codes of a dynamic block (RFC 1951, 3.2.7).
    private mutating func readCodes() throws(DamagedData) -> (Code, Code) {
        let literalCount = try takeBits(5) + 257
        let distanceCount = try takeBits(5) + 1
        let lengthCount = try takeBits(4) + 4
        var lengths = [UInt8](repeating: 0, count: 19)
        for index in Self.lengthOrder.prefix(lengthCount) { lengths[index] = UInt8(try takeBits(3)) }
        let lengthCode = try Code(lengths)
        var all: [UInt8] = []
        while all.count < literalCount + distanceCount {
            switch try readSymbol(lengthCode) {
            case let length where length < 16: all.append(UInt8(length))
            case 16:
                guard let last = all.last else { throw DamagedData() }
                all += Array(repeating: last, count: 3 + (try takeBits(2)))
            case 17: all += Array(repeating: 0, count: 3 + (try takeBits(3)))
            default: all += Array(repeating: 0, count: 11 + (try takeBits(7)))
            }
        }
        guard all.count == literalCount + distanceCount else { throw DamagedData() }
        return (try Code(Array(all[..<literalCount])), try Code(Array(all[literalCount...])))
    }

    private static let lengthOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

    /// The minimum length for each symbol, and the number of extra bits (RFC 1951, 3.2.5).
    private static let lengths: [(Int, Int)] = {
        var lengths = (0..<8).map { ($0 + 3, 0) }
        var next = 11
        for bits in 1...5 {
            for _ in 0..<4 {
                lengths.append((next, bits))
                next += 1 << bits
            }
        }
        lengths[27] = (227, 5)
        return lengths + [(258, 0)]
    }()

    private static let distances: [(Int, Int)] = {
        var distances = (0..<4).map { ($0 + 1, 0) }
        var next = 5
        for bits in 1...13 {
            for _ in 0..<2 {
                distances.append((next, bits))
                next += 1 << bits
            }
        }
        return distances
    }()

    /// The fixed codes (RFC 1951, 3.2.6). They are known to be valid.
    private static let fixedLiterals = Code(unchecked: (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 })
    private static let fixedDistances = Code(unchecked: Array(repeating: 5, count: 30))

    /// A canonical Huffman code (RFC 1951, 3.2.2). Codes are read bit-reversed.
    private struct Code {
        static let longest = 15
        /// For the next bits of the stream, the symbol and, in the lowest four bits, the code length. 0 for no code.
        private var table: [UInt16]
        private let mask: UInt16

        /// Creates a code. Throws if it is oversubscribed.
        init(_ lengths: [UInt8]) throws(DamagedData) {
            var room = 1 << Self.longest
            for length in lengths where length > 0 { room -= 1 << (Self.longest - Int(length)) }
            guard room >= 0 else { throw DamagedData() }
            self.init(unchecked: lengths)
        }

        init(unchecked lengths: [UInt8]) {
            let most = max(1, Int(lengths.max() ?? 0))
            table = Array(repeating: 0, count: 1 << most)
            mask = UInt16(1 << most - 1)
            var next = 0
            for length in 1...most {
                for (symbol, itsLength) in lengths.enumerated() where itsLength == length {
                    let reversed = Int(UInt16(truncatingIfNeeded: next).bitReversed >> UInt16(16 - length))
                    for place in stride(from: reversed, to: table.count, by: 1 << length) {
                        table[place] = UInt16(symbol << 4 | length)
                    }
                    next += 1
                }
                next <<= 1
            }
        }

        func entry(_ bits: UInt16) -> UInt16 { table[Int(bits & mask)] }
    }
}

extension UInt16 {
    fileprivate var bitReversed: UInt16 {
        var (rest, reversed) = (self, UInt16(0))
        for _ in 0..<16 {
            reversed = reversed << 1 | rest & 1
            rest >>= 1
        }
        return reversed
    }
}
