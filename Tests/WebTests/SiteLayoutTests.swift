import Foundation
import TestSupport
import Testing

/// What a page of a site has around and beside its text.
struct SiteLayoutTests {
    @Test func `the tree opens the folders of a note, marks the note, and lists other folders as links`() throws {
        let vault = try SiteVault([
            "a/b/One.md": "# One", "a/b/Two.md": "# Two & more", "a/Near.md": "n", "a/c/Far.md": "f", "z/Other.md": "o",
            "Top.md": "t",
        ])
        vault.export("--scope", "all")
        let page = try vault.page("a/b/Two.html")
        let start = try #require(page.firstRange(of: "<nav class=\"tree\""))
        let end = try #require(page[start.upperBound...].firstRange(of: "</nav>"))
        #expect(
            page[start.lowerBound..<end.upperBound] == """
                <nav class="tree" id="slip:tree" aria-label="Folders" popover>
                <ul>
                <li><details open><summary>a</summary>
                <ul>
                <li><details open><summary>b</summary>
                <ul>
                <li><a href="One.html">One</a></li>
                <li><a aria-current="page" href="Two.html">Two &amp; more</a></li>
                </ul>
                </details></li>
                <li><a class="folder" href="../c/index.html">c</a></li>
                <li><a href="../Near.html">Near</a></li>
                </ul>
                </details></li>
                <li><a class="folder" href="../../z/index.html">z</a></li>
                <li><a href="../../Top.html">Top</a></li>
                </ul>
                </nav>
                """)
        #expect(page.contains("popovertarget=\"slip:tree\""))
        #expect(
            page.contains(
                "<nav class=\"crumbs\" aria-label=\"Path\"><a href=\"../../index.html\">Start</a>\n<a href=\"../index.html\">a</a>"
            ))
    }

    @Test func `the tree of a page in a large folder lists the notes around its own, and links to all of them`() throws
    {
        var notes: [String: String] = [:]
        for number in 100..<400 { notes["big/n\(number).md"] = "# Note \(number)" }
        for number in 10..<30 { notes["n\(number).md"] = "" }
        let vault = try SiteVault(notes)
        vault.export("--scope", "all")
        for number in [100, 250, 399] {
            let page = try vault.page("big/n\(number).html")
            let links = page.ranges(of: /<li><a (aria-current="page" )?href="n\d+.html">/)
            #expect(links.count == 30)
            #expect(page.contains("<a aria-current=\"page\" href=\"n\(number).html\">Note \(number)</a>"))
            #expect(page.contains("<a class=\"all\" href=\"index.html\">All 300 notes</a>"))
            #expect(page.contains("<a class=\"all\" href=\"../index.html\">All 20 notes</a>"))
            #expect(page.utf8.count < 8000)
        }
    }

    @Test func `the graph of a note links to at most eleven neighbors, and shows links between them`() throws {
        var notes = ["hub.md": (0..<20).map { "[[n\($0)]]" }.joined(separator: " "), "n1.md": "[[n0]]"]
        for number in 0..<20 where number != 1 { notes["n\(number).md"] = "text" }
        for number in 0..<9 { notes["from\(number).md"] = "[[hub]]" }
        let vault = try SiteVault(notes)
        vault.export("--scope", "all")
        let hub = try graph(of: try vault.page("hub.html"))
        #expect(hub.ranges(of: "<a ").count == 11)
        #expect(hub.ranges(of: "<a class=\"in\"").count == 5)
        #expect(hub.ranges(of: "M125 ").count == 11)
        // One line between n0 and n1.
        #expect(hub.ranges(of: /M\d+ \d+Q/).count == 12)
        let other = try graph(of: try vault.page("n5.html"))
        #expect(other.contains("<a class=\"in\" href=\"hub.html\">"))
    }

    private func graph(of page: String) throws -> Substring {
        let start = try #require(page.firstRange(of: "<svg"))
        let end = try #require(page[start.upperBound...].firstRange(of: "</svg>"))
        return page[start.lowerBound..<end.upperBound]
    }

    @Test func `descriptions and previews are the property, or else the first paragraph`() throws {
        let vault = try SiteVault([
            "a.md": "---\ndescription: Said \"so\"\n---\n# A\n\ntext\n",
            "b.md": "# B\n\n- item\n\nFirst [[c|label]] %%hidden%% words.\n\nSecond.\n",
            "d.md": "# D\n\n" + String(repeating: "word ", count: 100),
        ])
        vault.export("--url", "https://example.org/x")
        let a = try vault.page("a.html")
        #expect(a.contains("<meta name=\"description\" content=\"Said &quot;so&quot;\">"))
        #expect(a.contains("<meta property=\"og:title\" content=\"A\">"))
        #expect(a.contains("<meta property=\"og:url\" content=\"https://example.org/x/a.html\">"))
        #expect(try vault.page("b.html").contains("<meta name=\"description\" content=\"First label words.\">"))
        let previews = try vault.page("_slip/previews/0.js")
        #expect(previews.hasPrefix("slipPreviews(0, {\"a.html\": [\"A\", \"Said \\\"so\\\"\"]"), "\(previews)")
        #expect(previews.contains("word …\"]") && !previews.contains("hidden"))
        #expect(a.contains("data-root=\"./\" data-previews=\"1\""))
    }

    @Test func `pictures have the size of their files, or that of their labels`() throws {
        let vault = try SiteVault(["a.md": "![x](p.gif) ![y|40](p.gif) ![z|5x6](p.gif) ![v](q.png)\n", "q.png": "none"])
        try Data(Array("GIF89a".utf8) + [80, 0, 60, 0, 0, 0, 0]).write(
            to: vault.console.directory.appendingPathComponent("p.gif"))
        vault.export()
        let page = try vault.page("a.html")
        for tag in [
            "alt=\"x\" width=\"80\" height=\"60\" loading=\"lazy\"",
            "alt=\"y\" width=\"40\" height=\"30\" loading=\"lazy\"",
            "alt=\"z\" width=\"5\" height=\"6\" class=\"sized\" loading=\"lazy\"", "alt=\"v\" loading=\"lazy\"",
        ] {
            #expect(page.contains(tag), "\(tag)")
        }
    }

    @Test func `the language of a page is that of the note, or else that of the configuration`() throws {
        let vault = try SiteVault([
            "a.md": "---\nlang: pt-BR\n---\n", "b.md": "b", "c.md": "---\nlang: \"x y\"\n---\n",
            ".slipbox/config.yaml": "site: {lang: de}\n",
        ])
        vault.export()
        #expect(try vault.page("a.html").contains("<html lang=\"pt-BR\">"))
        #expect(try vault.page("b.html").contains("<html lang=\"de\">"))
        #expect(try vault.page("c.html").contains("<html lang=\"de\">"))
        for text in ["site: de", "site: {lang: 1}", "site: {language: d e}", "site: {other: x}"] {
            try vault.console.write(".slipbox/config.yaml", text + "\n")
            #expect(vault.console.slip("check").output.contains("'site'"), "\(text)")
        }
    }

    @Test func `a page with ten kilobytes of text is small`() throws {
        let words = (0..<200).map { "word\($0 * 7919 % 1000)" }
        let paragraph = words.prefix(60).joined(separator: " ") + " [[b]] [[c]].\n\n"
        let text = (0..<20).map { "## Part \($0)\n\n" + paragraph }.joined()
        let vault = try SiteVault(["a.md": "# A\n\n" + text, "b.md": "[[a]]", "c.md": "[[a]]"])
        vault.export()
        // Without compression. A server that compresses sends about a third.
        #expect(try vault.page("a.html").utf8.count < text.utf8.count + 8_000)
        #expect(try vault.page("_slip/style.css").utf8.count <= 12_288)
        #expect(try vault.page("_slip/page.js").utf8.count <= 9_000)
    }
}
