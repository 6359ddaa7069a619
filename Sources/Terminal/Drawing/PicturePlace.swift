/// A picture as characters: kitty's Unicode placeholders, which scroll, clip and vanish as text does
/// (https://sw.kovidgoyal.net/kitty/graphics-protocol/#unicode-placeholders).
package struct PicturePlace: Hashable, Sendable {
    /// By which the terminal knows it: from 1 to 0xFFFFFF.
    package let identifier: UInt32
    package let columns: Int
    package let rows: Int

    /// - Parameters:
    ///   - pixels: its size.
    ///   - width: the columns there are.
    package init(identifier: UInt32, pixels: (width: Int, height: Int), width: Int) {
        self.identifier = identifier
        // A character is about as wide as ten pixels, and twice as high.
        let natural = max(1, (pixels.width + 9) / 10)
        let columns = max(1, min(natural, width))
        let rows = max(1, (columns * pixels.height + 2 * pixels.width - 1) / (2 * max(1, pixels.width)))
        if rows <= Self.mostRows {
            (self.columns, self.rows) = (columns, rows)
        } else {
            self.rows = Self.mostRows
            self.columns = max(1, min(columns, 2 * Self.mostRows * pixels.width / max(1, pixels.height)))
        }
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

    /// What has the terminal take in a picture and show it there: PNG alone, in pieces.
    ///
    /// - Parameter base64: the file.
    package func transmission(_ base64: String) -> [UInt8] {
        var text = ""
        var rest = base64[...]
        var isFirst = true
        repeat {
            let piece = rest.prefix(Self.piece)
            rest = rest.dropFirst(Self.piece)
            let head = isFirst ? "a=t,f=100,t=d,i=\(identifier),q=2," : "q=2,"
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
    private static let mostRows = 20
    /// The marks that say a row or a column, the first of kitty's list.
    private static let marks: [Unicode.Scalar] = [
        "\u{305}", "\u{30D}", "\u{30E}", "\u{310}", "\u{312}", "\u{33D}", "\u{33E}", "\u{33F}", "\u{346}", "\u{34A}",
        "\u{34B}", "\u{34C}", "\u{350}", "\u{351}", "\u{352}", "\u{357}", "\u{35B}", "\u{363}", "\u{364}", "\u{365}",
    ]
}
