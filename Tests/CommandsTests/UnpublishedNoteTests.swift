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

    @Test func `other words for true and false, as queries read them, count too`() throws {
        let heads = [
            "draft: \"true\"", "draft: yes", "draft: on", "Draft: TRUE", "publish: \"false\"", "publish: no",
            "published: off",
            "draft: [true]", "draft: [false, true]", "draft: \"true \"", "draft: >\n  true",
        ]
        let notes = heads.enumerated().map { ("n\($0).md", "---\n\($1)\n---\nSecret\n") }
        let terminal = try Console(Dictionary(uniqueKeysWithValues: notes + [("open.md", "x\n")]))
        let result = terminal.slip("export", "--html", ".site")
        #expect(result.status == 0 && result.errors.contains("left out: \(heads.count) notes"), "\(result)")
        for number in heads.indices { #expect(!terminal.exists(".site/n\(number).html"), "\(heads[number])") }
    }

    @Test(arguments: [
        "+++\ndraft = true\n+++\nSecret", "{ \"draft\": true }\nSecret", "---\n{draft: true, title: Flow}\n---\nSecret",
        "---\ndraft: !!bool true\n---\nSecret", "---\nx: &a true\ndraft: *a\n---\nSecret",
        "---\npublish: true\ndraft: !!bool true\n---\nSecret", "---\n\ndraft: true\n---\nSecret",
        "---yaml\ndraft: true\n---\nSecret", "---\n? draft\n: true\n---\nSecret",
        "---\ndraft: true\ndraft: false\n---\nSecret", "\n---\ndraft: true\n---\nSecret",
        "\n+++\ndraft = true\n+++\nSecret",
        ";;;\n\"draft\": true\n;;;\nSecret", "---\n- draft: true\n---\nSecret",
    ])
    func `a note whose front matter is not read, and names one of the keys, is left out`(text: String) throws {
        let terminal = try Console(["a.md": text + "\n", "open.md": "x\n"])
        let result = terminal.slip("export", "--html", ".site")
        #expect(result.status == 0 && result.errors.contains("left out: 1 note"), "\(result)")
        #expect(!terminal.exists(".site/a.html"))
        #expect(terminal.slip("export", "--html", ".site", "--drafts").status == 0)
        #expect(terminal.exists(".site/a.html"))
    }

    @Test func `front matter with another fault does not hide a note that says that it is published`() throws {
        let terminal = try Console([
            "a.md": "---\ndraft: false\nx: [1\n---\ny\n", "b.md": "---\nx: [1\n---\ny draft\n",
            "c.md": "---\nstatus: draft\npublisher: A\norder: x\n---\ny\n",
        ])
        #expect(terminal.slip("export", "--html", ".site").status == 0)
        #expect(terminal.exists(".site/a.html") && terminal.exists(".site/b.html") && terminal.exists(".site/c.html"))
    }

    @Test(arguments: [
        "+++\ntitle = \"x\"\ndraft = false\n+++\nx", "{ \"title\": \"x\", \"draft\": false }\nx",
        "---\n{draft: false}\n---\nx",
        "---\n\nThe first draft of it.\n\n---\nx", "# Draft: one\n", "---\ntitle: \"draft: an idea\"\n---\ndraft: x",
    ])
    func `front matter that is not read, and says that the note is published, does not hide it`(text: String) throws {
        let terminal = try Console(["a.md": text + "\n"])
        let result = terminal.slip("export", "--html", ".site")
        #expect(result.status == 0 && !result.errors.contains("left out"), "\(result)")
        #expect(terminal.exists(".site/a.html"))
    }

    @Test func `a plain value is no reference to a file of another folder`() throws {
        let terminal = try Console([
            "blog/post.md": "---\ncover: pic.png\nauthor: run.html\n---\nx\n", "private/pic.png": "1",
            "private/run.html": "1",
        ])
        #expect(terminal.slip("export", "--html", ".site").status == 0)
        #expect(!terminal.exists(".site/private/pic.png") && !terminal.exists(".site/private/run.html"))
    }

    @Test func `comments are left out of copied HTML`() throws {
        let terminal = try Console([
            "a.md": "x <!-- secret1 --> y\n\n<!-- secret2 -->\n\n<div>\n<!-- secret3 -->z</div>\n"
        ])
        #expect(terminal.slip("export", "--html", ".site", "--unsafe-html").status == 0)
        let page = try terminal.read(".site/a.html")
        #expect(page.contains("<div>") && !page.contains("secret"))
    }

    @Test func `text behind a comment is a paragraph, and formulas in passages and feeds are text`() throws {
        let terminal = try Console(["a.md": "<!-- todo --> Hello there\n\nLet $x^2$ be.\n"])
        #expect(terminal.slip("export", "--html", ".site").status == 0)
        #expect(try terminal.read(".site/a.html").contains("<p> Hello there</p>"))
        #expect(try terminal.read(".site/feed.xml").contains("x² be."))
        #expect(try terminal.read(".site/_slip/search/texts-0.js").contains("x² be."))
    }
}
