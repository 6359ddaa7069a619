import Notes
import SourceText
import Testing

struct TitleTests {
    @Test(arguments: [
        ("# Title[^src]\n", "Title"), ("# A [^1] *b*[^long-name]\n", "A  b"), ("# A ![^1] [^a b]\n", "A ![^1] [^a b]"),
        ("Title[^1]\n===\n\n[^1]: x\n", "Title"), ("# `[^1]`\n", "[^1]"),
    ])
    func `footnote marks are no part of a title`(text: String, title: String) {
        #expect(Note(Array(text.utf8), name: VaultPath("n.md")).title == title)
    }
}
