import TestSupport
import Testing

/// `folder rm` and the links to removed files.
@Suite struct FolderRemovalTests {
    private let files = [
        "F/x.md": "[[y]]\n", "F/S/y.md": "[[x]]\n", "F/p.png": "p",
        "a.md": "---\nlinks: [\"[[x]]\", \"[[b]]\"]\n---\nSee [[x|the note]], [why](F/S/y.md) and ![pic](F/p.png).\n",
        "b.md": "[[a]]\n",
    ]

    @Test func `a search that finds more notes after a removal is named`() throws {
        let console = try Console([
            "Work/s.md": "x\n", "Work/Public/a.md": "x\n",
            ".slipbox/config.yaml": "searches: {public: \"in:Work/Public\", other: \"-in:Work/Public\"}\n",
        ])
        let result = console.slip("folder", "rm", "Work/Public", "--keep-notes", "--force")
        #expect(result.errors.contains("'public' now finds all notes in 'Work'"), "\(result.errors)")
        #expect(!result.errors.contains("'other' now finds"), "\(result.errors)")
    }

    @Test func `folder rm --unlink removes the links from notes outside, in one change`() throws {
        let console = try Console(files)
        let result = console.slip("folder", "rm", "F", "--recursive", "--unlink", "--force")
        #expect(result.status == 0 && result.errors.contains("links removed from 1 note"), "\(result)")
        #expect(try console.read("a.md") == "---\nlinks: [\"[[b]]\"]\n---\nSee the note, why and pic.\n")
        #expect(!console.exists("F") && console.slip("check").output.isEmpty)
        #expect(console.slip("undo").status == 0)
        for (path, text) in files { #expect(try console.read(path) == text) }
    }

    @Test func `folder rm names the links that will break before it asks`() throws {
        let console = try Console(files)
        console.answer = "n"
        let result = console.slip("folder", "rm", "F", "--recursive")
        let question = try #require(result.errors.firstRange(of: "[y/N]"), "\(result)")
        let before = result.errors[..<question.lowerBound]
        for name in ["F/x.md", "F/S/y.md", "F/p.png"] {
            #expect(before.contains("the link to '\(name)' breaks"), "\(result)")
        }
        #expect(try console.read("F/x.md") == "[[y]]\n")
        let dry = console.slip("folder", "rm", "F", "--recursive", "--unlink", "--dry-run")
        #expect(dry.output.contains("+See the note") && !dry.errors.contains("lead nowhere"), "\(dry)")
    }

    @Test func `a link to a folder is reported if its notes are kept, else unlinked`() throws {
        let files = ["F/x.md": "x\n", "a.md": "[f](F/)\n"]
        let console = try Console(files)
        let question = console.slip("folder", "rm", "F", "--keep-notes")
        #expect(
            question.isError("move the notes of 'F' to its parent folder, and the rest to the trash"), "\(question)")
        let kept = console.slip("folder", "rm", "F", "--keep-notes", "--force")
        #expect(kept.status == 0 && kept.errors.contains("the link to 'F' breaks"), "\(kept)")
        #expect(console.slip("undo").status == 0)
        #expect(console.slip("folder", "rm", "F", "--keep-notes", "--unlink", "--force").status == 2)
        #expect(console.slip("folder", "rm", "F", "--recursive", "--unlink", "--force").status == 0)
        #expect(try console.read("a.md") == "f\n")
    }

    @Test func `a link to a folder stays if only its index note is removed`() throws {
        let console = try Console(["F/index.md": "x\n", "F/y.md": "y\n", "a.md": "[f](F/) [i](F/index.md)\n"])
        #expect(console.slip("rm", "F/index.md", "--unlink", "--force").status == 0)
        #expect(try console.read("a.md") == "[f](F/) i\n")
        #expect(console.slip("undo").status == 0)
        #expect(console.slip("rm", "F/index.md", "--force").errors.split(separator: "breaks").count == 2)
    }

    @Test func `saved searches that follow kept notes are reported`() throws {
        let console = try Console(["F/x.md": "x\n", ".slipbox/config.yaml": "searches: {q: 'links-to:F/x'}\n"])
        let result = console.slip("folder", "rm", "F", "--keep-notes", "--force")
        #expect(result.status == 0 && result.errors.contains("updated in '.slipbox/config.yaml'"), "\(result)")
    }
}
