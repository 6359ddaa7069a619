/// The format and size at the start of an image file.
package struct ImageHeader: Hashable, Sendable {
    package enum Format: Hashable, Sendable { case png, jpeg, gif }

    package let format: Format
    /// The displayed size in pixels. It is transposed if Exif data rotates a JPEG.
    package let width: Int
    package let height: Int

    /// The maximum width and height in pixels. Images with a longer side are refused.
    private static let longest = 20_000

    /// Parses a PNG (https://www.w3.org/TR/png-3/#5PNG-file-signature), JPEG (ITU-T T.81, annex B) or GIF
    /// (https://www.w3.org/Graphics/GIF/spec-gif89a.txt). Returns nil for other files, and if the size is missing, 0,
    /// or above 20,000 pixels.
    ///
    /// - Parameter bytes: a file, or enough of its start to contain the size.
    package init?(_ bytes: [UInt8]) {
        var reader = ByteReader(bytes)
        do throws(DamagedData) {
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
