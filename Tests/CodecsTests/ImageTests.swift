import Codecs
import Foundation
import TestSupport
import Testing

/// Pictures that other programs wrote, compared with the pixels that those programs read.
@Suite struct ImageTests {
    /// A picture whose pixels follow from their places: gradients, and a corner that is transparent.
    private static func made(_ width: Int, _ height: Int, isOpaque: Bool = false) -> Image {
        var image = Image(width: width, height: height)
        for y in 0..<height {
            for x in 0..<width {
                let alpha: UInt8 = !isOpaque && x + y < 5 ? 0 : 255
                image[x: x, y: y] = (
                    UInt8(x * 255 / max(1, width - 1)), UInt8(y * 255 / max(1, height - 1)), UInt8((x * y) % 256), alpha
                )
            }
        }
        return image
    }

    private static func png(
        _ width: Int, _ height: Int, depth: UInt8, color: UInt8, interlaced: Bool = false, chunks: [[UInt8]] = [],
        data: [UInt8]
    ) -> [UInt8] {
        func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }
        func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
            number(content.count) + Array(name.utf8) + content + [0, 0, 0, 0]
        }
        let head = number(width) + number(height) + [depth, color, 0, 0, interlaced ? 1 : 0]
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", head) + chunks.flatMap { $0 }
            + chunk(
                "IDAT",
                [0x78, 0x01, 1] + [UInt8(data.count & 0xFF), UInt8(data.count >> 8)]
                    + [UInt8(~data.count & 0xFF), UInt8(~data.count >> 8 & 0xFF)] + data + number(0))
            + chunk("IEND", [])
    }

    @Test(arguments: [(1, 1), (7, 5), (64, 33), (300, 200)]) func `a PNG that is written reads back`(
        width: Int, height: Int
    ) {
        let image = Self.made(width, height)
        #expect(Image(decoding: image.png) == image)
        #expect(ImageHeader(image.png).map { [$0.width, $0.height] } == [width, height])
    }

    @Test func `PNGs of each depth and filter`() {
        // A row of gray in 1, 2 and 4 bits.
        for (depth, byte, wanted) in [
            (UInt8(1), UInt8(0b1010_0000), [255, 0, 255, 0]), (2, 0b0001_1011, [0, 85, 170, 255]),
        ] {
            let image = Image(decoding: Self.png(4, 1, depth: depth, color: 0, data: [0, byte]))
            #expect((0..<4).map { Int(image?[x: $0, y: 0].red ?? 9) } == wanted)
        }
        // Each filter on its own row: 10 20 30 all along, by the rules of PNG 9.2.
        let rows: [UInt8] = [
            0, 10, 20, 30, 1, 10, 10, 10, 2, 0, 0, 0, 3, 5, 5, 5, 4, 0, 0, 0,
        ]
        let image = Image(decoding: Self.png(3, 5, depth: 8, color: 0, data: rows))
        let read = (0..<5).map { y in (0..<3).map { x in image?[x: x, y: y].red ?? 0 } }
        #expect(read == Array(repeating: [10, 20, 30], count: 5))
        // A key of transparency, and a palette with one.
        let key: [UInt8] = [0, 0, 0, 2] + Array("tRNS".utf8) + [0, 20, 0, 0, 0, 0]
        let keyed = Image(decoding: Self.png(3, 1, depth: 8, color: 0, chunks: [key], data: [0, 10, 20, 30]))
        #expect((0..<3).map { keyed?[x: $0, y: 0].alpha ?? 1 } == [255, 0, 255])
        let colors: [UInt8] = [0, 0, 0, 6] + Array("PLTE".utf8) + [1, 2, 3, 4, 5, 6] + [0, 0, 0, 0]
        let indexed = Image(decoding: Self.png(2, 1, depth: 1, color: 3, chunks: [colors], data: [0, 0b0100_0000]))
        #expect(indexed?.pixels == [1, 2, 3, 255, 4, 5, 6, 255])
    }

    /// The place of a pixel of the original in the decoded picture.
    private static func place(_ x: Int, _ y: Int, _ orientation: Int) -> (x: Int, y: Int) {
        let (right, bottom) = (PictureFiles.width - 1, PictureFiles.height - 1)
        return switch orientation {
        case 3: (right - x, bottom - y)
        case 5: (y, x)
        case 6: (bottom - y, x)
        case 8: (y, right - x)
        default: (x, y)
        }
    }

    @Test(arguments: PictureFiles.all) func `what another program wrote is read`(file: PictureFiles.File) throws {
        let bytes = Array(try #require(Data(base64Encoded: file.bytes)))
        let image = try #require(Image(decoding: bytes))
        let header = try #require(ImageHeader(bytes))
        let (width, height) = (PictureFiles.width, PictureFiles.height)
        #expect((image.width, image.height) == (file.orientation > 4 ? (height, width) : (width, height)))
        #expect((image.width, image.height) == (header.width, header.height))
        var worst = 0
        for y in 0..<height {
            for x in 0..<width {
                let place = Self.place(x, y, file.orientation)
                let pixel = image[x: place.x, y: place.y]
                var wanted = PictureFiles.color(x, y)
                let gray = (wanted[0] * 299 + wanted[1] * 587 + wanted[2] * 114) / 1000
                if file.isGray { wanted = [gray, gray, gray] }
                for (found, wanted) in zip([pixel.red, pixel.green, pixel.blue], wanted) {
                    worst = max(worst, abs(Int(found) - wanted))
                }
                #expect(abs(Int(pixel.alpha) - (file.hasAlpha ? gray : 255)) <= 1)
            }
        }
        #expect(worst <= file.tolerance + 1)
    }

    @Test(arguments: PictureFiles.all) func `broken pictures are refused, or read in part, and quickly`(
        file: PictureFiles.File
    ) throws {
        let bytes = Array(try #require(Data(base64Encoded: file.bytes)))
        var random = FixedGenerator(11)
        for _ in 0..<150 {
            var broken = bytes
            for _ in 0...random.below(4) { broken[random.below(broken.count)] = UInt8(random.below(256)) }
            if random.below(3) == 0 { broken.removeLast(random.below(broken.count)) }
            if let image = Image(decoding: broken) { #expect(image.pixels.count == image.width * image.height * 4) }
        }
    }

    @Test func `a JPEG with hundreds of restarts is read to its end`() throws {
        let image = try #require(Image(decoding: Array(Data(base64Encoded: PictureFiles.restarts) ?? Data())))
        #expect((image.width, image.height) == (160, 120))
        for y in 0..<120 {
            for x in 0..<160 { #expect(abs(Int(image[x: x, y: y].green) - (x + y) * 255 / 278) < 12) }
        }
    }

    /// A scan of ten bytes visits all blocks, and a file may have a million scans.
    @Test func `a JPEG of many empty scans ends soon`() {
        var bytes: [UInt8] = [0xFF, 0xD8, 0xFF, 0xC2, 0, 11, 8, 4, 0, 4, 0, 1, 1, 0x11, 0]
        // One code of one bit: fourteen bits follow that say how many blocks have nothing.
        bytes += [0xFF, 0xC4, 0, 20, 0x10, 1] + Array(repeating: 0, count: 15) + [0xE0]
        for _ in 0..<100_000 { bytes += [0xFF, 0xDA, 0, 8, 1, 1, 0, 1, 63, 0x10] }
        var isRefused = false
        let time = ContinuousClock().measure { isRefused = Image(decoding: bytes) == nil }
        #expect(isRefused && time < .seconds(10))
    }

    @Test func `an orientation that there is not changes nothing`() throws {
        let file = try #require(PictureFiles.all.first { $0.orientation == 6 })
        var bytes = Array(try #require(Data(base64Encoded: file.bytes)))
        let tag = try #require(bytes.firstRange(of: [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6]))
        bytes[tag.upperBound - 1] = 9
        let header = try #require(ImageHeader(bytes))
        let image = try #require(Image(decoding: bytes))
        #expect([header.width, header.height] == [image.width, image.height] && image.width == PictureFiles.width)
    }

    @Test func `what claims more than is decoded is refused`() {
        var bytes = Self.made(4, 4).png
        // 20,000 by 20,000.
        bytes.replaceSubrange(16..<24, with: [0, 0, 0x4E, 0x20, 0, 0, 0x4E, 0x20])
        #expect(Image(decoding: bytes) == nil)
        #expect(
            ImageHeader([]) == nil && ImageHeader(Array("GIF89a".utf8)) == nil && Image(decoding: [1, 2, 3]) == nil)
    }

    @Test func `scaling keeps means, and does not mix in what is transparent`() {
        var image = Image(width: 2, height: 2)
        image[x: 0, y: 0] = (200, 100, 50, 255)
        image[x: 1, y: 0] = (100, 50, 0, 255)
        image[x: 0, y: 1] = (0, 0, 0, 0)
        image[x: 1, y: 1] = (0, 0, 0, 0)
        #expect(image.scaled(width: 1, height: 1).pixels == [150, 75, 25, 128])
        #expect(image.scaled(width: 4, height: 4).scaled(width: 2, height: 2) == image)
    }

    @Test(arguments: [(1, 1), (5, 6), (20, 13)]) func `sixels drawn as the manual says give the picture`(
        width: Int, height: Int
    ) throws {
        // As many colours as sixels have, five bits each, so that none is lost.
        var image = Image(width: width, height: height)
        for y in 0..<height {
            for x in 0..<width where (x + y) % 7 != 3 {
                image[x: x, y: y] = (UInt8(x % 6 * 51), UInt8(y % 6 * 51), 0, 255)
            }
        }
        let drawn = try #require(SixelReader.image(SixelImage(image).drawing(rows: 0..<height)))
        #expect((drawn.width, drawn.height) == (width, height))
        for y in 0..<height {
            for x in 0..<width {
                let (is_, wanted) = (drawn[x: x, y: y], image[x: x, y: y])
                #expect(is_.alpha == wanted.alpha)
                if wanted.alpha > 0 {
                    #expect(abs(Int(is_.red) - Int(wanted.red)) < 10 && abs(Int(is_.green) - Int(wanted.green)) < 10)
                }
            }
        }
    }
}

/// Draws sixels as a terminal does.
enum SixelReader {
    static func image(_ bytes: [UInt8]) -> Image? {
        guard let text = String(validating: bytes, as: UTF8.self), text.hasPrefix("\u{1B}P0;1q\""),
            text.hasSuffix("\u{1B}\\")
        else { return nil }
        var rest = text.dropFirst(7).dropLast(2)
        func numbers() -> [Int] {
            let part = rest.prefix { $0.isNumber || $0 == ";" }
            rest = rest.dropFirst(part.count)
            return part.split(separator: ";").compactMap { Int($0) }
        }
        let raster = numbers()
        var image = Image(width: raster[2], height: raster[3])
        var colors: [Int: [Int]] = [:]
        var (x, top, color, count) = (0, 0, 0, 1)
        while let character = rest.first {
            rest = rest.dropFirst()
            switch character {
            case "#":
                let parts = numbers()
                color = parts[0]
                if parts.count == 5 { colors[color] = parts[2...].map { $0 * 255 / 100 } }
            case "!": count = numbers()[0]
            case "$": x = 0
            case "-": (x, top) = (0, top + 6)
            default:
                guard let value = character.asciiValue, let color = colors[color] else { return nil }
                for column in x..<x + count {
                    for row in 0..<6 where (value - 63) >> UInt8(row) & 1 == 1 {
                        image[x: column, y: top + row] = (UInt8(color[0]), UInt8(color[1]), UInt8(color[2]), 255)
                    }
                }
                x += count
                count = 1
            }
        }
        return image
    }
}
