import Foundation
import SourceText
import TestSupport
import Testing

/// Live blocks: queries with their results in notes.
struct LiveBlockTests {
    private static let books = [
        "a.md": "---\ntitle: Alpha\nkeywords: [book]\n---\nQuokka, see [[i]].\n",
        "z.md": "---\ntitle: Zeta\nkeywords: [book]\nstatus: review\n---\nx\n",
    ]

    private func console(_ index: String) throws -> Console {
        try Console(Self.books.merging(["i.md": index]) { $1 })
    }

    @Test func `refresh fills a new block, and then changes nothing`() throws {
        let console = try console("# Index\n\n<!-- slip: #book sort:title -->\n")
        #expect(console.slip("refresh").status == 0)
        let text = try console.read("i.md")
        #expect(text.hasPrefix("# Index\n\n<!-- slip: #book sort:title -->\n- [[a|Alpha]]\n- [[z|Zeta]]\n<!-- /slip "))
        #expect(console.slip("refresh").errors.contains("nothing to change"))
        #expect(console.slip("refresh", "--check").status == 0)
        console.slip("undo")
        #expect(try console.read("i.md") == "# Index\n\n<!-- slip: #book sort:title -->\n")
    }

    @Test func `a stale block is found by refresh --check and by check`() throws {
        let console = try console("<!-- slip: #book -->\n")
        #expect(console.slip("refresh", "--check").status == 1)
        console.slip("refresh")
        try console.write("n.md", "#book")
        let stale = console.slip("refresh", "--check")
        #expect(stale.status == 1 && stale.output == "i.md\n")
        #expect(console.slip("check", "--kind", "stale-block").output.contains("i.md:1:1: stale-block"))
        #expect(console.slip("refresh", "--dry-run").output.contains("+- [[n]]"))
    }

    @Test func `generated text is no content of the note`() throws {
        let console = try console("text\n<!-- slip: #book see view:passages -->\n")
        let before = console.slip("search", "path:i.md", "--format", "csv", "--fields", "words,size,modified,links")
            .output
        console.slip("refresh")
        #expect(try console.read("i.md").contains("> Quokka"))
        #expect(
            console.slip("search", "path:i.md", "--format", "csv", "--fields", "words,size,modified,links").output
                == before)
        for query in ["quokka", "contains:uokk", "/uokk/"] {
            #expect(console.slip("search", query).output == "a.md\n", "\(query)")
        }
        #expect(console.slip("search", "links-to:a.md").status == 1)
        #expect(console.slip("mv", "a.md", "b.md").status == 0)
        #expect(console.slip("check", "--kind", "broken-link").output.isEmpty)
        #expect(console.slip("index", "--verify").status == 0)
    }

    @Test func `a block that was edited by hand stays, unless it is forced`() throws {
        let console = try console("<!-- slip: #book sort:title -->\n")
        console.slip("refresh")
        let edited = try console.read("i.md").replacing("Alpha]]", with: "Alpha]] mine")
        try console.write("i.md", edited)
        #expect(console.slip("refresh").errors.contains("i.md:1: this live block was edited by hand"))
        #expect(try console.read("i.md") == edited)
        #expect(console.slip("check", "--kind", "edited-block").output.contains("i.md:1:1"))
        console.slip("refresh", "--force")
        #expect(try !console.read("i.md").contains("mine"))
    }

    @Test(arguments: [
        ("statsu:draft", "i.md:1:12: "), ("#book view:tabel", "i.md:1:23: "), ("view:table #book", "i.md:1:12: "),
        ("view:table fields:title,nope", "i.md:1:30: "), ("view:toc #book", "i.md:1:21: "),
        ("#book self:x", "i.md:1:23: "), ("#book sort:random limit:1", "i.md:1:18: "), ("name:this", "i.md:1:17: "),
        ("@shuffled", "i.md:1:12: "), ("-title:this OR #book", "i.md:1:19: "),
    ])
    func `an error leaves the text, and is reported at its column`(query: String, place: String) throws {
        let text = "<!-- slip: \(query) -->\nold\n<!-- /slip -->\n"
        let console = try console(text)
        try console.write(".slipbox/config.yaml", "searches: {shuffled: '#book sort:random'}\n")
        try console.write("j.md", "<!-- slip: #book -->\n")
        // The other blocks are refreshed.
        let check = console.slip("refresh", "--check")
        #expect(check.status == 2 && check.output == "j.md\n" && check.errors.contains(place), "\(check)")
        let result = console.slip("refresh")
        #expect(result.status == 2 && result.errors.contains(place), "\(result)")
        #expect(try console.read("i.md") == text)
        #expect(try console.read("j.md").contains("Alpha"))
        #expect(console.slip("refresh", "--check").status == 2)
        try console.remove("j.md")
        let output = console.slip("check", "--kind", "block-error").output
        #expect(output.hasPrefix(place), "\(output)")
    }

    @Test(arguments: [
        ("links-to:this", "a"), ("in:this sort:path", "a z"), ("-links-to:this #book", "z"), ("linked-from:this", "z"),
        ("in:this self:yes sort:path limit:2", "a i"), ("#book limit:1 sort:title", "a"),
        ("#book sort:title offset:1", "z"), ("nothing", "*No"),
        ("view:backlinks #none OR #book", "a >"),
    ])
    func `the query is that of search, and knows its note`(query: String, expected: String) throws {
        let console = try console("[[z]]\n\n<!-- slip: \(query) -->\n")
        console.slip("refresh")
        let lines = try console.read("i.md").split(separator: "\n").dropFirst(2).dropLast()
        let names = lines.map { $0.split { "-[]|. ".contains($0) }.first.map(String.init) ?? "" }
        #expect(names.joined(separator: " ") == expected, "\(lines)")
    }

    @Test(arguments: [
        ("up:this", "t u v w x"), ("-up:this has:up", "Note y z"), ("up:\"this\"", "*No"), ("name:\"this\"", "*No"),
    ])
    func `a key finds the notes that name the note with the block`(query: String, expected: String) throws {
        let console = try Console([
            "Note.md": "---\ntitle: The Title\n---\n<!-- slip: \(query) sort:path -->\n",
            "F/Note.md": "---\nup: \"[[y]]\"\n---\n",
            "t.md": "---\nup: the title\n---\n", "u.md": "---\nup: [other, \"see [[Note]]\"]\n---\n",
            "v.md": "---\nup: \"[[note#Part|the label]]\"\n---\n", "w.md": "---\nup: Note.md\n---\n",
            "x.md": "---\nup: \"[[Note]]\"\n---\n", "y.md": "---\nup: \"[[F/Note]]\"\n---\n[[Note]]\n",
            "z.md": "---\nup: \"[[x]]\"\n---\n[[Note]]\n",
        ])
        #expect(console.slip("refresh").status == 0)
        let lines = try console.read("Note.md").split(separator: "\n").dropFirst(4).dropLast()
        let names = lines.map { line in
            line.split { "-[]|. ".contains($0) }.first.flatMap { $0.split(separator: "/").last }.map(String.init) ?? ""
        }
        #expect(names.joined(separator: " ") == expected, "\(lines)")
    }

    @Test func `a refresh reports the notices about queries`() throws {
        let console = try console("<!-- slip: #book sort:status sort:title -->\n")
        for _ in 0..<2 {
            let result = console.slip("refresh")
            let notice =
                "i.md:1:18: 'sort:status' is overridden by the later 'sort:title'; "
                + "to sort by all of the keys: sort:status,title\n"
            #expect(result.status == 0 && result.errors.contains(notice), "\(result)")
        }
    }

    @Test func `indentation, quotes and line ends are kept`() throws {
        let console = try console(
            "- item\r\n  <!-- slip: #book sort:title -->\r\n- x\r\n\r\n> > <!-- slip: view:count #book -->")
        console.slip("refresh")
        #expect(
            try console.read("i.md").replacing(/[0-9a-f]{8}/, with: "H")
                == "- item\r\n  <!-- slip: #book sort:title -->\r\n  - [[a|Alpha]]\r\n  - [[z|Zeta]]\r\n  <!-- /slip H -->\r\n- x\r\n\r\n"
                + "> > <!-- slip: view:count #book -->\r\n> > 2\r\n> > <!-- /slip H -->")
        #expect(console.slip("refresh", "--check").status == 0)
    }

    /// Comparing each block with each result would take minutes.
    @Test(.takes(atMostMinutes: 1))
    func `thousands of blocks in one note are refreshed, except for those that cannot be`() throws {
        var text = ""
        for number in 0..<3000 {
            text += number == 1500 ? "[^1]: <!-- slip: view:x -->\n\n" : "<!-- slip: view:count -->\n\n"
        }
        let console = try console(text)
        let result = console.slip("refresh")
        #expect(result.errors.contains("i.md:6001:"), "\(result.errors)")
        let after = try console.read("i.md")
        #expect(after.ranges(of: "<!-- /slip ").count == 2999)
        let check = console.slip("refresh", "--check")
        #expect(check.status == 2 && check.output.isEmpty)
    }

    @Test func `a byte order mark is no indentation`() throws {
        let console = try console("\u{FEFF}<!-- slip: #book sort:title limit:1 -->")
        console.slip("refresh")
        #expect(try console.read("i.md").contains("-->\n- [[a|Alpha]]\n<!-- /slip "))
    }

    @Test func `views list notes in their form`() throws {
        let console = try console(
            """
            # Index

            <!-- slip: view:table fields:title,status #book sort:title -->
            <!-- slip: view:backlinks -->
            <!-- slip: view:toc -->
            <!-- slip: #book group:status sort:title -->

            ## Part

            """)
        console.slip("refresh")
        let text = try console.read("i.md").replacing(/<!-- .slip [0-9a-f]{8} -->/, with: "END")
        #expect(
            text.contains("| title | status |\n|---|---|\n| [[a\\|Alpha]] | draft |\n| [[z\\|Zeta]] | review |\nEND"))
        #expect(text.contains("- [[a|Alpha]]\n  > Quokka, see i.\nEND"), "\(text)")
        #expect(text.contains("<!-- slip: view:toc -->\n- [[#Part]]\nEND"))
        #expect(
            text.contains("**Draft**\n\n- [[a|Alpha]]\n\n**Review**\n\n- [[z|Zeta]]\nEND") || text.contains("**draft**")
        )
    }

    @Test func `a comment in code, or on a line with text, is no block`() throws {
        let text = "```\n<!-- slip: #book -->\n```\n\nx <!-- slip: #book -->\n\n    <!-- slip: #book -->\n"
        let console = try console(text)
        #expect(console.slip("refresh").errors.contains("nothing to change"))
        #expect(try console.read("i.md") == text)
    }

    @Test(arguments: [
        ">- <!-- slip: #book -->", "[^note]: <!-- slip: #book -->", ">-\t<!-- slip: #book -->",
        ">>- - <!-- slip: #book -->", "> 1.  [^a]: <!-- slip: #book group:status -->", "-\t- <!-- slip: #book -->",
    ])
    func `a block in any container gets its results once`(text: String) throws {
        let console = try console("\(text)\n\nend\n")
        console.slip("refresh")
        let once = try console.read("i.md")
        #expect(once.contains("Alpha") && once.hasSuffix("\n\nend\n"), "\(once)")
        #expect(console.slip("refresh").errors.contains("nothing to change"))
        #expect(try console.read("i.md") == once)
    }

    @Test func `signs of comments in generated text hide no text of the note`() throws {
        let console = try console("<!-- slip: #book sort:title -->\n\n- [ ] below\n")
        try console.write("b.md", "---\ntitle: 100%% sure\nkeywords: [book]\n---\n")
        console.slip("refresh")
        #expect(try console.read("i.md").contains("[100%&#37; sure](b.md)"))
        #expect(console.slip("task", "list").output.contains("below"))
        #expect(console.slip("export", "--html", ".site").status == 0)
        #expect(try console.read(".site/i.html").contains("below"))
        // Older versions wrote the signs as they are.
        try console.write("i.md", "<!-- slip: #book -->\n- 100%% sure\n<!-- /slip 0 -->\n\n- [ ] below\n")
        #expect(console.slip("task", "list").output.contains("below"))
    }

    @Test func `tasks of a block have an offset, and leave out cancelled ones`() throws {
        let tasks = "- [ ] one\n- [-] two\n- [x] three\n- [ ] four\n"
        let console = try Console(["t.md": tasks, "i.md": "<!-- slip: in:this view:tasks offset:1 -->\n"])
        console.slip("refresh")
        #expect(try console.read("i.md").contains("-->\n- ☑ three ([[t]])\n- ☐ four ([[t]])\n<!--"))
        try console.write("i.md", "<!-- slip: task:(is:cancelled) view:tasks -->\n")
        console.slip("refresh")
        #expect(try console.read("i.md").contains("-->\n- ☒ two ([[t]])\n<!--"))
        try console.write("i.md", "<!-- slip: in:this group:status view:tasks -->\n")
        #expect(console.slip("check", "--kind", "block-error").output.contains("i.md:1:20: block-error"))
        try console.write("i.md", "<!-- slip: in:this sort:titel view:tasks -->\n")
        #expect(console.slip("check", "--kind", "block-error").output.contains("cannot be sorted by 'titel'"))
    }

    @Test func `tasks of a block are sorted as those of a list`() throws {
        let console = try Console([
            "a.md": "- [ ] one\n- [ ] two 📅 2024-05-02 ⏫\n- [ ] three 📅 2024-05-02\n",
            "b.md": "- [ ] four 📅 2024-04-01\n",
            "i.md": "<!-- slip: view:tasks sort:due,priority limit:3 -->\n",
        ])
        console.slip("refresh")
        #expect(
            try console.read("i.md").contains(
                "-->\n- ☐ four ([[b]])\n- ☐ two ([[a]])\n- ☐ three ([[a]])\n<!--"))
    }

    @Test(arguments: ["is:dirty", "-is:untracked", "linked-from:(since:HEAD)"])
    func `a query of files that differ from a commit is an error`(query: String) throws {
        let console = try Console(["i.md": "<!-- slip: \(query) -->\n"])
        let git = try GitFolder(console.directory.path)
        try git.git(["add", "i.md"])
        try git.git(["commit", "-qm", "one"])
        let check = console.slip("check", "--kind", "block-error").output
        #expect(check.contains("i.md:1:12: block-error") && check.contains("a refresh itself changes"), "\(check)")
    }

    @Test(arguments: ["- ", "* ", "+ ", "1. ", "> - "])
    func `a block without an end does not take the text up to a block in a list`(marker: String) throws {
        let indent = String(repeating: " ", count: marker.count)
        let end = marker.hasPrefix(">") ? ">   " : indent
        let text =
            "<!-- slip: #book view:count -->\n\nMy paragraph. #mine\n\n\(marker)<!-- slip: #none -->\n\(end)*No notes.*\n"
        let console = try console(text)
        console.slip("refresh")
        let filled = try console.read("i.md")
        #expect(filled.hasPrefix("<!-- slip: #book view:count -->\n2\n<!-- /slip "), "\(filled)")
        #expect(filled.contains("My paragraph. #mine"))
        #expect(console.slip("search", "paragraph").output == "i.md\n")
        #expect(console.slip("refresh", "--check").status == 0)
        #expect(console.slip("refresh", "--force").errors.contains("nothing to change"))
    }

    @Test func `a block is no task`() throws {
        let console = try console("<!-- slip: #book -->\n")
        #expect(console.slip("search", "has:task").status == 1)
        #expect(console.slip("search", "no:task", "--count").output == "3\n")
    }

    @Test func `backlinks of a long paragraph show the words around the link`() throws {
        let words = String(repeating: "word ", count: 60)
        for link in ["[[t]]", "[T](t.md)"] {
            let console = try Console([
                "t.md": "<!-- slip: view:backlinks -->\n",
                "a.md": "First of all, this. \(words)and one \(link) here. Then the end.\n",
            ])
            console.slip("refresh")
            let text = try console.read("t.md")
            #expect(text.contains("and one T here") || text.contains("and one t here"), "\(text)")
        }
    }

    @Test func `contents link to each heading`() throws {
        let console = try Console(["a.md": "See [[a]].\n\n<!-- slip: view:toc -->\n\n## Same\n\n## Same\n\n##\n"])
        console.slip("refresh")
        let text = try console.read("a.md")
        #expect(text.contains("- [[#Same]]\n- [Same](#same-1)\n<!-- /slip"), "\(text)")
    }

    @Test func `labels of groups and folders are escaped`() throws {
        let console = try Console([
            "a.md": "---\nk: \"[x](http://evil.example)\"\n---\n", "i.md": "<!-- slip: has:k group:k -->\n",
        ])
        console.slip("refresh")
        #expect(try console.read("i.md").contains("**\\[x\\](http://evil.example)**"))
    }

    @Test func `a note that is not writable does not stop the refresh of others`() throws {
        let block = "<!-- slip: #book view:count -->\n"
        let console = try Console(Self.books.merging(["i.md": block, "j.md": block]) { $1 })
        let path = "\(console.directory.path)/i.md"
        try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: path)
        let result = console.slip("refresh")
        #expect(result.status == 2 && result.errors.contains("i.md:1:1: this note is not writable"), "\(result)")
        #expect(try console.read("i.md") == block && console.read("j.md").contains("2\n"))
        let check = console.slip("refresh", "--check")
        #expect(check.status == 1 && check.output == "i.md\n", "\(check)")
        #expect(console.slip("refresh", "--force").status == 0)
        #expect(try console.read("i.md").contains("2\n"))
    }

    @Test(arguments: [("```", ""), ("~~~~", ""), ("```", "   "), ("- ```", "  ")])
    func `the end of a block is not in a code block`(start: String, indent: String) throws {
        let fence = start.replacing("- ", with: "")
        let first = start == fence ? indent + fence : start
        let text = "\n\nprecious\n\n\(first)\n\(indent)<!-- /slip 5f21c9e0 -->\n\(indent)\(fence)\n"
        let console = try console("<!-- slip: #book sort:title -->\(text)")
        #expect(console.slip("search", "precious", "--format", "paths").output == "i.md\n")
        #expect(console.slip("refresh", "--force").status == 0)
        let after = try console.read("i.md")
        #expect(
            after.hasPrefix("<!-- slip: #book sort:title -->\n- [[a|Alpha]]\n") && after.hasSuffix(text), "\(after)")
        // After the code, an end is one.
        try console.write("i.md", "<!-- slip: #book -->\n\(fence)\nx\n\(fence)\n<!-- /slip 5f21c9e0 -->\n")
        #expect(console.slip("refresh").errors.contains("edited by hand"))
    }

    @Test(arguments: [("<pre>", "</pre>"), ("<!-- a", "-->"), ("<script>\nx", "</script>")])
    func `the end of a block is not in raw HTML or a comment`(start: String, end: String) throws {
        let text = "\n\nprecious\n\n\(start)\n<!-- /slip 5f21c9e0 -->\n\(end)\n"
        let console = try console("<!-- slip: #book sort:title -->\(text)")
        #expect(console.slip("search", "precious", "--format", "paths").output == "i.md\n")
        #expect(console.slip("refresh", "--force").status == 0)
        #expect(try console.read("i.md").hasSuffix(text))
        // Behind them, an end is one.
        try console.write("i.md", "<!-- slip: #book -->\n\(start)\nx\n\(end)\n<!-- /slip 5f21c9e0 -->\n")
        #expect(console.slip("refresh").errors.contains("edited by hand"))
    }

    /// Each row: a paragraph, and the text that a passage or a task writes for it.
    @Test(arguments: [
        ("lion `[[Hld]]` and `<div>`", "lion \\[\\[Hld\\]\\] and &lt;div>"),
        ("lion \\*a\\* and `a*b*c`", "lion \\*a\\* and a\\*b\\*c"),
        ("lion (1 < 2)", "lion (1 < 2)"), ("lion _b_", "lion b"), ("lion a_b_c", "lion a_b_c"),
    ])
    func `text of notes in results is no markup`(source: String, written: String) throws {
        let console = try Console([
            "d/a.md": "\(source)\n\n- [ ] \(source)\n",
            "i.md": "<!-- slip: lion view:passages -->\n\n<!-- slip: in:d view:tasks -->\n",
        ])
        console.slip("refresh")
        let text = try console.read("i.md")
        #expect(text.contains("  > \(written)\n") && text.contains("- ☐ \(written) (["), "\(text)")
    }

    @Test(arguments: [
        ("```\n# lion\n```", "\\# lion"), ("`- lion`", "\\- lion"), ("`1. lion`", "1\\. lion"),
        ("1.5 lions lion", "1.5 lions lion"),
    ])
    func `text of notes in results begins no block`(source: String, written: String) throws {
        let console = try Console(["a.md": "\(source)\n", "i.md": "<!-- slip: lion view:passages -->\n"])
        console.slip("refresh")
        let text = try console.read("i.md")
        #expect(text.contains("  > \(written)\n"), "\(text)")
    }

    @Test func `a passage whose match is in the destination of a link contains no link`() throws {
        let console = try Console([
            "lib/a.md": "We use [it](sub/zebra.md) too.\n", "lib/sub/zebra.md": "x\n",
            "d/i.md": "<!-- slip: zebra in:lib view:passages -->\n",
        ])
        console.slip("refresh")
        #expect(try console.read("d/i.md").contains("  > We use \\[it\\](sub/zebra.md) too.\n"))
    }

    @Test func `a table of contents is nested one step at a time, with the text of its headings`() throws {
        let console = try Console([
            "i.md": "<!-- slip: view:toc -->\n\n## One\n\n##### Deep\n\n### C# and F#\n\n## a | b\n\n## A  B\n"
        ])
        console.slip("refresh")
        let text = try console.read("i.md")
        #expect(
            text.contains(
                "-->\n- [[#One]]\n  - [[#Deep]]\n  - [[#C and F|C# and F#]]\n- [[#a b|a - b]]\n- [A  B](#a--b-1)\n<!--"),
            "\(text)")
    }

    @Test func `messages name the lines of the notes as they are afterwards`() throws {
        let console = try console("# I\n\n<!-- slip: #book sort:title -->\n\n<!-- slip: view:nope -->\n")
        #expect(console.slip("refresh", "--dry-run").errors.contains("i.md:5:"))
        #expect(console.slip("refresh").errors.contains("i.md:8:"))
        #expect(console.slip("refresh").errors.contains("i.md:8:"))
    }

    @Test func `a refresh keeps the date that comes from git`() throws {
        let console = try Console([
            ".slipbox/config.yaml": "dates: git\n", "one.md": "# One\n\ntext\n",
            "table.md": "# Table\n\n<!-- slip: -path:own sort:modified view:table fields:title,modified -->\n",
            "board.md": "# Board\n\n<!-- slip: fox -->\n",
            "own.md": "---\nmodified: 2001-01-01\n---\n# Own\n\n<!-- slip: fox -->\n",
            "created.md": "<!-- slip: sort:created view:table fields:title,created -->\n",
        ])
        let git = try GitFolder(console.directory.path)
        console.slip("refresh")
        try git.git(["add", "."])
        try git.git(["commit", "-qm", "one"], at: 1_735_689_600)
        console.slip("refresh")
        try console.write("one.md", "# One\n\nfox\n")
        console.slip("refresh")
        let table = try console.read("table.md")
        #expect(table.contains("| 2025-01-01 |"))
        #expect(console.slip("refresh").errors.contains("nothing to change"))
        #expect(try console.read("table.md") == table)
        try git.git(["rm", "-q", "--cached", "own.md"])
        try git.git(["commit", "-qm", "two"])
        console.slip("refresh")
        try console.write("one.md", "# One\n\nfox two\n")
        try console.write("two.md", "# Two\n\nfox\n")
        console.slip("refresh")
        #expect(console.slip("refresh").errors.contains("nothing to change"))
    }

    @Test func `a link to a note with a colon in its name leads there`() throws {
        let console = try Console([
            "i.md": "[one](a.md) [two](b.md)\n\n<!-- slip: in:M sort:title -->\n", "a.md": "x\n", "b.md": "x\n",
            "M/Meeting: Plan.md": "x\n", "M/a:b.md": "x\n", "M/i.md": "<!-- slip: in:M sort:title -->\n",
        ])
        #expect(console.slip("refresh").status == 0)
        #expect(try console.read("M/i.md").contains("(Meeting%3A%20Plan.md)"))
        #expect(try console.read("M/i.md").contains("(a%3Ab.md)"))
        #expect(console.slip("refresh", "--check").status == 0)
        try console.write("n.md", "[x](M/Meeting:%20Plan.md)\n")
        #expect(console.slip("mv", "n.md", "M/n.md").status == 0)
        #expect(try console.read("M/n.md") == "[x](Meeting%3A%20Plan.md)\n")
        #expect(console.slip("check", "--kind", "broken-link").output.isEmpty)
    }
}
