import Notes
import TestSupport
import Testing
import Web

struct HTMLRendererTests {
    private static func html(_ markdown: String, _ change: (inout HTMLRenderer.Options) -> Void = { _ in }) -> String {
        var options = HTMLRenderer.Options()
        options.readsBlockIDs = true
        change(&options)
        return HTMLRenderer.html(BlockNode.all(in: Array(markdown.utf8), from: 0), options)
    }

    @Test(arguments: [
        ("a ~~b~~ ~c~ ~~~d~~~", "<p>a <del>b</del> <del>c</del> ~~~d~~~</p>\n"),
        ("==a *b*== = ==c", "<p><mark>a <em>b</em></mark> = ==c</p>\n"),
        ("$x*y*z$ costs $5 and $6", "<p><code class=\"math\">x*y*z</code> costs $5 and $6</p>\n"),
        ("$$\na*b*\n$$", "<p><code class=\"math display\">\na*b*\n</code></p>\n"),
        ("$5 *a* for $x$", "<p>$5 <em>a</em> for <code class=\"math\">x</code></p>\n"),
        ("$5-$6 $a$1 $b$", "<p>$5-$6 $a$1 <code class=\"math\">b</code></p>\n"),
        ("$$[[1,2]] f[a](m.md) `c$$ d", "<p><code class=\"math display\">[[1,2]] f[a](m.md) `c</code> d</p>\n"),
        (
            "$$\na\n- [[b]]\n# c\n===\n    + d\n$$\n- e",
            "<p><code class=\"math display\">\na\n- [[b]]\n# c\n===\n+ d\n</code></p>\n<ul>\n<li>e</li>\n</ul>\n"
        ),
        ("> $$a\n> - b$$ c", "<blockquote>\n<p><code class=\"math display\">a\n- b</code> c</p>\n</blockquote>\n"),
        ("$$\n- a\n\n$$", "<p>$$</p>\n<ul>\n<li>a</li>\n</ul>\n<p>$$</p>\n"),
        ("x $$\n- a $$", "<p>x $$</p>\n<ul>\n<li>a $$</li>\n</ul>\n"),
        ("$$$$ [a](b)", "<p>$$$$ <a href=\"b\">a</a></p>\n"),
        ("$a [[b]] c$", "<p><code class=\"math\">a [[b]] c</code></p>\n"),
        ("$[[b]]$ $f[x](y)$", "<p><code class=\"math\">[[b]]</code> <code class=\"math\">f[x](y)</code></p>\n"),
        ("[5 $](a) [6 $](b)", "<p><a href=\"a\">5 $</a> <a href=\"b\">6 $</a></p>\n"),
        ("[5$](a) $[[6$]]", "<p><a href=\"a\">5$</a> $<a href=\"6$\">6$</a></p>\n"),
        ("$A [[b]] $B", "<p>$A <a href=\"b\">b</a> $B</p>\n"),
        (
            "[[a#b|c `d`]] ![[p.png|30x20]]",
            "<p><a href=\"a#b\">c <code>d</code></a> <img src=\"p.png\" alt=\"\" width=\"30\" height=\"20\" class=\"sized\" /></p>\n"
        ),
        ("*a [b* c](d)", "<p>*a <a href=\"d\">b* c</a></p>\n"),
        (
            "see https://a.org/x_(y)_z. (https://b.org) **https://c.org**",
            "<p>see <a href=\"https://a.org/x_(y)_z\">https://a.org/x_(y)_z</a>. (<a href=\"https://b.org\">https://b.org</a>) <strong><a href=\"https://c.org\">https://c.org</a></strong></p>\n"
        ),
        (
            "www.a.org, me@b.org.",
            "<p><a href=\"http://www.a.org\">www.a.org</a>, <a href=\"mailto:me@b.org\">me@b.org</a>.</p>\n"
        ),
        (
            "[https://a.org](b) [c <https://d.org>](e)",
            "<p><a href=\"b\">https://a.org</a> <a href=\"e\">c https://d.org</a></p>\n"
        ),
        (
            "| a | b |\n|---|:-:|\n| *x | `c\\|d`* |",
            "<table>\n<thead>\n<tr>\n<th>a</th>\n<th align=\"center\">b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>*x</td>\n<td align=\"center\"><code>c|d</code>*</td>\n</tr>\n</tbody>\n</table>\n"
        ),
        ("text\n| a |\n|---|", "<p>text</p>\n<table>\n<thead>\n<tr>\n<th>a</th>\n</tr>\n</thead>\n</table>\n"),
        (
            "- [ ] a\n- [x] b",
            "<ul>\n<li class=\"task\"><input type=\"checkbox\" disabled=\"\" /> a</li>\n<li class=\"task\"><input type=\"checkbox\" disabled=\"\" checked=\"\" /> b</li>\n</ul>\n"
        ),
        (
            "> [!tip]- A *b*\n> c",
            "<details class=\"callout\" data-kind=\"tip\">\n<summary class=\"callout-title\"><span class=\"callout-kind\">Tip</span> A <em>b</em></summary>\n<p>c</p>\n</details>\n"
        ),
        (
            "> [!note]\n> c",
            "<div class=\"callout\" data-kind=\"note\">\n<p class=\"callout-title\"><span class=\"callout-kind\">Note</span></p>\n<p>c</p>\n</div>\n"
        ),
        (
            "> [!CUSTOM|wide]\n> c",
            "<div class=\"callout\" data-kind=\"custom\">\n<p class=\"callout-title\"><span class=\"callout-kind\">Custom</span></p>\n<p>c</p>\n</div>\n"
        ),
        ("a\nb ^id-1", "<p id=\"^id-1\">a\nb</p>\n"), ("2^3", "<p>2^3</p>\n"),
        (
            "<b onclick=x>a</b>\n\n<script>x</script>",
            "<p>&lt;b onclick=x&gt;a&lt;/b&gt;</p>\n<pre class=\"html\"><code>&lt;script&gt;x&lt;/script&gt;\n</code></pre>\n"
        ),
        ("[a]\n\n[a]: <b c> \"t&amp;\"", "<p><a href=\"b%20c\" title=\"t&amp;\">a</a></p>\n"),
        ("a\0b", "<p>a\u{FFFD}b</p>\n"),
        ("a<br>b <!-- c --> d\n\n<!-- e --> f", "<p>a<br />b  d</p>\n<p> f</p>\n"),
        ("<!-- e --> <b>f</b>", "<pre class=\"html\"><code> &lt;b&gt;f&lt;/b&gt;\n</code></pre>\n"),
    ])
    func `extensions of CommonMark render`(markdown: String, html: String) { #expect(Self.html(markdown) == html) }

    @Test func `footnotes are numbered in the order of their references, and none is lost`() {
        let html = Self.html("b[^B] a[^a] b[^b] [^none]\n\n[^a]: first\n\n    second\n[^b]: see[^a]\n[^c]: unused\n")
        #expect(html.hasPrefix("<p>b<sup class=\"footnote\"><a id=\"fnref:1\" href=\"#fn:1\">1</a></sup> a<sup"))
        #expect(html.contains("<a id=\"fnref:1:2\" href=\"#fn:1\">1</a></sup> [^none]</p>"))
        #expect(html.contains("<li id=\"fn:2\">\n<p>first</p>\n<p>second</p>\n"))
        #expect(html.contains("<li id=\"fn:3\">\n<p>unused</p>\n</li>"))
    }

    @Test func `options decide on links, keywords and ids`() {
        let html = Self.html("# A #b\n\n[x](javascript:y) ![[c]]\n\n![[c]]\n") { options in
            options.headingIDs = [0: "a"]
            options.prefix = "e1-"
            options.headingShift = 1
            options.keywordAddress = { "k/\($0).html" }
            options.destination = { destination, _ in
                WebAddress.isSafe(destination.text) ? .html("<p>embedded</p>\n") : .none
            }
        }
        #expect(
            html == """
                <h2 id="e1-a">A <a class="keyword" href="k/b.html">#b</a></h2>
                <p>x </p>
                <p>embedded</p>
                <p>embedded</p>

                """)
    }

    @Test(arguments: [
        ("javascript:x", false), ("JAVA\nSCRIPT:x", false), ("\u{1}javascript:x", false), ("data:text/html,x", false),
        ("vbscript:x", false), ("file:///etc/passwd", false), ("http://a", true), ("mailto:a@b", true), ("a/b:c", true),
        ("//host", true), ("#a:b", true),
    ])
    func `only addresses of the web are safe`(address: String, isSafe: Bool) {
        #expect(WebAddress.isSafe(address) == isSafe)
    }

    /// Text of marks in random order. What it renders to must be well formed: every element is closed in order.
    @Test func `elements are closed in order`() {
        let parts = [
            "*", "**", "_", "`", "~~", "==", "$", "$$", "[", "](a)", "]", "![", "[[", "]]", "[^a]", "<b>",
            "<https://a>",
            "https://a.b", "\n", "\n\n", "- ", "1. ", "> ", "# ", "    ", "\t", "|", "|---|\n", "a", " ", "\\", "&amp;",
            "[^a]: ", "```\n", "[a]: b\n", "[!note]", "^x", "- [ ] ",
        ]
        var random = FixedGenerator(1)
        for _ in 0..<2000 {
            let count = Int.random(in: 1...40, using: &random)
            let markdown = (0..<count).map { _ in parts.randomElement(using: &random) ?? "" }.joined()
            let html = Self.html(markdown)
            #expect(Self.isWellFormed(html), "\(markdown.debugDescription): \(html)")
        }
    }

    private static func isWellFormed(_ html: String) -> Bool {
        var open: [Substring] = []
        for part in html.split(separator: "<").dropFirst(html.hasPrefix("<") ? 0 : 1) {
            guard let end = part.firstIndex(of: ">") else { return false }
            let tag = part[..<end]
            if tag.hasSuffix("/") { continue }
            if tag.hasPrefix("/") {
                if open.popLast() != tag.dropFirst() { return false }
            } else {
                open.append(tag.prefix { $0 != " " })
            }
        }
        return open.isEmpty
    }

    @Test func `deep nesting and long runs take linear time`() {
        let inputs = [
            String(repeating: "*a ", count: 20_000),
            String(repeating: "*a _b ", count: 20_000) + String(repeating: "*_", count: 20_000),
            String(repeating: "[", count: 50_000), String(repeating: "[^a]", count: 20_000) + "\n\n[^a]: b",
            String(repeating: "> ", count: 2_000) + "a", String(repeating: "$a ", count: 30_000),
            String(repeating: "- a\n", count: 20_000), String(repeating: "    a\n", count: 30_000),
            "```\n" + String(repeating: "a\n", count: 50_000), String(repeating: "a@", count: 20_000),
            String(repeating: "- a\n", count: 60_000),
            "[^a]: x\n\n" + String(repeating: "[^", count: 20_000) + String(repeating: "]", count: 20_000),
            "[a]: /x\n\n"
                + String(repeating: String(repeating: "[", count: 480) + String(repeating: "]", count: 480), count: 200),
            String(repeating: "a\\", count: 30_000) + "\n", String(repeating: "\\\\\n", count: 20_000),
        ]
        for input in inputs {
            let time = ContinuousClock().measure { _ = Self.html(input) }
            #expect(time < .seconds(8), "\(input.prefix(20)): \(time)")
        }
    }
}
