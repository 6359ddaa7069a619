import JSONRPC
import SourceText
import TestSupport
import Testing

/// Links to folders and within a note, in an editor.
@Suite struct EditorFolderLinkTests {
    @Test func `a link to a folder leads to its index note`() throws {
        let vault = try TemporaryVault(["F/README.md": "# Features\n", "G/x.md": "x\n", "a.md": "[f](F) [g](G/)\n"])
        let editor = EditorSession(vault)
        editor.open("a.md", "[f](F) [g](G/) [n](Nope/) [p](#part) {: #id} [i](#id)\n")
        func answer(_ method: String, _ text: String) -> JSONValue {
            editor.ask("textDocument/\(method)", editor.at("a.md", editor.position("a.md", of: text, plus: 1)))
        }
        #expect(answer("definition", "[f]")["uri"] == editor.uri("F/README.md").json)
        #expect(answer("definition", "[g]") == .null)
        #expect(answer("hover", "[f]")["contents"]?["value"]?.text?.contains("Features") == true)
        #expect(answer("hover", "[g]")["contents"]?["value"]?.text == "**G/** · 1 note\n\n- `x.md`")
        #expect(answer("references", "[g]").list.count == 1)
        let links = editor.ask("textDocument/documentLink", editor.of("a.md")).list
        #expect(links.contains { $0["target"] == editor.uri("G").json && $0["tooltip"]?.text == "G/" })
        let found = editor.diagnostics("a.md") ?? []
        #expect(found.compactMap { $0["code"]?.text }.sorted() == ["broken-link", "missing-heading"])
    }

    @Test func `links and saved searches follow a folder moved in an editor`() throws {
        let config = "searches: {q: in:G}\n"
        let vault = try TemporaryVault(["G/x.md": "x\n", "a.md": "[g](./G/)\n"], config: config)
        let editor = EditorSession(vault)
        editor.open("a.md")
        try editor.apply(editor.ask("workspace/willRenameFiles", editor.move("G", to: "H")))
        #expect(vault.read("a.md") == Array("[g](./H/)\n".utf8))
        #expect(vault.read(".slipbox/config.yaml") == Array("searches: {q: in:H}\n".utf8))
    }
}
