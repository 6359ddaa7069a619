import Browser
import Foundation
import QueryLanguage
import Rendering
import Searching
import SourceText
import Terminal
import TestSupport
import Testing

/// Problems that a new user found.
@Suite struct BrowserUsabilityTests {
    private static func many(_ count: Int = 130) throws -> Console {
        var files = ["Start.md": "---\nkeywords: [a, b]\n---\n\n[[n001]] [[n002]]\n"]
        for number in 1...count {
            let name = String(format: "n%03d", number)
            let status = number % 2 == 0 ? "draft" : "review"
            files["\(name).md"] = "---\nstatus: \(status)\nkeywords: [a, b]\n---\n\nword \(number)\n"
        }
        return try Console(files)
    }

    @Test(arguments: [
        "limit:1", "limit:5 word", "group:status limit:3", "sort:title- limit:59", "limit:100",
        "group:status limit:7 word",
    ])
    func `the limit of a query also limits the requests`(query: String) throws {
        let stage = try BrowserStage(Self.many(), query, columns: 160, rows: 30)
        let wanted = Int(query.split(separator: "limit:")[query.hasPrefix("limit") ? 0 : 1].split(separator: " ")[0])
        #expect(stage.titles.count == wanted)
        #expect(stage.state.list.results?.total == wanted)
        #expect(stage.screen.contains("limit \(wanted ?? 0)"))
        stage.press("Tab", "End", "PgDn", "Down", "End", "Up")
        #expect(stage.titles.count == wanted)
    }

    @Test(arguments: 1...6) func `an existing note is selected after any sequence of keys`(seed: Int) throws {
        let stage = try BrowserStage(Self.many(70), columns: 30 * seed, rows: 6 + 4 * seed)
        var random = FixedGenerator(UInt64(seed))
        let typed = [
            "limit:3 ", "limit:59 ", "limit:1", "offset:2 ", "group:status ", "group:keyword ", "sort:title- ", "word ",
            "-word ", "title:n ", "foo:bar ", "\"", "(", "n0", "#a ", "status:", "is:", "/1/ ",
        ]
        let keys = [
            "End", "Home", "PgDn", "PgUp", "Down", "Up", "Tab", "Ctrl-O", "Shift-Tab", "Alt-G", "Alt-O", "Alt-S",
            "Space",
            "Ctrl-G", "Ctrl-B", "Alt-Left", "Ctrl-U", "Ctrl-W", "Backspace", "Ctrl-Y", "Alt-V", "Alt-U", "n", "Enter",
        ]
        for _ in 0..<120 {
            let before = stage.searches
            let isTyped = random.pick([true, false, false])
            let pressed = random.pick(isTyped ? typed : keys)
            stage.press(pressed)
            let state = stage.state
            #expect(state.pending.request == nil, "\(pressed)")
            #expect(stage.searches - before < 20 * pressed.count, "\(pressed): \(state.line.text)")
            let rows = state.list.results?.rows ?? []
            #expect(
                rows.isEmpty || (rows.indices.contains(state.list.selected) && state.list.top <= state.list.selected))
            if rows.contains(where: { $0.hit != nil }) { #expect(state.list.selectedHit != nil, "\(state.line.text)") }
            let used = rows.dropFirst(state.list.top).prefix(max(0, state.list.selected - state.list.top + 1)).reduce(0)
            {
                $0 + state.list.height(of: $1, in: state.layout)
            }
            #expect(rows.isEmpty || used <= max(state.layout.list.rows, 2), "\(pressed): \(state.line.text)")
        }
    }

    @Test func `moving elsewhere cancels a pending move to the end`() throws {
        let stage = try BrowserStage(Self.many(), "sort:title+ word", columns: 80, rows: 24)
        stage.press("Ctrl-O")
        stage.holdsAnswers = true
        stage.press("End", "Home")
        stage.holdsAnswers = false
        stage.answer()
        #expect(stage.selected == "n001")
        stage.press("End", "/", "Ctrl-U", "number:1", "Ctrl-U")
        #expect(stage.state.list.selected == 0)
    }

    @Test func `going back shows the preview of the previous note`() throws {
        let stage = try BrowserStage(Self.many(4), "Start", columns: 120, rows: 24)
        stage.press(" foo:bar", "Ctrl-G")
        #expect(stage.state.preview.page?.hit.title != "Start")
        stage.press("Alt-Left")
        #expect(stage.state.preview.page?.hit.title == "Start")
    }

    @Test func `End selects the last of all results`() throws {
        let stage = try BrowserStage(Self.many(), "sort:title+ word", columns: 80, rows: 24)
        stage.press("Ctrl-O", "End")
        #expect(stage.selected == "n130")
        #expect(stage.titles.count == 130)
        stage.press("Home")
        #expect(stage.selected == "n001")
    }

    @Test func `sections show the number of their notes, including those that were not fetched yet`() throws {
        let stage = try BrowserStage(Self.many(), "word group:status", columns: 80, rows: 12)
        #expect(stage.screen.contains("Draft  65"), "\(stage.screen)")
        stage.press("Tab", "End")
        #expect(stage.titles.count == 130)
        // Each note is in two sections.
        let twice = try BrowserStage(Self.many(), "group:keyword", columns: 80, rows: 12)
        #expect(twice.screen.contains("a  131"), "\(twice.screen)")
        twice.press("Tab", "End")
        #expect(twice.titles.count == 262)
        #expect(twice.state.list.results?.total == 131)
    }

    @Test func `going back restores the results of a query that cannot be parsed`() throws {
        let stage = try BrowserStage(Self.many(4), "Start")
        #expect(stage.selected == "Start")
        stage.press(" foo:bar")
        #expect(stage.state.line.fault != nil)
        let before = stage.titles
        stage.press("Ctrl-G")
        #expect(Set(stage.titles) == ["n001", "n002"])
        stage.press("Alt-Left")
        #expect(stage.titles == before && stage.selected == "Start")
        #expect(stage.state.line.text == "Start foo:bar")
    }

    @Test func `keys that delete text move to the query line from any pane`() throws {
        for key in ["Ctrl-W", "Ctrl-U", "Backspace"] {
            let stage = try BrowserStage(Self.many(4), "word two")
            stage.press("Tab", key)
            #expect(stage.state.focus == .search, "\(key)")
            #expect(stage.state.line.text != "word two", "\(key)")
        }
    }

    @Test func `without colors the query line shows typed text only`() throws {
        for (depth, line) in [(ColorDepth.full, "> status:"), (.none, "> sta")] {
            let stage = try BrowserStage(Self.many(4), depth: depth)
            stage.press("sta")
            #expect(stage.lines[0] == line)
            stage.press("Tab")
            #expect(stage.state.line.text == "status:")
        }
    }

    @Test func `a new note is selected, and a message shows the copied text`() throws {
        let stage = try BrowserStage(Self.many(8))
        stage.press("Alt-N", "zebra", "Enter")
        #expect(stage.selected == "zebra")
        stage.press("Ctrl-Y")
        #expect(stage.copied == ["zebra.md"])
        #expect(stage.lines.last == "copied: zebra.md")
    }

    @Test(arguments: [20, 40, 60, 80, 120])
    func `the last line shows complete hints, and always the key for help`(columns: Int) throws {
        let stage = try BrowserStage(Self.many(2), columns: columns, rows: 12)
        #expect(stage.lines.last?.hasSuffix("F1 keys  Esc leave") == true, "\(stage.lines)")
        #expect(stage.lines.last?.contains("…") == false)
        let printing = try BrowserStage(Self.many(2), columns: 80, prints: true)
        #expect(printing.lines.last?.contains("Enter print") == true)
        let vim = try BrowserStage(Self.many(2), columns: 80, keys: .vim)
        #expect(vim.lines.last?.hasSuffix("Esc list") == true)
    }

    @Test func `the output for screen readers reports marks and choices`() throws {
        let stage = try BrowserStage(Self.many(3), "sort:title+ word")
        var output = PlainOutput()
        _ = output.update(stage.state)
        stage.press("Ctrl-O", "Space")
        #expect(output.update(stage.state).contains("marked n001, 1 marked"))
        stage.press("Up", "Space")
        #expect(output.update(stage.state).contains("no longer marked n001, 0 marked"))
        stage.press("Alt-E")
        #expect(output.update(stage.state).first?.hasSuffix("; one of draft, review, archived") == true)
    }

    @Test func `a question mark opens the help only if the query is empty`() throws {
        let stage = try BrowserStage(Self.many(2), columns: 80, rows: 40)
        stage.press("?")
        #expect(stage.screen.contains("── Keys ("))
        stage.press("Esc", "w", "?")
        #expect(stage.lines[0] == "> w?")
    }

    @Test func `the preview shows lists of the front matter as lists`() throws {
        let console = try Console([
            "a.md":
                "---\ncolors: [red, \"dark blue\"]\nplaces:\n  - {x: 1}\nsource: {year: 1981, place: x}\n---\n\nText\n"
        ])
        let stage = try BrowserStage(console, columns: 120, rows: 20)
        #expect(stage.screen.contains("colors red, dark blue") && stage.screen.contains("places [{"))
        #expect(stage.screen.contains("source year: 1981, place: x"))
    }

    @Test func `saved searches work at once, also those that other programs write`() throws {
        let console = try Console(["a.md": "alpha\n", "b.md": "beta\n", ".slipbox/config.yaml": ""])
        let stage = try BrowserStage(console, "alpha", columns: 80)
        stage.press("Alt-T", "first", "Enter", "Ctrl-U", "@first")
        stage.press("Space")
        #expect(stage.state.line.fault == nil && stage.titles == ["a"], "\(stage.screen)")
        try console.write(".slipbox/config.yaml", "searches: {second: beta}\n")
        stage.press("Ctrl-U", "@second", "Space")
        #expect(stage.titles == ["b"], "\(stage.screen)")
    }

    @Test func `the next note is selected when notes are removed`() throws {
        let stage = try BrowserStage(Self.many(6), "sort:title+", columns: 80)
        stage.press("Ctrl-O", "Down", "Down", "Alt-X", "y")
        #expect(stage.selected == "n004" && !stage.titles.contains("n003"))
        // "Start" is the last note.
        stage.press("Alt-X", "y", "End", "Alt-X", "y")
        #expect(stage.selected == "n006" && stage.titles == ["n001", "n002", "n005", "n006"], "\(stage.screen)")
        stage.press("Alt-U")
        #expect(stage.selected == "n006" && stage.titles.last == "Start")
    }

    @Test func `a word with a typo finds near matches while it is typed`() throws {
        let console = try Console(["a.md": "incremental builds\n", "b.md": "others\n"])
        let stage = try BrowserStage(console, "", columns: 80)
        stage.press("incremntal")
        #expect(stage.titles == ["a"], "\(stage.screen)")
        #expect(stage.screen.contains("Near matches"))
    }

    @Test(arguments: ["slip bax", "memx", "card bush", "what luhmann kept in his slip boxes", "status:review memex"])
    func `near matches are those of the command line, in the same order`(query: String) throws {
        let console = try Console([
            "Box.md": "---\nstatus: review\n---\n# Slip box\n\nCards in a slip box.\n",
            "Luhmann.md": "He had a slip box, see [[Box]].\n", "Bush.md": "# Vannevar Bush\n\nThe memex.\n",
            "Plain.md": "Only text, and boxes.\n", "Deck.md": "A deck of cards.\n",
        ])
        // After the space, the last word is no prefix.
        let stage = try BrowserStage(console, query + " ", columns: 80)
        let shown = stage.state.list.results?.rows.compactMap { $0.hit?.path.text }
        #expect(shown == console.slip("search", query, "--near", "--format", "paths").lines)
    }

    @Test func `a selected near match stays selected when its note is changed`() throws {
        let console = try Console(["a.md": "incremental builds\n", "b.md": "incremental text\n", "c.md": "others\n"])
        let stage = try BrowserStage(console, "incremntal ", columns: 80)
        stage.press("Down")
        let selected = try #require(stage.selected)
        #expect(stage.titles.count == 2 && selected == stage.titles[1])
        stage.press("Alt-V")
        #expect(stage.selected == selected && stage.titles.count == 2)
        #expect(try console.read("\(selected).md").contains("favorite: true"))
    }

    @Test func `a prompt tells whether Enter creates a folder or keyword`() throws {
        let console = try Console(["In/a.md": "---\nkeywords: [jekyll-theme]\n---\n", "b.md": "x\n"])
        let stage = try BrowserStage(console, "", columns: 80)
        stage.press("Alt-M", "Fresh")
        #expect(stage.screen.contains("Fresh  a new folder"))
        stage.press("Ctrl-U", "In")
        #expect(!stage.screen.contains("a new folder"))
        stage.press("Esc", "Alt-K", "jekyll-th")
        #expect(stage.screen.contains("a new keyword"))
        stage.press("Tab")
        #expect(!stage.screen.contains("a new keyword"))
    }

    @Test func `a question is shown completely on a narrow screen`() throws {
        let console = try Console(["A folder/with a long name/and a note of many words.md": "x\n"])
        let stage = try BrowserStage(console, "", columns: 30, rows: 12)
        stage.press("Alt-X")
        #expect(stage.screen.contains("y/N"), "\(stage.screen)")
        stage.press("Esc", "nosuch:x", "Enter")
        #expect(stage.lines.suffix(4).joined(separator: " ").contains("'nosuch'"), "\(stage.screen)")
    }

    @Test func `the message counts changed notes, not marked ones`() throws {
        let console = try Console([
            "a.md": "---\nkeywords: [k]\n---\n", "b.md": "---\nkeywords: [k]\n---\n", "c.md": "x\n",
        ])
        let stage = try BrowserStage(console, "", columns: 80)
        stage.press("Ctrl-O", "Space", "Space", "Space", "Alt-K", "k", "Enter")
        #expect(stage.lines.last?.hasPrefix("1 of 3 notes: added #k") == true, "\(stage.screen)")
    }
}
