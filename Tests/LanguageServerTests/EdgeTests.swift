import LanguageProtocol
import Searching
import SourceText
import TestSupport
import Testing

/// Places where an edit could take too much or too little, and requests that nobody should send.
@Suite struct EdgeTests {
    private static func vault() throws -> TemporaryVault {
        try TemporaryVault([
            "Box.md": "# Box one\n\n## Heading\n\n## Heading\n", "Ref.md": "[[Box#heading]] [b](Box.md#heading-1)\n",
        ])
    }

    /// A text after the first completion that has a label, at the place of `‸`.
    private static func completed(_ text: String, _ label: String, in vault: TemporaryVault) -> String {
        let editor = EditorSession(vault)
        let parts = text.split(separator: "‸", omittingEmptySubsequences: false)
        let whole = parts.joined()
        editor.open("New.md", whole)
        let place = editor.position("New.md", parts[0].utf8.count)
        let items = editor.ask("textDocument/completion", editor.at("New.md", place))["items"]?.list ?? []
        guard let item = items.first(where: { $0["label"]?.text == label }) else {
            return "no '\(label)' among \(items.compactMap { $0["label"]?.text })"
        }
        return String(
            decoding: EditorSession.applied(
                [item["textEdit"] ?? .null] + (item["additionalTextEdits"]?.list ?? []), to: Array(whole.utf8)),
            as: UTF8.self)
    }

    @Test(arguments: [
        ("[[Bo‸", "Box one", "[[Box|Box one]]"), ("[[Bo‸]]", "Box one", "[[Box|Box one]]"),
        ("[[Bo‸x y]] z", "Box one", "[[Box|Box one]] z"), ("[[Bo‸|t]]", "Box one", "[[Box|t]]"),
        ("[[Bo‸#Part]]", "Box one", "[[Box#Part]]"), ("[[Bo‸]", "Box one", "[[Box|Box one]]"),
        ("[[Bo‸ and a[0]] x", "Box one", "[[Box|Box one]] and a[0]] x"),
        ("[[‸ keep this ]] more", "Box one", "[[Box|Box one]] keep this ]] more"),
        ("[[Box#He‸ading]] z", "Heading", "[[Box#Heading]] z"), ("[[Box#‸|label]]", "Heading", "[[Box#Heading|label]]"),
        ("[x](Box.md#‸)", "Heading", "[x](Box.md#heading)"),
        ("---\nstatus: dr‸aft\n---\n", "review", "---\nstatus: review\n---\n"),
        ("---\nlinks: [\"‸\"]\n---\n", "Box one", "---\nlinks: [\"[[Box]]\"]\n---\n"),
        ("---\nlinks:\n  - ‸\n---\n", "Box one", "---\nlinks:\n  - \"[[Box]]\"\n---\n"),
    ])
    func `a completion replaces what it means and no more`(text: String, label: String, expected: String) throws {
        #expect(Self.completed(text, label, in: try Self.vault()) == expected)
    }

    @Test func `values of front matter stay values`() throws {
        let vault = try TemporaryVault(["A.md": "---\nquote: 'say \"x\"'\nauthor: Doe, John\n---\n"])
        #expect(
            Self.completed("---\nquote: \"s‸\"\n---\n", "say \"x\"", in: vault)
                == "---\nquote: \"say \\\"x\\\"\"\n---\n")
        #expect(
            Self.completed("---\nauthor: Doe, ‸\n---\n", "Doe, John", in: vault).contains("author: \"Doe, John\"\n"))
        #expect(Self.completed("    [[‸", "A", in: vault).hasPrefix("no "))
        #expect(Self.completed("<!-- [[‸ -->", "A", in: vault).hasPrefix("no "))
    }

    @Test func `a heading that is renamed keeps the links to its namesake`() throws {
        let vault = try Self.vault()
        let editor = EditorSession(vault)
        editor.open("Box.md")
        let place = editor.position("Box.md", of: "Heading")
        try editor.apply(editor.ask("textDocument/rename", editor.at("Box.md", place, ["newName": "Other"])))
        #expect(vault.read("Ref.md") == Array("[[Box#Other]] [b](Box.md#heading)\n".utf8))
    }

    /// The text of a note after the first action whose title begins so, at a place.
    private static func acted(
        _ text: String, _ title: String, at place: String, selecting length: Int = 0, in vault: TemporaryVault
    ) throws -> String {
        let editor = EditorSession(vault)
        editor.open("New.md", text)
        let actions = editor.ask(
            "textDocument/codeAction",
            editor.of(
                "New.md",
                [
                    "range": [
                        "start": editor.position("New.md", of: place).json,
                        "end": editor.position("New.md", of: place, plus: length).json,
                    ], "context": ["diagnostics": []],
                ])
        ).list
        guard let action = actions.first(where: { $0["title"]?.text?.hasPrefix(title) ?? false }) else {
            return "no '\(title)' among \(actions.compactMap { $0["title"]?.text })"
        }
        try editor.apply(action["edit"] ?? .null)
        return editor.texts[editor.uri("New.md")] ?? ""
    }

    @Test func `a table keeps its rows, and a link its part`() throws {
        let vault = try Self.vault()
        try vault.write("Long name.md", "# Nice\n\ntext ^id\n")
        #expect(
            try Self.acted("| [n](<Long name.md>) | b |\n", "Write as a wiki link", at: "n]", in: vault)
                == "| [[Long name\\|n]] | b |\n")
        #expect(Self.completed("| [[Nic‸ | b |\n", "Nice", in: vault) == "| [[Long name\\|Nice]] | b |\n")
        #expect(
            try Self.acted("[[Long name#^id]]\n", "Write as a Markdown link", at: "Long", in: vault)
                == "[Nice](Long%20name.md#^id)\n")
        #expect(
            try Self.acted("[b](Box.md#heading)\n", "Write as a wiki link", at: "b]", in: vault)
                == "[[Box#Heading|b]]\n")
    }

    @Test func `links follow a part that is moved to a new note, and its own links lead back`() throws {
        let vault = try TemporaryVault([
            "Other.md": "[[New#Part]] [x](New.md#part) [[New#Rest]] [y](New.md#rest-1) ![[New#^id|b]]\n",
            "a/Deep.md": "[x](<../New.md#part>) [[New#Part|label]]\n",
        ])
        let text =
            "# New\n\n[[#Part]] [x](#part) [[New#Part]]\n\n## Part\n\n[[#Rest]] [r](#rest) [[#Part]] [[New#Part]] [[#^id]]\n\ntext ^id\n\n### Rest\n\n## Rest\n\nend\n"
        try vault.write("New.md", text)
        let part = try #require(text.firstRange(of: "## Part")).lowerBound
        let end = try #require(text.firstRange(of: "## Rest\n\nend")).lowerBound
        let selected = text[part..<end].utf8.count
        #expect(
            try Self.acted(text, "Move to a new note and link", at: "## Part", selecting: selected, in: vault)
                == "# New\n\n[[Part#Part]] [x](Part.md#part) [[Part#Part]]\n\n[[Part]]\n\n## Rest\n\nend\n")
        let made = String(decoding: vault.read("Part.md") ?? [], as: UTF8.self)
        #expect(made.contains("[[#Rest]] [r](#rest) [[#Part]] [[Part#Part]] [[#^id]]\n"))
        #expect(
            vault.read("Other.md").map { String(decoding: $0, as: UTF8.self) }
                == "[[Part#Part]] [x](Part.md#part) [[Part#Rest]] [y](New.md#rest) ![[Part#^id|b]]\n")
        #expect(
            vault.read("a/Deep.md").map { String(decoding: $0, as: UTF8.self) }
                == "[x](<../Part.md#part>) [[Part#Part|label]]\n")
        let checked = try CommandLine.run(["check", "--format", "json"], in: vault).output
        #expect(checked.contains("[]"), "\(checked)")
    }

    @Test func `a part that names what stays leads back to it`() throws {
        let vault = try TemporaryVault(["New.md": ""])
        let text = "## One\n\ntext ^id\n\n## Two\n\n[[#One]] [o](#one) [[#^id]]\n"
        _ = try Self.acted(text, "Move to a new note and link", at: "## Two", selecting: 38, in: vault)
        #expect(
            vault.read("Two.md").map { String(decoding: $0, as: UTF8.self) }?.contains(
                "[[New#One]] [o](New.md#one) [[New#^id]]") == true)
    }

    @Test func `the part that is nearest mends a link`() throws {
        let vault = try TemporaryVault(["Box.md": "# Box\n\n## Heading one\n\ntext ^block1\n"])
        #expect(
            try Self.acted("[[Box#Heding one]]\n", "Link to '#Heading", at: "Heding", in: vault)
                == "[[Box#Heading one]]\n")
        #expect(
            try Self.acted("[x](Box.md#heding-one)\n", "Link to '#", at: "heding", in: vault)
                == "[x](Box.md#heading-one)\n")
        #expect(
            try Self.acted("[[Box#^blok1|b]]\n", "Link to '#^block1", at: "^blok", in: vault)
                == "[[Box#^block1|b]]\n")
    }

    @Test func `aliases with a slash are found, and symbols by their aliases`() throws {
        let vault = try TemporaryVault(["Box.md": "---\naliases: [in/out, Tray]\n---\n", "in/Other.md": "text\n"])
        #expect(Self.completed("[[in/o‸", "in/out", in: vault) == "[[Box|in/out]]")
        #expect(Self.completed("[[in/o‸", "Other", in: vault) == "[[in/Other]]")
        let editor = EditorSession(vault)
        let symbol = editor.ask("workspace/symbol", ["query": "tray"]).list.first
        #expect(symbol?["name"] == "Tray")
        #expect(symbol?["containerName"] == "Box")
    }

    @Test func `of two links side by side the one that begins at the place is meant`() throws {
        let vault = try Self.vault()
        let editor = EditorSession(vault)
        editor.open("New.md", "[[Box]][x](Ref.md)\n")
        func name(_ offset: Int) -> String? {
            editor.ask("textDocument/prepareRename", editor.at("New.md", editor.position("New.md", offset)))[
                "placeholder"]?
                .text
        }
        #expect([name(6), name(7), name(18)] == ["Box", "Ref", "Ref"])
    }

    @Test(arguments: [
        ("# Intro\n\n## Part\n\nbody [lab el](#intro) x\n\nend\n", "## Part", "[lab"),
        ("intro\n\n[te xt](#part) more\n\n## Part\n\nbody\n", "xt](#", "body"),
        ("first\n\nsecond [b][d]\n\n[d]: Box.md\n", "second", "[b][d]"),
        ("[y](#anc)\n\n<a name=\"anc\"></a>text\n", "<a name", "text"),
        ("[[#Part one]]\n\n## Part one\n\ntext\n", "## Part", "Par"),
        ("```\n# code\n## Part\n```\n\n## Part\n\n[[#Part]]\n", "# code", "[[#Part]]"),
        ("[[#^id]]\n\nsome words ^id\n", "some", "words"),
        ("text [^1]\n\nmore\n\n[^1]: A footnote.\n", "text", "[^1]"),
        ("See [x][m].\n\n## M\n\n[m]: #m\n\ntext\n", "## M", "text"),
    ])
    func `what cannot be moved whole is not moved`(text: String, from: String, to: String) throws {
        let vault = try TemporaryVault(["Box.md": "# Box\n", "New.md": text])
        let start = try #require(text.firstRange(of: from)).lowerBound
        let end = try #require(text[start...].firstRange(of: to)).upperBound
        let result = try Self.acted(
            text, "Move to a new note and link", at: from, selecting: text[start..<end].utf8.count, in: vault)
        #expect(result.hasPrefix("no "))
    }

    @Test func `no edit touches what another changes`() throws {
        let vault = try TemporaryVault([
            "a.md": "# T\n\n[[#Part up]]\n\n## Part [up](#part-up)\n\nx\n",
            "Url.md": "# [Url](http://x)\n\n## See [x](http://x.org)\n", "b.md": "[[Url]] [[Linked]]\n",
            "Linked.md": "# [[b|Linked]]\n", "Task.md": "- [x] done\n\ntext [x]\n\n[x]: b.md\n",
            "Defs.md": "[x][m] [m]\n\n## Part\n\n[m]: #part\n",
            "Kept.md": "## Look at [[b|the box]]\n\n[x](#look-at-the-box)\n", "Go.md": "## Use [Go](b.md)\n",
        ])
        let editor = EditorSession(vault)
        for path in ["a.md", "Url.md", "b.md", "Task.md", "Defs.md", "Kept.md", "Go.md"] { editor.open(path) }
        func rename(_ path: String, _ text: String, _ name: String, plus: Int = 3) -> JSONValue {
            let position = editor.position(path, of: text, plus: plus)
            return editor.answer("textDocument/rename", editor.at(path, position, ["newName": .string(name)]))
        }
        #expect(rename("a.md", "## Part", "New [up](#part-up)")["error"] != nil)
        #expect(rename("Url.md", "## See", "Other")["error"] != nil)
        // A link stays in the place of whole words.
        try editor.apply(rename("Go.md", "## Use", "Going on with Go")["result"] ?? .null)
        #expect(editor.texts[editor.uri("Go.md")] == "## Going on with [Go](b.md)\n")
        try editor.apply(rename("Kept.md", "## See", "Look at the box now")["result"] ?? .null)
        #expect(editor.texts[editor.uri("Kept.md")] == "## Look at [[b|the box]] now\n\n[x](#look-at-the-box-now)\n")
        #expect(rename("Defs.md", "## Part", "Other **b**")["result"] != nil)
        try editor.apply(rename("Defs.md", "## Part", "Other")["result"] ?? .null)
        #expect(editor.texts[editor.uri("Defs.md")] == "[x][m] [m]\n\n## Other\n\n[m]: #other\n")
        try editor.apply(rename("Task.md", "[x]: b", "new", plus: 1)["result"] ?? .null)
        #expect(editor.texts[editor.uri("Task.md")]?.hasPrefix("- [x] done\n") == true)
        // The file is renamed, and its title left, which holds a link.
        let last = rename("b.md", "[[Linked", "New")
        #expect(last["error"] == nil)
        try editor.apply(last["result"] ?? .null)
        #expect(vault.read("New.md") == Array("# [[b|Linked]]\n".utf8))
    }

    @Test(arguments: [
        ("# My A\n\n## B\n", "# My", "# My A\n\n<!-- toc -->\n\n- [B](#b)\n\n<!-- /toc -->\n\n## B\n"),
        ("text\nmore\n\n## B\n", "more", "text\nmore\n\n<!-- toc -->\n\n- [B](#b)\n\n<!-- /toc -->\n\n## B\n"),
        (
            "```\ncode\n\ncode\n```\n\n## B\n", "code\n\n",
            "```\ncode\n\ncode\n```\n\n<!-- toc -->\n\n- [B](#b)\n\n<!-- /toc -->\n\n## B\n"
        ),
    ])
    func `contents are inserted where a block may begin`(text: String, place: String, expected: String) throws {
        #expect(try Self.acted(text, "Insert", at: place, in: try Self.vault()) == expected)
    }

    @Test(arguments: [
        ("---\nlinks: [[Bo‸\n---\n", "---\nlinks: \"[[Box|Box one]]\"\n---\n"),
        ("---\nsource: [[Bo‸]]\n---\n", "---\nsource: \"[[Box|Box one]]\"\n---\n"),
        ("---\nlinks:\n  - \"[[Bo‸\"\n---\n", "---\nlinks:\n  - \"[[Box|Box one]]\"\n---\n"),
        ("---\nsource: see [[Bo‸\n---\n", "---\nsource: see [[Box|Box one]]\n---\n"),
        ("| [[Bo‸x\\|lab]] | y |\n", "| [[Box\\|lab]] | y |\n"),
    ])
    func `links of front matter and of tables are written as these hold them`(text: String, expected: String) throws {
        let vault = try Self.vault()
        // Where most links are Markdown's.
        try vault.write("Many.md", String(repeating: "[b](Box.md) ", count: 40) + "\n")
        #expect(Self.completed(text, "Box one", in: vault) == expected)
    }

    @Test func `no link is made in another`() throws {
        let vault = try Self.vault()
        #expect(try Self.acted("[Box one](http://x)\n", "Link 'Box", at: "one", in: vault).hasPrefix("no "))
        #expect(try Self.acted("## Box one\n", "Link 'Box", at: "one", in: vault).hasPrefix("no "))
        #expect(try Self.acted("<!-- toc -->\n\nold\n\n## B\n", "Insert", at: "old", in: vault).hasPrefix("no "))
    }

    @Test func `links to the heading that is a note's title follow it`() throws {
        let vault = try TemporaryVault([
            "Foo.md": "# Foo\n\n## S\n\n[[#Foo]]\n", "Bar.md": "[[Foo#Foo]] [x](Foo.md#foo) [[Foo#S]]\n",
        ])
        let editor = EditorSession(vault)
        editor.open("Foo.md")
        try editor.apply(
            editor.ask(
                "textDocument/rename",
                editor.at("Foo.md", editor.position("Foo.md", of: "Foo"), ["newName": "Baz"])))
        #expect(vault.read("Baz.md") == Array("# Baz\n\n## S\n\n[[#Baz]]\n".utf8))
        #expect(vault.read("Bar.md") == Array("[[Baz#Baz]] [x](Baz.md#baz) [[Baz#S]]\n".utf8))
    }

    @Test func `a note that is renamed by a link with its title gets another title`() throws {
        let vault = try TemporaryVault([
            "foo-note.md": "# Foo note\n", "A.md": "[[Foo note]] [[foo-note]] [[Foo note#Foo note]]\n",
        ])
        let editor = EditorSession(vault)
        editor.open("A.md")
        let place = editor.at("A.md", editor.position("A.md", of: "Foo"), ["newName": "Baz"])
        try editor.apply(editor.ask("textDocument/rename", place))
        #expect(vault.read("foo-note.md") == Array("# Baz\n".utf8))
        #expect(vault.read("A.md") == Array("[[Baz]] [[foo-note]] [[Baz#Baz]]\n".utf8))
    }

    @Test func `definitions are renamed with labels that stand alone`() throws {
        let vault = try TemporaryVault()
        let editor = EditorSession(vault)
        let text = "text [d] end ![d] and [t][d] `[d]`\n\n[d]: b.md\n"
        editor.open("A.md", text)
        let edit = editor.ask(
            "textDocument/rename", editor.at("A.md", editor.position("A.md", of: "[d]: ", plus: 1), ["newName": "new"]))
        try editor.apply(edit)
        #expect(editor.texts[editor.uri("A.md")] == "text [d][new] end ![d][new] and [t][new] `[d]`\n\n[new]: b.md\n")
    }

    @Test(arguments: [
        ("# See [x](b.md)\n", "[x]"), ("See [[b]] here\n===\n", "[[b"), ("See [x](b.md) and\nmore\n===\n", "(b.md"),
        ("See [x](b.md) and\nmore\n---\n", "(b.md"), ("## See [[b]] #tag\n", "[[b"),
    ])
    func `a link in a heading is renamed as one, and never taken away`(text: String, place: String) throws {
        let vault = try TemporaryVault(["a.md": text, "b.md": "text\n"])
        let editor = EditorSession(vault)
        editor.open("a.md")
        func rename(_ place: String, _ plus: Int, _ name: String) -> JSONValue {
            let position = editor.position("a.md", of: place, plus: plus)
            return editor.answer("textDocument/rename", editor.at("a.md", position, ["newName": .string(name)]))
        }
        #expect(rename("See", 1, "Other")["error"]?["message"]?.text?.contains("link") == true)
        try editor.apply(rename(place, 2, "New")["result"] ?? .null)
        #expect(vault.read("New.md") == Array("text\n".utf8))
        let expected = text.replacing("b.md", with: "New.md").replacing("[[b]]", with: "[[New]]")
        #expect(editor.texts[editor.uri("a.md")] == expected)
    }

    @Test(arguments: [
        "---\n```\n---\n```\n", "---\nk: |\n  ```\n---\n", "---\n```\n---\n", "* a\n  ```\n", "* a\n  ```\nx\n  ```\n",
        "> ```\n", "> ```\n> x\n\n```\n", "- a\n\n      ", "`a\n", "<picture>\n", "text\n\n    ", "text\n    ", "```\n",
        "`",
        "``` x ```\n", "<!-- ", "<!-- a --> ", "\\`", "> - ", "| a | ", "    ", "~~~\n```\n~~~\n", "[x](http://a.b \"",
        "\\",
    ])
    func `links are completed just where they are read`(before: String) throws {
        let vault = try TemporaryVault(["b.md": "text\n"])
        for rest in ["", "\n\nmore `code` [[b]]\n", "`\n"] {
            try vault.write("New.md", before + "[[b]]" + rest)
            let session = try vault.session()
            let note = try session.read { try #require($0.document(VaultPath("New.md"))) }
            let isLink = note.links.contains { $0.range.lowerBound == before.utf8.count }
            let completed = Self.completed(before + "[[b‸" + rest, "b", in: vault)
            #expect(completed.hasPrefix("no ") != isLink, "\(before)[[b\(rest)")
            try vault.remove("New.md")
        }
    }

    @Test func `a list is sorted with its line ends in their places`() throws {
        for (text, expected) in [
            ("- b\r\n- a", "- a\r\n- b"), ("- b\n\n- a\n\nText\n", "- a\n\n- b\n\nText\n"),
            ("- b\n  - c\n- a\n", "- a\n- b\n  - c\n"),
        ] {
            let editor = EditorSession(try TemporaryVault())
            editor.open("A.md", text)
            let place = editor.position("A.md", of: "b").json
            let actions = editor.ask(
                "textDocument/codeAction",
                editor.of("A.md", ["range": ["start": place, "end": place], "context": ["diagnostics": []]])
            ).list
            try editor.apply(actions.first { $0["title"] == "Sort the list" }?["edit"] ?? .null)
            #expect(editor.texts[editor.uri("A.md")] == expected)
        }
    }

    @Test func `an action of a text that has changed since is refused`() throws {
        let capabilities: JSONValue = [
            "workspace": ["workspaceEdit": ["documentChanges": true, "resourceOperations": ["create"]]],
            "textDocument": ["codeAction": ["resolveSupport": ["properties": ["edit"]]]],
        ]
        let editor = EditorSession(try TemporaryVault(), capabilities: capabilities)
        editor.open("A.md", "some words to move\n")
        let range: JSONValue = [
            "start": editor.position("A.md", of: "words").json, "end": editor.position("A.md", of: " move").json,
        ]
        let action = editor.ask(
            "textDocument/codeAction", editor.of("A.md", ["range": range, "context": ["diagnostics": []]])
        ).list.first
        #expect(editor.answer("codeAction/resolve", action ?? .null)["result"]?["edit"] != nil)
        editor.change("A.md", "in front some words to move\n")
        #expect(editor.answer("codeAction/resolve", action ?? .null)["error"]?["code"]?.int == -32801)
    }

    @Test func `a file that is not UTF-8 is left alone`() throws {
        let vault = try TemporaryVault(["T.md": "# T\n"])
        try vault.write(VaultPath("lat.md"), Array("[[T]] caf".utf8) + [0xE9] + Array(" [[T]]\n".utf8))
        let editor = EditorSession(vault)
        let answer = editor.answer(
            "workspace/willRenameFiles",
            ["files": [["oldUri": editor.uri("T.md").json, "newUri": editor.uri("Z.md").json]]])
        #expect(answer["error"]?["message"]?.text?.contains("not UTF-8") == true)
    }

    @Test func `numbers that nobody means end nothing`() throws {
        let editor = EditorSession(try Self.vault())
        editor.open("Box.md")
        func command(_ arguments: JSONValue) -> JSONValue {
            editor.answer("workspace/executeCommand", ["command": "slip.search", "arguments": arguments])
        }
        #expect(command(["a", ["limit": -5]])["error"] != nil)
        for change: JSONValue in [
            ["do": "sort", "range": [0, 0]], ["do": "extract", "range": [5, 5]],
            ["do": "link", "ranges": [[9, 99_999]]],
            ["do": "contents", "offset": .int(.max)], ["do": "tick", "line": .int(.min)],
        ] {
            _ = editor.answer("codeAction/resolve", ["data": ["uri": editor.uri("Box.md").json, "change": change]])
        }
        for line in [Int.max, .min, -1] {
            let position = Position(line: line, character: line)
            #expect(editor.answer("textDocument/hover", editor.at("Box.md", position))["error"] == nil)
        }
        editor.open("../" + String(repeating: "a/", count: 20_000), "x")
        #expect(!editor.ask("textDocument/documentSymbol", editor.of("Box.md")).list.isEmpty)
    }

    @Test func `half a character in a change loses neither text nor place`() throws {
        let editor = EditorSession(try TemporaryVault())
        editor.open("A.md", "# A\n")
        let uri = String(decoding: editor.uri("A.md").json.written, as: UTF8.self)
        editor.send(
            Array(
                ##"{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":\##(uri),"version":2},"contentChanges":[{"text":"# B\ud83d\n## C\n"}]}}"##
                    .utf8))
        let names = editor.ask("textDocument/documentSymbol", editor.of("A.md")).list.compactMap { $0["name"]?.text }
        #expect(names == ["B\u{FFFD}"])
    }

    @Test func `settings that are taken out are as they were at first`() throws {
        let vault = try TemporaryVault(["A.md": "[[Gone]]\n"])
        let editor = EditorSession(vault, settings: ["severities": ["broken-link": "off"]])
        editor.open("A.md")
        #expect(editor.diagnostics("A.md")?.isEmpty == true)
        editor.tell("workspace/didChangeConfiguration", ["settings": ["slip": [:]]])
        #expect(editor.diagnostics("A.md")?.count == 1)
    }
}
