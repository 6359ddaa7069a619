import Notes
import SourceText
import TestSupport
import Testing

struct ReadingTextTests {
    /// The folded words of a note, with an empty one between its segments.
    private func words(_ text: String) -> [String] {
        let bytes = Array(text.utf8)
        return ReadingText.words(Note(bytes, name: VaultPath("n.md")), bytes).map {
            String(decoding: $0.text, as: UTF8.self)
        }
    }

    @Test(arguments: [
        ("lang\u{AD}\nfristig", ["langfristig"]), ("> lang\u{AD}\n> fristig", ["langfristig"]),
        ("- lang\u{AD}  \n  fristig *x*", ["langfristig", "x"]), ("lang\u{AD}\r\nfristig\n===", ["langfristig"]),
        ("Wert\u{AD}papier", ["wertpapier"]), ("lang\u{AD}\n\nfristig", ["lang", "", "fristig"]),
        (
            "[lang\u{AD}\nfristig]: x\n\n[a\u{AD}\nb][lang\u{AD} fristig]",
            ["lang", "fristig", "x", "", "", "ab", "", "lang", "fristig"]
        ),
        ("\u{AD}\na", ["a"]),
    ])
    func `a soft hyphen at the end of a line does not split a word`(text: String, expected: [String]) {
        #expect(words(text) == expected)
    }

    @Test(arguments: [
        ("a %%b%% c", ["a", "c", "", "b"]), ("a%%b%%c", ["a", "c", "", "b"]), ("%%a%%", ["a"]),
        ("a %%b *c*\n\nd%% e\n\nf", ["a", "e", "", "f", "", "b", "c", "", "d"]),
        ("a `%%` b %%c%% d", ["a", "", "b", "d", "", "c"]), ("[a](x%%y%%z.md) b", ["a", "b", "", "x", "y", "z", "md"]),
        ("a %%[b](c%%d.md) e", ["a", "e", "", "c", "d", "md", "", "b"]), ("a %%b", ["a", "", "b"]),
    ])
    func `the text around a comment is one segment, and the comment another`(text: String, expected: [String]) {
        #expect(words(text).filter { !$0.isEmpty } == expected.filter { !$0.isEmpty }, "\(words(text))")
    }

    private static let pieces = [
        "a", "b", "c", " ", " ", "%%", "%%", "\n", "\n\n", "**", "[", "](x.md)", "`", "<br>", "- ", "| ", "&amp;", "$",
        "> ",
        "<!--", "-->", "# ", "%", "[[", "]]", "\u{AD}\n", "\u{301}",
    ]

    @Test func `comments change the order of words, but no word and no place`() {
        var random = FixedGenerator(17)
        for _ in 0..<5000 {
            let text = (0..<Int.random(in: 1...24, using: &random)).map { _ in
                Self.pieces.randomElement(using: &random) ?? ""
            }.joined()
            let bytes = Array(text.utf8)
            let note = Note(bytes, name: VaultPath("n.md"))
            let plain = ReadingText(bytes, from: note.frontMatter.searchStart, note.body.reading)
            let expected = plain.segments.flatMap { segment in
                Words.tokens(of: plain.bytes, in: segment).map {
                    Words.Word(text: $0.text, source: plain.source(of: $0.source))
                }
            }
            let found = ReadingText.words(note, bytes).filter { !$0.text.isEmpty }
            func sorted(_ words: [Words.Word]) -> [String] { words.map { "\($0.source) \($0.text)" }.sorted() }
            #expect(sorted(found) == sorted(expected), "\(text.debugDescription)")
        }
    }
}
