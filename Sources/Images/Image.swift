/// A picture in memory: rows of pixels from the top, each of red, green, blue and alpha, 8 bits each, alpha not multiplied
/// in.
package struct Image: Hashable, Sendable {
    package let width: Int
    package let height: Int
    package private(set) var pixels: [UInt8]

    /// Pictures of more pixels are not decoded: with what decoding needs beside them, they take 270 MB at most.
    package static let mostPixels = 16_000_000

    /// - Parameter pixels: four bytes each; missing ones are transparent.
    package init(width: Int, height: Int, pixels: [UInt8] = []) {
        self.width = width
        self.height = height
        let wanted = width * height * 4
        self.pixels = pixels.isEmpty ? Array(repeating: 0, count: wanted) : pixels
        if self.pixels.count != wanted {
            self.pixels = Array(pixels.prefix(wanted)) + Array(repeating: 0, count: max(0, wanted - pixels.count))
        }
    }

    /// Decodes a PNG, JPEG or GIF (its first frame), as its first bytes say; nil for anything else, for what is broken,
    /// and for more than `mostPixels`. A JPEG is turned as its Exif data has it.
    ///
    /// - Complexity: O(bytes + pixels); a progressive JPEG's pixels count for each of its scans, 64 at most.
    package init?(decoding bytes: [UInt8]) {
        guard let header = ImageHeader(bytes), header.width * header.height <= Self.mostPixels else { return nil }
        do throws(ImageFault) {
            switch header.format {
            case .png: self = try PNGDecoder.image(bytes)
            case .jpeg: self = try JPEGDecoder.image(bytes)
            case .gif: self = try GIFDecoder.image(bytes)
            }
        } catch {
            return nil
        }
    }

    /// Red, green, blue and alpha of a pixel.
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

    /// In another size: each pixel the mean of those that it stands for, or the nearest where there is none.
    ///
    /// - Complexity: O(pixels of both).
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
                        // What is transparent has no colour to give.
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

    /// Some of its rows.
    package func cropped(rows: Range<Int>) -> Image {
        let rows = rows.clamped(to: 0..<height)
        return Image(
            width: width, height: rows.count,
            pixels: Array(pixels[(rows.lowerBound * width * 4)..<(rows.upperBound * width * 4)]))
    }

    /// Turned and mirrored as Exif's orientation says (1 to 8; Exif 2.32, 4.6.4 A).
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

/// A picture's file ends too early, or breaks its format's rules.
struct ImageFault: Error {}
