/// A block of a note's body as rendered, for front ends that display notes line by line. `BlockNode` nests blocks.
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

    /// A block quote, list item or footnote that contains the block.
    package struct Container: Hashable, Sendable {
        package enum Kind: Hashable, Sendable {
            case quote
            /// A list item with its marker as written: `-`, `3.`.
            case item(String)
            /// A footnote with its label as written, without `[^`.
            case footnote(String)
        }

        package var kind: Kind
        /// The offset of its marker, which distinguishes neighboring containers of the same kind.
        package var start: Int

        /// Returns the sign displayed for the container's marker: a check box, the number as written, a bullet or a
        /// label. Returns nil for a quote.
        package func sign(task: Bool?) -> String? {
            switch kind {
            case .quote: nil
            case .footnote(let label): "[^\(label)] "
            case .item(let marker):
                task.map { $0 ? "☑ " : "☐ " } ?? (marker.first?.isNumber == true ? marker + " " : "• ")
            }
        }
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
}

extension Block {
    /// Returns the blocks of a body, in order.
    ///
    /// - Parameter isWanted: returns whether to read the block with the given bytes (default: all blocks).
    /// - Complexity: O(bytes).
    package static func all(
        in bytes: [UInt8], from start: Int, where isWanted: (Range<Int>) -> Bool = { _ in true }
    ) -> [Block] {
        RecordedBlocks(bytes, from: start).blocks(where: isWanted)
    }
}
