import JSONRPC
import SourceText
import TestSupport
import Testing

/// Requests and notifications in general.
@Suite struct SessionTests {
    @Test func `requests before initialize and after shutdown are refused`() throws {
        let vault = try TemporaryVault(["A.md": "# A\n"])
        let editor = EditorSession(vault)
        #expect(editor.answer("initialize", [:])["error"]?["code"]?.int == -32600)
        #expect(editor.answer("textDocument/nonsense", [:])["error"]?["code"]?.int == -32601)
        #expect(editor.answer("textDocument/hover", [:])["error"]?["code"]?.int == -32602)
        #expect(editor.ask("shutdown", .null) == .null)
        #expect(editor.answer("textDocument/hover", [:])["error"]?["code"]?.int == -32600)
    }

    @Test func `a cancelled request gets an error`() throws {
        let editor = EditorSession(try TemporaryVault(["A.md": "[[B]]\n"]))
        editor.open("A.md")
        let id = editor.begin("workspace/diagnostic", ["previousResultIds": []])
        editor.tell("$/cancelRequest", ["id": .int(id)])
        let answer = editor.wait(id)
        // The response may have been sent already.
        #expect(answer["error"]?["code"]?.int == -32800 || answer["result"] != nil)
    }

    @Test func `malformed messages get errors and do not end the server`() throws {
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

    @Test func `a note outside of a vault works, and nothing is written for it`() throws {
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

    @Test func `unchanged diagnostics are not published again`() throws {
        let vault = try TemporaryVault(["a.md": "[[Mising]]\n", "Missing.md": "text\n", "b.md": "text\n"])
        let editor = EditorSession(vault)
        editor.open("a.md")
        editor.open("b.md")
        func published() -> [String] {
            editor.settle()
            return editor.notifications.filter {
                $0["method"] == "textDocument/publishDiagnostics" && $0["params"]?["uri"] == editor.uri("a.md").json
            }.map { $0["params"]?["diagnostics"]?.list.first?["message"]?.text ?? "" }
        }
        let message = "there is no note 'Mising'\ndid you mean 'Missing'?"
        #expect(published().last == message)
        let count = published().count
        editor.open("c.md", "[[Missingg]]\n")
        editor.open("d.md", "[[Mis]]\n")
        try vault.write("third.md", "text\n")
        editor.tick()
        editor.change("b.md", "# Another title\n")
        try vault.write("fourth.md", "text\n")
        editor.tick()
        #expect(published().count == count)
        try vault.write("Misin.md", "text\n")
        try vault.remove("Missing.md")
        editor.tick()
        #expect(published().dropFirst(count) == ["there is no note 'Mising'\ndid you mean 'Misin'?"])
    }

    @Test func `did-you-mean hints come from open texts`() throws {
        let vault = try TemporaryVault(["a.md": "[[Alias 2]]\n", "b.md": "---\naliases: [Alias 2]\n---\n"])
        let editor = EditorSession(vault)
        editor.open("a.md")
        editor.open("b.md")
        #expect(editor.diagnostics("a.md")?.isEmpty == true)
        editor.change("b.md", "---\naliases: [Alias 3]\n---\n")
        #expect(
            editor.diagnostics("a.md")?.map { $0["message"]?.text } == [
                "there is no note 'Alias 2'\ndid you mean 'Alias 3'?"
            ])
    }

    @Test func `a document is identified by its file, however its URI is encoded`() throws {
        let vault = try TemporaryVault(["Größe (x).md": "# Größe\n"])
        let editor = EditorSession(vault)
        editor.open("Größe (x).md")
        let uri = editor.uri("Größe (x).md").text
        #expect(uri.hasSuffix("/Gr%C3%B6%C3%9Fe%20%28x%29.md"))
        for other in [uri.replacing("%C3", with: "%c3"), uri.replacing("%28", with: "(")] {
            let symbols = editor.ask("textDocument/documentSymbol", ["textDocument": ["uri": .string(other)]])
            #expect(symbols.list.count == 1)
        }
    }

    @Test func `references include links from the note to itself, as links does`() throws {
        let vault = try TemporaryVault(["a.md": "# a\n\n[[a]]\n", "b.md": "[[a]]\n"])
        let editor = EditorSession(vault, settings: ["codeLens": true])
        editor.open("a.md")
        let listed = try CommandLine.run(["links", "a.md"], in: vault).output
        #expect(listed.contains("a.md:3") && listed.contains("b.md:1"))
        let start = editor.at("a.md", editor.position("a.md", 0))
        #expect(editor.ask("textDocument/references", start).list.count == 2)
        let lens = editor.ask("textDocument/codeLens", editor.of("a.md")).list.first
        #expect(lens?["command"]?["title"] == "2 backlinks")
    }

    @Test func `a note outside of a vault can be edited by renames and code actions`() throws {
        let vault = try TemporaryVault()
        let text = "# Lone\n\n[[#Part]] [x](#part) ^id\n\n- [ ] b\n- [ ] a\n\n## Part\n\n[[#^id]] [[Else]]\n"
        let editor = EditorSession(vault)
        editor.open("../lone.md", text)
        func changed(_ edit: JSONValue) -> String {
            let edits = edit["documentChanges"]?.list.first?["edits"]?.list ?? []
            return String(decoding: EditorSession.applied(edits, to: Array(text.utf8)), as: UTF8.self)
        }
        func renamed(_ place: String, _ plus: Int, _ name: String) -> JSONValue {
            editor.rename("../lone.md", at: place, plus: plus, to: name)["result"] ?? .null
        }
        #expect(
            changed(renamed("## Part", 4, "New part"))
                == text.replacing("#Part]]", with: "#New part]]").replacing("(#part)", with: "(#new-part)")
                .replacing("## Part", with: "## New part"))
        #expect(changed(renamed("[x](#part", 6, "P")) == changed(renamed("## Part", 4, "P")))
        #expect(changed(renamed("^id\n", 2, "other")) == text.replacing("^id", with: "^other"))
        #expect(renamed("[[Else", 4, "Other").isNull)
        func acted(_ title: String, at place: String) -> String {
            let actions = editor.actions("../lone.md", at: place)
            return changed(actions.first { $0["title"]?.text == title }?["edit"] ?? .null)
        }
        #expect(acted("Complete task", at: "] b") == text.replacing("[ ] b", with: "[x] b"))
        #expect(acted("Sort the list", at: "] b") == text.replacing("- [ ] b\n- [ ] a", with: "- [ ] a\n- [ ] b"))
        #expect(acted("Insert a table of contents", at: "## Part").contains("- [Part](#part)"))
    }

    @Test func `a changed configuration takes effect without a restart`() throws {
        let vault = try TemporaryVault(["A.md": "---\nstatus: odd\n---\n"])
        let editor = EditorSession(vault)
        editor.open("A.md")
        #expect(editor.diagnostics("A.md")?.map { $0["code"]?.text } == ["status"])
        try vault.write(".slipbox/config.yaml", "statuses: [odd, even]\n")
        editor.change("A.md", "---\nstatus: odd\n---\n\n")
        #expect(editor.diagnostics("A.md")?.isEmpty == true)
    }
}
