/// The screen of a terminal. Draws a grid by writing only the differences to the previous one.
package struct Screen: Sendable {
    private var shown: Grid?
    private var cursor: Place?
    private let depth: ColorDepth
    /// The parts of pictures on the screen.
    private var bands: Set<PictureBand> = []
    /// The pictures to draw over blanks; nil if the terminal knows placeholders or shows no pictures.
    package var pictures: DrawnPictures?

    /// A place on the screen; columns and rows count from 0.
    package struct Place: Hashable, Sendable {
        package var column: Int
        package var row: Int

        package init(column: Int, row: Int) {
            self.column = column
            self.row = row
        }
    }

    package init(_ depth: ColorDepth) { self.depth = depth }

    /// Makes the next grid be drawn completely, because another program has written to the terminal.
    package mutating func forget() { shown = nil }

    /// Returns the bytes that draw `grid`; none if the terminal shows it already. The caller must write them: the next
    /// call assumes that the terminal shows this grid.
    ///
    /// They are one synchronized update (mode 2026), so that the terminal never shows a part of it.
    ///
    /// - Parameter cursor: the place of the cursor; nil hides it.
    /// - Complexity: O(cells).
    package mutating func draw(_ grid: Grid, cursor: Place?) -> [UInt8] {
        var out = DifferenceWriter(depth, drawsPictures: pictures != nil)
        let before = shown.flatMap { $0.columns == grid.columns && $0.rows == grid.rows ? $0 : nil }
        if before == nil { out.text += "\u{1B}[0m\u{1B}[2J" }
        let blank = Grid(columns: grid.columns, rows: 1)
        for row in 0..<grid.rows { out.draw(grid.row(row), before?.row(row) ?? blank.row(0), row: row) }
        defer {
            shown = grid
            self.cursor = cursor
        }
        let drawings = drawings(grid, out, isNew: before == nil)
        if before != nil, out.text.isEmpty, drawings.isEmpty, cursor == self.cursor { return [] }
        out.finish()
        let place = cursor.map { "\u{1B}[\($0.row + 1);\($0.column + 1)H\u{1B}[?25h" } ?? ""
        return Array("\u{1B}[?2026h\u{1B}[?25l\(out.text)".utf8) + drawings + Array("\(place)\u{1B}[?2026l".utf8)
    }

    /// Returns the bytes that draw pictures which are new on the screen or were overwritten.
    private mutating func drawings(_ grid: Grid, _ written: DifferenceWriter, isNew: Bool) -> [UInt8] {
        guard let pictures else { return [] }
        let shown = isNew ? [] : bands
        let wanted = pictures.bands(grid)
        defer { bands = Set(wanted) }
        return wanted.filter { !shown.contains($0) || written.hasWritten(over: $0) }.flatMap { band in
            Array("\u{1B}[\(band.place.row + 1);\(band.place.column + 1)H".utf8) + pictures.drawing(band)
        }
    }

    /// Writes rows and tracks the terminal's cursor and look.
    private struct DifferenceWriter {
        let depth: ColorDepth
        var text = ""
        private var place: Place?
        private var textStyle = TextStyle.plain
        /// Whether pictures are drawn over blanks.
        private let drawsPictures: Bool
        /// The written columns of each row.
        private var written: [Int: [Range<Int>]] = [:]

        init(_ depth: ColorDepth, drawsPictures: Bool) {
            self.depth = depth
            self.drawsPictures = drawsPictures
        }

        func hasWritten(over band: PictureBand) -> Bool {
            let columns = band.place.column..<band.place.column + band.columns
            return (band.place.row..<band.place.row + band.rows.count).contains { row in
                written[row]?.contains { $0.overlaps(columns) } ?? false
            }
        }

        /// The number of unchanged cells that are skipped rather than rewritten: a cursor movement is about as long.
        private static let skippedCells = 4

        mutating func draw(_ row: ArraySlice<Cell>, _ before: ArraySlice<Cell>, row number: Int) {
            let offset = before.startIndex - row.startIndex
            // Trailing blanks are erased with one command.
            var end = row.endIndex
            while end > row.startIndex, row[end - 1] == .blank { end -= 1 }
            var index = row.startIndex
            while index < row.endIndex {
                if row[index] == before[index + offset],
                    !row[index].text.isEmpty || !isChanged(row, from: before, at: index - 1)
                {
                    index += 1
                    continue
                }
                if index >= end, before[(index + offset)...].contains(where: { $0 != .blank }) {
                    move(to: Place(column: index - row.startIndex, row: number))
                    set(.plain)
                    text += "\u{1B}[K"
                    record(index - row.startIndex..<row.count, row: number)
                    return
                }
                var stop = index + 1
                var same = 0
                while stop < row.endIndex, stop < end, same < Self.skippedCells {
                    same = row[stop] == before[stop + offset] ? same + 1 : 0
                    stop += 1
                }
                write(row[index..<(stop - same)], column: index - row.startIndex, row: number, whole: row)
                index = stop - same
                while index < row.endIndex, row[index].text.isEmpty { index += 1 }
            }
        }

        private func isChanged(_ row: ArraySlice<Cell>, from before: ArraySlice<Cell>, at index: Int) -> Bool {
            index >= row.startIndex && row[index] != before[index - row.startIndex + before.startIndex]
        }

        private mutating func write(_ cells: ArraySlice<Cell>, column: Int, row: Int, whole: ArraySlice<Cell>) {
            var cells = cells
            // The right half of a wide character cannot be written alone.
            while let first = cells.first, first.text.isEmpty, cells.startIndex > whole.startIndex {
                cells = whole[(cells.startIndex - 1)..<cells.endIndex]
            }
            var column = cells.startIndex - whole.startIndex
            record(column..<column + cells.count, row: row)
            for cell in cells where !cell.text.isEmpty {
                let width = cell.isWide ? 2 : 1
                move(to: Place(column: column, row: row))
                let isPicture = drawsPictures && PicturePlace.part(cell) != nil
                let cell = isPicture ? .blank : cell
                set(cell.textStyle)
                if cell.isUncertain {
                    // If the terminal takes it as narrower, blanks are left after it. If it takes it as wider, the next
                    // character overwrites the rest.
                    text += String(repeating: " ", count: width)
                    place = nil
                    move(to: Place(column: column, row: row))
                    text += cell.text
                    place = nil
                } else {
                    text += cell.text
                    // At the right margin the cursor stays in the last column (DECAWM).
                    place = column + width < whole.count ? Place(column: column + width, row: row) : nil
                }
                column += width
            }
        }

        private mutating func record(_ columns: Range<Int>, row: Int) {
            if drawsPictures { written[row, default: []].append(columns) }
        }

        private mutating func move(to wanted: Place) {
            if place != wanted { text += "\u{1B}[\(wanted.row + 1);\(wanted.column + 1)H" }
            place = wanted
        }

        private mutating func set(_ wanted: TextStyle) {
            if wanted == textStyle { return }
            if wanted.link != textStyle.link { text += "\u{1B}]8;;\(wanted.link ?? "")\u{1B}\\" }
            text += wanted.sequence(depth)
            textStyle = wanted
        }

        mutating func finish() { set(.plain) }
    }
}
