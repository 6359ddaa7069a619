import Browser
import Foundation
import QueryLanguage
import Rendering
import Searching
import SourceText
import Terminal
import TestSupport
import Testing
import VaultFiles

/// Styles on the screen, and marks and selection while notes and the configuration change.
@Suite struct BrowserStyleTests {
    private static let files = [
        "a.md":
            "---\nstatus: draft\nkeywords: [red, blue]\nfavorite: true\n---\n# Alpha box\n\nThe *slip* box, a [box](b.md).\n",
        "b.md": "---\nstatus: archived\nkeywords: [red]\n---\n# Beta box\n\nAnother slip box in text of some length.\n",
        "In/c.md": "---\nstatus: review\n---\n# Gamma\n\nA box with a different text, far from the others.\n",
    ]
    private static let config = "keywords:\n  red: \"#ff0000\"\n  blue: \"#0000ff\"\n"

    private static func console() throws -> Console {
        let console = try Console(files)
        try console.write(".slipbox/config.yaml", config)
        return console
    }

    /// Returns the looks of the selected row's cells, and its rows on the screen.
    private static func selection(_ stage: BrowserStage) -> (textStyles: Set<TextStyle>, rows: [Int]) {
        let grid = stage.picture
        let list = stage.state.layout.list
        let first = list.row + stage.state.list.selected * 2
        let rows = [first, first + 1]
        var textStyles: Set<TextStyle> = []
        for row in rows {
            for column in list.column..<list.column + list.columns {
                var textStyle = grid[column, row].textStyle
                textStyle.marks.subtract([.bold, .underline])
                textStyles.insert(textStyle)
            }
        }
        return (textStyles, rows)
    }

    @Test(arguments: [ColorDepth.standard, .indexed, .full], [nil, TerminalBackground.dark, .light])
    func `the selected row has one background and one foreground`(
        depth: ColorDepth, background: TerminalBackground?
    ) throws {
        for columns in [40, 80, 120] {
            let stage = try BrowserStage(Self.console(), "box", columns: columns, depth: depth, background: background)
            for _ in 0..<2 {
                #expect(Self.selection(stage).textStyles == [Palette(depth, on: background)[.selection]], "\(columns)")
                stage.press("Down")
            }
        }
    }

    @Test(arguments: [ColorDepth.none, .standard, .full])
    func `signs show the selected row and the marked ones`(depth: ColorDepth) throws {
        let stage = try BrowserStage(Self.console(), "box", columns: 60, depth: depth)
        func signs() -> [String] {
            let row = stage.state.layout.list.row
            return (0..<3).map { String(stage.lines[row + 2 * $0].prefix(3)) }
        }
        #expect(signs() == [">  ", "   ", "   "])
        stage.press("Ctrl-Space")
        #expect(signs() == [" ✓ ", ">  ", "   "])
        stage.press("Up")
        #expect(signs() == [">✓ ", "   ", "   "])
    }

    @Test func `a match in the selected row is underlined`() throws {
        let stage = try BrowserStage(Self.console(), "box", columns: 80, background: .dark)
        let (_, rows) = Self.selection(stage)
        let grid = stage.picture
        let marked = (0..<80).filter { grid[$0, rows[1]].textStyle.marks.contains(.underline) }
        let text = marked.map { grid[$0, rows[1]].text }.joined()
        #expect(!text.isEmpty && text.replacing("box", with: "").isEmpty, "\(text)")
    }

    @Test func `a passage is shown as displayed`() throws {
        let stage = try BrowserStage(Self.console(), "slip", columns: 80)
        #expect(stage.screen.contains("The slip box, a box."))
    }

    @Test func `the preview is the same as the output of show`() throws {
        let console = try Console.sample()
        let stage = try BrowserStage(console, "sort:path", columns: 120, depth: .none)
        console.isTerminal = true
        console.columns = stage.state.layout.preview.columns - 1
        stage.press("Tab")
        for _ in 0..<12 {
            let path = try #require(stage.state.list.selectedHit?.path)
            let lines = stage.state.preview.lines.map(\.line.text)
            #expect(console.slip("show", path.text).output.hasPrefix(lines.map { $0 + "\n" }.joined()), "\(path.text)")
            stage.press("Down")
        }
    }

    // MARK: Changes by other programs

    @Test func `marks follow notes that are moved and restored by undo`() throws {
        let console = try Self.console()
        let stage = try BrowserStage(console, "box")
        stage.press("Ctrl-Space", "Ctrl-Space")
        let before = stage.state.list.marked
        #expect(before.count == 2)
        stage.press("Alt-M", "Out", "Enter")
        #expect(stage.state.list.marked == before.map { NoteAddress(VaultPath("Out").appending($0.path.name)) })
        stage.press("Alt-U")
        #expect(stage.state.list.marked == before)
    }

    @Test func `the selection follows a note that is moved`() throws {
        let stage = try BrowserStage(Self.console())
        stage.press("Down")
        let title = stage.selected
        stage.press("Alt-M", "Out", "Enter")
        #expect(stage.selected == title && stage.state.list.selectedHit?.path.folder == VaultPath("Out"))
    }

    @Test func `marks follow notes that other programs move`() throws {
        let console = try Self.console()
        let stage = try BrowserStage(console, "sort:title")
        // The first note links to the second, so slip rewrites it during the move.
        stage.press("Ctrl-Space", "Ctrl-Space", "Ctrl-Space")
        #expect(stage.state.list.marked.map(\.text) == ["a.md", "b.md", "In/c.md"])
        #expect(console.slip("mv", "a.md", "Far/").status == 0)
        try console.move("In/c.md", to: "c.md")
        try console.remove("b.md")
        stage.update()
        #expect(stage.state.list.marked.map(\.text) == ["Far/a.md", "c.md"])
    }

    @Test func `the selection follows a note that another program moves`() throws {
        let console = try Self.console()
        let stage = try BrowserStage(console, "sort:path")
        stage.press("Tab")
        for _ in 0..<3 where stage.state.list.selectedHit?.path.text != "b.md" { stage.press("Down") }
        #expect(stage.state.list.selectedHit?.path.text == "b.md")
        try console.move("b.md", to: "In/b.md")
        stage.update()
        #expect(stage.state.list.selectedHit?.path.text == "In/b.md")
    }

    @Test func `a changed configuration takes effect at once`() throws {
        let console = try Self.console()
        let stage = try BrowserStage(console, "", background: .dark)
        func colors() -> Set<Color> {
            let grid = stage.picture
            return Set((0..<grid.rows).flatMap { row in (0..<80).compactMap { grid[$0, row].textStyle.foreground } })
        }
        #expect(colors().contains(.rgb(255, 0, 0)))
        #expect(stage.state.setting.statuses[nil] == ["draft", "review", "archived"])
        try console.write(
            ".slipbox/config.yaml",
            "statuses: [idea, done]\nkeywords:\n  red: \"#00ff00\"\ncolors: {title: \"#010203\"}\n")
        stage.update()
        #expect(colors().isSuperset(of: [.rgb(0, 255, 0), .rgb(1, 2, 3)]))
        #expect(!colors().contains(.rgb(255, 0, 0)))
        #expect(stage.state.setting.statuses[nil] == ["idea", "done"])
    }
}
