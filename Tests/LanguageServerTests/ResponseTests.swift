import JSONRPC
import SourceText
import TestSupport
import Testing

/// Responses to each request in small vaults.
@Suite struct ResponseTests {
    private static func vault() throws -> TemporaryVault {
        try TemporaryVault([
            "Alpha.md": "# Alpha\n\nSee [[Beta]], [[Beta#Part]] and [[Nowhere]]. #red\n\n- [ ] do it\n",
            "Folder/Beta.md": "---\ntags: [red, blue/deep]\nstatus: review\n---\n# Beta\n\n## Part\n\ntext ^here\n",
            "Gamma.md": "# Gamma\n\n[b](Folder/Beta.md#part) and Alpha is named. [[Beta#^here]]\n",
            "Folder/pic.png": "x",
        ])
    }

    @Test func `definition leads to notes, headings and blocks`() throws {
        let editor = EditorSession(try Self.vault())
        editor.open("Alpha.md")
        editor.open("Gamma.md")
        func place(_ path: String, _ text: String, _ number: Int = 0) -> (String?, Int?) {
            let found = editor.ask(
                "textDocument/definition", editor.at(path, editor.position(path, of: text, number, plus: 3)))
            return (found["uri"]?.text, found["range"]?["start"]?["line"]?.int)
        }
        let beta = editor.uri("Folder/Beta.md").text
        #expect(place("Alpha.md", "[[Beta]]") == (beta, 0))
        #expect(place("Alpha.md", "[[Beta#Part") == (beta, 6))
        #expect(place("Gamma.md", "[b](") == (beta, 6))
        #expect(place("Gamma.md", "[[Beta#^here") == (beta, 8))
        #expect(place("Alpha.md", "[[Nowhere") == (nil, nil))
    }

    @Test func `an unsaved text affects itself and other notes`() throws {
        let vault = try Self.vault()
        let editor = EditorSession(vault)
        editor.open("Alpha.md")
        editor.open("Folder/Beta.md")
        #expect(editor.diagnostics("Alpha.md")?.compactMap { $0["code"]?.text } == ["broken-link"])
        // Diagnostics of links to the changed alias and heading are updated.
        editor.change("Folder/Beta.md", "---\naliases: [Nowhere]\n---\n# Beta\n\n## Other\n")
        #expect(editor.diagnostics("Alpha.md")?.compactMap { $0["code"]?.text } == ["missing-heading"])
        let found = editor.ask(
            "textDocument/definition", editor.at("Alpha.md", editor.position("Alpha.md", of: "[[Nowhere", plus: 3)))
        #expect(found["uri"] == editor.uri("Folder/Beta.md").json)
        editor.close("Folder/Beta.md")
        #expect(editor.diagnostics("Alpha.md")?.compactMap { $0["code"]?.text } == ["broken-link"])
    }

    @Test func `searches and backlink counts use unsaved text`() throws {
        let vault = try TemporaryVault(["A.md": "# A\nold words [[C]]\n", "B.md": "# B\n", "C.md": "# C\n"])
        let editor = EditorSession(vault)
        editor.open("A.md", "# A\nbrandnew [[B]] [[B]]\n")
        func symbols(_ query: String) -> [String] {
            editor.ask("workspace/symbol", ["query": .string(query)]).list.compactMap { $0["name"]?.text }
        }
        func found(_ query: String) -> Int {
            editor.ask(
                "workspace/executeCommand",
                ["command": "slip.search", "arguments": [.string(query), ["uri": editor.uri("A.md").json]]]
            ).list.count
        }
        for query in ["body:brandnew", "contains:brandnew", "body:/brandn.w/", "title:A contains:words OR has:link"] {
            #expect(symbols(query) == ["A"] && found(query) == 1, "\(query)")
        }
        for query in ["body:old", "contains:old", "body:/old/"] {
            #expect(symbols(query) == [] && found(query) == 0, "\(query)")
        }
        let hover = editor.ask("textDocument/hover", editor.at("A.md", editor.position("A.md", of: "[[B", plus: 3)))
        #expect(hover["contents"]?["value"]?.text?.contains("2 backlinks") == true, "\(hover)")
        editor.open("B.md", "# B\n[[C]]\n")
        let other = editor.ask("textDocument/hover", editor.at("B.md", editor.position("B.md", of: "[[C", plus: 3)))
        #expect(other["contents"]?["value"]?.text?.contains("1 backlink\n") == true, "\(other)")
        // The file is read again once its document is closed.
        editor.close("A.md")
        #expect(symbols("contains:old") == ["A"] && found("contains:brandnew") == 0)
    }

    @Test func `diagnostics follow a change on disk`() throws {
        let vault = try Self.vault()
        let editor = EditorSession(vault)
        editor.open("Alpha.md")
        #expect(editor.diagnostics("Alpha.md")?.count == 1)
        try vault.write("Nowhere.md", "# Nowhere\n")
        editor.tick()
        #expect(editor.diagnostics("Alpha.md")?.isEmpty == true)
    }

    @Test func `completion suggests values for the syntax at the cursor`() throws {
        let editor = EditorSession(try Self.vault())
        func complete(_ text: String, in path: String = "New.md") -> [String] {
            let bytes = Array(text.utf8)
            let offset = bytes.firstIndex(of: UInt8(ascii: "@")) ?? 0
            let whole = text.replacing("@", with: "", maxReplacements: 1)
            editor.open(path, whole)
            return editor.completions(path, offset).compactMap { $0["label"]?.text }
        }
        #expect(complete("[[be@").first == "Beta")
        #expect(Set(complete("[[@]]")) == ["Alpha", "Beta", "Gamma"])
        #expect(complete("[[Beta#@") == ["Beta", "Part"])
        #expect(complete("# One\n\n## Two\n\n[[#@") == ["One", "Two"])
        #expect(complete("[[Beta#^@") == ["^here"])
        #expect(complete("[x](@").contains("Folder/"))
        #expect(complete("[x](Folder/@") == ["Beta.md", "pic.png"])
        #expect(complete("![[pi@", in: "Folder/New.md").contains("pic.png"))
        #expect(complete("[x][@\n\n[one]: a\n[two]: b\n") == ["one", "two"])
        #expect(Set(complete("a #@")) == ["red", "blue"])
        #expect(complete("a #blue/@").contains("blue/deep"))
        #expect(complete("---\nst@\n---\n").contains("status"))
        #expect(complete("---\nstatus: @\n---\n") == ["draft", "review", "archived"])
        #expect(complete("---\ntags: [re@\n---\n") == ["red"])
        #expect(complete("---\ntags:\n  - re@\n---\n") == ["red"])
        #expect(complete("---\ncreated: @\n---\n").first == "today")
        #expect(complete("query: status:re@").contains("status:review"))
        for code in ["`[[@`", "```\n[[@\n```\n", "    x\n~~~\n#@"] { #expect(complete(code).isEmpty, "\(code)") }
    }

    @Test func `a completion inserts a link to the note that it shows`() throws {
        let vault = try TemporaryVault([
            "a/Box.md": "# Box\n", "b/Box.md": "# Another\n", "c/x y.md": "---\ntitle: Long name\n---\n",
            "d/note.md": "n",
        ])
        let editor = EditorSession(vault)
        for typed in ["", "bo", "long", "anoth", "note"] {
            editor.open("d/note.md", "[[\(typed)")
            for item in editor.completions("d/note.md", 2 + typed.utf8.count) {
                let text = EditorSession.applied([item["textEdit"] ?? .null], to: Array("[[\(typed)".utf8))
                editor.open("d/note.md", String(decoding: text, as: UTF8.self))
                let found = editor.ask(
                    "textDocument/definition", editor.at("d/note.md", Position(line: 0, character: 3)))
                let path = item["data"]?["path"]?.text ?? ""
                #expect(found["uri"] == editor.uri(path).json, "\(String(decoding: text, as: UTF8.self))")
            }
        }
    }

    @Test func `hover, symbols, folding ranges, links and tokens are returned`() throws {
        let editor = EditorSession(try Self.vault())
        editor.open("Alpha.md")
        let hover = editor.ask(
            "textDocument/hover", editor.at("Alpha.md", editor.position("Alpha.md", of: "[[Beta]]", plus: 3)))
        #expect(hover["contents"]?["value"]?.text?.hasPrefix("**Beta**") == true)
        let broken = editor.ask("textDocument/hover", editor.at("Alpha.md", editor.position("Alpha.md", of: "Nowhere")))
        #expect(broken["contents"]?["value"]?.text?.contains("there is no note 'Nowhere'") == true)
        let symbols = editor.ask("textDocument/documentSymbol", editor.of("Alpha.md")).list
        #expect(symbols.compactMap { $0["name"]?.text } == ["Alpha"])
        #expect(symbols[0]["children"]?.list.compactMap { $0["name"]?.text } == ["do it"])
        #expect(editor.ask("textDocument/foldingRange", editor.of("Alpha.md")).list.count == 1)
        #expect(editor.ask("textDocument/documentLink", editor.of("Alpha.md")).list.count == 2)
        let tokens = editor.ask("textDocument/semanticTokens/full", editor.of("Alpha.md"))
        #expect(tokens["data"]?.list.count == 4 * 5)
        let delta = editor.ask(
            "textDocument/semanticTokens/full/delta",
            editor.of("Alpha.md", ["previousResultId": tokens["resultId"] ?? .null]))
        #expect(delta["edits"]?.list.isEmpty == true)
        let ranges = editor.ask(
            "textDocument/selectionRange",
            editor.of("Alpha.md", ["positions": [editor.position("Alpha.md", of: "[[Beta]]", plus: 3).json]]))
        #expect(ranges.list.first?["parent"]?["parent"]?["parent"] != nil)
    }

    @Test func `references and code lenses have exact places`() throws {
        let editor = EditorSession(try Self.vault())
        editor.open("Folder/Beta.md")
        func references(_ text: String, plus: Int = 0) -> [String] {
            editor.ask(
                "textDocument/references",
                editor.at(
                    "Folder/Beta.md", editor.position("Folder/Beta.md", of: text, plus: plus),
                    ["context": ["includeDeclaration": false]])
            ).list.map { place in
                let name = place["uri"]?.text.flatMap { $0.split(separator: "/").last } ?? ""
                let start = place["range"]?["start"]
                return "\(name):\(start?["line"]?.int ?? -1):\(start?["character"]?.int ?? -1)"
            }
        }
        #expect(references("# Beta", plus: 3) == ["Alpha.md:2:4", "Alpha.md:2:14", "Gamma.md:2:0", "Gamma.md:2:45"])
        #expect(references("Part") == ["Alpha.md:2:14", "Gamma.md:2:0"])
        #expect(references("^here", plus: 2) == ["Gamma.md:2:45"])
        #expect(references("red").count == 2)
        let lenses = editor.ask("textDocument/codeLens", editor.of("Folder/Beta.md")).list
        #expect(lenses.compactMap { $0["command"]?["title"]?.text } == ["4 backlinks from 2 notes", "2 references"])
    }

    @Test func `rename changes all references to a heading, block, keyword or note`() throws {
        func renamed(_ path: String, _ text: String, plus: Int = 0, to new: String) throws -> TemporaryVault {
            let vault = try Self.vault()
            let editor = EditorSession(vault)
            editor.open(path)
            let position = editor.position(path, of: text, plus: plus)
            #expect(editor.ask("textDocument/prepareRename", editor.at(path, position))["placeholder"] != nil)
            try editor.apply(editor.rename(path, at: text, plus: plus, to: new)["result"] ?? .null)
            return vault
        }
        var vault = try renamed("Folder/Beta.md", "Part", to: "New part")
        #expect(vault.text("Folder/Beta.md").contains("## New part\n"))
        #expect(vault.text("Alpha.md").contains("[[Beta#New part]]"))
        #expect(vault.text("Gamma.md").contains("(Folder/Beta.md#new-part)"))
        vault = try renamed("Gamma.md", "^here", plus: 2, to: "there")
        #expect(vault.text("Folder/Beta.md").contains("text ^there"))
        #expect(vault.text("Gamma.md").contains("[[Beta#^there]]"))
        vault = try renamed("Alpha.md", "#red", plus: 2, to: "green")
        #expect(vault.text("Alpha.md").contains("#green"))
        #expect(vault.text("Folder/Beta.md").contains("tags: [green, blue/deep]"))
        vault = try renamed("Alpha.md", "[[Beta]]", plus: 3, to: "Delta")
        #expect(vault.text("Folder/Delta.md").contains("# Delta\n"))
        #expect(vault.text("Alpha.md").contains("See [[Delta]], [[Delta#Part]]"))
        #expect(vault.text("Gamma.md").contains("(Folder/Delta.md#part)"))
        vault = try renamed("Folder/Beta.md", "# Beta", plus: 3, to: "Delta")
        #expect(vault.text("Folder/Delta.md").contains("# Delta\n"))
        #expect(vault.text("Alpha.md").contains("See [[Delta]], [[Delta#Part]]"))
    }

    @Test func `code actions fix problems and edit notes`() throws {
        func after(
            _ title: String, _ text: String, at place: String, selecting length: Int = 0, in path: String = "New.md"
        ) throws -> String {
            let vault = try Self.vault()
            let editor = EditorSession(vault)
            editor.open("New.md", text)
            try vault.write("New.md", text)
            let actions = editor.actions("New.md", at: place, selecting: length)
            let action = actions.first { $0["title"]?.text?.hasPrefix(title) ?? false }
            if action == nil { Issue.record("no '\(title)' among \(actions.compactMap { $0["title"]?.text })") }
            try editor.apply(action?["edit"] ?? .null)
            return vault.text(path)
        }
        #expect(try after("Link to 'Folder/Beta.md'", "[[Bet]]", at: "Bet") == "[[Beta]]")
        let created = try after("Create the note 'Some' here", "[[Some]]", at: "Some", in: "Some.md")
        #expect(created.hasPrefix("---\ntitle: Some\n"))
        let status = try after("Set the status to 'review'", "---\nstatus: reveiw\n---\n", at: "reveiw")
        #expect(status.contains("status: review"))
        let duplicate = "---\nstatus: draft\nstatus: review\n---\n"
        #expect(
            try after("Remove 'status' in line 2", duplicate, at: "status: review") == "---\nstatus: review\n---\n")
        let heading = try after("Add the heading 'Gone'", "[[Beta#Gone]]", at: "Beta", in: "Folder/Beta.md")
        #expect(heading.hasSuffix("\n## Gone\n"))
        #expect(try after("Complete task", "- [ ] x\n", at: "x") == "- [x] x\n")
        #expect(try after("Write as a Markdown link", "[[Beta]]", at: "Beta") == "[Beta](Folder/Beta.md)")
        #expect(try after("Write as a wiki link", "[b](Folder/Beta.md)", at: "b]") == "[[Beta|b]]")
        #expect(try after("Link by path", "[[Beta]]", at: "Beta") == "[[Folder/Beta]]")
        #expect(try after("Link by name", "[[Folder/Beta]]", at: "Beta") == "[[Beta]]")
        #expect(try after("Link 'Beta'", "about Beta here", at: "Beta") == "about [[Beta]] here")
        let mentions = try after("Link all 2 mentions of 'Beta'", "Beta and `Beta` and Beta", at: "Beta")
        #expect(mentions == "[[Beta]] and `Beta` and [[Beta]]")
        #expect(try after("Sort the list", "- b\n- a\n", at: "b") == "- a\n- b\n")
        let favorite = try after("Add to the favorites", "---\nid: x\n---\n", at: "id")
        #expect(favorite == "---\nid: x\nfavorite: true\n---\n")
        #expect(try after("Insert a table", "# T\n\n## A b\n", at: "## A").contains("- [A b](#a-b)\n"))
        for (path, end) in [("New.md", "x\n\n[[Moved text]]\n"), ("Moved text.md", "Moved text\n")] {
            let title = "Move to a new note and link to it"
            let text = try after(title, "x\n\nMoved text\n", at: "Moved", selecting: 10, in: path)
            #expect(text.hasSuffix(end), "\(path)")
        }
    }

    @Test func `a symbol found by an attachment shows the passage`() throws {
        let vault = try TemporaryVault(
            ["In/a.md": "[t](t.txt)\n", "In/t.txt": "the wombat cabinet", "In/b.md": "wombat\n"],
            config: "attachments: text")
        #expect(try CommandLine.run(["index"], in: vault).status == 0)
        let found = EditorSession(vault).ask("workspace/symbol", ["query": "\"wombat\""]).list
        #expect(found.compactMap { $0["containerName"]?.text } == ["In", "t.txt: the wombat cabinet"])
    }

    @Test func `call hierarchy, workspace symbols and commands are returned`() throws {
        let editor = EditorSession(try Self.vault())
        editor.open("Alpha.md")
        let item = editor.ask(
            "textDocument/prepareCallHierarchy", editor.at("Alpha.md", Position(line: 0, character: 0)))
        let outgoing = editor.ask("callHierarchy/outgoingCalls", ["item": item.list[0]]).list
        #expect(outgoing.compactMap { $0["to"]?["name"]?.text } == ["Beta"])
        #expect(outgoing[0]["fromRanges"]?.list.count == 2)
        let incoming = editor.ask("callHierarchy/incomingCalls", ["item": outgoing[0]["to"] ?? .null]).list
        #expect(incoming.compactMap { $0["from"]?["name"]?.text } == ["Alpha", "Gamma"])
        func symbols(_ query: String) -> [String] {
            editor.ask("workspace/symbol", ["query": .string(query)]).list.compactMap { $0["name"]?.text }
        }
        #expect(symbols("part") == ["Part"])
        #expect(symbols("bet").first == "Beta")
        #expect(symbols("status:review") == ["Beta"])
        func command(_ name: String, _ arguments: JSONValue) -> JSONValue {
            editor.ask("workspace/executeCommand", ["command": .string(name), "arguments": arguments])
        }
        #expect(command("slip.search", ["#red"]).list.count == 2)
        #expect(command("slip.vaults", []).list.first?["notes"]?.int == 3)
        #expect(command("slip.daily", [])["uri"] == editor.uri("2024-03-27.md").json)
        #expect(editor.questions.last?["method"] == "workspace/applyEdit")
        #expect(command("slip.capture", ["- [ ] call", ["place": "today#Log"]]).isNull)
        #expect(command("slip.capture", ["call Ada", ["place": "Beta"]])["uri"] == editor.uri("Folder/Beta.md").json)
        #expect(editor.questions.last?["params"]?["label"] == "capture in Beta")
        #expect(command("slip.capture", ["call Ada"])["uri"] == editor.uri("2024-03-27.md").json)
        #expect(command("slip.new", ["My title"])["uri"] == editor.uri("My title.md").json)
    }
}
