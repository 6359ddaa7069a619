import JSONRPC
import SourceText
import TestSupport
import Testing

/// Kinds of notes in editors: completion, diagnostics and hover.
@Suite struct KindEditingTests {
    private static func vault() throws -> TemporaryVault {
        try TemporaryVault(
            ["a.md": "#book\n"],
            config: """
                properties: {rating: 1..5, format: {values: [print, ebook], default: print}}
                kinds:
                  book: {where: "#book", required: [author, format], optional: [rating], headings: [Summary, Quotes]}
                """)
    }

    private static func labels(_ items: [JSONValue]) -> [String] { items.compactMap { $0["label"]?.text } }

    @Test func `missing keys and headings of the kind are completed, also before the note is saved`() throws {
        let editor = EditorSession(try Self.vault())
        let text = "---\nauthor: X\n\n---\n#book\n## Quotes\n## Su\n##\n"
        editor.open("New.md", text)
        let keys = editor.completions("New.md", 14)
        #expect(Self.labels(keys).prefix(2) == ["format", "rating"], "\(Self.labels(keys))")
        #expect(keys.first?["detail"]?.text == "required by the kind 'book'")
        #expect(!Self.labels(keys).contains("author"))
        let headings = editor.completions("New.md", 40)
        #expect(Self.labels(headings) == ["Summary"])
        #expect(headings.first?["textEdit"]?["newText"]?.text == "Summary")
        let signs = editor.completions("New.md", text.utf8.count - 1)
        #expect(signs.first?["textEdit"]?["newText"]?.text == " Summary")
    }

    @Test func `diagnostics name what an open note lacks, from its unsaved text`() throws {
        let editor = EditorSession(try Self.vault())
        editor.open("New.md", "---\nrating: 9\n---\ntext\n")
        func messages() -> [String] { (editor.diagnostics("New.md") ?? []).compactMap { $0["message"]?.text } }
        #expect(!messages().contains { $0.contains("kind") })
        editor.change("New.md", "---\nrating: 9\nauthor: X\n---\n#book\n## Quotes\n## Summary\n")
        #expect(messages().contains("a note of the kind 'book' must have the key 'format'"), "\(messages())")
        #expect(messages().contains("in a note of the kind 'book' the heading 'Quotes' must come later"))
        #expect(!messages().contains { $0.contains("'author'") })
        let value = editor.diagnostics("New.md")?.first { $0["code"]?.text == "bad-value" }
        #expect(value?["range"]?["start"]?["line"]?.int == 1 && value?["range"]?["start"]?["character"]?.int == 8)
    }

    @Test func `hover of a key shows its declaration and the kinds that name it`() throws {
        let editor = EditorSession(try Self.vault())
        editor.open("a.md", "---\nrating: 3\nformat: print\n---\n#book\n")
        func hover(_ line: Int) -> String {
            let result = editor.ask(
                "textDocument/hover",
                [
                    "textDocument": ["uri": editor.uri("a.md").json], "position": ["line": .int(line), "character": 1],
                ])
            return result["contents"]?["value"]?.text ?? ""
        }
        #expect(
            hover(1).contains("a number in 1..5") && hover(1).contains("optional in the kind 'book'"), "\(hover(1))")
        #expect(hover(2).contains("one of print, ebook (default: print)"), "\(hover(2))")
        #expect(hover(2).contains("required by the kind 'book'"))
    }
}
