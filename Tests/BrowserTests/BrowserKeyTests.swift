import Browser
import Foundation
import QueryLanguage
import SourceText
import Terminal
import TestSupport
import Testing

/// Tests of the tokens that the query line offers, and of the keys for order, links and hints.
@Suite struct BrowserKeyTests {
    private static let files = [
        "Box.md":
            "---\ntitle: Slip box\nstatus: review\nkeywords: [method]\npriority: 1\ncreated: 2024-01-01\n---\n\nCards. ![](p.png)\n",
        "People/Luhmann.md": "---\ntitle: Luhmann\nkeywords: [draftsmen]\ncreated: 2024-01-02\n---\n\nA slip box.\n",
        "People/Bush.md":
            "---\ntitle: Bush\ncreated: 2024-01-03\nfavorite: true\nstatus: archived\n---\n\nThe memex.\n",
        "p.png": "",
    ]

    private static func stage(
        _ query: String = "", columns: Int = 100, folder: VaultPath = .root, keys: KeyStyle = .usual
    ) throws -> BrowserStage {
        try BrowserStage(Console(files), query, columns: columns, folder: folder, keys: keys)
    }

    // MARK: Tokens

    @Test func `an empty query line shows tokens with counts, and Tab takes them`() throws {
        let stage = try Self.stage()
        #expect(stage.lines[0].contains("status:draft 1  status:review 1"), "\(stage.lines[0])")
        #expect(stage.lines.last?.contains("Tab complete") == true)
        // They cover no results.
        #expect(stage.lines[2].contains("Bush"), "\(stage.screen)")
        stage.press("Tab")
        #expect(stage.state.line.text == "status:draft ")
        #expect(stage.titles == ["Luhmann"])
        stage.press("Tab")
        #expect(stage.state.line.text == "status:review ")
        stage.press("Ctrl-U")
        #expect(stage.lines[0].contains("is:favorite 1"))
        stage.press("Ctrl-O")
        #expect(stage.state.focus == .list)
        #expect(!stage.lines[0].contains("is:favorite"))
        stage.press("/")
        #expect(stage.lines[0].contains("is:favorite 1"))
        stage.press("Esc")
        #expect(stage.outcome?.status == 130)
    }

    @Test(arguments: [30, 40, 60]) func `the tokens of an empty line fit the screen`(columns: Int) throws {
        let line = try Self.stage(columns: columns).lines[0]
        #expect(line.hasPrefix("> type to search") && !line.contains("…"), "\(line)")
    }

    @Test func `the counts of the offered tokens follow a change`() throws {
        let stage = try Self.stage()
        stage.press("Alt-E", "review", "Enter")
        #expect(stage.lines[0].contains("status:review 2"), "\(stage.lines[0])")
    }

    @Test(arguments: [
        ("draf", ["status:draft ", "#draftsmen "]), ("-draf", ["-status:draft ", "-#draftsmen "]),
        ("att", ["has:attachment ", "attached:"]), ("fav", ["is:favorite "]), ("peop", ["in:People "]),
        ("box draf", ["box status:draft "]),
    ])
    func `Tab completes the value of a token, as suggest does`(typed: String, taken: [String]) throws {
        let stage = try Self.stage()
        stage.press(typed)
        for text in taken {
            stage.press("Tab")
            #expect(stage.state.line.text == text)
        }
    }

    @Test func `a word that begins no token is not completed`() throws {
        let stage = try Self.stage()
        // 'ethod' is inside of a keyword, 'luhm' begins a title and a word.
        for word in ["ethod", "luhm", "card"] {
            stage.press("Ctrl-U", word, "Tab")
            #expect(stage.state.line.text == word && stage.state.focus == .list)
            stage.press("/")
        }
    }

    @Test func `screen readers hear what Tab completes`() throws {
        let stage = try Self.stage()
        var output = PlainOutput()
        #expect(output.update(stage.state).contains { $0.hasPrefix("Tab completes: status:draft 1, ") })
        stage.press("draf")
        #expect(output.update(stage.state).last == "Tab completes: status:draft 1, #draftsmen 1")
        stage.press("Tab")
        #expect(!output.update(stage.state).contains { $0.hasPrefix("Tab completes") })
    }

    // MARK: Order

    @Test func `keys reverse the order, sort by status and group by day`() throws {
        let stage = try Self.stage()
        #expect(stage.titles == ["Bush", "Luhmann", "Slip box"])
        stage.press("Alt-I")
        #expect(stage.titles == ["Slip box", "Luhmann", "Bush"])
        #expect(stage.lines[1].contains("by created+"), "\(stage.lines[1])")
        stage.press("Alt-I")
        #expect(stage.titles == ["Bush", "Luhmann", "Slip box"])
        stage.press("Alt-I", "Alt-O", "Alt-O", "Alt-O", "Alt-O", "Alt-O")
        #expect(stage.lines[1].contains("by status "), "\(stage.lines[1])")
        #expect(stage.titles == ["Luhmann", "Slip box", "Bush"])
        stage.press("Alt-I")
        #expect(stage.titles.first == "Bush")
        stage.press("Alt-G", "Alt-G", "Alt-G")
        #expect(stage.screen.contains("2024-01-02  1"), "\(stage.screen)")
    }

    @Test(arguments: [
        ("", "modified"), ("box", "created"), ("sort:created", "modified"), ("sort:path", "created"),
    ])
    func `the first press changes the order`(query: String, sort: String) throws {
        let stage = try Self.stage(query)
        stage.press("Alt-O")
        #expect(stage.lines[1].contains("by \(sort) "), "\(stage.lines[1])")
    }

    @Test func `the first press changes the sections`() throws {
        let stage = try Self.stage("group:status")
        stage.press("Alt-G")
        #expect(stage.lines[1].contains("group period "), "\(stage.lines[1])")
    }

    @Test(arguments: [
        ("sort:title", "title-"), ("sort:created+,title", "created-,title-"), ("sort:priority", "priority+"),
    ])
    func `the order of a query can be reversed`(query: String, sort: String) throws {
        let stage = try Self.stage(query)
        stage.press("Alt-I")
        #expect(stage.lines[1].contains("by \(sort) "), "\(stage.lines[1])")
    }

    // MARK: Links

    @Test func `a key links the marked notes to the selected one`() throws {
        let console = try Console(Self.files)
        let stage = try BrowserStage(console, "sort:path")
        stage.press("Alt-L")
        #expect(stage.lines.last?.contains("mark the notes to link from") == true)
        stage.press("Ctrl-Space", "Ctrl-Space", "Alt-L")
        #expect(stage.state.list.marked.count == 2)
        let target = try #require(stage.state.list.selectedHit)
        for note in stage.state.list.marked where note != target.address {
            #expect(try console.read(note.path.text).contains("links: [\"[[\(target.path.stem.text)]]\"]"))
        }
        #expect(stage.lines.last?.contains("linked to '\(target.path.text)'; undo with Alt-U") == true)
        stage.press("Alt-U")
        for (path, text) in Self.files { #expect(try console.read(path) == text) }
    }

    // MARK: Hints

    @Test func `hints name keys, not options`() throws {
        let stage = try Self.stage("cards", folder: VaultPath("People"))
        #expect(stage.screen.contains("1 outside this folder: Alt-S"), "\(stage.screen)")
        let skipped = try Self.stage("offset:9")
        #expect(skipped.screen.contains("3 without offset:9"), "\(skipped.screen)")
        let wrong = try Self.stage()
        wrong.press("Alt-E", "zzz", "Enter")
        #expect(wrong.state.message?.isError == true)
        #expect(wrong.state.message?.text.contains("--") == false, "\(wrong.state.message?.text ?? "")")
    }
}
