/// A color of a terminal.
package enum Color: Hashable, Sendable {
    /// One of the 16 standard colors, 0 to 15, which the user may have changed.
    case standard(UInt8)
    /// One of xterm's 256 colors.
    case indexed(UInt8)
    case rgb(UInt8, UInt8, UInt8)

    package static let red = Color.standard(1)
    package static let green = Color.standard(2)
    package static let yellow = Color.standard(3)
    package static let blue = Color.standard(4)
    package static let magenta = Color.standard(5)
    package static let cyan = Color.standard(6)

    /// Returns the nearest color that a terminal of `depth` has; nil if it has none.
    package func reduced(to depth: ColorDepth) -> Color? {
        switch (self, depth) {
        case (_, .none), (_, .monochrome): return nil
        case (.standard, _), (.indexed, .indexed), (_, .full): return self
        case (.indexed(let index), .standard): return Color.standard(Self.nearest(to: Self.parts(index), among: 0..<16))
        case (.rgb(let red, let green, let blue), .indexed):
            return .indexed(Self.nearest(to: (Int(red), Int(green), Int(blue)), among: 16..<256))
        case (.rgb(let red, let green, let blue), .standard):
            return .standard(Self.nearest(to: (Int(red), Int(green), Int(blue)), among: 0..<16))
        }
    }

    private typealias RGBComponents = (red: Int, green: Int, blue: Int)

    /// The colors 0 to 15 in xterm's default palette. The user's palette is likely to be similar.
    private static let standardParts: [RGBComponents] = [
        (0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0), (0, 0, 238), (205, 0, 205), (0, 205, 205), (229, 229, 229),
        (127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0), (92, 92, 255), (255, 0, 255), (0, 255, 255),
        (255, 255, 255),
    ]

    /// Returns the components of one of the 256 colors: 16 standard ones, a 6×6×6 cube, and 24 shades of gray.
    private static func parts(_ index: UInt8) -> RGBComponents {
        let number = Int(index)
        if number < 16 { return standardParts[number] }
        if number >= 232 {
            let gray = 8 + 10 * (number - 232)
            return (gray, gray, gray)
        }
        func step(_ value: Int) -> Int { value == 0 ? 0 : 55 + 40 * value }
        return (step((number - 16) / 36), step((number - 16) / 6 % 6), step((number - 16) % 6))
    }

    private static func nearest(to wanted: RGBComponents, among indices: Range<Int>) -> UInt8 {
        func distance(_ index: Int) -> Int {
            let other = parts(UInt8(index))
            let (red, green, blue) = (wanted.red - other.red, wanted.green - other.green, wanted.blue - other.blue)
            // The eye is most sensitive to green and least to blue.
            return 3 * red * red + 6 * green * green + blue * blue
        }
        return UInt8(indices.min { distance($0) < distance($1) } ?? 0)
    }
}

/// The number of colors that a terminal has.
package enum ColorDepth: Sendable {
    case none
    /// No colors, but bold, underlined and reversed text, for `NO_COLOR`.
    case monochrome
    case standard, indexed, full

    package var hasColors: Bool { self != .none && self != .monochrome }

    /// The depth for the values of `TERM` and `COLORTERM`.
    package init(term: String?, colorTerm: String?) {
        let term = term ?? ""
        if let colorTerm, ["truecolor", "24bit"].contains(colorTerm) {
            self = .full
        } else if term.hasSuffix("-direct") {
            self = .full
        } else if term.split(separator: "-").contains("256color")
            || ["alacritty", "xterm-kitty", "foot"].contains(term)
        {
            self = .indexed
        } else {
            self = term == "dumb" || term.isEmpty ? .none : .standard
        }
    }
}
