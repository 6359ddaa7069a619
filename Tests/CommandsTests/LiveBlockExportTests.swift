import Notes
import SourceText
import TestSupport
import Testing

/// Pages and exports answer the queries of live blocks, and copy no results from the files.
struct LiveBlockExportTests {
    private static let files = [
        "i.md": "---\nkeywords: [public]\n---\n# Index\n\n<!-- slip: #book sort:title -->\n\nAfter\n",
        "s.md": "---\ntitle: SecretTitle\nkeywords: [book]\n---\nsecretword\n",
        "p.md": "---\ntitle: OpenTitle\nkeywords: [book, public]\n---\nx [[s]]\n",
    ]

    @Test(arguments: ["fresh", "edited", "stale", "error", "new"])
    func `an export answers blocks among its notes, and copies no results`(state: String) throws {
        let console = try Console(Self.files)
        if state != "new" { console.slip("refresh") }
        switch state {
        case "edited":
            try console.write("i.md", try console.read("i.md").replacing("SecretTitle", with: "SecretTitle, mine"))
        case "stale": try console.write("s.md", "---\ntitle: Other\nkeywords: [book]\n---\nsecretword\n")
        case "error": try console.write("i.md", try console.read("i.md").replacing("sort:title", with: "srot:title"))
        default: break
        }
        #expect(console.slip("export", "--html", ".site", "#public").status == 0)
        let page = try console.read(".site/i.html")
        #expect(!page.contains("SecretTitle") && page.contains("After"), "\(page)")
        // The page also lists the notes of its folder.
        let text = page[try #require(page.firstRange(of: "<main")).lowerBound...]
        #expect(text.contains("OpenTitle") == (state != "error"), "\(page)")
        #expect(text.contains("<a href=\"p.html\">OpenTitle</a>") == (state != "error"), "\(page)")
        for format in ["jsonl", "csv"] {
            let output = console.slip("export", "--format", format, "#public").output
            #expect(!output.contains("SecretTitle"), "\(output)")
        }
    }

    @Test func `show answers blocks, and keeps the file`() throws {
        let console = try Console(Self.files)
        let text = try console.read("i.md")
        let output = console.slip("show", "i.md").output
        #expect(output.contains("- [[p|OpenTitle]]\n- [[s|SecretTitle]]\n"), "\(output)")
        #expect(try console.read("i.md") == text)
    }

    @Test(arguments: 0..<8)
    func `no title of a private note reaches a site`(seed: Int) throws {
        var random = FixedGenerator(UInt64(seed) + 900)
        let queries = [
            "#book", "view:tree #book", "view:table fields:title,path,keywords #book", "view:backlinks", "in:this",
            "view:tasks #book", "secretword view:passages", "group:keyword #book", "linked-from:this",
            "links-to:s self:yes",
            "like:s", "srot:x", "in:Hidden",
        ]
        var files = Self.files
        files["Hidden/t.md"] =
            "---\ntitle: SecretTitle too\nkeywords: [book]\n---\n[[i]] secretword SecretTitle\n\n- [ ] SecretTitle task\n"
        var blocks = ""
        for _ in 0..<6 { blocks += "<!-- slip: \(queries.randomElement(using: &random) ?? "") -->\n\n" }
        files["i.md"] = "---\nkeywords: [public]\n---\n\n\(blocks)"
        let console = try Console(files)
        console.slip("refresh")
        if seed.isMultiple(of: 2) {
            try console.write("i.md", try console.read("i.md").replacing("<!-- /slip", with: "SecretTitle\n<!-- /slip"))
        }
        #expect(console.slip("export", "--html", ".site", "#public").status == 0)
        for page in ["i.html", "p.html", "index.html", "_slip/feed.xml"] {
            let text = (try? console.read(".site/\(page)")) ?? ""
            #expect(!text.contains("SecretTitle"), "\(seed) \(page): \(text)")
        }
    }

    /// A note of a site whose zebra parts must not reach a page that lists it.
    private static let commented = """
        ---
        keywords: [public]
        ---
        # Open %% zebra title %%

        shown word

        %% zebra word
        over lines [[i]] #zebratag %%

        <!-- zebra word
        in HTML -->

        text <!-- zebra
        word --> %%![[p.png]]%% #seen

        ## %% zebra heading %% Part

        - [ ] shown task %% zebra task %% <!-- zebra
          task -->

        """

    @Test(arguments: [
        ("word view:passages", "shown word"), ("zebra view:passages", "Open"), ("in:Notes view:tasks", "shown task"),
        ("in:Notes view:table fields:title,keywords,links,attachments", "<td>public, seen</td>"),
        ("in:Notes view:table fields:title,backlinks sort:title", "<td>0</td>"), ("view:backlinks", "No notes."),
        ("in:Notes group:keyword", "seen"), ("view:toc", "Contents"),
    ])
    func `comments of listed notes stay zebra`(query: String, expected: String) throws {
        let console = try Console([
            "i.md": "---\nkeywords: [public]\n---\n<!-- slip: \(query) -->\n\n## Contents %% zebra %%\n\nend\n",
            "Notes/n.md": Self.commented, "p.png": "1", "q.md": "# Private\n\n[[n]]",
        ])
        console.slip("refresh")
        #expect(console.slip("export", "--html", ".site", "#public").status == 0)
        let page = try console.read(".site/i.html")
        #expect(page.contains(expected), "\(page)")
        for (file, data) in try console.contents(of: ".site", where: { _ in true }) {
            let text = String(decoding: data, as: UTF8.self)
            #expect(!text.contains("zebra") && !text.contains("Private"), "\(query) \(file): \(text)")
        }
    }

    /// Conditions about links too are answered as if the other notes did not exist.
    @Test(arguments: [
        "linked-from:(redundancy)", "links-to:(redundancy)", "has:backlink sort:path", "no:backlink sort:path",
        "backlinks:>1",
        "is:orphan", "links-to~2:(title:Ann)", "linked-from~2:(title:Ann)", "view:count has:backlink",
        "sort:backlinks,path view:table fields:title,backlinks", "group:status has:backlink", "links-to:(path:Priv)",
        "apple pear limit:1", "task:(is:blocked)", "view:passages apple sort:path",
        "view:tasks note:(has:backlink)", "-links-to:(Ann) sort:path",
        "links-to:(redundancy OR tree) sort:path view:passages", "view:table fields:title,status sort:path",
        "nokey:1 OR pear sort:path",
    ])
    func `a site does not depend on the notes outside of it`(query: String) throws {
        let own = [
            "Pub/ann.md": "# Ann\n\nSee [[bob]], apple pear.\n\n- [ ] call ⛔ k\n",
            "Pub/bob.md": "# Bob\n\nApple apple apple pear pear tree.\n\n- [ ] write\n",
            "Pub/cyn.md": "# Cyn\n\nSee [[bob]] and a pear pear pear apple.\n",
            "Pub/hub.md": "# Hub\n\n<!-- slip: \(query) -->\n",
            "Pub/dot.md": "# Dot\n\nOne line of [[lay]].\n\nAnother line of [[bob]].\n\nA third of [[mid]].\n",
            "Pub/eve.md": "[[mid]]\n",
        ]
        let others = [
            "Priv/lay.md": "# Lay\n\nredundancy, see [[ann]], [[cyn]] and [[cyn#Cyn]]\n",
            "Priv/apple.md": "---\nstatus: review\nnokey: 3\n---\n# Apple\n\napple\n",
            "Priv/apples.md": "apple\n\n- [ ] secret 🆔 k\n",
            "Priv/mid.md": "# Mid\n\n[[lay]] [[hub]] [[bob]]\n", "Priv/end.md": "[[bob]] [[mid]]\n",
        ]
        let pages = try [own, own.merging(others) { $1 }].map { files in
            let console = try Console(files)
            #expect(console.slip("export", "--html", ".site", "in:Pub").status == 0)
            let page = try console.read(".site/Pub/hub.html")
            let start = try #require(page.firstRange(of: "<main")).lowerBound
            return page[start..<(try #require(page.firstRange(of: "</main>")).lowerBound)]
        }
        #expect(pages[0] == pages[1], "\(pages[1])")
    }

    @Test func `a note outside of a site is no condition on its notes`() throws {
        let console = try Console([
            "Pub/ann.md": "# Ann\n\n[[lay]]\n", "Priv/lay.md": "[[ann]]\n",
            "Pub/hub.md": "<!-- slip: linked-from:Priv/lay -->\n\n<!-- slip: links-to:Priv/lay -->\n",
        ])
        #expect(console.slip("export", "--html", ".site", "in:Pub").status == 0)
        let page = try console.read(".site/Pub/hub.html")
        #expect(page.ranges(of: "<em>No notes.</em>").count == 2, "\(page)")
    }

    @Test func `a canvas that names a note outside of a site, or hides text, is not copied`() throws {
        func canvas(_ note: String) -> String { #"{"nodes":[{"id":"1","type":"file","file":"\#(note)"}]}"# }
        func text(_ text: String) -> String { #"{"nodes":[{"id":"1","type":"text","text":"\#(text)"}]}"# }
        let hidden = [
            "B": canvas("Priv/secret.md"),
            // A missing note, an attachment that no note shows, a canvas that is left out, and one that cannot be read.
            "C": canvas("Priv/missing.md"), "D": canvas("Priv/secret.pdf"), "E": canvas("Pub/B.canvas"), "F": "{",
            // Comments, and with them the results of live blocks.
            "G": text("a %% secret %%"), "H": text(#"<!-- slip: #a -->\n- secret\n<!-- /slip 0 -->"#),
        ]
        let shown = ["A": canvas("Pub/p.md"), "I": text("words")]
        let canvases = hidden.merging(shown) { $1 }
        var files = ["Priv/secret.md": "x\n", "Priv/secret.pdf": "x"]
        files["Pub/p.md"] = canvases.keys.sorted().map { "![[\($0).canvas]]" }.joined(separator: " ") + "\n"
        for (name, content) in canvases { files["Pub/\(name).canvas"] = content }
        let console = try Console(files)
        let result = console.slip("export", "--html", ".site", "in:Pub")
        #expect(result.status == 0 && result.errors.contains("Pub/B.canvas"), "\(result.errors)")
        for name in canvases.keys {
            #expect(console.exists(".site/Pub/\(name).canvas") == (shown[name] != nil), "\(name)")
        }
        #expect(try !console.read(".site/Pub/p.html").contains("secret"))
    }
}
