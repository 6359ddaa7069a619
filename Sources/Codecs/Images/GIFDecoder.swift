/// Decodes the first frame of a GIF (https://www.w3.org/Graphics/GIF/spec-gif89a.txt). Pixels outside the frame, and
/// those missing from truncated data, are transparent.
struct GIFDecoder {
    static func image(_ bytes: [UInt8]) throws(DamagedData) -> Image {
        var reader = ByteReader(bytes)
        reader.index = 6
        var image = Image(width: try reader.littleNumber(), height: try reader.littleNumber())
        let flags = try reader.byte()
        _ = try reader.take(2)
        var palette = try colors(flags, &reader)
        var transparent: UInt8?
        while true {
            switch try reader.byte() {
            case 0x21:
                let isControl = try reader.byte() == 0xF9
                let content = try blocks(&reader)
                if isControl, content.count >= 4, content[0] & 1 == 1 { transparent = content[3] }
            case 0x2C:
                let left = try reader.littleNumber()
                let top = try reader.littleNumber()
                let width = try reader.littleNumber()
                let height = try reader.littleNumber()
                let flags = try reader.byte()
                if flags & 0x80 != 0 { palette = try colors(flags, &reader) }
                guard width > 0, height > 0, width * height <= Image.mostPixels else { throw DamagedData() }
                let smallest = Int(try reader.byte())
                let indexes = try unpack(blocks(&reader), smallest, count: width * height)
                let rows = flags & 0x40 == 0 ? Array(0..<height) : interlaced(height)
                for (number, row) in rows.enumerated() where top + row < image.height {
                    for column in 0..<width where left + column < image.width {
                        let place = number * width + column
                        guard place < indexes.count else { return image }
                        let index = indexes[place]
                        let start = 3 * Int(index)
                        guard index != transparent, start + 2 < palette.count else { continue }
                        image[x: left + column, y: top + row] = (
                            palette[start], palette[start + 1], palette[start + 2], 255
                        )
                    }
                }
                return image
            default: throw DamagedData()
            }
        }
    }

    private static func colors(_ flags: UInt8, _ reader: inout ByteReader) throws(DamagedData) -> [UInt8] {
        flags & 0x80 == 0 ? [] : Array(try reader.take(3 << (Int(flags & 7) + 1)))
    }

    /// Reads blocks of at most 255 bytes up to an empty one, and returns their joined contents.
    private static func blocks(_ reader: inout ByteReader) throws(DamagedData) -> [UInt8] {
        var content: [UInt8] = []
        while case let count = Int(try reader.byte()), count > 0 { content += try reader.take(count) }
        return content
    }

    /// Returns the rows of an interlaced frame in the order in which they are stored (appendix E).
    private static func interlaced(_ height: Int) -> [Int] {
        [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { Array(stride(from: $0.0, to: height, by: $0.1)) }
    }

    /// Unpacks LZW with variable-length codes (appendix F). Returns the color indexes of pixels, and stops at `count`
    /// or shortly after. Truncated data yields fewer.
    ///
    /// - Parameter smallest: the minimum code size in bits, as stored before the data.
    private static func unpack(_ bytes: [UInt8], _ smallest: Int, count: Int) throws(DamagedData) -> [UInt8] {
        guard (1...11).contains(smallest) else { throw DamagedData() }
        let clear = 1 << smallest
        // A code is another code followed by one byte.
        var prefixes = [Int](repeating: -1, count: 4096)
        var lasts = (0..<4096).map { UInt8(truncatingIfNeeded: $0) }
        var firsts = lasts
        var lengths = [Int](repeating: 1, count: 4096)
        var next = clear + 2
        var width = smallest + 1
        var before: Int?
        var output: [UInt8] = []
        output.reserveCapacity(count)
        var (bits, bitCount) = (0, 0)
        for byte in bytes {
            bits |= Int(byte) << bitCount
            bitCount += 8
            while bitCount >= width {
                let code = bits & (1 << width - 1)
                bits >>= width
                bitCount -= width
                if code == clear {
                    (next, width, before) = (clear + 2, smallest + 1, nil)
                    continue
                }
                if code == clear + 1 { return output }
                guard code < next || (code == next && before != nil && next < 4096), before != nil || code < clear
                else { throw DamagedData() }
                if let before, next < 4096 {
                    prefixes[next] = before
                    // A code that is used while it is defined starts like the previous one.
                    lasts[next] = code == next ? firsts[before] : firsts[code]
                    firsts[next] = firsts[before]
                    lengths[next] = lengths[before] + 1
                    next += 1
                    if next == 1 << width, width < 12 { width += 1 }
                }
                let start = output.count
                guard start < count else { return output }
                var place = code
                output += Array(repeating: 0, count: lengths[code])
                for index in (start..<output.count).reversed() {
                    output[index] = lasts[place]
                    place = prefixes[place] < 0 || place < clear ? place : prefixes[place]
                }
                before = code
            }
        }
        return output
    }
}
