/// A QR code of bytes (ISO/IEC 18004:2015), with error correction of level L and the versions 1 to 6. They are what fits
/// beside text on a terminal: an address of at most 134 bytes.
package struct QRCode: Sendable {
    /// What a version stores (ISO/IEC 18004, table 9, level L).
    private struct Version {
        let number: Int
        let blocks: Int
        /// The codewords of each block with data, and those with its error correction.
        let data: Int
        let correction: Int

        var size: Int { 17 + 4 * number }
    }

    private static let versions = [
        Version(number: 1, blocks: 1, data: 19, correction: 7),
        Version(number: 2, blocks: 1, data: 34, correction: 10),
        Version(number: 3, blocks: 1, data: 55, correction: 15),
        Version(number: 4, blocks: 1, data: 80, correction: 20),
        Version(number: 5, blocks: 1, data: 108, correction: 26),
        Version(number: 6, blocks: 2, data: 68, correction: 18),
    ]

    /// The number of modules on each side, without the margin of four light ones that a reader needs.
    package private(set) var size: Int
    private var isDark: [Bool]
    /// The modules of patterns and of the format, which have no data and are not masked.
    private var isPattern: [Bool]

    /// Whether the module of a column and a row is dark.
    package subscript(column: Int, row: Int) -> Bool { isDark[row * size + column] }

    /// Nil if there are more than 134 bytes.
    package init?(_ bytes: [UInt8]) {
        // The mode and the count take 12 bits, and four bits end the data.
        guard let version = Self.versions.first(where: { bytes.count + 2 <= $0.blocks * $0.data }) else { return nil }
        size = version.size
        isDark = Array(repeating: false, count: size * size)
        isPattern = isDark
        drawPatterns(version)
        drawData(Self.codewords(bytes, version))
        let unmasked = self
        var best: (code: QRCode, penalty: Int)?
        for mask in 0..<8 {
            var code = unmasked
            code.apply(mask)
            let penalty = code.penalty
            if best.map({ penalty < $0.penalty }) ?? true { best = (code, penalty) }
        }
        if let best { self = best.code }
    }

    // MARK: Codewords

    /// Returns the codewords in the order in which they are drawn: the blocks take turns, first with their data and then
    /// with their error correction.
    private static func codewords(_ bytes: [UInt8], _ version: Version) -> [UInt8] {
        // Mode 4 is that of bytes. The rest of a code is filled with two codewords in turn.
        let nibbles = [4, bytes.count >> 4, bytes.count & 15] + bytes.flatMap { [Int($0 >> 4), Int($0 & 15)] } + [0]
        var data = stride(from: 0, to: nibbles.count, by: 2).map { UInt8(nibbles[$0] << 4 | nibbles[$0 + 1]) }
        let filling: [UInt8] = [0xEC, 0x11]
        let count = data.count
        data += (0..<version.blocks * version.data - count).map { filling[$0 % 2] }
        let blocks = (0..<version.blocks).map { Array(data[$0 * version.data..<($0 + 1) * version.data]) }
        let corrections = blocks.map { correction($0, count: version.correction) }
        return [blocks, corrections].flatMap { all in
            all[0].indices.flatMap { place in all.map { $0[place] } }
        }
    }

    /// The Reed-Solomon code of a block: the remainder of its polynomial by the product of `(x - 2^i)`.
    private static func correction(_ block: [UInt8], count: Int) -> [UInt8] {
        // Without its first coefficient, which is 1.
        var generator = Array(repeating: UInt8(0), count: count - 1) + [1]
        var root: UInt8 = 1
        for _ in 0..<count {
            for place in 0..<count {
                generator[place] = product(generator[place], root) ^ (place + 1 < count ? generator[place + 1] : 0)
            }
            root = product(root, 2)
        }
        var remainder = Array(repeating: UInt8(0), count: count)
        for codeword in block {
            let factor = codeword ^ remainder.removeFirst()
            remainder.append(0)
            for place in 0..<count { remainder[place] ^= product(generator[place], factor) }
        }
        return remainder
    }

    /// Multiplies in the field of 256 elements modulo `x^8 + x^4 + x^3 + x^2 + 1`.
    private static func product(_ a: UInt8, _ b: UInt8) -> UInt8 {
        var product: UInt8 = 0
        for bit in stride(from: 7, through: 0, by: -1) {
            product = product << 1 ^ (product & 0x80 == 0 ? 0 : 0x1D)
            if b >> UInt8(bit) & 1 == 1 { product ^= a }
        }
        return product
    }

    // MARK: Drawing

    private mutating func drawPattern(_ column: Int, _ row: Int, isDark: Bool) {
        guard 0..<size ~= column, 0..<size ~= row else { return }
        self.isDark[row * size + column] = isDark
        isPattern[row * size + column] = true
    }

    /// Draws squares in squares around a module.
    ///
    /// - Parameter light: the distances from it at which modules are light.
    private mutating func drawSquares(around column: Int, _ row: Int, radius: Int, light: Set<Int>) {
        for x in -radius...radius {
            for y in -radius...radius {
                drawPattern(column + x, row + y, isDark: !light.contains(max(abs(x), abs(y))))
            }
        }
    }

    private mutating func drawPatterns(_ version: Version) {
        for place in 0..<size {
            drawPattern(place, 6, isDark: place % 2 == 0)
            drawPattern(6, place, isDark: place % 2 == 0)
        }
        for (column, row) in [(3, 3), (size - 4, 3), (3, size - 4)] {
            drawSquares(around: column, row, radius: 4, light: [2, 4])
        }
        if version.number > 1 { drawSquares(around: size - 7, size - 7, radius: 2, light: [1]) }
        drawFormat(mask: 0)
    }

    /// Draws the level and the mask, twice.
    private mutating func drawFormat(mask: Int) {
        // Level L is 01. Ten bits of a BCH code follow.
        let data = 1 << 3 | mask
        var rest = data << 10
        for bit in stride(from: 14, through: 10, by: -1) where rest >> bit & 1 == 1 { rest ^= 0x537 << (bit - 10) }
        let format = (data << 10 | rest) ^ 0x5412
        for bit in 0..<15 {
            let isDark = format >> bit & 1 == 1
            // Next to the pattern at the top left, without the lines of the timing pattern.
            switch bit {
            case 0..<8: drawPattern(8, bit < 6 ? bit : bit + 1, isDark: isDark)
            default: drawPattern(bit == 8 ? 7 : 14 - bit, 8, isDark: isDark)
            }
            let (column, row) = bit < 8 ? (size - 1 - bit, 8) : (8, size - 15 + bit)
            drawPattern(column, row, isDark: isDark)
        }
        drawPattern(8, size - 8, isDark: true)
    }

    /// Draws the bits of codewords in pairs of columns from the right, upwards and downwards in turn.
    private mutating func drawData(_ codewords: [UInt8]) {
        var bit = 0
        for pair in 0..<(size - 1) / 2 {
            // The column of the timing pattern has no data.
            let right = size - 1 - 2 * pair
            let left = right <= 6 ? right - 1 : right
            for step in 0..<size {
                let row = pair % 2 == 0 ? size - 1 - step : step
                for column in [left, left - 1] where !isPattern[row * size + column] {
                    if bit < 8 * codewords.count {
                        isDark[row * size + column] = codewords[bit / 8] >> UInt8(7 - bit % 8) & 1 == 1
                    }
                    bit += 1
                }
            }
        }
    }

    // MARK: Masks

    /// Inverts the modules of a mask (table 10), and writes its number.
    private mutating func apply(_ mask: Int) {
        for row in 0..<size {
            for column in 0..<size where !isPattern[row * size + column] {
                let (sum, product) = (row + column, row * column)
                let value =
                    switch mask {
                    case 0: sum % 2
                    case 1: row % 2
                    case 2: column % 3
                    case 3: sum % 3
                    case 4: (row / 2 + column / 3) % 2
                    case 5: product % 2 + product % 3
                    case 6: (product % 2 + product % 3) % 2
                    default: (sum % 2 + product % 3) % 2
                    }
                if value == 0 { isDark[row * size + column].toggle() }
            }
        }
        drawFormat(mask: mask)
    }

    /// How hard the code is to read (section 7.8.3): long runs, blocks of one color, what looks like a corner, and too much of
    /// one color.
    private var penalty: Int {
        var penalty = 0
        let rows = (0..<size).map { row in (0..<size).map { self[$0, row] } }
        let columns = (0..<size).map { column in (0..<size).map { self[column, $0] } }
        let corner = [true, false, true, true, true, false, true]
        let margin = [false, false, false, false]
        for line in rows + columns {
            for run in line.chunks where run >= 5 { penalty += run - 2 }
            for start in 0...size - 11 {
                let part = Array(line[start..<start + 11])
                if part == corner + margin || part == margin + corner { penalty += 40 }
            }
        }
        for row in 0..<size - 1 {
            for column in 0..<size - 1
            where Set([rows[row][column], rows[row][column + 1], rows[row + 1][column], rows[row + 1][column + 1]])
                .count == 1
            {
                penalty += 3
            }
        }
        let dark = isDark.count { $0 } * 100 / isDark.count
        return penalty + abs(dark - 50) / 5 * 10
    }
}

extension [Bool] {
    /// The lengths of its runs of equal values.
    fileprivate var chunks: [Int] {
        var lengths: [Int] = []
        for (place, value) in enumerated() {
            if place > 0, self[place - 1] == value { lengths[lengths.count - 1] += 1 } else { lengths.append(1) }
        }
        return lengths
    }
}
