/// The colors and attributes of text on a terminal.
package struct TextStyle: Hashable, Sendable {
    /// The attributes of text, such as bold.
    package struct Marks: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) { self.rawValue = rawValue }

        package static let bold = Marks(rawValue: 1)
        package static let dim = Marks(rawValue: 2)
        package static let italic = Marks(rawValue: 4)
        package static let underline = Marks(rawValue: 8)
        package static let reverse = Marks(rawValue: 16)
        package static let strikethrough = Marks(rawValue: 32)

        /// The number that turns on each attribute (ECMA-48, 8.3.117).
        static let codes: [(mark: Marks, code: Int)] = [
            (.bold, 1), (.dim, 2), (.italic, 3), (.underline, 4), (.reverse, 7), (.strikethrough, 9),
        ]
    }

    package var foreground: Color?
    package var background: Color?
    package var marks: Marks
    /// The target of a link (OSC 8).
    package var link: String?

    package init(_ foreground: Color? = nil, on background: Color? = nil, _ marks: Marks = [], link: String? = nil) {
        self.foreground = foreground
        self.background = background
        self.marks = marks
        self.link = link
    }

    package static let plain = TextStyle()

    /// Returns the look with the colors and attributes of another one applied over it.
    package func with(_ other: TextStyle) -> TextStyle {
        TextStyle(
            other.foreground ?? foreground, on: other.background ?? background, marks.union(other.marks),
            link: other.link ?? link)
    }

    /// Returns the sequence that resets all attributes and sets these, without the link.
    package func sequence(_ depth: ColorDepth) -> String {
        var codes = [0]
        for (mark, code) in Marks.codes where marks.contains(mark) { codes.append(code) }
        if let color = foreground?.reduced(to: depth) { codes += Self.codes(color, isBackground: false) }
        if let color = background?.reduced(to: depth) { codes += Self.codes(color, isBackground: true) }
        return "\u{1B}[\(codes.map { String($0) }.joined(separator: ";"))m"
    }

    private static func codes(_ color: Color, isBackground: Bool) -> [Int] {
        let base = isBackground ? 40 : 30
        switch color {
        case .standard(let index): return [index < 8 ? base + Int(index) : base + 52 + Int(index)]
        case .indexed(let index): return [base + 8, 5, Int(index)]
        case .rgb(let red, let green, let blue): return [base + 8, 2, Int(red), Int(green), Int(blue)]
        }
    }
}
