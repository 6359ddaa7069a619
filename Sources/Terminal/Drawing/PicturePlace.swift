package import Images
import SourceText

/// A place for a picture, as characters: kitty's Unicode placeholders, which scroll, clip and vanish as text does
/// (https://sw.kovidgoyal.net/kitty/graphics-protocol/#unicode-placeholders). A terminal that does not know these is
/// shown blanks, over which the picture is drawn (`Screen`).
package struct PicturePlace: Hashable, Sendable {
    /// By which the terminal knows it: from 1 to 0xFFFFFF.
    package let identifier: UInt32
    package let columns: Int
    package let rows: Int

    /// - Parameters:
    ///   - content: what tells it from other pictures.
    ///   - pixels: its size.
    ///   - width: the columns there are.
    ///   - cell: what a character takes.
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
        // In another size it is another picture.
        let mixed = (content &* 0x9E37_79B1) ^ UInt32(truncatingIfNeeded: self.columns << 8 | self.rows)
        identifier = max(1, (mixed ^ mixed >> 24) & 0xFFFFFF)
    }

    /// What stands for it, a line a row.
    package var lines: [StyledLine] {
        let look = Look(.rgb(UInt8(identifier >> 16 & 0xFF), UInt8(identifier >> 8 & 0xFF), UInt8(identifier & 0xFF)))
        return (0..<rows).map { row in
            // The first says its row and column; each of the others stands right of the one before.
            let mark = String(Character(Self.placeholder)) + String(Self.marks[row])
            return StyledLine(mark + String(Self.marks[0]) + String(repeating: mark, count: columns - 1), look)
        }
    }

    /// What has a terminal that knows placeholders take in a PNG and show it there.
    package func transmission(png file: [UInt8]) -> [UInt8] { transmission("f=100", file) }

    /// The same of pixels.
    package func transmission(_ image: Image) -> [UInt8] {
        transmission("f=32,s=\(image.width),v=\(image.height)", image.pixels)
    }

    private func transmission(_ format: String, _ content: [UInt8]) -> [UInt8] {
        var text = ""
        var rest = Base64.encoded(content)[...]
        var isFirst = true
        repeat {
            let piece = rest.prefix(Self.piece)
            rest = rest.dropFirst(Self.piece)
            let head = isFirst ? "a=t,\(format),t=d,i=\(identifier),q=2," : "q=2,"
            text += "\u{1B}_G\(head)m=\(rest.isEmpty ? 0 : 1);\(piece)\u{1B}\\"
            isFirst = false
        } while !rest.isEmpty
        return Array((text + placement).utf8)
    }

    /// What has a picture that the terminal has shown in so many columns and rows.
    private var placement: String { "\u{1B}_Ga=p,U=1,i=\(identifier),c=\(columns),r=\(rows),q=2\u{1B}\\" }

    /// Has the terminal let all pictures go.
    package static let release = Array("\u{1B}_Ga=d,d=A,q=2\u{1B}\\".utf8)

    static let placeholder = Unicode.Scalar(0x10EEEE as UInt32) ?? " "
    private static let piece = 4096
    package static let mostRows = 20
    /// The marks that say a row or a column, the first of kitty's list.
    private static let marks: [Unicode.Scalar] = [
        "\u{305}", "\u{30D}", "\u{30E}", "\u{310}", "\u{312}", "\u{33D}", "\u{33E}", "\u{33F}", "\u{346}", "\u{34A}",
        "\u{34B}", "\u{34C}", "\u{350}", "\u{351}", "\u{352}", "\u{357}", "\u{35B}", "\u{363}", "\u{364}", "\u{365}",
    ]

    /// Of which picture a cell is, and which row of it; nil for one that is text.
    static func part(_ cell: Cell) -> (identifier: UInt32, row: Int)? {
        // The first byte of the placeholder: nearly every cell is told by it.
        guard cell.text.utf8.first == 0xF4, cell.text.unicodeScalars.first == placeholder,
            case .rgb(let red, let green, let blue)? = cell.look.foreground,
            let row = cell.text.unicodeScalars.dropFirst().first.flatMap({ marks.firstIndex(of: $0) })
        else { return nil }
        return (UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue), row)
    }
}

/// What a character takes of the screen, in pixels.
package struct CellSize: Hashable, Sendable {
    package let width: Int
    package let height: Int

    /// - Returns: nil for what no terminal has.
    package init?(width: Int, height: Int) {
        guard (2...200).contains(width), (2...200).contains(height) else { return nil }
        self.init(known: width, height)
    }

    private init(known width: Int, _ height: Int) { (self.width, self.height) = (width, height) }

    /// Where a terminal does not say it.
    package static let usual = CellSize(known: 10, 20)
}
