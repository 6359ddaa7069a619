import Notes
import SourceText
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
}
