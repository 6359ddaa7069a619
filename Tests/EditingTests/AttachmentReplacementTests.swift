import Foundation
import TestSupport
import Testing

/// `attach NOTE FILE --replace OLD`.
@Suite struct AttachmentReplacementTests {
    /// Returns a vault with a file to attach in the ignored folder `.in`.
    private func vault(_ files: [String: String]) throws -> Console {
        let console = try Console(files)
        try console.write(".in/new.png", "new")
        return console
    }

    @Test func `every reference gets the new path in its own form`() throws {
        let note = """
            ---
            attachments:
              - "img/old.png"   # a comment
            cover: "see ![[old.png]]"
            ---
            ![a](img/old.png "title") and ![[old.png|100]] and [x](<./img/old.png>) ![r][o]
            `![](img/old.png)` [old.png](other.png)

            [o]: <img/old.png>

            """
        let console = try vault(["A/n.md": note, "A/img/old.png": "old", "A/other.png": "o"])
        let result = console.slip("attach", "A/n.md", ".in/new.png", "--replace", "A/img/old.png")
        #expect(result.status == 0, "\(result)")
        #expect(result.errors.contains("'A/img/old.png' replaced by 'A/img/new.png' in 'A/n.md'"), "\(result)")
        let code = "`![](img/old.png)`"
        let expected = note.replacing(code, with: "CODE").replacing("[old.png](", with: "LABEL")
            .replacing("old.png", with: "new.png").replacing("CODE", with: code).replacing("LABEL", with: "[old.png](")
        #expect(try console.read("A/n.md") == expected)
        #expect(try console.read("A/img/new.png") == "new" && !console.exists("A/img/old.png"))
        #expect(console.slip("check").output.isEmpty)
        #expect(console.slip("undo").status == 0)
        #expect(try console.read("A/n.md") == note && console.read("A/img/old.png") == "old")
        #expect(!console.exists("A/img/new.png"))
    }

    @Test func `a file that another note references stays`() throws {
        let console = try vault(["a.md": "![](old.png)", "b.md": "![[old.png]]", "old.png": "old"])
        let result = console.slip("attach", "a.md", ".in/new.png", "--replace", "old.png")
        #expect(result.errors.contains("'old.png' is kept: other notes reference it"), "\(result)")
        #expect(try console.read("a.md") == "![](new.png)" && console.read("b.md") == "![[old.png]]")
        #expect(console.exists("old.png"))
    }

    @Test func `a new version with the old name gets a number`() throws {
        let console = try vault(["a.md": "![](new.png)", "new.png": "old"])
        #expect(console.slip("attach", "a.md", ".in/new.png", "--replace", "new.png").status == 0)
        #expect(try console.read("a.md") == "![](new%202.png)" && console.read("new 2.png") == "new")
        #expect(!console.exists("new.png"))
        #expect(console.slip("undo").status == 0)
        #expect(try console.read("a.md") == "![](new.png)" && console.read("new.png") == "old")
    }

    @Test func `a list of attachments names the new file once`() throws {
        let console = try vault([
            "a.md": "---\nattachments: [x.png, old.png, new.png]\n---\n", "old.png": "o", "new.png": "n", "x.png": "x",
        ])
        #expect(console.slip("attach", "a.md", "new.png", "--replace", "old.png").status == 0)
        #expect(try console.read("a.md") == "---\nattachments: [x.png, new.png]\n---\n")
        #expect(!console.exists("old.png") && console.exists("new.png"))
    }

    @Test func `a missing attachment is replaced`() throws {
        let console = try vault(["A/a.md": "![](img/gone.png)\n"])
        #expect(console.slip("attach", "A/a.md", ".in/new.png", "--replace", "gone.png").status == 0)
        #expect(try console.read("A/a.md") == "![](new.png)\n" && console.exists("A/new.png"))
    }

    @Test func `a name that another file has is written as a path`() throws {
        let console = try vault([
            "A/a.md": "![[old.png]]", "B/old.png": "old", "A/new.png": "another", "a2.md": "![[A/new.png]]",
        ])
        #expect(console.slip("attach", "A/a.md", ".in/new.png", "--replace", "B/old.png").status == 0)
        #expect(try console.read("A/a.md") == "![[B/new.png]]")
    }

    @Test func `a dry run shows the change and makes none`() throws {
        let console = try vault(["a.md": "![](old.png)\n", "old.png": "old"])
        let result = console.slip("attach", "a.md", ".in/new.png", "--replace", "old.png", "--dry-run")
        #expect(result.output.contains("trash old.png") && result.output.contains("+![](new.png)"), "\(result)")
        #expect(try console.read("a.md") == "![](old.png)\n" && console.exists("old.png"))
        let json = console.slip("attach", "a.md", ".in/new.png", "--replace", "old.png", "-n", "-f", "json")
        #expect(json.output.contains("\"new.png\""), "\(json)")
    }

    @Test(arguments: [
        (["a.md", ".in/new.png", "--replace", "other.png"], "does not reference 'other.png'"),
        (["a.md", ".in/new.png", "--replace", "b.md"], "is a note"),
        (["a.md", "old.png", "--replace", "old.png"], "cannot replace itself"),
        (["a.md", ".in/none.png", "--replace", "old.png"], "there is no file"),
    ])
    func `what cannot be replaced is refused`(arguments: [String], message: String) throws {
        let console = try vault(["a.md": "![](old.png)", "b.md": "b", "old.png": "old", "other.png": "o"])
        #expect(console.slip(["attach"] + arguments).isError(message))
        #expect(try console.read("a.md") == "![](old.png)" && console.exists("old.png"))
    }

    @Test func `all notes of a query get the new file`() throws {
        let console = try vault(["a.md": "![](old.png)", "B/b.md": "![](../old.png)", "c.md": "c", "old.png": "old"])
        let result = console.slip("attach", "--query", "", ".in/new.png", "--replace", "old.png")
        #expect(result.status == 0 && !console.exists("old.png"), "\(result)")
        #expect(try console.read("a.md") == "![](new.png)" && console.read("B/b.md") == "![](../new.png)")
    }

    @Test func `a missing file is replaced by one of its name`() throws {
        let note = "---\nattachments: [new.png]\n---\n![](new.png)\n"
        let console = try vault(["a.md": note])
        let result = console.slip("attach", "a.md", ".in/new.png", "--replace", "new.png")
        #expect(result.status == 0 && console.exists("new.png"), "\(result)")
        #expect(try console.read("a.md") == note)
    }
}
