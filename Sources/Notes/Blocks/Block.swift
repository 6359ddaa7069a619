/// A block of a note's body as a reader sees it, for whoever shows the note.
package struct Block: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case paragraph
        /// From 1 to 6.
        case heading(Int)
        /// With what stands behind the opening fence; empty for code by its indentation.
        case code(info: String)
        /// Raw HTML, as it is written.
        case html
        case rule
        /// With how each column is set.
        case table([Alignment])
        /// A reference definition.
        case definition
    }

    package enum Alignment: Hashable, Sendable { case start, center, end }

    /// What a block stands in.
    package struct Container: Hashable, Sendable {
        package enum Kind: Hashable, Sendable {
            case quote
            /// An item of a list with its marker as written: `-`, `3.`.
            case item(String)
        }

        package var kind: Kind
        /// Tells one container from the next of its kind.
        package var number: Int
    }

    package var kind: Kind
    /// The outermost first.
    package var containers: [Container]
    /// Whether it begins a list item with a box, and whether that is ticked.
    package var task: Bool?
    /// The bytes from its first to its last line, without containers' marks before the first.
    package var range: Range<Int>
    /// Its lines, of code and HTML; its cells, row by row, of a table; else one.
    package var texts: [[TextPiece]]

    /// Returns the sign that is shown in place of a list item's marker: a box for a task, the number as written, else a
    /// bullet.
    package static func sign(_ marker: String, task: Bool?) -> String {
        if let task { return task ? "☑ " : "☐ " }
        return marker.first?.isNumber == true ? marker + " " : "• "
    }
}

/// Some text of a block that looks one way.
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
    }

    /// As the note has it, control characters too, which whoever shows it has to escape; a line feed is a break, alone in
    /// its piece.
    package var text: String
    package var style: Style
    /// Where it comes from.
    package var range: Range<Int>
    /// Whether it stands there byte for byte.
    package var isExact: Bool
    /// What a link or an image leads to, as it is written, with its fragment; an address too.
    package var target: String?
}
