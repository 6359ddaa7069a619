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
    ])
    func `a note knows whether parts stand only in comments`(text: String, expected: Bool) {
        let note = Note(Array(text.utf8), name: VaultPath("n.md"))
        #expect(note.hidesParts(name: VaultPath("n.md"), rules: NoteRules()) == expected)
    }

    @Test(.timeLimit(.minutes(1))) func `many comments take linear time`() {
        for part in ["%% x %% ", "%%`%%", "%%\n```\n%%\n", "%%", "%%%", "> %%\n"] {
            _ = visible(String(repeating: part, count: 20_000))
        }
    }
}
