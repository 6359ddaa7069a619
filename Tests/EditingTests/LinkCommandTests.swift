import QueryLanguage
import SearchIndex
import Searching
import SourceText
import TestSupport
import Testing

/// `link` and `links`.
@Suite struct LinkCommandTests {
    @Test(arguments: [
        "foo:bar.md", "trail .md", "plain.md", "A/foo:bar.md", "A/ lead.md", "http.x:y.md", "a.b.md",
        "it's \"so\".md", "x, y.md", "- z.md", "{b}.md", "100% sure.md", "\u{E9}.md", "A/plain.md", "e\u{301}.md",
    ])
    func `link writes a link that resolves to the note`(target: String) throws {
        for source in ["s.md", "A/s.md", "B/C/s.md"] {
            let vault = try TemporaryVault([
                source: "---\nlinks:\n  - \"[[other]]\"\n---\n", target: "x", "Z/plain.md": "another",
                "B/foo:bar.md": "x",
            ])
            let result = try CommandLine.run(["link", "--", source, target], in: vault)
            #expect(result.status == 0, "\(source) to '\(target)': \(result.errors)")
            let session = try vault.session()
            let links = try session.read { snapshot in try snapshot.index.note(VaultPath(source))?.links ?? [] }
            #expect(links.map(\.path).contains(VaultPath(target)), "\(source) to '\(target)': \(links.map(\.target))")
            #expect(
                try CommandLine.run(["link", "--", source, target], in: vault).errors.contains("nothing to change"))
        }
    }

    @Test func `a name that no link can contain is refused`() throws {
        let vault = try TemporaryVault(["s.md": "s", "a#b.md": "x"])
        #expect(try CommandLine.run(["link", "s.md", "a#b.md"], in: vault).status == 2)
        #expect(vault.read("s.md") == Array("s".utf8))
    }

    @Test func `links are listed with their lines`() throws {
        let vault = try TemporaryVault(["a.md": "one\n[[b]] [[b]] [[c]]\n[[b]]\n", "b.md": "x", "c.md": "[[a]] [[a]]"])
        let output = try CommandLine.run(["links", "a.md"], in: vault).output
        #expect(
            output == """
                Links to
                  a.md:2  b.md (2 times)
                  a.md:2  c.md
                  a.md:3  b.md
                Linked from
                  c.md:1

                """)
    }

    @Test func `labels of references and definitions are no mentions`() throws {
        let vault = try TemporaryVault([
            "a.md": "# Luhmann\n",
            "b.md": "[x][Luhmann] [Luhmann][] [Luhmann][y]\n\n[Luhmann]: https://e.org\n[y]: z.md\n",
            "c.md": "[Luhmann]\n",
        ])
        #expect(try CommandLine.run(["links", "a.md"], in: vault).output == "Mentioned in\n  c.md:1\n")
    }
}
