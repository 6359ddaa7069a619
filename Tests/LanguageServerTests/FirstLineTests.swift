import JSONRPC
import SourceText
import TestSupport
import Testing

/// What the server announces and offers for the note as a whole.
@Suite(.waits) struct FirstLineTests {
    /// The capabilities of clients that cannot pull diagnostics, can pull them, and can be asked to pull again.
    private static let clients: [JSONValue] = [
        [:], ["textDocument": ["diagnostic": [:]]],
        ["textDocument": ["diagnostic": [:]], "workspace": ["diagnostics": ["refreshSupport": true]]],
    ]

    @Test(arguments: clients) func `pulling diagnostics is announced to every client`(capabilities: JSONValue) throws {
        let editor = EditorSession(try TemporaryVault(["A.md": "[[None]]\n"]), capabilities: capabilities)
        #expect(editor.announced["diagnosticProvider"]?["workspaceDiagnostics"]?.truth == true)
        editor.open("A.md")
        let pulled = editor.ask("textDocument/diagnostic", editor.of("A.md"))["items"]?.list
        #expect(pulled?.count == 1)
    }

    @Test func `a client that does not pull gets diagnostics`() throws {
        for capabilities in Self.clients.prefix(2) {
            let editor = EditorSession(try TemporaryVault(["A.md": "[[None]]\n"]), capabilities: capabilities)
            editor.open("A.md")
            #expect(editor.diagnostics("A.md")?.count == 1)
        }
    }

    @Test func `a client that pulls gets each diagnostic once`() throws {
        for capabilities in Self.clients.dropFirst() {
            let editor = EditorSession(try TemporaryVault(["A.md": "[[None]]\n"]), capabilities: capabilities)
            editor.open("A.md")
            #expect(editor.ask("textDocument/diagnostic", editor.of("A.md"))["items"]?.list.count == 1)
            #expect(editor.diagnostics("A.md") ?? [] == [])
            editor.open("B.md", "[[None]] [[Nothing]]\n")
            #expect(editor.diagnostics("B.md") ?? [] == [])
            #expect(editor.ask("textDocument/diagnostic", editor.of("B.md"))["items"]?.list.count == 2)
        }
    }

    @Test(arguments: ["text\nmore\n", "", "---\nstatus: draft\n---\n\ntext\n", "- [ ] task\n"])
    func `a note without a title is renamed on its first line`(text: String) throws {
        let vault = try TemporaryVault(["Old.md": text, "B.md": "[[Old]] [x](Old.md)\n"])
        let editor = EditorSession(vault)
        editor.open("Old.md")
        let place = editor.at("Old.md", Position(line: 0, character: 0))
        let offered = editor.ask("textDocument/prepareRename", place)
        #expect(offered["placeholder"] == "Old")
        #expect(offered["range"]?["start"]?["line"]?.int == 0)
        let edit = editor.answer(
            "textDocument/rename", editor.at("Old.md", Position(line: 0, character: 0), ["newName": "New"]))
        try editor.apply(edit["result"] ?? .null)
        #expect(vault.text("New.md") == text)
        #expect(vault.text("B.md") == "[[New]] [x](New.md)\n")
    }

    @Test func `other lines of such a note cannot be renamed`() throws {
        let editor = EditorSession(try TemporaryVault(["Old.md": "text\nmore\n"]))
        editor.open("Old.md")
        let place = editor.at("Old.md", editor.position("Old.md", of: "more"))
        #expect(editor.answer("textDocument/prepareRename", place)["error"] != nil)
    }

    @Test func `a table of contents is offered where one fits`() throws {
        let text = "# Title\n\nfirst\nsecond\n\n## Part\n\nthird\n"
        let editor = EditorSession(
            try TemporaryVault(["A.md": text, "T.md": "x\n\n<!-- toc -->\n\n- old\n\n<!-- /toc -->\n\n## P\n"]))
        func offers(_ path: String, _ place: String) -> Bool {
            editor.actions(path, at: place).contains { $0["title"]?.text?.hasSuffix("table of contents") == true }
        }
        editor.open("A.md")
        editor.open("T.md")
        for place in ["# Title", "\nfirst", "## Part", "\nthird"] { #expect(offers("A.md", place), "\(place)") }
        for place in ["first", "second", "third"] { #expect(!offers("A.md", place), "\(place)") }
        #expect(offers("T.md", "old"))
    }
}
