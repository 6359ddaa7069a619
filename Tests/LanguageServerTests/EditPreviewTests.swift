import JSONRPC
import SourceText
import TestSupport
import Testing

/// Edits as an editor previews them.
@Suite struct EditPreviewTests {
    /// Returns the edits of a rename by note, each as `old -> new`.
    private static func renamed(
        _ files: [String: String], _ path: String, at place: String, to name: String
    ) throws -> [String: [String]] {
        let vault = try TemporaryVault(files)
        let editor = EditorSession(vault)
        editor.open(path)
        let edit = editor.rename(path, at: place, to: name)["result"]
        var found: [String: [String]] = [:]
        for step in edit?["documentChanges"]?.list ?? [] {
            guard let uri = step["textDocument"]?["uri"] else { continue }
            let name = editor.vaultPath(uri)
            let text = EditorText(vault.read(name) ?? [])
            found[name] = try (step["edits"]?.list ?? []).map { edit in
                let range = text.range(of: try PositionRange(edit["range"]), .utf16)
                return "\(text.bytes.text(range)) -> \(edit["newText"]?.text ?? "")"
            }
        }
        return found
    }

    @Test func `renaming a note makes one edit for each link, with the whole target`() throws {
        let edits = try Self.renamed(
            [
                "Slip box.md": "# Slip box\n\nBox.\n",
                "A.md": "See [[Slip box]] and [x](Slip%20box.md).\n\n[[Slip box#Part|slip]] [y](<Slip box.md#part>)\n",
                "B.md": "---\nlinks: [\"[[Slip box]]\"]\n---\n[[Slip box]]\n",
            ], "A.md", at: "Slip box]]", to: "Card index")
        #expect(
            edits["A.md"] == [
                "Slip box -> Card index", "Slip%20box.md -> Card%20index.md", "Slip box -> Card index",
                "Slip box.md -> Card index.md",
            ])
        #expect(edits["B.md"] == ["Slip box -> Card index", "Slip box -> Card index"])
        #expect(edits["Slip box.md"] == ["Slip box -> Card index"])
    }

    @Test func `renaming a heading replaces the heading and whole fragments`() throws {
        let edits = try Self.renamed(
            ["A.md": "# A\n\n## What goes in\n", "B.md": "[[A#What goes in]] [a](A.md#what-goes-in)\n"],
            "A.md", at: "What goes", to: "What goes out")
        #expect(edits["A.md"] == ["What goes in -> What goes out"])
        #expect(edits["B.md"] == ["What goes in -> What goes out", "what-goes-in -> what-goes-out"])
    }

    @Test func `renaming a keyword replaces each whole keyword`() throws {
        let edits = try Self.renamed(
            ["A.md": "---\nkeywords: [slip-box, x]\n---\n#slip-box/a and #slip-box\n"], "A.md", at: "slip-box,",
            to: "card-box")
        #expect(edits["A.md"] == ["slip-box -> card-box", "#slip-box/a -> #card-box/a", "#slip-box -> #card-box"])
    }

    /// Returns the path and title line of the note that a paragraph is moved to, and the remaining link.
    private static func extracted(_ text: String, _ part: String) throws -> (path: String, title: String, link: String)
    {
        let vault = try TemporaryVault([
            "A.md": "# A\n\n\(text)\n", "Other.md": "# Other\n\n[[A]] [[A]]\n", "img/box.png": "x",
        ])
        let editor = EditorSession(vault)
        editor.open("A.md")
        let actions = editor.actions("A.md", at: part, selecting: part.utf8.count)
        try editor.apply(actions.first { $0["title"] == "Move to a new note and link to it" }?["edit"] ?? .null)
        let path = vault.allFiles().first { $0.hasSuffix(".md") && $0 != "A.md" && $0 != "Other.md" } ?? ""
        let made = vault.text(path)
        let title = made.split(separator: "\n").first { $0.hasPrefix("title:") }.map(String.init) ?? ""
        let left = vault.text("A.md").split(separator: "\n")
        #expect(editor.diagnostics("A.md") ?? [] == [])
        return (path, title, left.count > 1 ? String(left[1]) : "")
    }

    @Test(
        arguments: [
            ("See [rel](img/box.png) and *more* `code`.", "See rel and more code.md", "See rel and more code."),
            ("- [ ] Ask [[Other|the other one]] today", "Ask the other one today.md", "Ask the other one today"),
            ("> 1. **Bold**: a/b?", "Bold- a-b.md", "Bold: a/b?"), ("Text of C# #red ^id", "Text of C red.md", ""),
        ] as [(String, String, String)])
    func `a part moved to a new note gets a title as displayed`(text: String, path: String, title: String) throws {
        let found = try Self.extracted(text, text)
        #expect(found.path == path)
        if !title.isEmpty { #expect(found.title.contains(title)) }
        #expect(found.link.hasPrefix("[[\(path.dropLast(3))"))
    }

    @Test func `a part to which a canvas leads is not moved`() throws {
        let node = #""id":"1","type":"file","file":"A.md","x":0,"y":0,"width":9,"height":9"#
        for (subpath, isMoved) in [("#Sec one", false), ("#A", true)] {
            let vault = try TemporaryVault([
                "A.md": "# A\n\n## Sec one\n\ntext\n", "b.canvas": "{\"nodes\":[{\(node),\"subpath\":\"\(subpath)\"}]}",
            ])
            let editor = EditorSession(vault)
            editor.open("A.md")
            let part = "## Sec one\n\ntext"
            let actions = editor.actions("A.md", at: part, selecting: part.utf8.count)
            let action = actions.first { $0["title"] == "Move to a new note and link to it" }
            #expect((action?["edit"] != nil) == isMoved, "\(action ?? .null)")
        }
    }
}
