import TestSupport
import Testing

/// Notes that other programs do not publish, in `slip export --html`.
@Suite struct UnpublishedNoteTests {
    private static func vault() throws -> Console {
        try Console([
            "a.md": "---\ndraft: true\n---\n# SecretDraft\n", "b.md": "---\nPublish: false\n---\n# SecretHidden\n",
            "c.md": "# Open\n[[a]] [[b|there]]\n", "d.md": "---\npublished: false\n---\n# SecretOld\n",
            "e.md": "---\ndraft: false\npublish: true\npublished: 2024-01-01\n---\n# AlsoOpen\n",
        ])
    }

    @Test func `a site leaves out unpublished notes and says how many`() throws {
        let terminal = try Self.vault()
        let result = terminal.slip("export", "--html", ".site")
        #expect(result.status == 0 && result.errors.contains("left out: 3 notes"), "\(result)")
        #expect(result.errors.contains("--drafts"))
        #expect(terminal.exists(".site/c.html") && terminal.exists(".site/e.html"))
        for name in ["a", "b", "d"] { #expect(!terminal.exists(".site/\(name).html"), "\(name)") }
        for page in ["c.html", "index.html"] {
            #expect(try !terminal.read(".site/\(page)").contains("Secret"), "\(page)")
        }
    }

    @Test func `--drafts includes unpublished notes`() throws {
        let terminal = try Self.vault()
        let result = terminal.slip("export", "--html", ".site", "--drafts")
        #expect(result.status == 0 && !result.errors.contains("left out"), "\(result)")
        for name in ["a", "b", "c", "d", "e"] { #expect(terminal.exists(".site/\(name).html"), "\(name)") }
        // The next export without the option removes them.
        #expect(terminal.slip("export", "--html", ".site").status == 0)
        #expect(!terminal.exists(".site/a.html"))
        #expect(terminal.slip("export", "--drafts").isError("'--drafts' requires '--html DIR'"))
    }

    @Test func `a vault with only unpublished notes has no site`() throws {
        let terminal = try Console(["a.md": "---\ndraft: true\n---\nx\n"])
        let result = terminal.slip("export", "--html", ".site")
        #expect(result.status == 1 && result.errors.contains("left out: 1 note"), "\(result)")
    }
}
