import TestSupport
import Testing

/// Links in the front matter, under any key.
struct PropertyLinkTests {
    private static let files = [
        "A/Bryan.md": "x\n", "C.md": "y\n", "p.png": "png",
        "n.md": """
        ---
        source: "[[A/Bryan|B]] and [[C]]"   # seen
        authors:
          - "[[Bryan]]"
          - Karl
        cover: "![[p.png]]"
        deep: {up: '[[C|the ''c'']]'}
        ---

        """,
    ]

    @Test func `links in front matter are found, counted and checked`() throws {
        let terminal = try Console(Self.files)
        #expect(terminal.slip("search", "links-to:Bryan").output == "n.md\n")
        #expect(terminal.slip("search", "linked-from:n sort:path").output == "A/Bryan.md\nC.md\n")
        #expect(terminal.slip("search", "is:orphan").status == 1)
        #expect(terminal.slip("search", "links:4 has:link").output == "n.md\n")
        #expect(terminal.slip("links", "C").output.contains("n.md"))
        #expect(terminal.slip("check").output.isEmpty)
        try terminal.write("o.md", "---\nup: '[[Nowhere]]'\n---\n")
        #expect(terminal.slip("check").output.hasPrefix("o.md:2:8: broken-link: "))
    }

    @Test func `mv rewrites only the targets of links in front matter`() throws {
        let terminal = try Console(Self.files)
        #expect(terminal.slip("mv", "A/Bryan.md", "A/It's Bob.md").status == 0)
        #expect(terminal.slip("mv", "C.md", "D.md").status == 0)
        let wanted = (Self.files["n.md"] ?? "").replacing("A/Bryan", with: "A/It's Bob")
            .replacing("[[Bryan]]", with: "[[It's Bob]]").replacing("[[C", with: "[[D")
        #expect(try terminal.read("n.md") == wanted)
        #expect(terminal.slip("check").output.isEmpty)
    }

    @Test func `rm --unlink keeps labels in texts and removes entries of lists`() throws {
        let terminal = try Console(Self.files)
        #expect(terminal.slip("rm", "A/Bryan.md", "C.md", "--unlink", "--force").status == 0)
        let wanted = """
            ---
            source: "B and C"   # seen
            authors:
              - Karl
            cover: "![[p.png]]"
            deep: {up: 'the ''c'''}
            ---

            """
        #expect(try terminal.read("n.md") == wanted)
    }

    @Test func `links in front matter keep their targets when their note moves`() throws {
        let terminal = try Console(["A/n.md": "---\nup: \"[[A/B/x]] [[../A/B/x]]\"\n---\n", "A/B/x.md": "x"])
        #expect(terminal.slip("mv", "A/n.md", "n.md").status == 0)
        #expect(terminal.slip("check", "--kind", "broken-link").output.isEmpty)
        #expect(terminal.slip("links", "n.md").output.contains("A/B/x.md"))
    }

    // MARK: Paths

    @Test(arguments: [
        ("n.md", "cover: p.png", "cover: s/it's.png"),
        ("n.md", "cover: \"./p.png\"  # c", "cover: \"./s/it's.png\"  # c"),
        ("n.md", "cover: 'p.png'", "cover: 's/it''s.png'"), ("A/n.md", "cover: ../p.png", "cover: ../s/it's.png"),
        ("A/n.md", "image: /p.png", "image: /s/it's.png"), ("n.md", "a: [x, p.png]", "a: [x, s/it's.png]"),
        ("n.md", "a:\n  - p.png\n  - x", "a:\n  - s/it's.png\n  - x"),
        ("n.md", "a:\n  b: {c: p.png}", "a:\n  b: {c: s/it's.png}"), ("n.md", "a: x p.png", "a: x p.png"),
    ])
    func `mv rewrites the path of a moved file in a property`(note: String, before: String, after: String) throws {
        let console = try Console([note: "---\n\(before)\n---\nx\n", "p.png": "1"])
        #expect(console.slip("mv", "p.png", "s/it's.png").status == 0)
        #expect(try console.read(note) == "---\n\(after)\n---\nx\n")
        #expect(console.slip("check", "--kind", "missing-attachment").output.isEmpty)
    }

    @Test func `paths in properties keep their targets when their note or their folder moves`() throws {
        let console = try Console([
            "A/n.md": "---\ncover: pics/p.png\nup: ../m.md\n---\n", "A/pics/p.png": "1", "m.md": "x\n",
        ])
        #expect(console.slip("mv", "A/n.md", "n.md").status == 0)
        #expect(try console.read("n.md") == "---\ncover: A/pics/p.png\nup: m.md\n---\n")
        #expect(console.slip("mv", "A", "B").status == 0)
        #expect(try console.read("n.md") == "---\ncover: B/pics/p.png\nup: m.md\n---\n")
        #expect(console.slip("search", "links-to:m has:attachment").output == "n.md\n")
    }

    @Test func `the path of a file in a property is not the stem of another file`() throws {
        let console = try Console([
            "n.md": "---\nup: F/Note.md\ncover: p.png\nlist: [F/p.png]\n---\n", "F/Note.md": "x\n",
            "F/Note.md.md": "y\n", "p.png": "1", "p.png.md": "z\n", "F/p.png": "2",
            "A/m.md": "---\nup: F/Note.md\n---\n",
            "A/F/Note.md.md": "y\n", "title.md": "---\ntitle: p.png\n---\n", "p.png.d/index.md": "x\n",
        ])
        #expect(console.slip("search", "linked-from:n.md").output == "F/Note.md\n")
        #expect(console.slip("search", "linked-from:A/m.md").output == "F/Note.md\n")
        #expect(console.slip("search", "attachments:2").output == "n.md\n")
        // The links keep their targets if other files get such names.
        #expect(console.slip("mv", "p.png", "q.png").status == 0)
        try console.write("q.png.md", "z\n")
        #expect(console.slip("mv", "q.png", "F/r.png").status == 0)
        try console.write("F/s.png.md", "z\n")
        #expect(console.slip("mv", "F/r.png", "F/s.png").status == 0)
        #expect(console.slip("mv", "F/Note.md", "F/New.md").status == 0)
        #expect(try console.read("n.md") == "---\nup: F/New.md\ncover: F/s.png\nlist: [F/p.png]\n---\n")
        // A new index resolves the same.
        console.slip("index", "--rebuild")
        #expect(console.slip("search", "linked-from:n.md").output == "F/New.md\n")
        #expect(console.slip("search", "attachments:2").output == "n.md\n")
    }

    @Test func `check reports a path in a property only if it must be one`() throws {
        let console = try Console([
            "A/n.md": "---\ncover: gone.png\nimage: ../pics/gone.png\nfile: pics/gone.pdf\n---\n", "pics/p.png": "1",
            "o.md": "---\nsource: report.pdf\ntool: Node.js\nsite: example.com\nimage: /img/gone.png\n"
                + "header: img/gone.png\nout: ../gone.png\nurl: https://e.org/p.png\n---\n",
            "Node.js.md": "x\n", "s.md": "---\ncover: pics/p.png\n---\n",
        ])
        let lines = console.slip("check", "--format", "text").output.split(separator: "\n").filter { $0.contains(":") }
        #expect(lines.count { $0.contains("there is no file") } == 3, "\(lines)")
        for place in ["A/n.md:2:8", "A/n.md:3:8", "A/n.md:4:7"] {
            #expect(lines.contains { $0.hasPrefix("\(place): missing-attachment: ") }, "\(place)")
        }
        #expect(!lines.contains { $0.hasPrefix("o.md") || $0.hasPrefix("s.md") }, "\(lines)")
        #expect(console.slip("search", "links-to:Node.js").status == 1)
        #expect(console.slip("search", "is:broken").status == 1)
        // The value becomes a reference when the file appears.
        try console.write("report.pdf", "1")
        #expect(console.slip("search", "has:attachment sort:path").output == "o.md\ns.md\n")
    }

    @Test(arguments: [
        ("cover: p.png\nk: v", "k: v"), ("a: [p.png, x]", "a: [x]"), ("a:\n  - p.png\n  - x", "a:\n  - x"),
        ("a:\n  b: \"p.png\"", "a:\n  b: "), ("a: {b: [p.png, x]}", "a: {b: [\"\", x]}"),
        ("a:\n  - [p.png, x]", "a:\n  - [\"\", x]"),
    ])
    func `detach removes the path of the file from a property`(before: String, after: String) throws {
        let console = try Console(["n.md": "---\n\(before)\n---\nx\n", "p.png": "1"])
        let result = console.slip("detach", "n.md", "p.png")
        #expect(result.status == 0, "\(result.errors)")
        #expect(try console.read("n.md") == "---\n\(after)\n---\nx\n")
    }
}
