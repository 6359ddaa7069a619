import SourceText

/// A run of text in a block with one style.
package struct TextPiece: Hashable, Sendable {
    package struct Style: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) { self.rawValue = rawValue }

        package static let emphasis = Style(rawValue: 1)
        package static let strong = Style(rawValue: 2)
        package static let code = Style(rawValue: 4)
        package static let link = Style(rawValue: 8)
        package static let image = Style(rawValue: 16)
        package static let hashtag = Style(rawValue: 32)
        package static let struck = Style(rawValue: 64)
        /// A formula, which is also `code`. Line ends divide it into pieces whose ranges touch.
        package static let formula = Style(rawValue: 128)
    }

    /// The text as in the note, including control characters, which the caller must escape. A hard line break is a
    /// separate piece that contains one line feed.
    package var text: String
    package var style: Style
    /// The bytes of the file that the piece displays.
    package var range: Range<Int>
    /// Whether `text` equals the bytes of `range`.
    package var isExact: Bool
    /// The target of a link or image: to a file or a part of the note, decoded and with its fragment, or an address.
    package var target: String?
}

extension TextPiece {
    package init(_ text: String, _ style: Style, _ range: Range<Int>, isExact: Bool, target: String? = nil) {
        self.init(text: text, style: style, range: range, isExact: isExact, target: target)
    }
}
