/// A block of a note's body as rendered, for front ends that display notes.
package struct Block: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case paragraph
        /// A heading with its level, from 1 to 6.
        case heading(Int)
        /// A code block with the info string of its opening fence. The string is empty for indented code.
        case code(info: String)
        /// Raw HTML as written.
        case html
        case rule
        /// A table with the alignment of each column.
        case table([Alignment])
        /// The reference definitions at the start of a paragraph.
        case definition
    }

    package enum Alignment: Hashable, Sendable { case start, center, end }

    /// A block quote or list item that contains the block.
    package struct Container: Hashable, Sendable {
        package enum Kind: Hashable, Sendable {
            case quote
            /// A list item with its marker as written: `-`, `3.`.
            case item(String)
        }

        package var kind: Kind
        /// The offset of its marker, which distinguishes neighboring containers of the same kind.
        package var start: Int
    }

    package var kind: Kind
    /// The containers of the block, outermost first.
    package var containers: [Container]
    /// Whether the task is done, if the block starts a list item with a check box.
    package var task: Bool?
    /// The bytes from the first to the last line, without container markers before the first. Fenced code excludes its
    /// fences, and is at 0 if it has no lines. A definition includes the rest of its paragraph.
    package var range: Range<Int>
    /// The bytes from the first to the last line, with the fences of code.
    package var extent: Range<Int>
    /// The lines of code, HTML and definitions, the cells of a table row by row, or one element for other blocks.
    package var texts: [[TextPiece]]

    /// Returns the sign displayed for a list item's marker: a check box, the number as written, or a bullet.
    package static func sign(_ marker: String, task: Bool?) -> String {
        if let task { return task ? "☑ " : "☐ " }
        return marker.first?.isNumber == true ? marker + " " : "• "
    }
}

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
    }

    /// The text as in the note, including control characters, which the caller must escape. A hard line break is a
    /// separate piece that contains one line feed.
    package var text: String
    package var style: Style
    /// The bytes of the file that the piece displays.
    package var range: Range<Int>
    /// Whether `text` equals the bytes of `range`.
    package var isExact: Bool
    /// The target of a link or image to a file or a part of the note, decoded and with its fragment, or a bare address.
    /// Nil for Markdown links to addresses and for uses of definitions.
    package var target: String?
}
