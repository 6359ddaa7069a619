import SourceText
import TestSupport
import Testing

/// Canvases refer to notes and attachments as notes do, but are no notes.
struct CanvasTests {
    private static let board = """
        {"nodes":[
          {"id":"1","file":"s\\/\\u00e4 b.md","subpath":"#Part","type":"file"},
          {"id":"2","type":"text","text":"go [[ä b#Part|la\\"bel]]\\n![p](s/p.png) \\u0026 [q](s/%C3%A4%20b.md) zebra \\ud83d\\ude00"},
          {"id":"3","type":"group","label":"Grouped","background":"s/p.png"}
        ], "edges":[{"label":"towards","x":1.50}]}

        """

    private func vault() throws -> Console {
        try Console(["o.canvas": Self.board, "s/ä b.md": "# T\n\n## Part\n", "s/p.png": "1", "n.md": "[[o.canvas]]"])
    }

    @Test func `check reports the broken references of a canvas, and counts the others`() throws {
        let console = try vault()
        #expect(console.slip("check").output.isEmpty)
        try console.write(
            "x.canvas",
            """
            {"nodes":[{"type":"file","file":"gone.png"},{"type":"text","text":"[[none]]"},
            {"type":"file","file":"s/ä b.md","subpath":"#No"}]}
            """)
        let output = console.slip("check").output
        #expect(output.contains("x.canvas:1:34: missing-attachment: there is no file '/gone.png'"), "\(output)")
        #expect(output.contains("broken-link: there is no note 'none'"))
        #expect(output.contains("missing-heading: 's/ä b.md' has no heading 'No'"))
    }

    @Test func `canvases count as backlinks and in links`() throws {
        let console = try vault()
        #expect(console.slip("links", "s/ä b.md").output.contains("o.canvas:2"))
        #expect(console.slip("search", "has:backlink").output == "s/ä b.md\n")
        #expect(console.slip("links", "o.canvas").output.contains("o.canvas:2  s/ä b.md"))
        #expect(
            console.slip("rm", "s/ä b.md", "--dry-run").errors.contains("o.canvas:2: the link to 's/ä b.md' breaks"))
    }

    @Test func `a move changes the paths in a canvas, and undo restores every byte`() throws {
        let console = try vault()
        #expect(console.slip("mv", "s/ä b.md", "t/c d.md").status == 0)
        let expected = Self.board.replacing("s\\/\\u00e4 b.md", with: "t/c d.md").replacing("[[ä b#", with: "[[c d#")
            .replacing("s/%C3%A4%20b.md", with: "t/c%20d.md")
        #expect(try console.read("o.canvas") == expected)
        #expect(console.slip("check").output.isEmpty)
        console.slip("undo")
        #expect(try console.read("o.canvas") == Self.board)
        console.slip("folder", "rename", "s", "u")
        #expect(try console.read("o.canvas").contains("\"background\":\"u/p.png\""))
        #expect(console.slip("check").output.isEmpty)
        console.slip("undo")
        #expect(try console.read("o.canvas") == Self.board)
    }

    @Test func `subpaths and links of a canvas follow a heading that a move changes`() throws {
        let board = """
            {"nodes":[{"id":"1","type":"file","file":"n.md","subpath":"#See Old#B"},
            {"id":"2","type":"text","text":"[[n#See Old|\\u00e4]] [x](n.md#see-old#b) [[n]]"}]}
            """
        let console = try Console([
            "Old.md": "# T\n", "n.md": "# N\n\n## See [[Old]]\n\n### B\n", "o.canvas": board,
        ])
        #expect(console.slip("check").output.isEmpty)
        #expect(console.slip("mv", "Old.md", "New.md").status == 0)
        #expect(
            try console.read("o.canvas")
                == board.replacing("See Old", with: "See New").replacing("see-old", with: "see-new"))
        #expect(console.slip("check").output.isEmpty)
        console.slip("undo")
        #expect(try console.read("o.canvas") == board)
    }

    @Test func `rm with --unlink keeps labels, and makes a text of a file node`() throws {
        let console = try vault()
        #expect(console.slip("rm", "s/ä b.md", "--unlink", "--force").status == 0)
        let text = try console.read("o.canvas")
        #expect(text.contains("{\"id\":\"1\",\"text\":\"ä b\",\"subpath\":\"#Part\",\"type\":\"text\"}"))
        #expect(text.contains("\"go la\\\"bel\\n![p](s/p.png) \\u0026 q zebra \\ud83d\\ude00\""))
        #expect(console.slip("check").output.isEmpty)
        console.slip("undo")
        #expect(try console.read("o.canvas") == Self.board)
    }

    @Test func `the texts of a canvas are searched as those of an attachment`() throws {
        let console = try vault()
        for word in ["zebra", "grouped", "towards"] {
            #expect(console.slip("search", word).output == "n.md\n", "\(word)")
        }
        try console.write("n.md", "no link")
        #expect(console.slip("search", "zebra").status == 1)
        #expect(console.slip("search", "attached:zebra").output == "o.canvas\n")
    }

    @Test func `a canvas that cannot be read stops the removal of links, but no change of keywords`() throws {
        let console = try Console([
            "e.md": "# E\n", "n.md": "---\np: 1\n---\n[[e]] #x\n", "bad.canvas": "{\"nodes\":[{\"file\":\"e.md\"",
        ])
        console.answer = "y"
        #expect(console.slip("rm", "e.md", "--unlink").isError("'bad.canvas' cannot be read"))
        #expect(console.slip("keyword", "rename", "x", "y").status == 0)
        #expect(console.slip("property", "rename", "p", "q").status == 0)
        #expect(try console.read("n.md") == "---\nq: 1\n---\n[[e]] #y\n")
        let forced = console.slip("rm", "e.md", "--unlink", "--force")
        #expect(forced.status == 0 && forced.errors.contains("'bad.canvas'"), "\(forced.errors)")
        #expect(try console.read("bad.canvas") == "{\"nodes\":[{\"file\":\"e.md\"")
    }

    @Test func `a canvas that is no JSON is reported, refuses moves, and is never changed`() throws {
        let console = try vault()
        try console.write("bad.canvas", "{\"nodes\": [")
        #expect(console.slip("check").output.contains("bad.canvas:1:1: unreadable"))
        let refused = console.slip("mv", "n.md", "m.md")
        #expect(refused.status == 2 && refused.errors.contains("'bad.canvas' cannot be read"))
        #expect(console.slip("mv", "n.md", "m.md", "--force").status == 0)
        #expect(try console.read("bad.canvas") == "{\"nodes\": [")
        try console.write("bad.canvas", "")
        #expect(console.slip("check").output.isEmpty)
    }

    @Test func `an index with canvases agrees with a new one after changes`() throws {
        let console = try vault()
        console.slip("index")
        try console.write("o.canvas", "{\"nodes\":[{\"type\":\"file\",\"file\":\"n.md\"}]}")
        #expect(console.slip("search", "has:backlink").output == "n.md\n")
        #expect(console.slip("index", "--verify").status == 0)
        console.slip("mv", "o.canvas", "s/o.canvas")
        #expect(console.slip("index", "--verify").status == 0)
    }

    @Test func `rm with --unlink refuses a node with a file and a text`() throws {
        let board = "{\"nodes\":[{\"type\":\"file\",\"file\":\"n.md\",\"text\":\"mine\"}]}"
        let console = try Console(["o.canvas": board, "n.md": "x"])
        let result = console.slip("rm", "n.md", "--unlink", "--force")
        #expect(result.status == 2 && result.errors.contains("a node has both a file and a text"))
        #expect(try console.read("o.canvas") == board && console.exists("n.md"))
    }
}
