import Codecs
import TestSupport
import Testing

struct QRCodeTests {
    /// Reads a code as the standard describes it, without the corrections: what is drawn has no errors.
    private struct Reader {
        let code: QRCode
        var version: Int { (code.size - 17) / 4 }

        /// The 15 bits of the format that stand around the corner at the top left, and the same at the other two.
        var formats: [Int] {
            let last = code.size - 1
            let places = [
                [0, 1, 2, 3, 4, 5, 7, 8].map { (8, $0) } + [7, 5, 4, 3, 2, 1, 0].map { ($0, 8) },
                (0..<8).map { (last - $0, 8) } + (0..<7).map { (8, last - 6 + $0) },
            ]
            return places.map {
                $0.enumerated().reduce(0) { $0 | (code[$1.element.0, $1.element.1] ? 1 << $1.offset : 0) }
            }
        }

        private func isPattern(_ column: Int, _ row: Int) -> Bool {
            let (last, middle) = (code.size - 1, code.size - 7)
            let isCorner = column < 9 && row < 9 || column < 9 && row > last - 8 || column > last - 8 && row < 9
            let isAlignment = version > 1 && abs(column - middle) <= 2 && abs(row - middle) <= 2
            return isCorner || isAlignment || column == 6 || row == 6
        }

        private func isMasked(_ mask: Int, _ x: Int, _ y: Int) -> Bool {
            [
                (x + y) % 2, y % 2, x % 3, (x + y) % 3, (y / 2 + x / 3) % 2, x * y % 2 + x * y % 3,
                (x * y % 2 + x * y % 3) % 2, ((x + y) % 2 + x * y % 3) % 2,
            ][mask] == 0
        }

        /// The codewords in the order in which they are drawn.
        var codewords: [Int] {
            let mask = (formats[0] ^ 0x5412) >> 10 & 7
            var bits: [Bool] = []
            var isUpwards = true
            for right in stride(from: code.size - 1, to: 0, by: -2) {
                let column = right <= 6 ? right - 1 : right
                let rows = isUpwards ? Array((0..<code.size).reversed()) : Array(0..<code.size)
                for row in rows {
                    for column in [column, column - 1] where column >= 0 && !isPattern(column, row) {
                        bits.append(code[column, row] != isMasked(mask, column, row))
                    }
                }
                isUpwards.toggle()
            }
            return (0..<bits.count / 8).map { bits[8 * $0..<8 * $0 + 8].reduce(0) { $0 << 1 | ($1 ? 1 : 0) } }
        }

        /// The blocks: each codeword of the data belongs to the next block in turn, then each one of the correction.
        var blocks: [(data: [Int], correction: [Int])] {
            let (count, data) = [(1, 19), (1, 34), (1, 55), (1, 80), (1, 108), (2, 68)][version - 1]
            return (0..<count).map { block in
                let all = stride(from: block, to: codewords.count, by: count).map { codewords[$0] }
                return (Array(all[..<data]), Array(all[data...]))
            }
        }

        var bytes: [UInt8] {
            let data = blocks.flatMap(\.data)
            let nibbles = data.flatMap { [$0 >> 4, $0 & 15] }
            let count = nibbles[1] << 4 | nibbles[2]
            return (0..<count).map { UInt8(nibbles[3 + 2 * $0] << 4 | nibbles[4 + 2 * $0]) }
        }
    }

    /// Multiplies by way of logarithms, which the code does not use.
    private static let powers = (0..<254).reduce(into: [1]) { powers, _ in
        let next = powers[powers.count - 1] << 1
        powers.append(next > 255 ? next ^ 0x11D : next)
    }

    @Test(arguments: [0, 1, 16, 17, 18, 32, 53, 54, 78, 79, 106, 107, 134])
    func `a code has the bytes, in blocks whose corrections are right`(count: Int) throws {
        var random = FixedGenerator(UInt64(count))
        let bytes = (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        let reader = Reader(code: try #require(QRCode(bytes)))
        #expect(reader.bytes == bytes)
        #expect(reader.formats[0] == reader.formats[1] && (reader.formats[0] ^ 0x5412) >> 13 == 1)
        for block in reader.blocks {
            // The polynomial of a block is zero at the first powers of 2.
            for root in 0..<block.correction.count {
                let value = (block.data + block.correction).reduce(0) { value, codeword in
                    let place = value == 0 ? nil : Self.powers.firstIndex(of: value)
                    return codeword ^ (place.map { Self.powers[($0 + root) % 255] } ?? 0)
                }
                #expect(value == 0, "\(root)")
            }
        }
    }

    @Test func `a code has its three corners, and more bytes have none`() throws {
        let code = try #require(QRCode(Array("http://192.168.1.20:8000/#a-b".utf8)))
        #expect(code.size == 25)
        for (column, row) in [(0, 0), (code.size - 7, 0), (0, code.size - 7)] {
            let rows = (0..<7).map { y in (0..<7).map { code[column + $0, row + y] ? "#" : "." }.joined() }
            #expect(rows == ["#######", "#.....#", "#.###.#", "#.###.#", "#.###.#", "#.....#", "#######"])
        }
        #expect(QRCode([UInt8](repeating: 0, count: 135)) == nil)
    }
}
