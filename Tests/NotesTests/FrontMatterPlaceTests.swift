import Notes
import SourceText
import Testing

/// Where front matter begins and ends, and text that only looks like it.
struct FrontMatterPlaceTests {
    @Test(arguments: [
        "---\n\n# Plan\n\nbuy apples\n\n---\n\nend\n", "---\n# Plan\n\nbuy apples\n---\n", "---\nbuy apples\n---\n",
        "---\n- a\n- [ ] call: him\n---\n", "---\n> quote: x\n...\n", "---\n  \ntitle: A\n---\n",
        "---\r\n\r\na: b\r\n---\r\n",
        "---\nsee http://example.org\n---\n", "---\n| a: b |\n---\n", "---\n**bold**: x\n---\n",
        "\u{FEFF}---\n\nx\n---\n",
        "---\n12:30 tea\n---\n", "---\n[a]: b.md\n---\n", "--- \t\n\nx: y\n", "----\na: b\n---\n", "+++\nplain\n+++\n",
        "{#id .class}\ntext\n", "{{template}}\n", "{ \"a\": 1 } text\n", "{\"a\": 1\n", "+++\na = 1\n", "{\n}x\n",
    ])
    func `text between rules is body`(text: String) {
        let bytes = Array(text.utf8)
        let front = FrontMatter(bytes)
        #expect(front.block == nil && front.bodyStart == bytes.textStart && front.diagnostics.isEmpty)
        #expect(FrontMatter.bodyStart(of: bytes) == front.bodyStart)
    }

    @Test(arguments: [
        ("---\n---\nx", 8), ("---\na: b\n---\nx", 13), ("---\n# c\n\na:\n---\n", 16), ("---\n\"a b\": c\n...\n", 17),
        ("---\ntitle:Text\n---\n", 19), ("---\n? a\n: b\n---\n", 16), ("---\n{a: b}\n---\n", 15),
        ("---\n\ta: b\n---\n", 14),
        ("---\ntext\n- x\nk: v\n---\n", 22), ("---\n&x a: b\n---\n", 16), ("---\nключ:x\n---\n", 19),
    ])
    func `a block with a key, or without lines, is front matter`(text: String, bodyStart: Int) {
        let front = FrontMatter(Array(text.utf8))
        #expect(front.block == 0..<bodyStart && front.bodyStart == bodyStart)
        #expect(FrontMatter.bodyStart(of: Array(text.utf8)) == bodyStart)
    }

    @Test(arguments: [
        ("+++\ntitle = \"x\"\n# no heading #no\n+++\n# Yes #yes\n", ForeignFrontMatter.Format.toml),
        ("+++ \r\ntitle = \"x\"\r\n+++\r\n# Yes #yes\r\n", .toml), ("+++\n+++\n# Yes #yes\n", .toml),
        ("---toml\na = 1\n# no\n---\n# Yes #yes\n", .toml), ("--- json\n{\"a\": 1}\n---\n# Yes #yes\n", .json),
        ("{\n  \"a\": \"}\\\"{\", \"b\": [{}, []]\n}\n\n# Yes #yes\n", .json), ("{}\n# Yes #yes\n", .json),
        ("\u{FEFF}{\"a\": \"[[no]]\"}\n# Yes #yes\n", .json),
    ])
    func `TOML and JSON are reported and not read`(text: String, format: ForeignFrontMatter.Format) {
        let bytes = Array(text.utf8)
        let note = Note(bytes, name: VaultPath("n.md"))
        #expect(note.frontMatter.foreign?.format == format && note.title == "Yes #yes")
        #expect(note.body.hashtags.map(\.name) == ["yes"] && note.references.isEmpty)
        #expect(note.diagnostics.map(\.message) == ["the front matter is \(format.rawValue), which is not read"])
        #expect(FrontMatter.bodyStart(of: bytes) == note.frontMatter.bodyStart)
        #expect(FrontMatter.searchStart(of: bytes) == bytes.textStart)
    }
}
