/// A picture in memory: rows of pixels from the top. A pixel has red, green, blue and alpha of 8 bits each, not
/// premultiplied.
package struct Image: Hashable, Sendable {
    package let width: Int
    package let height: Int
    package private(set) var pixels: [UInt8]

    /// The maximum number of pixels to decode. Decoding then needs at most 270 MB.
    package static let mostPixels = 16_000_000

    /// - Parameter pixels: four bytes for each pixel. Missing pixels are transparent, and surplus bytes are ignored.
    package init(width: Int, height: Int, pixels: [UInt8] = []) {
        self.width = width
        self.height = height
        let wanted = width * height * 4
        self.pixels = pixels.isEmpty ? Array(repeating: 0, count: wanted) : pixels
        if self.pixels.count != wanted {
            self.pixels = Array(pixels.prefix(wanted)) + Array(repeating: 0, count: max(0, wanted - pixels.count))
        }
    }

    /// Decodes a PNG, JPEG or GIF (its first frame), as its first bytes indicate. Returns nil for other or invalid
    /// files, and for more than `mostPixels`. A JPEG is rotated by its Exif orientation.
    ///
    /// - Complexity: O(bytes + pixels). For a progressive JPEG, pixels count once for each of its scans, of which there
    ///   are at most 64.
    package init?(decoding bytes: [UInt8]) {
        guard let header = ImageHeader(bytes), header.width * header.height <= Self.mostPixels else { return nil }
        do throws(DamagedData) {
            switch header.format {
            case .png: self = try PNGDecoder.image(bytes)
            case .jpeg: self = try JPEGDecoder.image(bytes)
            case .gif: self = try GIFDecoder.image(bytes)
            }
        } catch {
            return nil
        }
    }

    /// Accesses the red, green, blue and alpha of a pixel, counted from 0 at the top left. It must be in the image.
    package subscript(x x: Int, y y: Int) -> (red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8) {
        get {
            let start = (y * width + x) * 4
            return (pixels[start], pixels[start + 1], pixels[start + 2], pixels[start + 3])
        }
        set {
            let start = (y * width + x) * 4
            pixels[start] = newValue.red
            pixels[start + 1] = newValue.green
            pixels[start + 2] = newValue.blue
            pixels[start + 3] = newValue.alpha
        }
    }

    /// Returns the image in another size. Each pixel is the mean of the pixels it covers, or the nearest one if it
    /// covers none. Complexity: O(pixels of both).
    package func scaled(width newWidth: Int, height newHeight: Int) -> Image {
        if (newWidth, newHeight) == (width, height) { return self }
        var scaled = Image(width: newWidth, height: newHeight)
        guard width > 0, height > 0 else { return scaled }
        for y in 0..<newHeight {
            let rows = Self.sources(y, of: newHeight, from: height)
            for x in 0..<newWidth {
                let columns = Self.sources(x, of: newWidth, from: width)
                var (red, green, blue, alpha) = (0, 0, 0, 0)
                for row in rows {
                    var start = (row * width + columns.lowerBound) * 4
                    for _ in columns {
                        // Transparent pixels do not contribute color.
                        let weight = Int(pixels[start + 3])
                        red += Int(pixels[start]) * weight
                        green += Int(pixels[start + 1]) * weight
                        blue += Int(pixels[start + 2]) * weight
                        alpha += weight
                        start += 4
                    }
                }
                guard alpha > 0 else { continue }
                let count = rows.count * columns.count
                scaled[x: x, y: y] = (
                    UInt8((red + alpha / 2) / alpha), UInt8((green + alpha / 2) / alpha),
                    UInt8((blue + alpha / 2) / alpha), UInt8((alpha + count / 2) / count)
                )
            }
        }
        return scaled
    }

    private static func sources(_ index: Int, of count: Int, from all: Int) -> Range<Int> {
        let start = min(index * all / count, all - 1)
        return start..<max(start + 1, (index + 1) * all / count)
    }

    /// Returns the given rows of the image, counted from 0 at the top. Rows outside the image are ignored.
    package func cropped(rows: Range<Int>) -> Image {
        let rows = rows.clamped(to: 0..<height)
        return Image(
            width: width, height: rows.count,
            pixels: Array(pixels[(rows.lowerBound * width * 4)..<(rows.upperBound * width * 4)]))
    }

    /// Returns the image rotated and mirrored by an Exif orientation (1 to 8; Exif 2.32, 4.6.4 A). Other numbers have
    /// no effect.
    func oriented(_ orientation: Int) -> Image {
        guard (2...8).contains(orientation) else { return self }
        let isTurned = orientation > 4
        var turned = Image(width: isTurned ? height : width, height: isTurned ? width : height)
        for y in 0..<turned.height {
            for x in 0..<turned.width {
                let (right, bottom) = (width - 1, height - 1)
                turned[x: x, y: y] =
                    switch orientation {
                    case 2: self[x: right - x, y: y]
                    case 3: self[x: right - x, y: bottom - y]
                    case 4: self[x: x, y: bottom - y]
                    case 5: self[x: y, y: x]
                    case 6: self[x: y, y: bottom - x]
                    case 7: self[x: right - y, y: bottom - x]
                    default: self[x: right - y, y: x]
                    }
            }
        }
        return turned
    }
}
