import TestSupport
import Testing

/// Attachments that are not removed with a note, because another note or a canvas shows them.
struct AttachmentUseTests {
    @Test(arguments: [
        ("o.md", "Shown: <img src=\"p.png\" width=\"300\">"), ("o.md", "<img\n  alt='a > b' SRC = p.png>"),
        ("o.md", "> <p>\n> <img src='./p.png?raw=true#x'>\n> </p>"), ("o.md", "<video poster=\"/p.png\"></video>"),
        ("o.md", "<a href=p.png>a</a>"), ("o.md", "![](p.png?raw=true)"), ("o.md", "[a](<p.png?x y>)"),
        ("o.md", "---\ncover: p.png\n---\n"), ("s/o.md", "---\nimages: [a, ../p.png]\n---\n"),
        ("o.md", "---\nbanner:\n  image: /p.png\n---\n"),
        ("o.canvas", "{\"nodes\": [{\"type\": \"file\", \"file\": \"p.png\"}]}"),
        ("s/o.canvas", "{\"nodes\": [{\"type\": \"text\", \"text\": \"![[p.png]]\"}]}"),
        ("o.canvas", "{\"nodes\": [{\"type\": \"group\", \"background\": \"p.png\"}]}"), ("o.canvas", "no JSON"),
    ])
    func `an attachment that something else shows is not removed with a note`(path: String, text: String) throws {
        let console = try Console(["n.md": "![](p.png)", path: text, "p.png": "1"])
        let result = console.slip("rm", "n.md", "--force")
        #expect(result.status == 0 && !result.errors.contains("is removed too"), "\(result.errors)")
        #expect(try console.read("p.png") == "1")
    }

    @Test(arguments: [
        ("o.md", "<!-- <img src=\"p.png\"> -->"), ("o.md", "`<img src=\"p.png\">`"),
        ("o.md", "<img data-src=\"p.png\">"),
        ("o.md", "<img src=\"https://x.org/p.png\">"), ("o.md", "<script>\nsrc = '<img src=\"p.png\">'\n</script>"),
        ("o.md", "---\ncover: about p.png\n---\n"), ("s/o.md", "---\ncover: q/p.png\n---\n"), ("o.canvas", ""),
        ("o.canvas", "{\"nodes\": [{\"type\": \"file\", \"file\": \"q.png\"}]}"),
    ])
    func `an attachment that nothing else shows is removed with a note`(path: String, text: String) throws {
        let console = try Console(["n.md": "---\ncover: p.png\n---\n![](p.png)", path: text, "p.png": "1"])
        let result = console.slip("rm", "n.md", "--force")
        #expect(result.status == 0 && result.errors.contains("'p.png' is removed too"), "\(result.errors)")
    }

    @Test func `references in HTML follow a moved file, and are checked`() throws {
        let html =
            "<div>\n<img alt=\"x\" src='a b.png?raw=true'>\n</div>\n\n<a class=c href=\"n.md#part\">x</a> <img src=none.png>\n"
        let console = try Console(["o.md": html, "n.md": "## Part", "a b.png": "1"])
        #expect(console.slip("check").output.contains("none.png"))
        #expect(!console.slip("check").output.contains("n.md"))
        console.slip("mv", "a b.png", "s/it's.png")
        console.slip("mv", "n.md", "s/m.md")
        let text = try console.read("o.md")
        #expect(text.contains("src='s/it%27s.png?raw=true'") && text.contains("href=\"s/m.md#part\""), "\(text)")
        #expect(console.slip("search", "links-to:m").output.contains("o.md"))
    }
}
