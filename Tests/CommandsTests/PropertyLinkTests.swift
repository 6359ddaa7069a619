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
}
