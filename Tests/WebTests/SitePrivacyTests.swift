import Foundation
import TestSupport
import Testing

/// What stands only in comments of a note is not in a site.
struct SitePrivacyTests {
    private static let notes = [
        "n.md": """
        ---
        keywords: [open]
        ---
        # N %% secret title %%

        Open text #shown. See [[v]].

        %% todo: see [[t]], ![[secret.png]], [s](secret.pdf), [[secret missing]] and #secret-one %%

        %%
        ![[u]] #secret/two
        [x]: secret.txt
        %%
        """,
        "t.md": "# T", "u.md": "# U", "v.md": "# V", "w.md": "![[n]] [[n]]",
        "secret.png": "1", "secret.pdf": "2", "secret.txt": "3",
    ]

    @Test func `references, keywords and a title in comments are not exported`() throws {
        let vault = try SiteVault(Self.notes)
        let result = vault.export("--scope", "all")
        #expect(result.status == 0, "\(result.errors)")
        for (path, bytes) in try vault.files() {
            #expect(!path.contains("secret"))
            #expect(bytes.firstRange(of: Data("secret".utf8)) == nil, "\(path)")
        }
        #expect(try !vault.page("t.html").contains("Linked from"))
        #expect(try !vault.page("u.html").contains("Linked from"))
        #expect(try vault.page("v.html").contains("See v."))
        #expect(try vault.page("n.html").contains("<h1 id=\"n\">N</h1>"))
        #expect(try vault.page("_slip/graph.html").contains("\"links\": [[0, 3], [4, 0]], \"broken\": []"))
        #expect(try vault.files()["_slip/keywords/shown.html"] != nil)
    }

    @Test func `links in titles and descriptions become their labels`() throws {
        let vault = try SiteVault([
            "a.md":
                "---\ntitle: About [[Zp/Zn|her]] and [it](Zp/Zn.md)\ndescription: see [[Zp/Zn|her]]\nkeywords: [public]\n---\nText\n",
            "b.md": "[[a]] #public\n", "Zp/Zn.md": "# Private\n",
        ])
        #expect(vault.export("#public").status == 0)
        for (path, bytes) in try vault.files() {
            #expect(bytes.firstRange(of: Data("Zp".utf8)) == nil, "\(path)")
        }
        let page = try vault.page("a.html")
        #expect(page.contains("<title>About her and it"), "\(page.prefix(2000))")
        #expect(page.contains("\"description\" content=\"see her\""), "\(page.prefix(2000))")
    }

    @Test(arguments: ["", "Text\n"])
    func `a formula begins no comment`(_ before: String) throws {
        let formula = "$$\na %% tex comment\n+ b\n$$"
        let vault = try SiteVault(["n.md": "\(before)\(formula)\n\nAfter.\n\n%% secret %%\n"])
        vault.export("--scope", "all")
        let page = try vault.page("n.html")
        #expect(page.contains("<p>After.</p>") && !page.contains("secret"), "\(page)")
        // The comment would have taken a part of the formula.
        #expect(page.ranges(of: "<mi>").count > 1 && !page.contains("$$"), "\(page)")
    }

    @Test(arguments: [
        "%% secret %% %% b %%", "%% secret\nb %% %% c %%", "%% secret %%\n    %% b %%", "%% a %% %% secret %%",
    ])
    func `comments before an indented line are hidden, all of them`(_ comments: String) throws {
        let vault = try SiteVault(["n.md": "Before.\n\n\(comments)\n    Text.\n"])
        vault.export("--scope", "all")
        let page = try vault.page("n.html")
        #expect(!page.contains("secret") && page.contains("<p>Text.</p>"), "\(page)")
    }

    @Test func `text after a comment is displayed as it would be without it`() throws {
        let vault = try SiteVault([
            "n.md": "%% a %% Text with [[t]].\n", "l.md": "- %% a %%    Text with [[t]].\n- next\n",
            "o.md": "1. one\n\n    %% a %%\n    Text with [[t]].\n",
            "i.md": "Before.\n\n%% a %%\n    Text with [[t]].\n",
            "q.md": "> %% a\n> b %%    Text with [[t]].\n", "p.md": "one\n%% a %%\n    two [[t]]\n", "t.md": "x\n",
        ])
        vault.export("--scope", "all")
        let link = "<a href=\"t.html\">t</a>"
        for (page, html) in [
            ("n", "<p>Text with \(link).</p>"), ("i", "<p>Text with \(link).</p>"),
            ("o", "<p>Text with \(link).</p>\n</li>"),
            ("l", "<li>Text with \(link).</li>"),
            ("q", "<blockquote>\n<p>Text with \(link).</p>"), ("p", "<p>one\ntwo \(link)</p>"),
        ] {
            let text = try vault.page("\(page).html")
            #expect(text.contains(html) && !text.contains("<pre>"), "\(text)")
        }
        let target = try vault.page("t.html")
        #expect(target.ranges(of: "Text with t.").count == 5 && target.contains("two t"), "\(target)")
    }

    @Test func `notes whose names differ only in normalization have separate pages, embeds and pictures`() throws {
        let (composed, decomposed) = ("Caf\u{E9}", "Cafe\u{301}")
        let console = try Console([:])
        // A dictionary would take the names for equal.
        for (path, text) in [
            ("\(composed).md", "# C1\n\none ![[\(decomposed)]]"), ("\(decomposed).md", "# C2\n\ntwo"),
            ("n.md", "[a](Caf%C3%A9.md) [b](Cafe%CC%81.md) ![](p%C3%A9.png) ![](pe%CC%81.png)"),
            ("p\u{E9}.png", "1"), ("pe\u{301}.png", "2"),
        ] { try console.write(path, text) }
        console.slip("export", "--html", ".site", "--scope", "all")
        func page(_ path: String) throws -> String {
            try String(contentsOf: console.directory.appendingPathComponent(".site/" + path), encoding: .utf8)
        }
        let html = try page("n.html")
        for address in [
            "href=\"Caf%C3%A9.html\"", "href=\"Cafe%CC%81.html\"", "src=\"p%C3%A9.png\"", "src=\"pe%CC%81.png\"",
        ] {
            #expect(html.contains(address), "\(address)")
        }
        #expect(try page("\(composed).html").contains("<p>two</p>"))
    }

    /// One kind of reference or text in each, all hidden from readers.
    private static let hidden = [
        "%% [[t]] secret %%", "<!-- [[t]] secret -->", "%% ![[secret.png]] [s](secret.pdf) ![](secret.png) %%",
        "<!-- [s](t.md#secret) <secret.pdf> [[t|secret]] -->", "%% #secret #a/secret %%", "<!-- #secret -->",
        "%%\n- [ ] secret [[t]] 📅 2026-03-05 #secret\n%%", "<!--\n- [x] secret [[t]]\n-->",
        "%%\nsecret:: [[t]]\n%%", "<!--\n[s]: secret.txt\n-->\n[s]", "Foot[^1]\n\n[^1]: x %% secret [[t]] %%",
        "| a %% secret [[t]] %% | b |\n|---|---|\n| <!-- [[t]] secret --> c | d |",
        "> [!note] T %% secret [[t]] %%\n> x <!-- #secret -->", "- item %% secret [[t]] #secret %%\n  <!-- secret -->",
        "- [ ] task %% secret [[t]] %%", "text %% ^secret %%", "# H %% secret [[t]] %%", "a %% inline\nsecret [[t]]\n",
        "<!-- open secret [[t]]\n", "> %% quoted\n> secret [[t]]\n", "%%\n![[t#secret]]\n%%",
        "%% {{secret}} $secret$ %%",
    ]

    @Test(arguments: hidden) func `no kind of hidden reference is exported`(text: String) throws {
        let vault = try SiteVault([
            "n.md": "Shown.\n\n\(text)\n", "t.md": "# T", "e.md": "![[n]] [[n]]", "secret.png": "1", "secret.pdf": "2",
            "secret.txt": "3",
        ])
        #expect(vault.export("--scope", "all").status == 0)
        for (path, bytes) in try vault.files() {
            #expect(!path.contains("secret") && bytes.firstRange(of: Data("secret".utf8)) == nil, "\(path)")
        }
        #expect(try !vault.page("t.html").contains("Linked from"))
        // Only the link of `e.md`.
        #expect(try vault.page("_slip/graph.html").contains("\"links\": [[0, 1]], \"broken\": []"))
        #expect(try vault.page("n.html").contains("Shown."))
    }
}
