import SourceText
import Terminal
import TestSupport
import Testing

@Suite struct ScreenTests {
    private static let pieces = [
        "a", "b", "wordy", " ", "   ", "字", "かな", "é", "e\u{301}", "👩‍👩‍👧", "🇨🇭", "❤️", "…", "─", "ﬁ", "한국", "\u{301}",
    ]
    private static let textStyles: [TextStyle] = [
        .plain, TextStyle(.red), TextStyle(nil, on: .blue, .bold), TextStyle(.rgb(1, 2, 3), [.dim, .underline]),
        TextStyle(.indexed(99), link: "file:///tmp/a"), TextStyle(nil, .reverse),
        TextStyle(.standard(9), on: .standard(15), .italic),
    ]

    private static func grid(_ random: inout FixedGenerator, columns: Int, rows: Int, over before: Grid?) -> Grid {
        var grid = before ?? Grid(columns: columns, rows: rows)
        for _ in 0..<Int.random(in: 0...8, using: &random) {
            var line = StyledLine()
            for _ in 0..<Int.random(in: 0...6, using: &random) {
                line.add(random.pick(pieces), random.pick(textStyles))
            }
            grid.write(
                line, column: Int.random(in: 0..<columns, using: &random), row: Int.random(in: 0..<rows, using: &random)
            )
        }
        return grid
    }

    /// Returns the cells of a grid, row by row.
    private static func seen(_ grid: Grid) -> [Cell] {
        (0..<grid.rows).flatMap { row in (0..<grid.columns).map { grid[$0, row] } }
    }

    @Test(arguments: 0..<40) func `a terminal shows the grid that was drawn last`(seed: Int) throws {
        var random = FixedGenerator(UInt64(seed))
        let (columns, rows) = (Int.random(in: 1...30, using: &random), Int.random(in: 1...8, using: &random))
        var screen = Screen(.full)
        var terminal = ScreenEmulator(columns: columns, rows: rows)
        var grid: Grid?
        for step in 0..<30 {
            let next = Self.grid(&random, columns: columns, rows: rows, over: Bool.random(using: &random) ? grid : nil)
            let cursor = Bool.random(using: &random) ? Screen.Place(column: columns - 1, row: 0) : nil
            terminal.write(screen.draw(next, cursor: cursor))
            let isRight = Self.seen(terminal.grid) == Self.seen(next)
            try #require(isRight, "step \(step): \(terminal.text)")
            #expect(terminal.isCursorShown == (cursor != nil))
            if let cursor { #expect(terminal.cursor == cursor) }
            #expect(terminal.modes.contains(2026) == false)
            grid = next
        }
        #expect(terminal.unknown == [])
    }

    @Test func `unchanged cells are not drawn again`() {
        var screen = Screen(.full)
        var terminal = ScreenEmulator(columns: 40, rows: 3)
        var grid = Grid(columns: 40, rows: 3)
        grid.write(StyledLine("The quick brown fox jumps over"), column: 0, row: 0)
        terminal.write(screen.draw(grid, cursor: nil))
        let before = terminal.written
        grid.write(StyledLine("slow "), column: 4, row: 0)
        terminal.write(screen.draw(grid, cursor: nil))
        #expect(terminal.written - before <= 6)
        #expect(terminal.grid.text(0) == "The slow  brown fox jumps over")
        #expect(screen.draw(grid, cursor: nil) == [])
    }

    @Test func `a terminal that takes emoji for narrow still shows the rest in its place`() {
        var screen = Screen(.full)
        var terminal = ScreenEmulator(columns: 20, rows: 1, isNarrow: true)
        var grid = Grid(columns: 20, rows: 1)
        grid.write(StyledLine("a👩‍👩‍👧b🇨🇭c"), column: 0, row: 0)
        terminal.write(screen.draw(grid, cursor: nil))
        #expect(terminal.grid[3, 0].text == "b")
        #expect(terminal.grid[6, 0].text == "c")
    }

    @Test func `all that was turned on is turned off`() {
        var terminal = ScreenEmulator(columns: 20, rows: 2)
        let before = terminal.modes
        terminal.write(TerminalModes.enter(mouse: true))
        #expect(terminal.modes.isSuperset(of: [1049, 2004, 1000, 1006, -1]))
        terminal.write(TerminalModes.leave(mouse: true))
        #expect(terminal.modes.subtracting([25]) == before)
        #expect(terminal.isCursorShown)
        #expect(terminal.unknown == [])
        // The crash handler stores these bytes in a buffer of this size.
        #expect(TerminalModes.leave(mouse: true).count <= 256)
    }
}
