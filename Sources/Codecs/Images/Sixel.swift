/// A picture reduced to the colors of a sixel terminal (DEC, VT330/VT340 Programmer Reference Manual, volume 2, chapter
/// 14). It is converted once and can be drawn repeatedly.
package struct SixelImage: Sendable {
    package let width: Int
    package let height: Int
    private let colors: [ColorTable.RGBColor]
    /// The color of each pixel in row order, or -1 for none.
    private let indexes: [Int16]

    /// The number of colors that every sixel terminal supports.
    private static let maximumColors = 256

    /// Converts an image. Pixels with an alpha below 128 are not drawn. Complexity: O(pixels).
    package init(_ image: Image) {
        (width, height) = (image.width, image.height)
        let palette = ColorTable(image, most: Self.maximumColors)
        colors = palette.colors
        var indexes: [Int16] = []
        indexes.reserveCapacity(width * height)
        for y in 0..<height { for x in 0..<width { indexes.append(palette.index(image[x: x, y: y])) } }
        self.indexes = indexes
    }

    /// Returns the escape sequence that draws the given rows at the cursor, in bands of six rows and color by color.
    /// Rows are counted from 0 at the top, and those outside the image are ignored.
    ///
    /// Complexity: O(pixels of these rows + width · colors of each band).
    package func drawing(rows: Range<Int>) -> [UInt8] {
        let rows = rows.clamped(to: 0..<height)
        var out = Array("\u{1B}P0;1q\"1;1;\(width);\(rows.count)".utf8)
        for (number, color) in colors.enumerated() {
            func percent(_ value: UInt8) -> Int { (Int(value) * 100 + 127) / 255 }
            out += Array("#\(number);2;\(percent(color.red));\(percent(color.green));\(percent(color.blue))".utf8)
        }
        // The sixels of each color in the current band.
        var bands = [[UInt8]](repeating: [], count: colors.count)
        for top in stride(from: rows.lowerBound, to: rows.upperBound, by: 6) {
            for y in top..<min(top + 6, rows.upperBound) {
                for x in 0..<width {
                    let color = Int(indexes[y * width + x])
                    if color < 0 { continue }
                    if bands[color].isEmpty { bands[color] = Array(repeating: 0, count: width) }
                    bands[color][x] |= 1 << UInt8(y - top)
                }
            }
            for color in bands.indices where !bands[color].isEmpty {
                out += Array("#\(color)".utf8)
                Self.addRow(bands[color], to: &out)
                out.append(UInt8(ascii: "$"))
                bands[color] = []
            }
            out.append(UInt8(ascii: "-"))
        }
        return out + Array("\u{1B}\\".utf8)
    }

    private static func addRow(_ sixels: [UInt8], to out: inout [UInt8]) {
        var index = 0
        let end = (sixels.lastIndex { $0 != 0 } ?? -1) + 1
        while index < end {
            var stop = index + 1
            while stop < end, sixels[stop] == sixels[index] { stop += 1 }
            let character = sixels[index] + 63
            if stop - index > 3 {
                out += Array("!\(stop - index)".utf8)
                out.append(character)
            } else {
                out += Array(repeating: character, count: stop - index)
            }
            index = stop
        }
    }
}

/// A palette of at most `most` colors for a picture. It is computed by repeatedly splitting the color space where the
/// colors vary most (Heckbert's median cut), with five bits per channel.
struct ColorTable {
    struct RGBColor: Hashable {
        var red: UInt8
        var green: UInt8
        var blue: UInt8
    }

    private(set) var colors: [RGBColor] = []
    /// The palette index for each color of five bits per channel.
    private var indexes = [UInt8](repeating: 0, count: 1 << 15)

    init(_ image: Image, most: Int) {
        var counts = [Int](repeating: 0, count: 1 << 15)
        for y in 0..<image.height {
            for x in 0..<image.width {
                let color = image[x: x, y: y]
                if color.alpha >= 128 { counts[Self.place(red: color.red, green: color.green, blue: color.blue)] += 1 }
            }
        }
        let all = counts.indices.filter { counts[$0] > 0 }
        if all.isEmpty { return }
        var boxes = [all]
        var weights = [Self.weight(all, counts)]
        while boxes.count < most {
            // Split the box with the highest weight.
            guard let index = weights.indices.max(by: { weights[$0] < weights[$1] }), weights[index] > 0 else { break }
            let (low, high) = Self.cut(boxes[index], counts)
            boxes[index] = low
            weights[index] = Self.weight(low, counts)
            boxes.append(high)
            weights.append(Self.weight(high, counts))
        }
        for (number, box) in boxes.enumerated() {
            let all = box.map { counts[$0] }.reduce(0, +)
            func mean(_ channel: Int) -> UInt8 {
                let sum = box.map { Self.value($0, channel) * counts[$0] }.reduce(0, +)
                // Scale from 5 bits to 8.
                return UInt8((sum * 255 + all * 31 / 2) / (all * 31))
            }
            colors.append(RGBColor(red: mean(0), green: mean(1), blue: mean(2)))
            for place in box { indexes[place] = UInt8(number) }
        }
    }

    /// Returns the palette index of a color of the picture, or -1 if its alpha is below 128, so that it is not drawn.
    func index(_ color: (red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8)) -> Int16 {
        color.alpha < 128 ? -1 : Int16(indexes[Self.place(red: color.red, green: color.green, blue: color.blue)])
    }

    private static func place(red: UInt8, green: UInt8, blue: UInt8) -> Int {
        Int(red >> 3) << 10 | Int(green >> 3) << 5 | Int(blue >> 3)
    }

    private static func value(_ place: Int, _ channel: Int) -> Int { place >> (10 - 5 * channel) & 31 }

    private static func spread(_ box: [Int], _ channel: Int) -> Int {
        let values = box.map { value($0, channel) }
        return (values.max() ?? 0) - (values.min() ?? 0)
    }

    /// Returns the weight of a box for splitting: its pixels times its widest channel. 0 if it cannot be split.
    private static func weight(_ box: [Int], _ counts: [Int]) -> Int {
        let widest = (0..<3).map { spread(box, $0) }.max() ?? 0
        return box.map { counts[$0] }.reduce(0, +) * widest
    }

    /// Splits a box of at least two colors into two non-empty boxes, each with about half of its pixels.
    private static func cut(_ box: [Int], _ counts: [Int]) -> ([Int], [Int]) {
        let channel = (0..<3).max { first, second in spread(box, first) < spread(box, second) } ?? 0
        let sorted = box.sorted { (value($0, channel), $0) < (value($1, channel), $1) }
        let half = sorted.map { counts[$0] }.reduce(0, +) / 2
        var sum = 0
        var stop = 0
        while stop < sorted.count - 1, sum < half || stop == 0 {
            sum += counts[sorted[stop]]
            stop += 1
        }
        return (Array(sorted[..<stop]), Array(sorted[stop...]))
    }
}
