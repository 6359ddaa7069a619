import Notes
import TestSupport
import Testing
import Web

@Suite struct CodeBlockTests {
    private static func html(_ markdown: String) -> String {
        var options = HTMLRenderer.Options()
        options.colorsCode = true
        options.rendersFormulas = true
        return HTMLRenderer.html(BlockNode.all(in: Array(markdown.utf8), from: 0), options)
    }

    /// Returns the rendered lines of code in a language.
    private static func code(_ language: String, _ code: String) -> String {
        let html = html("```\(language)\n\(code)\n```\n")
        return html.replacing("<pre><code class=\"language-\(language)\">", with: "")
            .replacing("\n</code></pre>\n", with: "")
    }

    @Test(arguments: [
        ("swift", "let a = \"b\\\"\" // c", "<k>let</> a = <s>&quot;b\\&quot;&quot;</> <c>// c</>"),
        ("py", "def f(): return 1.5 # x", "<k>def</> f(): <k>return</> <n>1.5</> <c># x</>"),
        ("python", "a = '''b\nif'''", "a = <s>'''b\nif'''</>"),
        ("c", "#include <a.h>\nint x = '\\'';", "<k>#include</> &lt;a.h&gt;\n<k>int</> x = <s>'\\''</>;"),
        ("rust", "fn f<'a>(x: &'a str) { 'b' }", "<k>fn</> f&lt;'a&gt;(x: &amp;'a <k>str</>) { <s>'b'</> }"),
        ("sh", "echo \"$#\" a#b # c", "<k>echo</> <s>&quot;$#&quot;</> a#b <c># c</>"),
        ("sql", "SELECT 'it''s' FROM a -- b", "<k>SELECT</> <s>'it'</><s>'s'</> <k>FROM</> a <c>-- b</>"),
        ("yaml", "- key: \"v\" # c\n  n: 2", "- <k>key</>: <s>&quot;v&quot;</> <c># c</>\n  <k>n</>: <n>2</>"),
        ("toml", "[a.b]\nc = 1", "<k>[a.b]</>\n<k>c</> = <n>1</>"),
        ("json", "{\"a\": [1, true]}", "{<s>&quot;a&quot;</>: [<n>1</>, <k>true</>]}"),
        (
            "html", "<!-- a --><p class=\"b\">don't 1</p>",
            "<c>&lt;!-- a --&gt;</><k>&lt;p</> class=<s>&quot;b&quot;</>&gt;don't 1<k>&lt;/p</>&gt;"
        ),
        ("css", "@media x { a { b: 1px } }", "<k>@media</> x { a { b: <n>1px</> } }"),
        ("diff", "+a\n-b\n c\n@@ d", "<s>+a\n</><k>-b\n</> c\n<c>@@ d\n</>"),
        ("js", "`a\n${b}` /* c", "<s>`a\n${b}`</> <c>/* c\n</>"), ("haskell", "f' x = y where", "f' x = y <k>where</>"),
        ("go", "x := `a\\` + 0x1F", "x := <s>`a\\`</> + <n>0x1F</>"), ("unknown", "if 1 < 2", "if 1 &lt; 2"),
    ])
    func `code has colors`(language: String, code: String, expected: String) {
        let html = Self.code(language, code).replacing("\n</span></code></pre>\n", with: "\n</span>")
        var short = html.replacing("</span>", with: "</>")
        for kind in ["s", "c", "n", "k"] { short = short.replacing("<span class=\"\(kind)\">", with: "<\(kind)>") }
        #expect(short == expected)
    }

    @Test func `the text of colored code is the code`() {
        let languages = [
            "swift", "c", "cpp", "java", "javascript", "typescript", "python", "ruby", "go", "rust", "php", "csharp",
            "kotlin",
            "bash", "sql", "json", "yaml", "toml", "html", "css", "lua", "r", "julia", "haskell", "diff",
        ]
        let parts = [
            "\"", "'", "`", "\"\"\"", "'''", "\\", "/*", "*/", "//", "#", "--", "<!--", "-->", "<a", ">", "if", "1.5",
            "x", " ",
            "\n", "=", ":", "[", "]]", "{-", "-}", "@", "$", "é", "&", "+",
        ]
        var random = FixedGenerator(7)
        for language in languages {
            var colored = 0
            for _ in 0..<20 {
                let code = "x" + (0..<12).map { _ in parts.randomElement(using: &random) ?? "" }.joined() + "x"
                let html = Self.html("~~~\(language)\n\(code)\n~~~")
                if html.contains("<span") { colored += 1 }
                var text = html.replacing("<pre><code class=\"language-\(language)\">", with: "")
                    .replacing("</code></pre>\n", with: "").replacing("</span>", with: "")
                for kind in ["s", "c", "n", "k"] { text = text.replacing("<span class=\"\(kind)\">", with: "") }
                #expect(text == HTMLWriter.escaped(code) + "\n", "\(language)")
            }
            #expect(colored > 0, "\(language)")
        }
    }

    @Test(arguments: ["swift", "html", "yaml", "lua", "rust"])
    func `coloring takes linear time`(language: String) {
        for part in ["\"", "'", "<a ", "/*", "a: ", "[["] {
            // A quadratic scan would take much longer.
            let markdown = "~~~\(language)\n" + String(repeating: part, count: 2000) + "\n~~~"
            #expect(ContinuousClock().measure { _ = Self.html(markdown) } < .seconds(5), "\(language) \(part)")
        }
    }

    @Test(arguments: [
        ("$x^2$", "<p><math><semantics>"), ("$$\nx\n$$", "<p><math display=\"block\">"),
        ("```math\nx\n```", "<math display=\"block\">"),
        ("$\\unknown<b>$", "<p><code class=\"math\">\\unknown&lt;b&gt;</code>"),
        ("```math\n\\unknown\n```", "<pre><code class=\"language-math\">\\unknown\n"),
        ("$\\text{<script>}$", "<p><math><semantics><mtext>&lt;script&gt;</mtext>"),
        ("[[B|$x^2$]]", "<p><a href=\"B\"><math><semantics><msup>"),
        ("[[B|$5]] or $x$", "<p><a href=\"B\">$5</a> or <math><semantics><mi>x</mi>"),
        ("$a\n+b$", "<p><math><semantics><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow>"),
        (
            "| a |\n|---|\n| $\\|x\\|$ |",
            "<table>\n<thead>\n<tr>\n<th>a</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td><math>"
        ),
    ])
    func `formulas are MathML, or code if they are not understood`(markdown: String, expected: String) {
        #expect(Self.html(markdown).hasPrefix(expected), "\(Self.html(markdown))")
    }

    @Test func `a macro of a formula holds in the formulas below`() {
        let html = Self.html("$$\\newcommand{\\R}{\\mathbb{R}}$$\n\n$\\R$")
        #expect(html.contains("<mi>ℝ</mi>") && !html.contains("<code"))
    }
}
