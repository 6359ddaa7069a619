import TestSupport
import Testing

/// Notes with front matter in another format, and with rules.
@Suite struct ForeignFrontMatterTests {
    private static let texts = [
        "+++\ntitle = \"Hugo page\"\ndate = 2024-01-02\n+++\n\n# Text\n", "{\n  \"title\": \"Hugo page\"\n}\n\nText\n",
        "---toml\ntitle = \"Hugo page\"\n---\nText\n",
    ]

    @Test(
        arguments: texts,
        [
            "set a.md status=review", "set a.md title=x", "set a.md keywords+=x", "keyword add a.md x",
            "link a.md b.md",
            "prepend a.md x", "insert a.md:1 x", "insert a.md:2 x", "replace a.md Hugo x", "attach a.md c.png",
            "check --undated --fix --from title",
        ])
    func `no command writes into it or above it`(text: String, command: String) throws {
        let console = try Console(["a.md": text, "b.md": "x\n", "c.png": "x"])
        let result = console.slip(command.split(separator: " ").map(String.init))
        #expect(result.status != 0, "\(result)")
        #expect(try console.read("a.md") == text)
    }

    @Test(arguments: texts)
    func `the text after it is changed and searched, and check reports it`(text: String) throws {
        let console = try Console(["a.md": text + "[[b]] #old\n", "b.md": "x\n"])
        #expect(console.slip("mv", "b.md", "c.md").status == 0)
        #expect(console.slip("keyword", "rename", "old", "new").status == 0)
        #expect(console.slip("append", "a.md", "end").status == 0)
        #expect(try console.read("a.md") == text + "[[c]] #new\n\nend\n")
        #expect(console.slip("search", "Hugo").output.contains("a.md"))
        #expect(console.slip("search", "contains:Hugo").output.contains("a.md"))
        #expect(console.slip("check").output.hasPrefix("a.md:1:1: front-matter: the front matter is "))
    }

    @Test func `text between two rules is found, and set writes above the rules`() throws {
        let text = "---\n\n# Plan\n\nbuy apples #shop\n\n- [ ] call\n\n---\n\nend\n"
        let console = try Console(["a.md": text])
        for query in ["apples", "contains:apples", "task:open", "#shop", "heading:plan"] {
            #expect(console.slip("search", query).output.contains("a.md"), "\(query)")
        }
        #expect(console.slip("check").output.isEmpty)
        #expect(console.slip("set", "a.md", "status=review").status == 0)
        #expect(try console.read("a.md") == "---\nstatus: review\n---\n\(text)")
        #expect(console.slip("set", "a.md", "status=").status == 0)
        #expect(console.slip("search", "apples").output.contains("a.md"))
    }

    @Test func `front matter stays one when the key above an empty line is removed`() throws {
        let console = try Console(["a.md": "---\na: 1\nb: 2\n\nc: 3\n---\nx\n"])
        #expect(console.slip("set", "a.md", "a=", "b=").status == 0)
        #expect(try console.read("a.md") == "---\nc: 3\n---\nx\n")
    }
}
