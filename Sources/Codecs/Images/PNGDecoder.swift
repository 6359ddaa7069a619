/// A decoder for PNG (https://www.w3.org/TR/png-3/): all color types and depths, interlaced or not, with `tRNS`
/// transparency. It ignores checksums, gamma and color profiles.
struct PNGDecoder {
    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    static let header = 0x4948_4452

    private var width = 0
    private var height = 0
    private var depth = 0
    private var colorType = 0
    private var isInterlaced = false
    private var palette: [UInt8] = []
    private var transparency: [UInt8] = []
    private var data: [UInt8] = []

    static func image(_ bytes: [UInt8]) throws(DamagedData) -> Image {
        var decoder = PNGDecoder()
        try decoder.readChunks(bytes)
        return try decoder.decode()
    }

    private mutating func readChunks(_ bytes: [UInt8]) throws(DamagedData) {
        var reader = ByteReader(bytes)
        reader.index = Self.signature.count
        while !reader.isAtEnd {
            let length = try reader.number(4)
            let kind = try reader.number(4)
            let content = Array(try reader.take(length))
            switch kind {
            case Self.header:
                guard length == 13, width == 0 else { throw DamagedData() }
                var fields = ByteReader(content)
                (width, height) = (try fields.number(4), try fields.number(4))
                guard width <= Image.mostPixels, height <= Image.mostPixels else { throw DamagedData() }
                (depth, colorType) = (Int(content[8]), Int(content[9]))
                isInterlaced = content[12] == 1
            case 0x504C_5445: palette = content
            case 0x7452_4E53: transparency = content
            case 0x4944_4154: data += content
            case 0x4945_4E44: return
            default: break
            }
            // Skip the checksum.
            _ = try reader.number(4)
        }
    }

    private var channels: Int {
        switch colorType {
        case 2: 3
        case 4: 2
        case 6: 4
        default: 1
        }
    }

    private func decode() throws(DamagedData) -> Image {
        let depths: [Int: [Int]] = [0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16]]
        guard depths[colorType]?.contains(depth) == true, width > 0, height > 0, width * height <= Image.mostPixels,
            colorType != 3 || !palette.isEmpty
        else { throw DamagedData() }
        var image = Image(width: width, height: height)
        // The first column and row of each pass, and the distances between them (PNG, 8.1).
        let passes =
            isInterlaced
            ? [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
            : [(0, 0, 1, 1)]
        let bitsOfPixel = depth * channels
        func columns(_ pass: (Int, Int, Int, Int)) -> Int { (width - pass.0 + pass.2 - 1) / pass.2 }
        func rows(_ pass: (Int, Int, Int, Int)) -> Int { (height - pass.1 + pass.3 - 1) / pass.3 }
        func bytes(_ columns: Int) -> Int { (columns * bitsOfPixel + 7) / 8 }
        // In a small picture some passes are empty.
        let full = passes.filter { $0.0 < width && $0.1 < height }
        let lines = try Inflate.zlib(data, limit: full.map { rows($0) * (1 + bytes(columns($0))) }.reduce(0, +))
        var index = 0
        for (column, row, across, down) in full {
            let count = bytes(columns((column, row, across, down)))
            var before = [UInt8](repeating: 0, count: count)
            for y in stride(from: row, to: height, by: down) {
                guard index + 1 + count <= lines.count else { throw DamagedData() }
                var line = Array(lines[(index + 1)..<(index + 1 + count)])
                try Self.unfilter(&line, filter: lines[index], before: before, step: max(1, bitsOfPixel / 8))
                index += 1 + count
                for (number, x) in stride(from: column, to: width, by: across).enumerated() {
                    image[x: x, y: y] = pixel(line, number)
                }
                before = line
            }
        }
        return image
    }

    /// Reverses the filter of a row (PNG, 9.2).
    private static func unfilter(_ line: inout [UInt8], filter: UInt8, before: [UInt8], step: Int) throws(DamagedData) {
        switch filter {
        case 0: break
        case 1: for index in line.indices.dropFirst(step) { line[index] &+= line[index - step] }
        case 2: for index in line.indices { line[index] &+= before[index] }
        case 3:
            for index in line.indices {
                let left = index < step ? 0 : Int(line[index - step])
                line[index] &+= UInt8((left + Int(before[index])) / 2)
            }
        case 4:
            for index in line.indices {
                let left = index < step ? 0 : Int(line[index - step])
                let corner = index < step ? 0 : Int(before[index - step])
                let above = Int(before[index])
                let guess = left + above - corner
                let (toLeft, toAbove, toCorner) = (abs(guess - left), abs(guess - above), abs(guess - corner))
                let nearest = toLeft <= toAbove && toLeft <= toCorner ? left : toAbove <= toCorner ? above : corner
                line[index] &+= UInt8(nearest)
            }
        default: throw DamagedData()
        }
    }

    private func pixel(_ line: [UInt8], _ number: Int) -> (red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8) {
        /// Returns a sample at its full depth and as 8 bits.
        func sample(_ channel: Int) -> (whole: Int, byte: UInt8) {
            let index = number * channels + channel
            switch depth {
            case 8: return (Int(line[index]), line[index])
            case 16: return (Int(line[2 * index]) << 8 | Int(line[2 * index + 1]), line[2 * index])
            default:
                let most = 1 << depth - 1
                let bit = index * depth
                let value = Int(line[bit / 8]) >> (8 - depth - bit % 8) & most
                return (value, UInt8(value * 255 / most))
            }
        }
        func key(_ channel: Int) -> Int? {
            2 * channel + 1 < transparency.count
                ? Int(transparency[2 * channel]) << 8 | Int(transparency[2 * channel + 1]) : nil
        }
        switch colorType {
        case 0:
            let gray = sample(0)
            return (gray.byte, gray.byte, gray.byte, key(0) == gray.whole ? 0 : 255)
        case 2:
            let (red, green, blue) = (sample(0), sample(1), sample(2))
            let isKey = key(0) == red.whole && key(1) == green.whole && key(2) == blue.whole
            return (red.byte, green.byte, blue.byte, isKey ? 0 : 255)
        case 3:
            let index = sample(0).whole
            guard 3 * index + 2 < palette.count else { return (0, 0, 0, 255) }
            return (
                palette[3 * index], palette[3 * index + 1], palette[3 * index + 2],
                index < transparency.count ? transparency[index] : 255
            )
        case 4:
            let gray = sample(0).byte
            return (gray, gray, gray, sample(1).byte)
        default: return (sample(0).byte, sample(1).byte, sample(2).byte, sample(3).byte)
        }
    }
}

extension Image {
    /// The image as an uncompressed PNG. For a local terminal, this is faster than compression.
    package var png: [UInt8] {
        func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }
        func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
            let body = Array(name.utf8) + content
            return number(content.count) + body + number(Int(CRC32.of(body)))
        }
        var lines: [UInt8] = []
        lines.reserveCapacity(height * (width * 4 + 1))
        for row in 0..<height {
            lines.append(0)
            lines += pixels[(row * width * 4)..<((row + 1) * width * 4)]
        }
        var packed: [UInt8] = [0x78, 0x01]
        var (low, high) = (1, 0)
        for byte in lines {
            low = (low + Int(byte)) % 65521
            high = (high + low) % 65521
        }
        for start in stride(from: 0, to: lines.count, by: 0xFFFF) {
            let piece = lines[start..<min(start + 0xFFFF, lines.count)]
            let count = UInt16(piece.count)
            packed.append(start + piece.count == lines.count ? 1 : 0)
            for half in [count, ~count] { packed += [UInt8(half & 0xFF), UInt8(half >> 8)] }
            packed += piece
        }
        return PNGDecoder.signature + chunk("IHDR", number(width) + number(height) + [8, 6, 0, 0, 0])
            + chunk("IDAT", packed + number(high << 16 | low)) + chunk("IEND", [])
    }
}

/// The checksum of PNG chunks (PNG, annex D).
private enum CRC32 {
    private static let table: [UInt32] = (0..<256).map { number in
        (0..<8).reduce(UInt32(number)) { rest, _ in rest & 1 == 1 ? 0xEDB8_8320 ^ rest >> 1 : rest >> 1 }
    }

    static func of(_ bytes: [UInt8]) -> UInt32 { ~bytes.reduce(~0) { table[Int(($0 ^ UInt32($1)) & 0xFF)] ^ $0 >> 8 } }
}
