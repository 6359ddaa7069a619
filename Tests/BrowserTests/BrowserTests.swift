import Browser
import Foundation
import QueryLanguage
import Searching
import SourceText
import Terminal
import TestSupport
import Testing

@Suite struct BrowserTests {
    private static let files = [
        "Box.md":
            "---\ntitle: Slip box\nstatus: review\nkeywords: [method]\n---\n\nCards in a slip box.\n\n## Drawers\n\nSee [[Luhmann]].\n",
        "People/Luhmann.md":
            "---\ntitle: Luhmann\nkeywords: [people]\ncreated: 2024-01-02\n---\n\nHe had a slip box, see [[Box]].\n",
        "People/Bush.md": "---\ntitle: Vannevar Bush\ncreated: 2024-01-03\nfavorite: true\n---\n\nThe memex.\n",
        "Plain.md": "Only text, and boxes.\n",
    ]

    private static func stage(_ query: String = "", columns: Int = 80, rows: Int = 24) throws -> BrowserStage {
        try BrowserStage(Console(files), query, columns: columns, rows: rows)
    }

    // MARK: Searching

    @Test func `results follow each typed letter`() throws {
        let stage = try Self.stage()
        #expect(stage.titles.count == 4)
        stage.press("sli")
        #expect(Set(stage.titles) == ["Slip box", "Luhmann"])
        #expect(stage.selected == "Slip box")
        stage.press("Backspace", "Backspace", "Backspace", "memex")
        #expect(stage.titles == ["Vannevar Bush"])
    }

    @Test func `only the last word is a prefix`() throws {
        let stage = try Self.stage("bo car")
        #expect(
            stage.titles.isEmpty
                || stage.state.list.results?.rows.contains {
                    if case .addition(.nearMatches) = $0 { true } else { false }
                } == true
        )
        let other = try Self.stage("box car")
        #expect(other.titles.first == "Slip box")
    }

    @Test func `an incomplete query keeps the previous results, and its error is underlined`() throws {
        let stage = try Self.stage("status:review")
        #expect(stage.titles == ["Slip box"])
        stage.press(" (")
        #expect(stage.titles == ["Slip box"])
        #expect(stage.lines.last?.contains("never closed") == true, "\(stage.lines)")
        let wrong = (0..<40).contains { stage.picture[$0, 0].textStyle.marks.contains(.underline) }
        #expect(wrong)
        stage.press("Backspace")
        #expect(stage.state.line.fault == nil)
    }

    @Test func `incomplete values find notes`() throws {
        for (query, title) in [
            ("status:rev", "Slip box"), ("#peo", "Luhmann"), ("in:Peo", "Vannevar Bush"), ("is:fav", "Vannevar Bush"),
        ] {
            #expect(try Self.stage(query).titles.contains(title), "\(query)")
        }
    }

    @Test func `responses to obsolete requests are ignored`() throws {
        let stage = try Self.stage()
        stage.holdsAnswers = true
        stage.press("m", "e", "Backspace", "Backspace", "slip")
        stage.answer()
        #expect(Set(stage.titles) == ["Slip box", "Luhmann"])
    }

    @Test func `enter waits for the results of the typed query`() throws {
        let stage = try Self.stage()
        stage.holdsAnswers = true
        stage.press("memex", "Enter")
        #expect(stage.opened == [])
        stage.answer()
        #expect(stage.opened == ["People/Bush.md:7"])
    }

    @Test func `enter does not open an old result after a query with an error`() throws {
        let stage = try Self.stage()
        stage.press("(")
        #expect(stage.state.line.fault != nil && !stage.titles.isEmpty)
        stage.holdsAnswers = true
        stage.press("Ctrl-U", "memex", "Enter")
        #expect(stage.opened == [])
        stage.answer()
        #expect(stage.opened == ["People/Bush.md:7"])
    }

    @Test func `enter waits for near matches if nothing else is found`() throws {
        let stage = try Self.stage()
        stage.holdsAnswers = true
        stage.press("memix", "Enter")
        stage.answer()
        #expect(stage.opened == ["People/Bush.md:7"])
    }

    @Test func `quick keys have the same effect as slow ones`() throws {
        let console = try Console(Self.files)
        let stage = try BrowserStage(console)
        stage.holdsAnswers = true
        stage.press("memex", "Ctrl-Space", "Alt-E", "arch", "Enter")
        stage.answer()
        #expect(try console.read("People/Bush.md").contains("status: archived"))
        #expect(stage.state.line.text == "memex")
        stage.press("x", "Alt-V", "Esc")
        stage.answer()
        #expect(try !console.read("People/Bush.md").contains("favorite: false"))
    }

    @Test func `Tab inserts a suggestion, then the next one`() throws {
        let stage = try Self.stage()
        stage.press("stat")
        #expect(stage.lines[0] == "> status:")
        stage.press("Tab")
        #expect(stage.state.line.text == "status:")
        stage.press("Tab")
        #expect(stage.state.line.text == "status:draft ")
        stage.press("Tab")
        #expect(stage.state.line.text == "status:review ")
        #expect(stage.titles == ["Slip box"])
        stage.press("Shift-Tab")
        #expect(stage.state.line.text == "status:draft ")
    }

    @Test func `Up and Ctrl-R bring back earlier queries`() throws {
        let stage = try BrowserStage(Console(Self.files), history: ["memex", "slip"])
        stage.press("lu", "Up")
        #expect(stage.state.line.text == "slip")
        stage.press("Up")
        #expect(stage.state.line.text == "memex")
        stage.press("Down", "Down")
        #expect(stage.state.line.text == "lu")
        stage.press("Ctrl-R", "mem", "Enter")
        #expect(stage.state.line.text == "memex")
        #expect(stage.titles == ["Vannevar Bush"])
        stage.press("Enter")
        #expect(stage.remembered == ["memex"])
    }

    @Test func `keys change scope, order and sections`() throws {
        let stage = try BrowserStage(Console(Self.files), folder: VaultPath("People"))
        #expect(stage.titles == ["Vannevar Bush", "Luhmann"])
        stage.press("Alt-O", "Alt-O")
        #expect(stage.titles == ["Luhmann", "Vannevar Bush"])
        stage.press("Alt-S", "Alt-S")
        #expect(stage.titles.count == 4)
        stage.press("Alt-G")
        #expect(stage.screen.contains("Review"))
        #expect(stage.selected != nil)
    }

    // MARK: Notes

    @Test func `marked notes are changed together, and undo reverts the change`() throws {
        let console = try Console(Self.files)
        let stage = try BrowserStage(console)
        let before = try console.read("Plain.md")
        stage.press("Ctrl-O", "Space", "Space")
        #expect(stage.state.list.marked.count == 2)
        let paths = stage.state.list.marked.map(\.text)
        stage.press("Alt-E", "arch", "Enter")
        for path in paths { #expect(try console.read(path).contains("status: archived"), "\(path)") }
        // Marks stay for the next change.
        #expect(stage.state.list.marked.map(\.text) == paths)
        stage.press("Alt-K", "later", "Enter")
        for path in paths { #expect(try console.read(path).contains("later"), "\(path)") }
        stage.press("Alt-U", "Alt-U")
        #expect(stage.state.list.marked.map(\.text) == paths)
        #expect(try console.read("Plain.md") == before)
        #expect(try console.read("Box.md") == Self.files["Box.md"])
    }

    @Test func `links follow a moved note`() throws {
        let console = try Console(Self.files)
        let stage = try BrowserStage(console, "title:luhmann")
        stage.press("Alt-M", "/", "Enter")
        #expect(console.exists("Luhmann.md"))
        #expect(!console.exists("People/Luhmann.md"))
        #expect(try console.read("Box.md").contains("[[Luhmann]]"))
    }

    @Test func `moving to the trash needs a confirmation`() throws {
        let console = try Console(Self.files)
        let stage = try BrowserStage(console, "memex")
        stage.press("Alt-X")
        #expect(stage.screen.contains("Move 'People/Bush.md' to the trash? y/N"))
        stage.press("n")
        #expect(console.exists("People/Bush.md"))
        stage.press("Alt-X", "y")
        #expect(!console.exists("People/Bush.md"))
        #expect(stage.titles.contains("Vannevar Bush") == false)
    }

    @Test func `keywords are added, completed and removed`() throws {
        let console = try Console(Self.files)
        let stage = try BrowserStage(console, "memex")
        stage.press("Alt-K", "meth", "Tab", ", new one", "Enter")
        #expect(try console.read("People/Bush.md").contains("keywords: [method, new one]"))
        stage.press("Alt-J", "Tab", "Enter")
        #expect(try console.read("People/Bush.md").contains("keywords: [new one]"))
        stage.press("Alt-V")
        #expect(try console.read("People/Bush.md").contains("favorite: false"))
    }

    @Test func `links are followed forward and back`() throws {
        let stage = try Self.stage("title:slip")
        stage.press("Ctrl-G")
        #expect(stage.titles == ["Luhmann"])
        stage.press("Ctrl-G")
        #expect(stage.titles == ["Slip box"])
        stage.press("Ctrl-B")
        #expect(stage.titles == ["Luhmann"])
        stage.press("Alt-Left", "Alt-Left")
        #expect(stage.selected == "Luhmann")
        stage.press("Alt-Left")
        #expect(stage.state.line.text == "title:slip")
        #expect(stage.selected == "Slip box")
        stage.press("Alt-Left")
        #expect(stage.lines.last == "there is no earlier search to go back to")
    }

    @Test func `files that are listed keep their text`() throws {
        let console = try Console(["a.md": "zebra [d](d.txt)\n", "lone.csv": "name\nzebra\n", "d.txt": "zebra"])
        try console.write(".slipbox/config.yaml", "attachments: text\n")
        console.slip("index")
        let stage = try BrowserStage(console, "attached:zebra")
        #expect(stage.titles == ["a", "lone.csv"])
        stage.press("Down", "Alt-V", "Alt-K", "red", "Enter", "Alt-E", "draft", "Enter")
        #expect(try console.read("lone.csv") == "name\nzebra\n")
        #expect(stage.screen.contains("is not a readable note"), "\(stage.screen)")
        stage.press("Enter")
        #expect(stage.openedFiles == ["lone.csv"])
    }

    @Test func `the preview shows the matches of a query that also searches attachments`() throws {
        let console = try Console(["a.md": "one zebra [d](d.txt)\n", "b.md": "a zebra\n", "d.txt": "zebra"])
        try console.write(".slipbox/config.yaml", "attachments: text\n")
        let stage = try BrowserStage(console, "zebra", columns: 100)
        // The attachments must be compared with the files again.
        stage.update()
        stage.press("Down", "Tab", "Tab", "n")
        #expect(stage.state.focus == .preview && !stage.screen.contains("has no match"), "\(stage.screen)")
    }

    @Test func `a new note is created and opened, a search is saved`() throws {
        let console = try Console(Self.files)
        let stage = try BrowserStage(console, "nothing like it")
        stage.press("Alt-N")
        #expect(stage.screen.contains("new note in the root: nothing like it"))
        stage.press("Enter")
        #expect(console.exists("nothing like it.md"))
        #expect(stage.opened == ["nothing like it.md:1"])
        stage.press("Ctrl-U", "status:review", "Alt-T", "todo", "Enter")
        #expect(try console.read(".slipbox/config.yaml") == "searches:\n  todo: \"status:review\"\n")
    }

    @Test func `a line is added to today's note`() throws {
        let console = try Console(Self.files)
        let stage = try BrowserStage(console)
        stage.press("Alt-A", "call  Ada", "Enter")
        let day = String(console.now.prefix(10))
        #expect(stage.screen.contains("added to '\(day).md'; undo with Alt-U"), "\(stage.screen)")
        #expect(try console.read("\(day).md").hasSuffix("---\ncall  Ada\n"))
        stage.press("Alt-U")
        #expect(!console.exists("\(day).md"))
    }

    @Test func `the picked notes are printed`() throws {
        let stage = try BrowserStage(Console(Self.files), prints: true)
        stage.press("box", "Tab", "Space", "Space", "Enter")
        #expect(stage.outcome?.paths.count == 2)
        #expect(stage.outcome?.status == 0)
        let left = try BrowserStage(Console(Self.files), prints: true)
        left.press("Esc")
        #expect(left.outcome?.paths == [])
        #expect(left.outcome?.status == 130)
    }

    @Test func `Ctrl-Y copies the path, and Alt-Y a link`() throws {
        let stage = try Self.stage("memex")
        stage.press("Ctrl-Y", "Alt-Y")
        #expect(stage.copied == ["People/Bush.md", "[[Bush]]"])
    }

    @Test func `an edit on disk is shown without a key`() throws {
        let console = try Console(Self.files)
        let stage = try BrowserStage(console, "memex")
        try console.write("Other.md", "A memex as well.\n")
        stage.update()
        #expect(stage.titles.count == 2)
    }

    // MARK: The screen

    @Test func `the vim style has modal keys`() throws {
        let stage = try BrowserStage(Console(Self.files), keys: .vim)
        stage.press("Esc", "j")
        #expect(stage.selected == stage.titles[1])
        stage.press("G")
        #expect(stage.selected == stage.titles.last)
        stage.press("g", "i", "memex", "Esc")
        #expect(stage.titles == ["Vannevar Bush"])
        stage.press("q")
        #expect(stage.outcome?.status == 130)
    }

    @Test func `the preview is next to the list on a wide screen, and replaces it on a narrow one`() throws {
        let wide = try Self.stage("memex", columns: 120)
        #expect(wide.screen.contains("The memex."))
        let narrow = try Self.stage("title:slip", columns: 60)
        #expect(!narrow.screen.contains("## Drawers"))
        narrow.press("Ctrl-O", "Ctrl-O")
        #expect(narrow.screen.contains("## Drawers"))
        let widest = try Self.stage(columns: 160)
        #expect(widest.screen.contains("People"))
        widest.press("Ctrl-O", "Tab", "Tab", "Down", "Enter")
        #expect(widest.titles == ["Vannevar Bush", "Luhmann"])
    }

    @Test func `n moves to the next match in the preview`() throws {
        let text =
            (1...100).map { "Line \($0) of text.\n\n" }.joined() + "Here is the needle.\n\n"
            + (1...100).map { "More \($0).\n\n" }.joined() + "A needle again.\n"
        let stage = try BrowserStage(Console(["Long.md": text]), "needle", columns: 120, rows: 20)
        #expect(stage.screen.contains("Here is the needle."))
        stage.press("Tab", "Tab", "n")
        #expect(stage.screen.contains("A needle again."))
        stage.press("n")
        #expect(stage.screen.contains("Here is the needle."))
        stage.press("Enter")
        #expect(stage.opened == ["Long.md:201"])
    }

    @Test(arguments: [(20, 5), (21, 6), (40, 8), (79, 24), (100, 30), (149, 20), (150, 50), (300, 80), (1, 1), (5, 2)])
    func `the screen fits any size after any keys`(columns: Int, rows: Int) throws {
        let stage = try Self.stage(columns: columns, rows: rows)
        var random = FixedGenerator(UInt64(columns))
        let keys =
            BrowserKeys.bindings(.vim).flatMap(\.keys) + [
                "s", "l", "i", " ", ":", "(", "Backspace", "#", "y", "字", "Enter", "Tab",
            ]
        for _ in 0..<150 {
            let key = random.pick(keys)
            // Keys that end the browser, or suspend it until a shell resumes it.
            if ["Esc", "Ctrl-C", "Ctrl-Z", "q"].contains(key) { continue }
            stage.press(key)
            let (grid, cursor) = BrowserView.draw(stage.state)
            #expect(grid.columns == columns && grid.rows == rows)
            if let cursor { #expect(cursor.column < columns && cursor.row < rows, "\(key)") }
        }
    }

    @Test func `a click selects a row, and a second click opens it`() throws {
        let stage = try Self.stage()
        let row = stage.lines.firstIndex { $0.contains("Luhmann") } ?? 0
        stage.send(.mouse(.init(.press, column: 5, row: row)))
        #expect(stage.selected == "Luhmann")
        stage.send(.mouse(.init(.press, column: 5, row: row)))
        #expect(stage.opened == ["People/Luhmann.md:1"])
    }

    @Test func `the help contains all keys, each once`() throws {
        let stage = try Self.stage(columns: 100, rows: 70)
        stage.press("F1")
        for binding in BrowserKeys.usual {
            #expect(stage.screen.contains(binding.summary.prefix(60)), "\(binding.summary)")
        }
        for pane in BrowserPane.allCases {
            let keys = BrowserKeys.usual.filter { $0.panes.isEmpty || $0.panes.contains(pane) }.flatMap(\.keys)
            #expect(Set(keys).count == keys.count, "\(pane)")
        }
        for key in BrowserKeys.bindings(.vim).flatMap(\.keys) { #expect(Key(key) != nil, "\(key)") }
        #expect(Set(BrowserKeys.usual.map(\.action)) == Set(BrowserAction.allCases))
    }

    @Test func `neither a status nor a file name can move the cursor`() throws {
        let stage = try BrowserStage(
            Console(["a\u{1B}]0;x\u{7}.md": "---\nstatus: \"\\e]52;c;cm0=\\a\"\n---\n[[b]]\n", "b.md": ""]),
            "status:\"\"* OR a", columns: 120)
        for keys in [["Ctrl-U"], ["Ctrl-G"], ["Alt-Left"], ["Ctrl-B"], ["Alt-Left"], ["Down"], ["Ctrl-B"]] {
            for key in keys { stage.press(key) }
            for scalar in stage.screen.unicodeScalars { #expect(scalar.value >= 0x20 || scalar == "\n") }
        }
    }

    @Test func `text in notes cannot control the terminal`() throws {
        let stage = try BrowserStage(
            Console(["x.md": "---\ntitle: \"a\\e[2Jb\"\n---\n\nfind \u{1B}[31m me\u{7}\n"]), "find", columns: 120)
        #expect(stage.screen.contains("\\x1b"))
        for scalar in stage.screen.unicodeScalars { #expect(scalar.value >= 0x20 || scalar == "\n") }
    }
}

/// A test of the screen in the README, which `.github/pictures.py` makes.
@Suite struct BrowserPictureTests {
    /// Returns the text of the picture, by rows.
    private static func text(of picture: String) -> String {
        var rows = [[Character]](repeating: [], count: 24)
        for match in picture.matches(of: /<text x="([\d.]+)" y="(\d+)"[^>]*>([^<]*)<\/text>/) {
            guard let x = Double(match.1), let y = Int(match.2) else { continue }
            let (row, column) = ((y - 20) / 18, Int(((x - 10) / 8.4).rounded()))
            var text = String(match.3)
            for (entity, character) in [
                ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#x27;", "'"), ("&amp;", "&"),
            ] {
                text = text.replacing(entity, with: character)
            }
            let blanks = max(0, column - rows[row].count)
            rows[row] += [Character](repeating: " ", count: blanks) + text
        }
        return rows.map { String($0) }.joined(separator: "\n")
    }

    @Test func `the README shows the current screen`() throws {
        let console = try Console.sample()
        console.now = "2024-03-30T12:00:00Z"
        var shown = ""
        // Attachments that have just been written are read again, in the background. On some file systems, the times of
        // files are whole seconds.
        for _ in 0..<40 {
            TemporaryVault.settle()
            console.slip("index")
            let stage = try BrowserStage(console, "slip box", columns: 100, rows: 24)
            stage.press("Down")
            shown = stage.lines.joined(separator: "\n")
            if !shown.contains("not read yet") { break }
        }
        #expect(ProjectFiles.readme.contains("](.github/screen.svg)"))
        let file = ProjectFiles.root.appendingPathComponent(".github/screen.svg")
        let picture = Self.text(of: try String(contentsOf: file, encoding: .utf8))
        // The files of the copied vault have the current date.
        func steady(_ text: String?) -> String? { text?.replacing(/modified \d{4}-\d\d-\d\d/, with: "modified") }
        #expect(steady(picture) == steady(shown), "\(shown); if that is meant: .github/pictures.py")
    }
}
