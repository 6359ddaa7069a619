import JSONRPC
import SourceText
import TestSupport
import Testing

/// Related notes in an editor.
@Suite struct RelatedNoteTests {
    private static let notes = [
        "a.md": "# Orchids\n\nZygomorphic labellum.\n", "b.md": "# Snapdragons\n\nZygomorphic labellum too.\n",
        "d.md": "# Bread\n\nFlour.\n", "e.md": "# Cars\n\nWheels.\n",
    ]

    @Test func `an action links a related note as the command does`() throws {
        let vault = try TemporaryVault(Self.notes)
        let editor = EditorSession(vault)
        editor.open("a.md", Self.notes["a.md"] ?? "")
        #expect(!editor.actions("a.md", at: "labellum").contains { $0["title"]?.text?.contains("related") == true })
        let action = editor.actions("a.md", at: "Orchids").first {
            $0["title"] == "Link a related note: 'Snapdragons'"
        }
        try editor.apply(action?["edit"] ?? .null)
        let terminal = try Console(Self.notes)
        #expect(terminal.slip("link", "a.md", "b.md").status == 0)
        #expect(editor.texts[editor.uri("a.md")] == (try terminal.read("a.md")))
    }

    @Test func `the title shows related notes, also for a text that was not saved`() throws {
        let vault = try TemporaryVault(Self.notes)
        let editor = EditorSession(vault)
        editor.open("d.md", "# Bread\n\nZygomorphic labellum.\n")
        let place = editor.at("d.md", editor.position("d.md", of: "Bread"))
        let text = editor.ask("textDocument/hover", place)["contents"]?["value"]?.text ?? ""
        #expect(text.contains("**Related**") && text.contains("Snapdragons `b.md`: words "), "\(text)")
    }
}
