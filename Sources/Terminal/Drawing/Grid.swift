import SourceText

/// A cell of the screen, as wide as a Latin letter.
package struct Cell: Hashable, Sendable {
    /// One character; empty if the cell is the right half of a wide one.
    package var text: String
    package var textStyle: TextStyle

    package init(text: String, textStyle: TextStyle) {
        self.text = text
        self.textStyle = textStyle
    }

    package static let blank = Cell(text: " ", textStyle: .plain)
}

/// The content of a screen: rows of cells.
package struct Grid: Hashable, Sendable {
    package let columns: Int
    package let rows: Int
    private var cells: [Cell]

    package init(columns: Int, rows: Int) {
        self.columns = max(columns, 1)
        self.rows = max(rows, 1)
        cells = Array(repeating: .blank, count: self.columns * self.rows)
    }

    package subscript(column: Int, row: Int) -> Cell {
        get { cells[row * columns + column] }
        set { cells[row * columns + column] = newValue }
    }

    func row(_ row: Int) -> ArraySlice<Cell> { cells[row * columns..<(row + 1) * columns] }

    /// Returns a row as text, without trailing blanks.
    package func text(_ row: Int) -> String {
        var text = self.row(row).map(\.text).joined()
        while text.last == " " { text.removeLast() }
        return text
    }

    /// Writes a line from `column` on, as far as it fits before column `end` (default: the right margin). Characters
    /// before column 0 are left out. Nothing is written if there is no such row.
    ///
    /// A wide character that does not fit completely is left out. The other half of an overwritten one becomes a blank.
    package mutating func write(_ line: StyledLine, column: Int, row: Int, end: Int? = nil) {
        guard (0..<rows).contains(row) else { return }
        let end = min(end ?? columns, columns)
        var column = column
        for run in line.runs {
            for character in run.text {
                let width = TextWidth.columns(character)
                if width == 0 || column < 0 {
                    // A combining mark without a base character.
                    column += width
                    continue
                }
                guard column + width <= end else {
                    if column < end { put(" ", width: 1, run.textStyle, column: column, row: row) }
                    return
                }
                put(String(character), width: width, run.textStyle, column: column, row: row)
                column += width
            }
        }
    }

    /// Gives a range of a row the style of a selection, with one foreground and one background.
    ///
    /// Bold and underlined text stays so. Text that had a background or was in reverse, such as a match, becomes bold
    /// and underlined.
    package mutating func select(_ textStyle: TextStyle, columns range: Range<Int>, row: Int) {
        guard (0..<rows).contains(row) else { return }
        for column in range.clamped(to: 0..<columns) {
            let before = self[column, row].textStyle
            var selected = textStyle
            selected.link = before.link
            selected.marks.formUnion(before.marks.intersection([.bold, .underline]))
            if before.background != nil || before.marks.contains(.reverse) {
                selected.marks.formUnion([.bold, .underline])
            }
            self[column, row].textStyle = selected
        }
    }

    private mutating func put(_ text: String, width: Int, _ textStyle: TextStyle, column: Int, row: Int) {
        // The other half of an overwritten wide character becomes a blank.
        if self[column, row].text.isEmpty, column > 0 { self[column - 1, row].text = " " }
        let next = column + width
        if next < columns, self[next, row].text.isEmpty { self[next, row].text = " " }
        self[column, row] = Cell(text: text, textStyle: textStyle)
        if width == 2 { self[column + 1, row] = Cell(text: "", textStyle: textStyle) }
    }
}

extension Cell {
    var isWide: Bool { TextWidth.columns(text) == 2 }

    /// Whether its width differs between terminals: characters of several scalars, and emoji.
    var isUncertain: Bool {
        guard let first = text.unicodeScalars.first, first.value >= 0x300, first != PicturePlace.placeholder else {
            return false
        }
        return text.unicodeScalars.count > 1 || first.properties.isEmoji
    }
}
