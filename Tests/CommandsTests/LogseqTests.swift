import TestSupport
import Testing

/// Vaults with `pages: logseq`, and its proposal by `slip init`.
@Suite struct LogseqTests {
    private static let files = [
        "logseq/config.edn": """
        {:journal/page-title-format "yyyy-MM-dd EEE" ; a comment
         :file/name-format :triple-lowbar
         :hidden ["/archived" "/gone" "../out"]}
        """,
        "pages/Claude___Code.md": "alias:: CC, [[Claude, Code]]\ntags:: tools, [[AI/Agents]], #own\n\n- about it\n",
        "pages/a.md": "- [[Claude/Code]] and [[CC]] and [[Claude, Code]]\n- [[2026-03-25 Wed]]\n- tags:: later\n",
        "journals/2026_03_25.md": "- [x](../pages/Claude___Code.md)\n",
        "archived/old.md": "x\n",
        "pages/AI___Agents.md": "- about them\n",
    ]

    private static func vault() throws -> Console {
        let console = try Console()
        for (path, text) in files { try console.write(path, text) }
        let made = console.slip("init", "--yes")
        #expect(made.status == 0, "\(made.errors)")
        return console
    }

    @Test func `init proposes the settings of Logseq`() throws {
        let config = try Self.vault().read(".slipbox/config.yaml")
        for line in [
            "pages: logseq", "ignore: [\"/logseq/\", \"/archived/\"]",
            "daily: {folder: journals, name: \"{{year}}_{{month}}_{{day}}\", title: \"YYYY-MM-DD ddd\"}",
            "new: {folder: pages, title: false, created: false}",
        ] { #expect(config.contains("\n\(line)\n"), "\(line) in \(config)") }
    }

    @Test func `names of pages, aliases and titles of journals are links and names of notes`() throws {
        let console = try Self.vault()
        #expect(console.slip("check", "--kind", "broken-link").output.isEmpty)
        let linking = console.slip("search", "links-to:\"Claude/Code\"", "--sort", "path")
        #expect(linking.output == "journals/2026_03_25.md\npages/a.md\npages/Claude___Code.md\n", "\(linking)")
        #expect(console.slip("search", "links-to:\"2026-03-25 Wed\"").output == "pages/a.md\n")
        #expect(console.slip("search", "#tools").output == "pages/Claude___Code.md\n")
        #expect(console.slip("search", "#AI/Agents").output == "pages/Claude___Code.md\n")
        #expect(console.slip("search", "#own").output == "pages/Claude___Code.md\n")
        #expect(console.slip("search", "#later").status == 1)
        #expect(console.slip("search", "title:\"Claude/Code\"").output == "pages/Claude___Code.md\n")
    }

    @Test func `mv updates links to the name of a page in the same form`() throws {
        let console = try Self.vault()
        #expect(console.slip("mv", "pages/Claude___Code.md", "pages/Claude___Codex.md").status == 0)
        #expect(
            try console.read("pages/a.md").hasPrefix("- [[Claude/Codex]] and [[CC]] and [[Claude, Code]]\n"))
        #expect(try console.read("journals/2026_03_25.md") == "- [x](../pages/Claude___Codex.md)\n")
        #expect(console.slip("check", "--kind", "broken-link").output.isEmpty)
    }

    @Test func `check --fix writes the name of a moved page, and leaves links by an alias`() throws {
        let console = try Self.vault()
        let git = try console.makeRepository()
        try console.write("pages/Compound Engineering.md", "alias:: [[Compound Engineering]]\n")
        try console.write("pages/b.md", "- [[Compound Engineering]]\n")
        try git.commit("Begin", at: 1_600_000_000)
        console.slip("index")
        try git.git(["mv", "pages/Compound Engineering.md", "pages/Engineer___ing.md"])
        try git.git(["mv", "pages/Claude___Code.md", "pages/Claude___Codex.md"])
        try git.commit("Move", at: 1_600_000_100)
        console.slip("check", "--fix")
        #expect(try console.read("pages/Engineer___ing.md") == "alias:: [[Compound Engineering]]\n")
        #expect(try console.read("pages/b.md") == "- [[Compound Engineering]]\n")
        #expect(try console.read("pages/a.md").hasPrefix("- [[Claude/Codex]] and [[CC]]"))
    }

    @Test func `new pages and journals have no front matter`() throws {
        let console = try Self.vault()
        #expect(console.slip("new", "Claude/Why?").output == "pages/Claude___Why%3F.md\n")
        #expect(try console.read("pages/Claude___Why%3F.md").isEmpty)
        #expect(console.slip("today", "--print").output == "journals/2024_03_30.md\n")
        #expect(try console.read("journals/2024_03_30.md").isEmpty)
    }

    @Test func `a keyword in the text is renamed there, and not removed`() throws {
        let console = try Self.vault()
        #expect(console.slip("keyword", "rename", "AI/Agents", "Agents").status == 0)
        #expect(console.slip("keyword", "rename", "tools", "programs").status == 0)
        let page = try console.read("pages/Claude___Code.md")
        #expect(page.contains("\ntags:: programs, [[Agents]], #own\n"), "\(page)")
        #expect(console.slip("keyword", "remove", "pages/Claude___Code.md", "programs").isError("is in the text"))
    }

    @Test func `links in properties of pages need no commas between them`() throws {
        let console = try Self.vault()
        try console.write("pages/x.md", "tags:: [[a2]] [[b 2]], c2\nalias:: [[A3]] [[B3]]\n\n- [[A3]] [[B3]]\n")
        for keyword in ["a2", "\"b 2\"", "c2"] {
            #expect(console.slip("search", "keyword:\(keyword)").output == "pages/x.md\n", "\(keyword)")
        }
        let broken = console.slip("check", "--kind", "broken-link").output
        #expect(!broken.contains("no note 'A3'") && !broken.contains("no note 'B3'"), "\(broken)")
        #expect(console.slip("keyword", "rename", "a2", "z").status == 0)
        #expect(try console.read("pages/x.md").hasPrefix("tags:: [[z]] [[b 2]], c2\n"))
    }
}
