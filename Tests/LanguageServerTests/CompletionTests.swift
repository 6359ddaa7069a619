import JSONRPC
import SourceText
import TestSupport
import Testing

/// Items of completions and their order.
@Suite struct CompletionTests {
    /// Returns the items at `‸` in a new note.
    private static func items(_ text: String, in vault: TemporaryVault, path: String = "New.md") -> [JSONValue] {
        let editor = EditorSession(vault)
        let parts = text.split(separator: "‸", omittingEmptySubsequences: false)
        editor.open(path, parts.joined())
        return editor.completions(path, parts[0].utf8.count)
    }

    private static func labels(_ items: [JSONValue]) -> [String] { items.compactMap { $0["label"]?.text } }

    @Test(arguments: ["due: to‸", "due: ‸", "created: yes‸", "modified: +3d‸"])
    func `words for days are suggested, and insert the date`(line: String) throws {
        let vault = try TemporaryVault(["A.md": "---\ndue: 2024-01-01\n---\n"])
        let items = Self.items("---\n\(line)\n---\n", in: vault)
        let dates = [
            "today": "2024-03-27", "tomorrow": "2024-03-28", "yesterday": "2024-03-26", "+1w": "2024-04-03",
            "+1mo": "2024-04-27",
        ]
        for (word, date) in dates {
            let item = items.first { $0["label"]?.text == word }
            #expect(item?["filterText"]?.text == word)
            #expect(item?["detail"]?.text == date)
            #expect(item?["textEdit"]?["newText"]?.text == date)
        }
        if line.contains("+3d") { #expect(Self.labels(items).contains("+3d")) }
    }

    @Test(arguments: [
        ("[[E#Sec‸", "Section x", "#Section x]]"), ("![[E#Sec‸", "Section x", "#Section x]]"),
        ("text ![[E#‸]] more", "Section x", "#Section x"), ("[[E#^‸", "^two", "#^two]]"),
        ("![[E#^‸", "^two", "#^two]]"),
        ("[m](E.md#‸)", "Section x", "#section-x"), ("[m](E.md#^‸)", "^two", "#^two"),
        ("[m](E.md#^t‸", "^two", "#^two"),
        ("![m](E.md#^‸)", "^two", "#^two"),
    ])
    func `headings and blocks are completed in links and embeds`(text: String, label: String, inserted: String) throws {
        let vault = try TemporaryVault(["E.md": "# E\n\n## Section x\n\nPara ^two\n"])
        let item = Self.items("x\n\n\(text)\n", in: vault).first { $0["label"]?.text == label }
        #expect(item?["textEdit"]?["newText"]?.text == inserted)
        #expect(Self.items("```\n\(text)\n```\n", in: vault).isEmpty)
    }

    @Test func `attachments of the whole vault are completed`() throws {
        let vault = try TemporaryVault([
            "a/box.png": "x", "a/inbox.png": "x", "b/box2.png": "x", "pic.png": "x", "a/N.md": "# N\n",
        ])
        let typed = Self.items("---\nattachments: [box‸]\n---\n", in: vault, path: "b/New.md")
        #expect(Self.labels(typed) == ["box2.png", "../a/box.png", "../a/inbox.png"])
        let all = Self.items("---\nattachments:\n  - ‸\n---\n", in: vault, path: "b/New.md")
        #expect(Self.labels(all) == ["box2.png", "../a/box.png", "../a/inbox.png", "../pic.png"])
        let path = Self.items("---\nattachments: [../a/‸]\n---\n", in: vault, path: "b/New.md")
        #expect(Self.labels(path) == ["../a/box.png", "../a/inbox.png"])
    }

    @Test func `a path that starts with the typed text comes before one that contains it`() throws {
        let vault = try TemporaryVault([
            "a 20.md": "# A\n", "20 b.md": "# B\n", "2024/x.md": "# X\n", "z/c.md": "# 20 c\n", "x20/y.md": "# Y\n",
        ])
        let labels = Self.labels(Self.items("[x](20‸)", in: vault))
        #expect(labels == ["20 b.md", "2024/", "20 c", "a 20.md", "x20/"])
    }

    @Test(
        arguments: [
            ("---\naliases: [csharp]\n---\n# C#\n", "[[csh", "csharp", "[[csharp]]"),
            ("---\nid: id-7\n---\n# C#\n", "[[C", "C#", "[[id-7|C#]]"),
            ("---\ntitle: See sharp\n---\n", "[[see", "See sharp", "[[See sharp]]"),
            ("# C#\n", "[[C", "C#", "[C#](C%23%20notes.md)"), ("# C#\n", "[[C# no", "C#", "[C#](C%23%20notes.md)"),
        ] as [(String, String, String, String)])
    func `a note with a number sign in its name is completed in a form that resolves`(
        text: String, typed: String, label: String, expected: String
    ) throws {
        let vault = try TemporaryVault(["C# notes.md": text, "Other.md": "# Other\n"])
        let items = Self.items("\(typed)‸", in: vault)
        let item = items.first { $0["label"]?.text == label }
        let after = EditorSession.applied([item?["textEdit"] ?? .null], to: Array(typed.utf8))
        let link = String(decoding: after, as: UTF8.self)
        #expect(link == expected, "\(Self.labels(items))")
        let editor = EditorSession(vault)
        editor.open("New.md", link)
        let found = editor.ask("textDocument/definition", editor.at("New.md", Position(line: 0, character: 4)))
        #expect(found["uri"] == editor.uri("C# notes.md").json)
    }

    @Test func `workspace symbols include open texts, and each note once`() throws {
        let vault = try TemporaryVault(["A.md": "# Alpha title\n\n## Saved heading\n", "B.md": "# B\n"])
        let editor = EditorSession(vault)
        editor.open("B.md")
        editor.change("B.md", "# B\n\n## Unsaved heading\n")
        func names(_ query: String) -> [String] {
            editor.ask("workspace/symbol", ["query": .string(query)]).list.compactMap { $0["name"]?.text }
        }
        #expect(names("heading") == ["Unsaved heading", "Saved heading"])
        #expect(names("alpha") == ["Alpha title"])
        editor.change("B.md", "# B\n")
        #expect(names("heading") == ["Saved heading"])
    }
}
