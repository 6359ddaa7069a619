import Notes
import SourceText
import Testing

struct VisibleTextTests {
    private func visible(_ text: String) -> String {
        String(decoding: VisibleText(Array(text.utf8)).bytes, as: UTF8.self)
    }

    @Test(arguments: [
        ("a %%x%% b", "a b"), ("a%%x%%b", "ab"), ("a %%x%%\nb", "a\nb"), ("100% or 50%", "100% or 50%"),
        // Text after a comment is not indented.
        ("%% x %%    text", "text"), ("- %% x %%   text\n- b", "- text\n- b"), ("> %% x %% text", "> text"),
        ("1. [ ] %% x %% text", "1. [ ] text"), ("%%\nx\n%% text", "text"), ("> %%\n> x\n> %% text", "> text"),
        ("- %% x\n  y %% text", "- text"),
        // A line of comments does not split a paragraph, a list or a quote.
        ("a\n%% x %% %%y%%\nb", "a\nb"), ("a\n%%\nx\n\ny\n%%\nb", "a\nb"), ("- a\n%% x %%\r\n- b", "- a\n- b"),
        ("> a\n> %%x%%\n> b", "> a\n> b"), ("- %%x%%\n- b", "-\n- b"), ("a\n%%x%%", "a\n"),
        // Code.
        ("`%%` a %%x%%", "`%%` a"), ("```\n%%\n```\na %%x%%", "```\n%%\n```\na"), ("    %%a%%", "    %%a%%"),
        // A mark of code in a comment does not hide the next comment.
        ("%% ` %% a %% x %% ` b", "a ` b"), ("%%\n```\n%%\na %% x %%\n", "a\n"),
        // An open comment ends with the note.
        ("a %%x\n\n# y", "a"), ("---\nt: 50%% a %%\n---\na %%x%%", "---\nt: 50%% a %%\n---\na"),
    ])
    func `comments are removed without traces`(text: String, expected: String) {
        #expect(visible(text) == expected)
    }

    @Test(arguments: [
        ("[r]: a.md \"%%x%% y\"\n\n[r]", "[r]: a.md \" y\"\n\n[r]"),
        ("[r]: <a%%b%%.md>\n\n[r]", "[r]: <a%%b%%.md>\n\n[r]"),
        ("[r]: a.md\n  '%%x%%'\n%%y%% z", "[r]: a.md\n  ''\nz"),
    ])
    func `comments are removed from the titles of definitions`(text: String, expected: String) {
        #expect(visible(text) == expected)
    }

    @Test(arguments: [
        ("a %%[^1]%%\n\n[^1]: x\n    y\n\nb", "a\n\n\nb"), ("<!-- [^X] -->\n\n[^x]: x", "<!-- [^X] -->\n\n"),
        ("%%[^1]%%\n\n[^1]: see [^2]\n\n[^2]: x", "\n\n"), ("> a %%[^1]%%\n>\n> [^1]: x\n> y", "> a\n>\n"),
        ("a %%[^1]%%\n\n[^1]: x %%y%%\n", "a\n\n"),
        // A footnote with a visible reference, or with none at all, stays.
        ("a[^1] %%[^1]%%\n\n[^1]: x", "a[^1]\n\n[^1]: x"), ("a %%b%%\n\n[^1]: x", "a\n\n[^1]: x"),
        ("a[^2] %%[^1]%%\n\n[^1]: x\n\n[^2]: see [^1]", "a[^2]\n\n[^1]: x\n\n[^2]: see [^1]"),
        ("| a[^1] |\n|---|\n\n%%[^1]%%\n[^1]: x", "| a[^1] |\n|---|\n\n[^1]: x"),
    ])
    func `a footnote that only comments refer to is hidden`(text: String, expected: String) {
        #expect(visible(text) == expected)
    }

    @Test func `offsets lead from the visible text to the note and back`() {
        let note = Array("a %%x%% b\n%%\ny\n%%\n> %%z%% c [[d]] %%\n".utf8)
        let text = VisibleText(note)
        #expect(String(decoding: text.bytes, as: UTF8.self) == "a b\n> c [[d]]")
        for (offset, byte) in text.bytes.enumerated() {
            #expect(note[text.noteOffset(offset)] == byte)
            #expect(text.offset(ofNote: text.noteOffset(offset)) == offset)
        }
        #expect(text.range(ofNote: 0..<9) == 0..<3)
        #expect(text.range(ofNote: 3..<6) == 2..<2)
    }

    @Test(arguments: [
        ("a %%x%%", false), ("[[a]] %%[[b]]%%", true), ("#a %% #b %%", true), ("#a %% #a %%", false),
        ("# T %%x%%", true), ("%%![](p.png)%%", true), ("`%%` [[a]] `%%`", false),
        ("%%[^1]%%\n\n[^1]: [[a]]", true), ("<!-- [^1] -->\n\n[^1]: [[a]]", true), ("[^1]: [[a]]", false),
    ])
    func `a note knows whether parts stand only in comments`(text: String, expected: Bool) {
        let note = Note(Array(text.utf8), name: VaultPath("n.md"))
        #expect(note.hidesParts(name: VaultPath("n.md"), rules: NoteRules()) == expected)
    }

    @Test(arguments: [
        ("<!-- slip: a -->\n%%\n<!-- /slip 0 -->\nb", "<!-- slip: a -->\n%%\n<!-- /slip 0 -->\nb"),
        ("%% x\n<!-- slip: a -->\n%%\n<!-- /slip 0 -->\ny %% b", "b"),
    ])
    func `generated text neither begins nor ends a comment`(text: String, expected: String) {
        #expect(visible(text) == expected)
    }

    @Test func `a formula in generated text ends with the block`() {
        let text = "<!-- slip: a -->\n$$ x\n<!-- /slip 0 -->\ntext\n# Heading\n$$\n"
        #expect(Note(Array(text.utf8), name: VaultPath("n.md")).body.headings.map(\.text) == ["Heading"])
    }

    @Test(arguments: [
        ("a <!-- b --> c", "a            c"), ("<!-- b\nc", "      \n "), ("`<!--` a", "`<!--` a"),
        ("a <? b ?> c < d", "a         c < d"), ("```\n<!-- a -->\n```\n", "```\n<!-- a -->\n```\n"),
        ("<pre>\n<!-- a -->\n</pre>", "<pre>\n          \n</pre>"),
    ])
    func `comments of HTML are blanked`(text: String, expected: String) {
        #expect(String(decoding: HTMLComments.blanked(Array(text.utf8)), as: UTF8.self) == expected)
    }

    @Test(arguments: ["%% x %% ", "%%`%%", "%%\n```\n%%\n", "%%", "%%%", "> %%\n"])
    func `many comments take linear time`(part: String) {
        let text = String(repeating: part, count: 20_000)
        #expect(ContinuousClock().measure { _ = visible(text) } < .seconds(10))
    }
}
