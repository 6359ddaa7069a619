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

    @Test(arguments: [
        ("#book v", "view:"), ("#book view:ta", "view:table"), ("view:table fields:title,mod", "fields:title,modified"),
        ("view:table fields:ra", "fields:rating"), ("fie", "fields:"), ("self:", "self:yes"),
        ("view:table st", "status:"),
        ("group:st", "group:status"), ("-#bo", "-#book"), ("(#bo", "#book"), ("sort:tit", "sort:title"),
    ])
    func `options of live blocks and their values are completed`(_ query: String, _ term: String) throws {
        let vault = try Self.vault("<!-- slip: \(query) -->\nquery: x v\n")
        try vault.write("r.md", "---\nrating: 5\n---\n")
        let editor = EditorSession(vault)
        editor.open("i.md")
        let items = editor.ask(
            "textDocument/completion", editor.at("i.md", Position(line: 0, character: 11 + query.utf16.count)))
        let labels = items["items"]?.list.compactMap { $0["label"]?.text } ?? []
        #expect(labels.contains(term), "\(labels)")
        // A saved query has no options of blocks.
        let other = editor.ask("textDocument/completion", editor.at("i.md", Position(line: 1, character: 10)))
        #expect(!(other["items"]?.list.contains { $0["label"]?.text == "view:" } ?? false))
    }

    @Test(arguments: [true, false]) func `blocks are refreshed before a save if the user wants that`(
        _ isWanted: Bool
    ) throws {
        let vault = try Self.vault("x\n\n<!-- slip: #book -->\n")
        let editor = EditorSession(vault, settings: ["refreshBeforeSave": .bool(isWanted)])
        editor.open("i.md")
        let edits = editor.ask("textDocument/willSaveWaitUntil", editor.of("i.md")).list
        #expect(edits.contains { $0["newText"]?.text?.contains("[[a|Alpha]]") == true } == isWanted, "\(edits)")
        #expect(edits.allSatisfy { $0["range"]?["start"]?["line"]?.int ?? 0 >= 2 })
        #expect(vault.read("i.md") == Array("x\n\n<!-- slip: #book -->\n".utf8))
    }

    @Test func `the query in the comment is completed`() throws {
        let editor = EditorSession(try Self.vault("<!-- slip: #bo -->\n"))
        editor.open("i.md")
        let items = editor.ask("textDocument/completion", editor.at("i.md", Position(line: 0, character: 14)))
        #expect(items["items"]?.list.contains { $0["label"]?.text == "#book" } == true, "\(items)")
    }
}
