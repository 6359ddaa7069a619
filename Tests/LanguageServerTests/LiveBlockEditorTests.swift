import JSONRPC
import SourceText
import TestSupport
import Testing

/// Live blocks in an editor: the number of results, a refresh, completion and errors.
struct LiveBlockEditorTests {
    private static func vault(_ index: String) throws -> TemporaryVault {
        try TemporaryVault(["a.md": "---\ntitle: Alpha\nkeywords: [book]\n---\nx", "i.md": index])
    }

    @Test func `a code lens shows the number of results, and its command refreshes the block`() throws {
        let editor = EditorSession(try Self.vault("<!-- slip: #book -->\n\n<!-- slip: #none -->\n"))
        editor.open("i.md")
        let lenses = editor.ask("textDocument/codeLens", editor.of("i.md")).list
        #expect(lenses.compactMap { $0["command"]?["title"]?.text } == ["1 result · refresh", "0 results · refresh"])
        let arguments = lenses.first?["command"]?["arguments"] ?? .null
        let answer = editor.ask(
            "workspace/executeCommand", ["command": "slip.refresh", "arguments": arguments])
        #expect(answer["changed"] == true)
        let edit = String(decoding: editor.questions.last?["params"]?.written ?? [], as: UTF8.self)
        #expect(edit.contains("[[a|Alpha]]") && !edit.contains("No notes"), "\(edit)")
    }

    @Test func `the query in the comment is completed`() throws {
        let editor = EditorSession(try Self.vault("<!-- slip: #bo -->\n"))
        editor.open("i.md")
        let items = editor.ask("textDocument/completion", editor.at("i.md", Position(line: 0, character: 14)))
        #expect(items["items"]?.list.contains { $0["label"]?.text == "#book" } == true, "\(items)")
    }
}
