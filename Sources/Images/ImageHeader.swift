/// What the beginning of a picture's file says.
package struct ImageHeader: Hashable, Sendable {
    package enum Format: Hashable, Sendable { case png, jpeg, gif }

    package let format: Format
    /// In pixels, as it is to be seen: a JPEG that is turned by its Exif data has them exchanged.
    package let width: Int
    package let height: Int

    /// Pictures of more pixels a side are taken for broken.
    private static let longest = 20_000

    /// Nil for what is no PNG (https://www.w3.org/TR/png-3/#5PNG-file-signature), JPEG (ITU-T T.81, annex B) or GIF
    /// (https://www.w3.org/Graphics/GIF/spec-gif89a.txt), or has no size.
    ///
    /// - Parameter bytes: a file, or so much of its beginning as holds the size.
    package init?(_ bytes: [UInt8]) {
        var reader = ByteReader(bytes)
        do throws(ImageFault) {
            if bytes.starts(with: PNGDecoder.signature) {
                format = .png
                reader.index = 12
                guard try reader.number(4) == PNGDecoder.header else { return nil }
                (width, height) = (try reader.number(4), try reader.number(4))
            } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
                format = .jpeg
                (width, height) = try JPEGDecoder.size(bytes)
            } else if bytes.starts(with: Array("GIF8".utf8)) {
                format = .gif
                reader.index = 6
                (width, height) = (try reader.littleNumber(), try reader.littleNumber())
            } else {
                return nil
            }
        } catch {
            return nil
        }
        guard (1...Self.longest).contains(width), (1...Self.longest).contains(height) else { return nil }
    }
}

/// Reads numbers out of bytes one after the other.
struct ByteReader {
    let bytes: [UInt8]
    var index = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { index >= bytes.count }

    mutating func byte() throws(ImageFault) -> UInt8 {
        guard index < bytes.count else { throw ImageFault() }
        index += 1
        return bytes[index - 1]
    }

    /// The most significant byte first.
    mutating func number(_ count: Int) throws(ImageFault) -> Int {
        var number = 0
        for _ in 0..<count { number = number << 8 | Int(try byte()) }
        return number
    }

    /// Of two bytes, the least significant first.
    mutating func littleNumber() throws(ImageFault) -> Int { Int(try byte()) | Int(try byte()) << 8 }

    mutating func take(_ count: Int) throws(ImageFault) -> ArraySlice<UInt8> {
        guard count >= 0, count <= bytes.count - index else { throw ImageFault() }
        index += count
        return bytes[(index - count)..<index]
    }
}
