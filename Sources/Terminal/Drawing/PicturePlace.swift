package import Codecs
import SourceText

/// The place of a picture, as characters: kitty's Unicode placeholders, which scroll, clip and vanish like text.
///
/// On a terminal that does not know placeholders, `Screen` writes blanks and draws the picture over them.
/// Source: https://sw.kovidgoyal.net/kitty/graphics-protocol/#unicode-placeholders
package struct PicturePlace: Hashable, Sendable {
    /// The identifier of the picture in the terminal, from 1 to 0xFFFFFF.
    package let identifier: UInt32
    package let columns: Int
    package let rows: Int

    /// - Parameters:
    ///   - content: a hash of the content.
    ///   - pixels: the size of the picture.
    ///   - width: the available columns.
    package init(content: UInt32, pixels: (width: Int, height: Int), width: Int, cell: CellSize = .usual) {
        let natural = max(1, (pixels.width + cell.width - 1) / cell.width)
        let columns = max(1, min(natural, width))
        let (across, down) = (cell.height * pixels.width, cell.width * pixels.height)
        let rows = max(1, (columns * down + across - 1) / max(1, across))
        if rows <= Self.mostRows {
            (self.columns, self.rows) = (columns, rows)
        } else {
            self.rows = Self.mostRows
            self.columns = max(1, min(columns, Self.mostRows * across / max(1, down)))
        }
        // The terminal knows one size of each identifier.
        let mixed = (content &* 0x9E37_79B1) ^ UInt32(truncatingIfNeeded: self.columns << 8 | self.rows)
        identifier = max(1, (mixed ^ mixed >> 24) & 0xFFFFFF)
    }

    /// The placeholders, one line for each row.
    package var lines: [StyledLine] {
        let textStyle = TextStyle(
            .rgb(UInt8(identifier >> 16 & 0xFF), UInt8(identifier >> 8 & 0xFF), UInt8(identifier & 0xFF)))
        return (0..<rows).map { row in
            // Only the first one names its row and column. The others follow from their left neighbor.
            let mark = String(Character(Self.placeholder)) + String(Self.marks[row])
            return StyledLine(mark + String(Self.marks[0]) + String(repeating: mark, count: columns - 1), textStyle)
        }
    }

    /// Returns the bytes that send a PNG to a terminal with placeholders and place it there.
    package func transmission(png file: [UInt8]) -> [UInt8] { transmission("f=100", file) }

    /// Returns the bytes that send pixels to a terminal with placeholders and place them there.
    package func transmission(_ image: Image) -> [UInt8] {
        transmission("f=32,s=\(image.width),v=\(image.height)", image.pixels)
    }

    private func transmission(_ format: String, _ content: [UInt8]) -> [UInt8] {
        var text = ""
        var rest = Base64.encoded(content)[...]
        var isFirst = true
        repeat {
            let chunk = rest.prefix(Self.chunkLength)
            rest = rest.dropFirst(Self.chunkLength)
            let head = isFirst ? "a=t,\(format),t=d,i=\(identifier),q=2," : "q=2,"
            text += "\u{1B}_G\(head)m=\(rest.isEmpty ? 0 : 1);\(chunk)\u{1B}\\"
            isFirst = false
        } while !rest.isEmpty
        return Array((text + placement).utf8)
    }

    /// The command that places a picture which the terminal already has.
    private var placement: String { "\u{1B}_Ga=p,U=1,i=\(identifier),c=\(columns),r=\(rows),q=2\u{1B}\\" }

    /// The command that deletes all pictures in the terminal.
    package static let deletion = Array("\u{1B}_Ga=d,d=A,q=2\u{1B}\\".utf8)

    static let placeholder = Unicode.Scalar(0x10EEEE as UInt32) ?? " "
    /// The maximum length of a chunk, which the protocol sets.
    private static let chunkLength = 4096
    package static let mostRows = 20
    /// The marks that encode a row or a column: the first ones of kitty's list.
    private static let marks: [Unicode.Scalar] = [
        "\u{305}", "\u{30D}", "\u{30E}", "\u{310}", "\u{312}", "\u{33D}", "\u{33E}", "\u{33F}", "\u{346}", "\u{34A}",
        "\u{34B}", "\u{34C}", "\u{350}", "\u{351}", "\u{352}", "\u{357}", "\u{35B}", "\u{363}", "\u{364}", "\u{365}",
    ]

    /// Returns the picture that a cell is a placeholder of, and the row of the picture, counted from 0. Returns nil for
    /// a cell with text.
    static func part(_ cell: Cell) -> (identifier: UInt32, row: Int)? {
        // The first byte of the placeholder excludes nearly every other cell quickly.
        guard cell.text.utf8.first == 0xF4, cell.text.unicodeScalars.first == placeholder,
            case .rgb(let red, let green, let blue)? = cell.textStyle.foreground,
            let row = cell.text.unicodeScalars.dropFirst().first.flatMap({ marks.firstIndex(of: $0) })
        else { return nil }
        return (UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue), row)
    }
}

/// The size of a character cell in pixels.
package struct CellSize: Hashable, Sendable {
    package let width: Int
    package let height: Int

    /// Returns nil for a size that no terminal has.
    package init?(width: Int, height: Int) {
        guard (2...200).contains(width), (2...200).contains(height) else { return nil }
        self.init(known: width, height)
    }

    private init(known width: Int, _ height: Int) { (self.width, self.height) = (width, height) }

    /// The size for terminals that do not report it.
    package static let usual = CellSize(known: 10, 20)
}
