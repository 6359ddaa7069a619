import JSONRPC
import SourceText
import TestSupport
import Testing

/// Responses of the language server in random vaults, compared with the command line.
@Suite struct CommandLineComparisonTests {
    private static func vault(_ seed: UInt64) throws -> (TemporaryVault, VaultChanger) {
        let vault = try TemporaryVault(config: "keywords:\n  red: \"#ff0000\"\n")
        let changer = VaultChanger(vault, seed: seed)
        let names = ["note.md", "box.md", "a/note.md", "a/b/note.md", "b/other.md", "é.md", "x y.md", "b/a.md"]
        for name in names { try vault.writeDeep(name, String(decoding: changer.note(), as: UTF8.self)) }
        for name in ["pic.png", "a/pic.png", "doc.pdf"] { try vault.writeDeep(name, "x") }
        return (vault, changer)
    }

    /// Returns the notes of a vault that are UTF-8.
    private static func notes(_ vault: TemporaryVault) throws -> [String] {
        let listed = try CommandLine.run(["search", "--format", "paths", "--limit", "1000", ""], in: vault)
        return listed.lines.filter { path in
            guard let bytes = vault.read(path) else { return false }
            return bytes.firstInvalidUTF8 == nil && bytes.first != 0xEF
        }
    }

    /// Returns the findings of `check` by path, as line, column, kind and message.
    static func checked(_ vault: TemporaryVault) throws -> [String: [String]] {
        let result = try CommandLine.run(["check", "--format", "json"], in: vault)
        var found: [String: [String]] = [:]
        for finding in JSONValue(parsing: result.output)?.list ?? [] {
            found[finding["path"]?.text ?? "", default: []].append(
                "\(finding["line"]?.int ?? 0):\(finding["column"]?.int ?? 0) \(finding["kind"]?.text ?? "") \(finding["message"]?.text ?? "")"
            )
        }
        return found.mapValues { $0.sorted() }
    }

    static func published(_ editor: EditorSession, _ path: String) -> [String] {
        lines(editor.diagnostics(path) ?? [], in: editor.document(path))
    }

    /// Returns diagnostics of a text in the form of `checked`.
    static func lines(_ diagnostics: [JSONValue], in document: EditorText) -> [String] {
        diagnostics.map { item in
            let start = (try? Position(item["range"]?["start"])) ?? Position(line: 0, character: 0)
            let place = document.position(of: document.offset(of: start, .utf16), .utf32)
            let message = item["message"]?.text?.split(separator: "\n").first ?? ""
            return "\(place.line + 1):\(place.character + 1) \(item["code"]?.text ?? "") \(message)"
        }.sorted()
    }

    @Test(arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
    func `diagnostics equal the output of check, saved or not`(seed: UInt64) throws {
        let (vault, changer) = try Self.vault(seed)
        let saved = try TemporaryVault(config: "keywords:\n  red: \"#ff0000\"\n")
        let editor = EditorSession(vault)
        let notes = try Self.notes(vault)
        for path in notes { editor.open(path) }
        let before = try Self.checked(vault)
        for path in notes { #expect(Self.published(editor, path) == before[path] ?? [], "\(path)") }
        // New texts: unsaved in one vault, saved in the other.
        for path in try CommandLine.run(["search", "--format", "paths", "--limit", "1000", ""], in: vault).lines {
            try saved.writeDeep(path, vault.text(path))
        }
        for name in ["pic.png", "a/pic.png", "doc.pdf"] { try saved.writeDeep(name, "x") }
        for path in notes where changer.chance(50) {
            let text = String(decoding: changer.note(), as: UTF8.self)
            if text.unicodeScalars.contains("\u{FEFF}") || text.unicodeScalars.contains("\u{FFFD}") { continue }
            editor.change(path, text)
            try saved.writeDeep(path, text)
        }
        let after = try Self.checked(saved)
        editor.settle()
        for path in notes { #expect(Self.published(editor, path) == after[path] ?? [], "\(path) after a change") }
        // Diagnostics of the whole vault.
        let reports = editor.ask("workspace/diagnostic", ["previousResultIds": []])["items"]?.list ?? []
        for report in reports {
            let path = editor.vaultPath(report["uri"])
            #expect((report["items"]?.list.count ?? 0) == (after[path] ?? []).count, "\(path) of all")
        }
    }

    @Test(arguments: [11, 12, 13, 14] as [UInt64])
    func `definition leads to the targets that links prints`(seed: UInt64) throws {
        let (vault, _) = try Self.vault(seed)
        let editor = EditorSession(vault)
        for path in try Self.notes(vault) {
            editor.open(path)
            let listed = try CommandLine.run(["show", path, "--format", "json"], in: vault)
            let note = JSONValue(parsing: listed.output)
            let expected = (note?["links"]?.list ?? []).compactMap { $0["path"]?.text }
            let links = editor.ask("textDocument/documentLink", editor.of(path)).list
            let found = links.map { editor.vaultPath($0["target"]) }
            #expect(found.filter { $0.hasSuffix(".md") } == expected.filter { $0.hasSuffix(".md") }, "\(path)")
            for link in links {
                let place = editor.ask(
                    "textDocument/definition",
                    .object(["textDocument": ["uri": editor.uri(path).json], "position": link["range"]?["start"]]))
                #expect(place["uri"] == link["target"] || link["range"]?["start"] != nil)
            }
        }
    }

    /// Returns all files of a vault except slip's private ones.
    private static func files(_ vault: TemporaryVault) throws -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        for path in vault.allFiles() where !path.hasPrefix(".slipbox/") { files[path] = vault.read(path) }
        files["config"] = vault.read(".slipbox/config.yaml")
        return files
    }

    private static func copy(_ vault: TemporaryVault) throws -> TemporaryVault {
        let copy = try TemporaryVault()
        for (path, bytes) in try files(vault) where path != "config" {
            try copy.makeFolders(VaultPath(path).folder)
            try copy.write(VaultPath(path), bytes)
        }
        try copy.write(".slipbox/config.yaml", vault.text(".slipbox/config.yaml"))
        return copy
    }

    @Test(arguments: [21, 22, 23, 24, 25, 26] as [UInt64])
    func `an editor's file move equals mv, byte for byte`(seed: UInt64) throws {
        let (vault, changer) = try Self.vault(seed)
        let moves = [
            ("note.md", "b/moved.md"), ("a", "c"), ("a/note.md", "a/other name.md"), ("pic.png", "b/pic2.png"),
            ("box.md", "a/box.md"),
        ]
        for (old, new) in moves where changer.chance(70) && vault.exists(old) {
            let other = try Self.copy(vault)
            let done = try CommandLine.run(["mv", old, new], in: other)
            let editor = EditorSession(vault)
            let answer = editor.answer("workspace/willRenameFiles", editor.move(old, to: new))
            guard done.status == 0 else {
                #expect(answer["error"] != nil, "\(old) to \(new): \(done.errors)")
                continue
            }
            try editor.apply(answer["result"] ?? .null)
            try vault.makeFolders(VaultPath(new).folder)
            try vault.rename(old, new)
            #expect(try Self.files(vault) == Self.files(other), "\(old) to \(new)")
        }
    }

    @Test(arguments: [31, 32, 33, 34] as [UInt64])
    func `an editor's keyword rename equals keyword rename, byte for byte`(seed: UInt64) throws {
        let (vault, _) = try Self.vault(seed)
        try vault.write("tagged.md", "---\nkeywords: [k, red]\n---\n#k and #k/nested, #RED\n")
        for (place, old, new) in [("#k and", "k", "q"), ("red]", "red", "deep/blue")] {
            let other = try Self.copy(vault)
            let done = try CommandLine.run(["keyword", "rename", old, new], in: other)
            let editor = EditorSession(vault)
            editor.open("tagged.md")
            let answer = editor.rename("tagged.md", at: place, plus: 1, to: new)
            guard done.status == 0 else {
                #expect(answer["error"] != nil, "\(done.errors)")
                continue
            }
            try editor.apply(answer["result"] ?? .null)
            #expect(try Self.files(vault) == Self.files(other), "\(old) to \(new)")
        }
    }

    @Test func `after many edits, responses equal those for a newly opened text`() throws {
        let (vault, changer) = try Self.vault(41)
        let editor = EditorSession(vault)
        let fresh = EditorSession(vault)
        editor.open("note.md", "# Note\n")
        var text = "# Note\n"
        let pieces = [
            "[[", "]]", "box", "#k", "\n", "## P\n", "é", "😀", "`", "---\n", "title: x\n", "[x](", ")", " ", "^id\n",
        ]
        for step in 0..<60 {
            var document = EditorText(Array(text.utf8))
            let start = changer.number(0...document.bytes.count)
            let from = document.position(of: start, .utf16)
            let to = document.position(of: min(document.bytes.count, start + changer.number(0...4)), .utf16)
            let range = PositionRange(start: from, end: to)
            let piece = changer.pick(pieces)
            document.replace(document.range(of: range, .utf16), with: Array(piece.utf8))
            text = String(decoding: document.bytes, as: UTF8.self)
            editor.change("note.md", text, range: range.json, inserted: piece)
            guard step % 6 == 5 else { continue }
            fresh.open("note.md", text)
            for method in ["documentSymbol", "foldingRange", "documentLink", "codeLens"] {
                #expect(
                    editor.ask("textDocument/\(method)", editor.of("note.md"))
                        == fresh.ask("textDocument/\(method)", fresh.of("note.md")), "\(method) of \(text)")
            }
            #expect(editor.diagnostics("note.md") == fresh.diagnostics("note.md"), "\(text)")
            let place = fresh.position("note.md", changer.number(0...text.utf8.count))
            for method in ["hover", "definition", "references", "completion", "documentHighlight"] {
                let params: KeyValuePairs<String, JSONValue> = ["context": ["includeDeclaration": true]]
                #expect(
                    editor.ask("textDocument/\(method)", editor.at("note.md", place, params))
                        == fresh.ask("textDocument/\(method)", fresh.at("note.md", place, params)),
                    "\(method) of \(text)")
            }
        }
    }
}
