import JSONRPC
import SourceText
import TestSupport
import Testing

/// Responses see the files as they are after the client's notifications, however recent the last scan is.
@Suite struct FreshResponseTests {
    /// Returns a server that scans the vault once, and again only after a notification that requires it.
    private static func session(_ files: [String: String]) throws -> (TemporaryVault, EditorSession) {
        let vault = try TemporaryVault(files)
        let editor = EditorSession(vault, scanInterval: .max)
        editor.open("a.md")
        editor.settle()
        return (vault, editor)
    }

    private static func target(_ editor: EditorSession) -> String? {
        editor.ask("textDocument/documentLink", editor.of("a.md")).list.first?["target"]?.text
    }

    @Test(arguments: ["didCreateFiles", "didRenameFiles", "didDeleteFiles", "didChangeWatchedFiles"])
    func `a request after a file notification sees the disk as it is`(notification: String) throws {
        let (vault, editor) = try Self.session(["a.md": "[[b]]\n"])
        #expect(Self.target(editor) == nil)
        try vault.write("b.md", "text\n")
        editor.tell("workspace/\(notification)", ["files": []])
        #expect(Self.target(editor) == editor.uri("b.md").text)
    }

    @Test func `a request after a note was saved and closed sees the saved text`() throws {
        let (vault, editor) = try Self.session(["a.md": "[[Other]]\n", "b.md": "# B\n"])
        editor.open("b.md", "# Other\n")
        #expect(Self.target(editor) == editor.uri("b.md").text)
        try vault.write("b.md", "# Other\n")
        editor.tell("textDocument/didSave", editor.of("b.md"))
        editor.close("b.md")
        #expect(Self.target(editor) == editor.uri("b.md").text)
    }

    @Test func `willRenameFiles after a rename uses the new names`() throws {
        let (vault, editor) = try Self.session(["a.md": "[[b]]\n", "b.md": "[[a]]\n"])
        try vault.rename("b.md", "c.md")
        editor.tell("workspace/didRenameFiles", editor.move("b.md", to: "c.md"))
        let answer = editor.answer("workspace/willRenameFiles", editor.move("a.md", to: "d.md"))
        let edits = answer["result"]?["documentChanges"]?.list ?? []
        #expect(edits.compactMap { $0["textDocument"]?["uri"] } == [editor.uri("c.md").json])
    }

    @Test func `many notifications cause one scan, and typing causes none`() throws {
        let (vault, editor) = try Self.session(["a.md": "[[b]]\n"])
        // Without open texts, only the request scans.
        editor.close("a.md")
        for _ in 0..<50 { editor.tell("workspace/didChangeWatchedFiles", ["changes": []]) }
        _ = editor.ask("workspace/symbol", ["query": "a"])
        editor.open("a.md")
        try vault.write("b.md", "text\n")
        for count in 1...20 { editor.change("a.md", "[[b]]\n" + String(repeating: "x", count: count)) }
        #expect(Self.target(editor) == nil)
        editor.tell("workspace/didChangeWatchedFiles", ["changes": []])
        #expect(Self.target(editor) == editor.uri("b.md").text)
    }

    @Test func `names that differ only in normalization are distinct`() throws {
        let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")
        let (vault, editor) = try Self.session(
            ["a.md": "[[\(composed)]] [[\(decomposed)]]\n", "b.md": "# \(composed)\n", "c.md": "# \(decomposed)\n"])
        func targets() -> [String?] {
            editor.ask("textDocument/documentLink", editor.of("a.md")).list.map { $0["target"]?.text }
        }
        #expect(targets() == [editor.uri("b.md").text, editor.uri("c.md").text])
        editor.open("b.md", "# \(decomposed)\n")
        editor.open("c.md", "# \(composed)\n")
        #expect(targets() == [editor.uri("c.md").text, editor.uri("b.md").text])
        withExtendedLifetime(vault) {}
    }

    /// Without a watcher only notifications make the server scan; with one, the watcher confirms the index.
    @Test(arguments: [(1, false, 40), (2, true, 20)] as [(UInt64, Bool, Int)])
    func `responses in a random editor session equal those of the command line`(
        seed: UInt64, watches: Bool, steps: Int
    ) throws {
        let session = try RandomEditorSession(seed: seed, watches: watches)
        for _ in 0..<(LongTests.areWanted ? 1000 : steps) {
            try session.step()
            let faults = try session.faults()
            if faults.isEmpty { continue }
            for (path, bytes) in session.savedFiles() {
                print("=== \(path)\n\(String(decoding: bytes, as: UTF8.self))")
            }
            Issue.record("\(faults.joined(separator: "\n"))\nafter:\n\(session.log.suffix(40).joined(separator: "\n"))")
            return
        }
    }
}
