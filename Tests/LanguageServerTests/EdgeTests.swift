import JSONRPC
import Searching
import SourceText
import TestSupport
import Testing

/// Edits at the edges of syntax, and invalid requests.
@Suite struct EdgeTests {
    private static func vault() throws -> TemporaryVault {
        try TemporaryVault([
            "Box.md": "# Box one\n\n## Heading\n\n## Heading\n", "Ref.md": "[[Box#heading]] [b](Box.md#heading-1)\n",
        ])
    }

    /// Returns a text after the completion with a label at `‸`.
    private static func completed(_ text: String, _ label: String, in vault: TemporaryVault) -> String {
        let editor = EditorSession(vault)
        let parts = text.split(separator: "‸", omittingEmptySubsequences: false)
        let whole = parts.joined()
        editor.open("New.md", whole)
        let items = editor.completions("New.md", parts[0].utf8.count)
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
    func `a completion replaces only the text at the cursor`(text: String, label: String, expected: String) throws {
        #expect(Self.completed(text, label, in: try Self.vault()) == expected)
    }

    @Test func `completions in front matter are valid YAML`() throws {
        let vault = try TemporaryVault(["A.md": "---\nquote: 'say \"x\"'\nauthor: Doe, John\n---\n"])
        #expect(
            Self.completed("---\nquote: \"s‸\"\n---\n", "say \"x\"", in: vault)
                == "---\nquote: \"say \\\"x\\\"\"\n---\n")
        #expect(
            Self.completed("---\nauthor: Doe, ‸\n---\n", "Doe, John", in: vault).contains("author: \"Doe, John\"\n"))
        #expect(Self.completed("    [[‸", "A", in: vault).hasPrefix("no "))
        #expect(Self.completed("<!-- [[‸ -->", "A", in: vault).hasPrefix("no "))
    }

    @Test func `renaming a heading keeps the links to another heading of the same name`() throws {
        let vault = try Self.vault()
        let editor = EditorSession(vault)
        editor.open("Box.md")
        try editor.apply(editor.rename("Box.md", at: "Heading", to: "Other")["result"] ?? .null)
        #expect(vault.text("Ref.md") == "[[Box#Other]] [b](Box.md#heading)\n")
    }

    @Test func `a renamed heading or block is renamed in paths of headings and in canvases`() throws {
        let board = #"""
            {"nodes":[{"id":"1","type":"file","file":"Box.md","subpath":"#Part#Sub"},{"id":"2","type":"file","file":"Box.md",
            "subpath":"#^id"},{"id":"3","type":"text","text":"[[Box#Part#Sub|x]] [y](Box.md#part)"}]}
            """#
        let vault = try TemporaryVault([
            "Box.md": "# Box\n\n## Part\n\n### Sub\n\ntext ^id\n", "c.canvas": board,
            "Ref.md": "[[Box#Part#Sub]] [a](Box.md#part#sub) [[Box#Part#^id]]\n",
        ])
        let editor = EditorSession(vault)
        editor.open("Ref.md")
        // The cursor is in the first part of the path.
        let place = editor.at("Ref.md", editor.position("Ref.md", of: "Part", plus: 1))
        #expect(editor.ask("textDocument/prepareRename", place)["placeholder"] == "Part")
        try editor.apply(editor.rename("Ref.md", at: "Part", plus: 1, to: "Piece")["result"] ?? .null)
        #expect(vault.text("Box.md").contains("## Piece\n"))
        #expect(vault.text("Ref.md") == "[[Box#Piece#Sub]] [a](Box.md#piece#sub) [[Box#Piece#^id]]\n")
        #expect(
            vault.text("c.canvas") == board.replacing("#Part", with: "#Piece").replacing("#part", with: "#piece"))
        let other = EditorSession(vault)
        other.open("Ref.md")
        try other.apply(other.rename("Ref.md", at: "^id", plus: 2, to: "new")["result"] ?? .null)
        #expect(vault.text("Ref.md").hasSuffix("[[Box#Piece#^new]]\n"))
        #expect(vault.text("c.canvas").contains("#^new"))
    }

    /// Returns a text after the first code action whose title starts with `title`.
    private static func acted(
        _ text: String, _ title: String, at place: String, selecting length: Int = 0, in vault: TemporaryVault,
        only kinds: [String] = []
    ) throws -> String {
        let editor = EditorSession(vault)
        editor.open("New.md", text)
        let actions = editor.actions("New.md", at: place, selecting: length, only: kinds)
        guard let action = actions.first(where: { $0["title"]?.text?.hasPrefix(title) ?? false }) else {
            return "no '\(title)' among \(actions.compactMap { $0["title"]?.text })"
        }
        try editor.apply(action["edit"] ?? .null)
        return editor.texts[editor.uri("New.md")] ?? ""
    }

    @Test func `conversions of links keep table rows and fragments`() throws {
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

    @Test func `links follow a part that is moved to a new note`() throws {
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
        let made = vault.text("Part.md")
        #expect(made.contains("[[#Rest]] [r](#rest) [[#Part]] [[Part#Part]] [[#^id]]\n"))
        #expect(
            vault.text("Other.md")
                == "[[Part#Part]] [x](Part.md#part) [[Part#Rest]] [y](New.md#rest) ![[Part#^id|b]]\n")
        #expect(vault.text("a/Deep.md") == "[x](<../Part.md#part>) [[Part#Part|label]]\n")
        #expect(try CommandLine.run(["check", "--format", "json"], in: vault).output.contains("[]"))
    }

    @Test func `a part moved to a new note gets links back to the old one`() throws {
        let vault = try TemporaryVault(["New.md": ""])
        let text = "## One\n\ntext ^id\n\n## Two\n\n[[#One]] [o](#one) [[#^id]]\n"
        _ = try Self.acted(text, "Move to a new note and link", at: "## Two", selecting: 38, in: vault)
        #expect(vault.text("Two.md").contains("[[New#One]] [o](New.md#one) [[New#^id]]"))
    }

    @Test func `a code action fixes a broken fragment with the nearest heading or block`() throws {
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

    @Test func `completion finds aliases with a slash, and symbols find aliases`() throws {
        let vault = try TemporaryVault(["Box.md": "---\naliases: [in/out, Tray]\n---\n", "in/Other.md": "text\n"])
        #expect(Self.completed("[[in/o‸", "in/out", in: vault) == "[[Box|in/out]]")
        #expect(Self.completed("[[in/o‸", "Other", in: vault) == "[[in/Other]]")
        let editor = EditorSession(vault)
        let symbol = editor.ask("workspace/symbol", ["query": "tray"]).list.first
        #expect(symbol?["name"] == "Tray")
        #expect(symbol?["containerName"] == "Box")
    }

    @Test func `between two adjacent links the one that starts at the position is used`() throws {
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
    func `a part that cannot be moved whole is not offered for moving`(text: String, from: String, to: String) throws {
        let vault = try TemporaryVault(["Box.md": "# Box\n", "New.md": text])
        let start = try #require(text.firstRange(of: from)).lowerBound
        let end = try #require(text[start...].firstRange(of: to)).upperBound
        let result = try Self.acted(
            text, "Move to a new note and link", at: from, selecting: text[start..<end].utf8.count, in: vault)
        #expect(result.hasPrefix("no "))
    }

    @Test func `rename never edits overlapping ranges`() throws {
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
            editor.rename(path, at: text, plus: plus, to: name)
        }
        #expect(rename("a.md", "## Part", "New [up](#part-up)")["error"] != nil)
        #expect(rename("Url.md", "## See", "Other")["error"] != nil)
        // A link in the heading stays if its text is still a part of it.
        try editor.apply(rename("Go.md", "## Use", "Going on with Go")["result"] ?? .null)
        #expect(editor.texts[editor.uri("Go.md")] == "## Going on with [Go](b.md)\n")
        try editor.apply(rename("Kept.md", "## See", "Look at the box now")["result"] ?? .null)
        #expect(editor.texts[editor.uri("Kept.md")] == "## Look at [[b|the box]] now\n\n[x](#look-at-the-box-now)\n")
        #expect(rename("Defs.md", "## Part", "Other **b**")["result"] != nil)
        try editor.apply(rename("Defs.md", "## Part", "Other")["result"] ?? .null)
        #expect(editor.texts[editor.uri("Defs.md")] == "[x][m] [m]\n\n## Other\n\n[m]: #other\n")
        try editor.apply(rename("Task.md", "[x]: b", "new", plus: 1)["result"] ?? .null)
        #expect(editor.texts[editor.uri("Task.md")]?.hasPrefix("- [x] done\n") == true)
        // The file is renamed. Its title contains a link and stays.
        let last = rename("b.md", "[[Linked", "New")
        #expect(last["error"] == nil)
        try editor.apply(last["result"] ?? .null)
        #expect(vault.text("New.md") == "# [[b|Linked]]\n")
    }

    @Test(arguments: [
        ("# My A\n\n## B\n", "# My", "# My A\n\n<!-- toc -->\n\n- [B](#b)\n\n<!-- /toc -->\n\n## B\n"),
        ("text\nmore\n\n## B\n", "more", "text\nmore\n\n<!-- toc -->\n\n- [B](#b)\n\n<!-- /toc -->\n\n## B\n"),
        (
            "```\ncode\n\ncode\n```\n\n## B\n", "code\n\n",
            "```\ncode\n\ncode\n```\n\n<!-- toc -->\n\n- [B](#b)\n\n<!-- /toc -->\n\n## B\n"
        ),
    ])
    func `a table of contents is inserted only between blocks`(text: String, place: String, expected: String) throws {
        #expect(try Self.acted(text, "Insert", at: place, in: try Self.vault(), only: ["source"]) == expected)
    }

    @Test(arguments: [
        ("---\nlinks: [[Bo‸\n---\n", "---\nlinks: \"[[Box|Box one]]\"\n---\n"),
        ("---\nsource: [[Bo‸]]\n---\n", "---\nsource: \"[[Box|Box one]]\"\n---\n"),
        ("---\nlinks:\n  - \"[[Bo‸\"\n---\n", "---\nlinks:\n  - \"[[Box|Box one]]\"\n---\n"),
        ("---\nsource: see [[Bo‸\n---\n", "---\nsource: see [[Box|Box one]]\n---\n"),
        ("| [[Bo‸x\\|lab]] | y |\n", "| [[Box\\|lab]] | y |\n"),
    ])
    func `completions in front matter and tables are quoted and escaped`(text: String, expected: String) throws {
        let vault = try Self.vault()
        // Most links of the vault are Markdown links.
        try vault.write("Many.md", String(repeating: "[b](Box.md) ", count: 40) + "\n")
        #expect(Self.completed(text, "Box one", in: vault) == expected)
    }

    @Test func `no link is inserted inside another link or a heading`() throws {
        let vault = try Self.vault()
        #expect(try Self.acted("[Box one](http://x)\n", "Link 'Box", at: "one", in: vault).hasPrefix("no "))
        #expect(try Self.acted("## Box one\n", "Link 'Box", at: "one", in: vault).hasPrefix("no "))
        #expect(try Self.acted("<!-- toc -->\n\nold\n\n## B\n", "Insert", at: "old", in: vault).hasPrefix("no "))
    }

    @Test func `links to a note's title heading follow its rename`() throws {
        let vault = try TemporaryVault([
            "Foo.md": "# Foo\n\n## S\n\n[[#Foo]]\n", "Bar.md": "[[Foo#Foo]] [x](Foo.md#foo) [[Foo#S]]\n",
        ])
        let editor = EditorSession(vault)
        editor.open("Foo.md")
        try editor.apply(editor.rename("Foo.md", at: "Foo", to: "Baz")["result"] ?? .null)
        #expect(vault.text("Baz.md") == "# Baz\n\n## S\n\n[[#Baz]]\n")
        #expect(vault.text("Bar.md") == "[[Baz#Baz]] [x](Baz.md#baz) [[Baz#S]]\n")
    }

    @Test func `links to a heading follow when a file in it is renamed in the file tree`() throws {
        let vault = try TemporaryVault([
            "Old.md": "x\n", "n.md": "# N\n\n## See [[Old]]\n", "m.md": "[[n#See Old]] [b](n.md#see-old)\n",
        ])
        let editor = EditorSession(vault)
        editor.open("m.md")
        try editor.apply(editor.ask("workspace/willRenameFiles", editor.move("Old.md", to: "New.md")))
        #expect(editor.texts[editor.uri("m.md")] == "[[n#See New]] [b](n.md#see-new)\n")
        #expect(vault.text("n.md") == "# N\n\n## See [[New]]\n")
    }

    @Test func `renaming a note by a link with its title changes the title`() throws {
        let vault = try TemporaryVault([
            "foo-note.md": "# Foo note\n", "A.md": "[[Foo note]] [[foo-note]] [[Foo note#Foo note]]\n",
        ])
        let editor = EditorSession(vault)
        editor.open("A.md")
        try editor.apply(editor.rename("A.md", at: "Foo", to: "Baz")["result"] ?? .null)
        #expect(vault.text("foo-note.md") == "# Baz\n")
        #expect(vault.text("A.md") == "[[Baz]] [[foo-note]] [[Baz#Baz]]\n")
    }

    @Test func `renaming a definition updates references and shortcut labels`() throws {
        let vault = try TemporaryVault()
        let editor = EditorSession(vault)
        let text = "text [d] end ![d] and [t][d] `[d]`\n\n[d]: b.md\n"
        editor.open("A.md", text)
        try editor.apply(editor.rename("A.md", at: "[d]: ", plus: 1, to: "new")["result"] ?? .null)
        #expect(editor.texts[editor.uri("A.md")] == "text [d][new] end ![d][new] and [t][new] `[d]`\n\n[new]: b.md\n")
    }

    @Test(arguments: [
        ("# See [x](b.md)\n", "[x]"), ("See [[b]] here\n===\n", "[[b"), ("See [x](b.md) and\nmore\n===\n", "(b.md"),
        ("See [x](b.md) and\nmore\n---\n", "(b.md"), ("## See [[b]] #tag\n", "[[b"),
    ])
    func `renaming a link in a heading renames its note and keeps the link`(text: String, place: String) throws {
        let vault = try TemporaryVault(["a.md": text, "b.md": "text\n"])
        let editor = EditorSession(vault)
        editor.open("a.md")
        #expect(
            editor.rename("a.md", at: "See", plus: 1, to: "Other")["error"]?["message"]?.text?.contains("link") == true)
        try editor.apply(editor.rename("a.md", at: place, plus: 2, to: "New")["result"] ?? .null)
        #expect(vault.text("New.md") == "text\n")
        let expected = text.replacing("b.md", with: "New.md").replacing("[[b]]", with: "[[New]]")
        #expect(editor.texts[editor.uri("a.md")] == expected)
    }

    @Test(arguments: [
        "---\n```\n---\n```\n", "---\nk: |\n  ```\n---\n", "---\n```\n---\n", "* a\n  ```\n", "* a\n  ```\nx\n  ```\n",
        "> ```\n", "> ```\n> x\n\n```\n", "- a\n\n      ", "`a\n", "<picture>\n", "text\n\n    ", "text\n    ", "```\n",
        "`", "``` x ```\n", "<!-- ", "<!-- a --> ", "\\`", "> - ", "| a | ", "    ", "~~~\n```\n~~~\n",
        "[x](http://a.b \"", "\\",
    ])
    func `links are completed exactly where links are parsed`(before: String) throws {
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

    @Test func `sorting a list keeps its line endings`() throws {
        for (text, expected) in [
            ("- b\r\n- a", "- a\r\n- b"), ("- b\n\n- a\n\nText\n", "- a\n\n- b\n\nText\n"),
            ("- b\n  - c\n- a\n", "- a\n- b\n  - c\n"),
        ] {
            let editor = EditorSession(try TemporaryVault())
            editor.open("A.md", text)
            let actions = editor.actions("A.md", at: "b")
            try editor.apply(actions.first { $0["title"] == "Sort the list" }?["edit"] ?? .null)
            #expect(editor.texts[editor.uri("A.md")] == expected)
        }
    }

    @Test func `a code action for a changed text is refused`() throws {
        let capabilities: JSONValue = [
            "workspace": ["workspaceEdit": ["documentChanges": true, "resourceOperations": ["create"]]],
            "textDocument": ["codeAction": ["resolveSupport": ["properties": ["edit"]]]],
        ]
        let editor = EditorSession(try TemporaryVault(), capabilities: capabilities)
        editor.open("A.md", "some words to move\n")
        let action = editor.actions("A.md", at: "words", selecting: 8).first
        #expect(editor.answer("codeAction/resolve", action ?? .null)["result"]?["edit"] != nil)
        editor.change("A.md", "in front some words to move\n")
        #expect(editor.answer("codeAction/resolve", action ?? .null)["error"]?["code"]?.int == -32801)
    }

    @Test func `a note that is not UTF-8 is not changed by a rename`() throws {
        let vault = try TemporaryVault(["T.md": "# T\n"])
        try vault.write(VaultPath("lat.md"), Array("[[T]] caf".utf8) + [0xE9] + Array(" [[T]]\n".utf8))
        let editor = EditorSession(vault)
        let answer = editor.answer("workspace/willRenameFiles", editor.move("T.md", to: "Z.md"))
        #expect(answer["error"]?["message"]?.text?.contains("not UTF-8") == true)
    }

    @Test func `out-of-range numbers in requests are handled`() throws {
        let editor = EditorSession(try Self.vault())
        editor.open("Box.md")
        func command(_ arguments: JSONValue) -> JSONValue {
            editor.answer("workspace/executeCommand", ["command": "slip.search", "arguments": arguments])
        }
        #expect(command(["a", ["limit": -5]])["error"] != nil)
        for change: JSONValue in [
            ["do": "sort", "range": [0, 0]], ["do": "extract", "range": [5, 5]],
            ["do": "link", "ranges": [[9, 99_999]]],
            ["do": "contents", "offset": .int(.max)], ["do": "task", "line": .int(.min)],
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

    @Test func `half a surrogate pair in a change loses neither text nor position`() throws {
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

    @Test func `removed settings return to their defaults`() throws {
        let vault = try TemporaryVault(["A.md": "[[Gone]]\n"])
        let editor = EditorSession(vault, settings: ["severities": ["broken-link": "off"]])
        editor.open("A.md")
        #expect(editor.diagnostics("A.md")?.isEmpty == true)
        editor.tell("workspace/didChangeConfiguration", ["settings": ["slip": [:]]])
        #expect(editor.diagnostics("A.md")?.count == 1)
    }
}
