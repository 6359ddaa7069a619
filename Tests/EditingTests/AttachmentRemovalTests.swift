import TestSupport
import Testing

/// `rm` of attachments.
@Suite struct AttachmentRemovalTests {
    private let files = [
        "a.md": "![](p.png) text\n", "p.png": "p", "A/unused.png": "u", "A/n.md": "![](q.png)\n", "A/q.png": "q",
    ]

    @Test func `an unused attachment is moved to the trash and restored`() throws {
        let console = try Console(files)
        #expect(console.slip("check").output.contains("unused"))
        let result = console.slip("rm", "A/unused.png", "--force")
        #expect(result.status == 0 && result.errors.contains("1 attachment moved to the trash"), "\(result)")
        #expect(!console.exists("A/unused.png") && console.slip("check").output.isEmpty)
        #expect(console.slip("trash", "restore", "A/unused.png").status == 0)
        #expect(try console.read("A/unused.png") == "u")
        #expect(console.slip("undo", "2").status == 0 && console.exists("A/unused.png"))
    }

    @Test func `rm of an attachment names its references, and --unlink removes them`() throws {
        let console = try Console(files)
        console.answer = "n"
        let asked = console.slip("rm", "p.png")
        #expect(asked.errors.contains("a.md:1: the link to 'p.png' breaks"), "\(asked)")
        #expect(asked.errors.contains("Move 1 attachment to the trash? [y/N]") && console.exists("p.png"), "\(asked)")
        #expect(console.slip("rm", "p.png", "--unlink", "--force").status == 0)
        #expect(try console.read("a.md") == " text\n" && !console.exists("p.png"))
        #expect(console.slip("undo").status == 0)
        #expect(try console.read("a.md") == files["a.md"] && console.exists("p.png"))
    }

    @Test func `a note and its attachment can be removed together`() throws {
        let console = try Console(files)
        console.folder = "A"
        let result = console.slip("rm", "n", "q.png", "--force")
        #expect(result.status == 0 && result.errors.contains("1 note and 1 attachment moved"), "\(result)")
        #expect(!console.exists("A/q.png") && !console.exists("A/n.md"))
        #expect(console.slip("undo").status == 0 && console.exists("A/q.png"))
    }
}
