import LanguageProtocol
import SourceText
import TestSupport
import Testing

/// The conversation itself.
@Suite struct LifeTests {
    @Test func `nothing is answered before initialize and after shutdown`() throws {
        let vault = try TemporaryVault(["A.md": "# A\n"])
        let editor = EditorSession(vault)
        #expect(editor.answer("initialize", [:])["error"]?["code"]?.int == -32600)
        #expect(editor.answer("textDocument/nonsense", [:])["error"]?["code"]?.int == -32601)
        #expect(editor.answer("textDocument/hover", [:])["error"]?["code"]?.int == -32602)
        #expect(editor.ask("shutdown", .null) == .null)
        #expect(editor.answer("textDocument/hover", [:])["error"]?["code"]?.int == -32600)
    }

    @Test func `a request that is cancelled is told so`() throws {
        let editor = EditorSession(try TemporaryVault(["A.md": "[[B]]\n"]))
        editor.open("A.md")
        let id = editor.begin("workspace/diagnostic", ["previousResultIds": []])
        editor.tell("$/cancelRequest", ["id": .int(id)])
        let answer = editor.wait(id)
        // It may have been answered already.
        #expect(answer["error"]?["code"]?.int == -32800 || answer["result"] != nil)
    }

    @Test func `messages that are no messages are answered with errors and end nothing`() throws {
        let editor = EditorSession(try TemporaryVault(["A.md": "# A\n[[A]]\n"]))
        editor.open("A.md")
        var random = FixedGenerator(5)
        let methods = [
            "textDocument/completion", "textDocument/hover", "textDocument/rename", "workspace/symbol",
            "codeAction/resolve", "completionItem/resolve", "textDocument/codeAction", "workspace/executeCommand",
            "callHierarchy/incomingCalls", "workspace/willRenameFiles", "textDocument/semanticTokens/range",
            "textDocument/didChange", "textDocument/didOpen", "$/cancelRequest", "workspace/didChangeConfiguration",
        ]
        func value(_ depth: Int) -> JSONValue {
            switch Int.random(in: 0..<(depth > 3 ? 5 : 8), using: &random) {
            case 0: return .null
            case 1: return .bool(Bool.random(using: &random))
            case 2:
                return .int(Int.random(in: -5...Int.random(in: 1...1_000_000_000_000, using: &random), using: &random))
            case 3: return .string(["", "x", "\u{0}", "file:///", "é😀"].randomElement(using: &random) ?? "")
            case 4: return editor.uri("A.md").json
            case 5: return .array((0..<Int.random(in: 0...3, using: &random)).map { _ in value(depth + 1) })
            default:
                let names = [
                    "textDocument", "position", "line", "character", "range", "start", "end", "uri", "query",
                    "context", "diagnostics", "data", "change", "newName", "files", "oldUri", "newUri", "item",
                    "command", "arguments", "contentChanges", "text", "version", "settings", "slip",
                ]
                return .object(
                    (0..<Int.random(in: 0...5, using: &random)).map { _ in
                        JSONValue.Member(name: names.randomElement(using: &random) ?? "", value: value(depth + 1))
                    })
            }
        }
        for _ in 0..<600 {
            let method = methods.randomElement(using: &random) ?? ""
            if method.contains("did") || method.hasPrefix("$") {
                editor.tell(method, value(0))
            } else {
                let answer = editor.answer(method, value(0))
                #expect(answer["result"] != nil || answer["error"] != nil, "\(method)")
            }
            editor.send(
                (0..<Int.random(in: 0..<20, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) })
        }
        #expect(editor.ask("textDocument/documentSymbol", editor.of("A.md")).list.isEmpty == false)
    }

    @Test func `a lone text needs no vault, and nothing is written for it`() throws {
        let vault = try TemporaryVault()
        try vault.writeBeside("lone.md", "# Lone\n\n[x][d]\n\n[d]: https://example.org\n")
        let editor = EditorSession(vault)
        editor.open("../lone.md", "# Lone\n\n[x][d]\n\n[d]: https://example.org\n")
        #expect(editor.ask("textDocument/documentSymbol", editor.of("../lone.md")).list.count == 1)
        let place = editor.ask(
            "textDocument/definition", editor.at("../lone.md", editor.position("../lone.md", of: "[x]", plus: 5)))
        #expect(place["range"]?["start"]?["line"]?.int == 4)
        #expect(editor.diagnostics("../lone.md")?.isEmpty == true)
        editor.open("../lone.md", "# Lone\n\n[[#Part]]\n\n## Part\n\ntext\n")
        let link = editor.at("../lone.md", editor.position("../lone.md", of: "[[#", plus: 4))
        #expect(editor.ask("textDocument/hover", link)["contents"]?["value"]?.text?.hasPrefix("## Part") == true)
        let heading = editor.at(
            "../lone.md", editor.position("../lone.md", of: "## Part", plus: 4),
            ["context": ["includeDeclaration": true]])
        #expect(editor.ask("textDocument/references", heading).list.count == 2)
    }

    @Test func `a vault that appears and a configuration that changes are seen without a restart`() throws {
        let vault = try TemporaryVault(["A.md": "---\nstatus: odd\n---\n"])
        let editor = EditorSession(vault)
        editor.open("A.md")
        #expect(editor.diagnostics("A.md")?.map { $0["code"]?.text } == ["status"])
        try vault.write(".slipbox/config.yaml", "statuses: [odd, even]\n")
        editor.change("A.md", "---\nstatus: odd\n---\n\n")
        #expect(editor.diagnostics("A.md")?.isEmpty == true)
    }
}
