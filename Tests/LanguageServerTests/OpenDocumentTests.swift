import JSONRPC
import SourceText
import TestSupport
import Testing
import VaultFiles

/// One file that an editor opens under several URIs.
@Suite struct OpenDocumentTests {
    private static func send(_ editor: EditorSession, _ method: String, _ uri: String, _ text: String? = nil) {
        let document = JSONValue.object([
            "uri": .string(uri), "languageId": "markdown", "version": 1, "text": text.map { .string($0) },
        ])
        editor.tell("textDocument/\(method)", ["textDocument": document])
    }

    private static func symbols(_ editor: EditorSession, _ uri: String) -> [String] {
        editor.ask("textDocument/documentSymbol", ["textDocument": ["uri": .string(uri)]]).list
            .compactMap { $0["name"]?.text }
    }

    @Test(arguments: ["%C3%A9.md", "%c3%a9.md", "./%C3%A9.md", "b/../é.md", "link.md"])
    func `closing one URI of a file leaves the others open`(other: String) throws {
        let vault = try TemporaryVault(["é.md": "# Disk\n", "b/a.md": "[[Open]]\n"])
        try vault.link(VaultPath("link.md"), to: "é.md")
        let editor = EditorSession(vault)
        let folder = editor.uri("").text
        let (first, second) = (folder + "é.md", folder + other)
        for uri in [first, second] { Self.send(editor, "didOpen", uri, "# Open\n") }
        for uri in [first, second] { #expect(Self.symbols(editor, uri) == ["Open"]) }
        for (closed, left) in [(first, second), (second, first)] {
            Self.send(editor, "didClose", closed)
            #expect(Self.symbols(editor, left) == ["Open"])
            editor.open("b/a.md")
            #expect(editor.diagnostics("b/a.md")?.isEmpty == true)
            editor.close("b/a.md")
            Self.send(editor, "didOpen", closed, "# Open\n")
        }
        for uri in [first, second] { Self.send(editor, "didClose", uri) }
        let answer = editor.answer("textDocument/documentSymbol", ["textDocument": ["uri": .string(first)]])
        #expect(answer["error"] != nil)
    }

    @Test func `the last changed text of a file with several URIs counts for other notes`() throws {
        let vault = try TemporaryVault(["A.md": "# A\n", "B.md": "[[One]] [[Two]]\n"])
        let editor = EditorSession(vault)
        editor.open("B.md")
        let folder = editor.uri("").text
        Self.send(editor, "didOpen", folder + "A.md", "# One\n")
        Self.send(editor, "didOpen", folder + "./A.md", "# Two\n")
        #expect(editor.diagnostics("B.md")?.compactMap { $0["message"]?.text?.contains("'One'") } == [true])
        editor.change("A.md", "# One\n")
        #expect(editor.diagnostics("B.md")?.compactMap { $0["message"]?.text?.contains("'Two'") } == [true])
    }

    @Test func `documents with unsaved changes are marked for watchers that change notes`() throws {
        let vault = try TemporaryVault(["A.md": "a\n", "B.md": "b\n"], config: "refresh: auto\n")
        let place = try Vault(root: vault.root)
        func isMarked(_ path: String) -> Bool { UnsavedMark.isSet(VaultPath(path), in: place) }
        let editor = EditorSession(vault)
        editor.open("A.md")
        editor.open("B.md", "restored\n")
        #expect(!isMarked("A.md") && isMarked("B.md"))
        editor.change("A.md", "typed\n")
        #expect(isMarked("A.md"))
        try vault.write("A.md", "typed\n")
        editor.tell("textDocument/didSave", editor.of("A.md"))
        #expect(!isMarked("A.md"))
        // The editor reads a changed file again.
        try vault.write("A.md", "refreshed\n")
        editor.change("A.md", "refreshed\n")
        #expect(!isMarked("A.md"))
        editor.close("B.md")
        #expect(!isMarked("B.md"))
    }
}
