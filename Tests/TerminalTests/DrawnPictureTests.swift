import Codecs
import Terminal
import TestSupport
import Testing

/// Tests of pictures that the terminal does not store: they are drawn over blanks, and again after text overwrites them.
@Suite struct DrawnPictureTests {
    private static let cell = CellSize(width: 2, height: 2) ?? .usual

    /// Returns a picture with a different color in each cell.
    private static func picture(_ number: Int, _ columns: Int, _ rows: Int) -> (
        image: Image, place: PicturePlace
    ) {
        let place = PicturePlace(
            content: UInt32(number), pixels: (columns * cell.width, rows * cell.height), width: columns, cell: cell)
        var image = Image(width: columns * cell.width, height: rows * cell.height)
        for y in 0..<image.height {
            for x in 0..<image.width {
                image[x: x, y: y] = (UInt8(number), UInt8(x / cell.width), UInt8(y / cell.height), 255)
            }
        }
        return (image, place)
    }

    @Test(arguments: 0..<30) func `each stands where its place is seen`(seed: Int) throws {
        var random = FixedGenerator(UInt64(seed))
        let (columns, rows) = (24, 10)
        let pictures = [Self.picture(7, 5, 4), Self.picture(9, 8, 3), Self.picture(11, 3, 6)]
        #expect(pictures.map(\.place.columns) == [5, 8, 3] && pictures.map(\.place.rows) == [4, 3, 6])
        var screen = Screen(.full)
        screen.pictures = DrawnPictures()
        func add(_ picture: (image: Image, place: PicturePlace)) {
            screen.pictures?.add(DrawnPicture(picture.image, picture.place, .iTerm, Self.cell), at: picture.place)
        }
        for picture in pictures.dropLast() { add(picture) }
        var terminal = ScreenEmulator(columns: columns, rows: rows)
        var grid = Grid(columns: columns, rows: rows)
        for step in 0..<40 {
            if step == 20 { add(pictures[2]) }
            if random.below(4) > 0 { grid = Grid(columns: columns, rows: rows) }
            for _ in 0..<random.below(3) {
                let lines = random.pick(pictures).place.lines
                let (column, top) = (random.below(columns), random.below(rows + 6) - 6)
                for (row, line) in lines.enumerated() where top + row >= 0 {
                    grid.write(line, column: column, row: top + row)
                }
            }
            for _ in 0..<random.below(4) {
                grid.write(StyledLine("some text"), column: random.below(columns), row: random.below(rows))
            }
            terminal.write(screen.draw(grid, cursor: nil))
            for row in 0..<rows {
                for column in 0..<columns {
                    let wanted = Self.wanted(grid, column, row, step < 20 ? [7, 9] : [7, 9, 11])
                    let found = terminal.pictures[Screen.Place(column: column, row: row)]?[x: 0, y: 0]
                    let colors = found.map { [Int($0.red), Int($0.green), Int($0.blue)] }
                    // A row that is partly covered may still show its previous content.
                    let rest = Self.part(grid, column, row)
                    let isRest = wanted == nil && colors != nil && colors.map { [$0[0], $0[2]] } == rest
                    try #require(colors == wanted || isRest, "step \(step), \(column), \(row): \(terminal.text)")
                }
            }
            #expect(!terminal.text.unicodeScalars.contains { $0.value == 0x10EEEE })
        }
        #expect(terminal.unknown == [])
    }

    /// The pictures by the color of their places.
    private static let numbers: [Color: Int] = {
        var numbers: [Color: Int] = [:]
        for (number, columns, rows) in [(7, 5, 4), (9, 8, 3), (11, 3, 6)] {
            let textStyle = picture(number, columns, rows).place.lines[0].runs[0].textStyle
            if let foreground = textStyle.foreground { numbers[foreground] = number }
        }
        return numbers
    }()

    private static let rowMarks: [UInt32] = [0x305, 0x30D, 0x30E, 0x310, 0x312, 0x33D]

    /// Returns the picture and the row that a cell belongs to.
    private static func part(_ grid: Grid, _ column: Int, _ row: Int) -> [Int]? {
        guard (0..<grid.columns).contains(column), grid[column, row].text.unicodeScalars.first?.value == 0x10EEEE,
            let foreground = grid[column, row].textStyle.foreground, let number = numbers[foreground],
            let mark = grid[column, row].text.unicodeScalars.dropFirst().first,
            let line = rowMarks.firstIndex(of: mark.value)
        else { return nil }
        return [number, line]
    }

    /// Returns the expected content of a cell, computed from its row alone: its run of places is as wide as the picture.
    private static func wanted(_ grid: Grid, _ column: Int, _ row: Int, _ known: Set<Int>) -> [Int]? {
        guard let here = part(grid, column, row), known.contains(here[0]) else { return nil }
        var (start, end) = (column, column + 1)
        while part(grid, start - 1, row) == here { start -= 1 }
        while part(grid, end, row) == here { end += 1 }
        guard end - start == [7: 5, 9: 8, 11: 3][here[0]] else { return nil }
        return [here[0], column - start, here[1]]
    }

    @Test func `unchanged cells are not drawn again`() {
        var screen = Screen(.full)
        screen.pictures = DrawnPictures()
        let (image, place) = Self.picture(7, 5, 4)
        screen.pictures?.add(DrawnPicture(image, place, .sixel, Self.cell), at: place)
        var grid = Grid(columns: 20, rows: 6)
        for (row, line) in place.lines.enumerated() { grid.write(line, column: 2, row: row) }
        #expect(String(decoding: screen.draw(grid, cursor: nil), as: UTF8.self).contains("\u{1B}P0;1q"))
        #expect(screen.draw(grid, cursor: nil).isEmpty)
        grid.write(StyledLine("x"), column: 0, row: 5)
        #expect(!String(decoding: screen.draw(grid, cursor: nil), as: UTF8.self).contains("\u{1B}P"))
    }

    @Test(arguments: [
        (["TERM": "xterm-kitty"], PictureProtocol.kitty), (["TERM": "xterm-ghostty"], .kitty),
        (["TERM": "xterm-256color", "TERM_PROGRAM": "WezTerm"], .iTerm), (["LC_TERMINAL": "iTerm2"], .iTerm),
        (["TERM": "tmux-256color", "TERM_PROGRAM": "WezTerm"], nil), (["TERM": "xterm-256color"], nil), ([:], nil),
    ]) func `the way is known by the terminal's name`(variables: [String: String], wanted: PictureProtocol?) {
        #expect(PictureProtocol(variables: variables) == wanted)
    }

    @Test func `the picture protocol follows from the environment or the attributes`() {
        #expect(PictureProtocol(attributes: [62, 4, 22]) == .sixel)
        #expect(PictureProtocol(attributes: [4, 6]) == nil && PictureProtocol(attributes: []) == nil)
    }
}
