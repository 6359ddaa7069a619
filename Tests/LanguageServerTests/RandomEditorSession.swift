import Foundation
import JSONRPC
import SourceText
import TestSupport

/// A random editor session that opens, edits, saves, closes, renames, creates and deletes notes, and changes the vault
/// without the editor. After each step the server's responses are compared with the command line.
final class RandomEditorSession {
    private let vault: TemporaryVault
    /// The same files with open texts saved, for the command line, with a separate index.
    private let mirror: TemporaryVault
    private let editor: EditorSession
    private let changer: VaultChanger
    private(set) var log: [String] = []

    private static let config = "keywords:\n  red: \"#ff0000\"\n"
    private static let names = ["note", "box", "é", "x y", "other", "a", "Box", "C# x", "2024-03-01 day"]
    private static let folders = ["", "a/", "b/", "a/b/", "deep/er/"]

    init(seed: UInt64, watches: Bool) throws {
        vault = try TemporaryVault(config: Self.config)
        mirror = try TemporaryVault(config: Self.config)
        changer = VaultChanger(vault, seed: seed)
        let names = ["note.md", "box.md", "a/note.md", "a/b/note.md", "b/other.md", "é.md", "x y.md", "b/a.md"]
        for name in names { try vault.writeDeep(name, Self.text(changer)) }
        for name in ["pic.png", "a/pic.png", "doc.pdf"] { try vault.writeDeep(name, "x") }
        editor = EditorSession(vault, watches: watches, scanInterval: .max)
    }

    /// Returns a random text in valid UTF-8.
    private static func text(_ changer: VaultChanger) -> String {
        while true {
            let bytes = changer.note()
            if bytes.firstInvalidUTF8 == nil, bytes.first != 0xEF { return String(decoding: bytes, as: UTF8.self) }
        }
    }

    // MARK: State

    private var open: [String] {
        editor.texts.keys.compactMap { $0.path }.map {
            String(decoding: $0.dropFirst(vault.root.count + 1), as: UTF8.self)
        }
        .sorted()
    }

    private func files() -> [String] { vault.list().filter { !$0.isFolder }.map(\.path.text) }
    private var notes: [String] { files().filter { $0.hasSuffix(".md") } }
    private func pick(_ items: [String]) -> String? { items.isEmpty ? nil : changer.pick(items) }
    private func newPath() -> String { "\(changer.pick(Self.folders))\(changer.pick(Self.names)).md" }
    private func isFree(_ path: String) -> Bool { !vault.exists(path) && !open.contains(path) }

    /// Returns the files as they would be if every open text were saved.
    func savedFiles() -> [String: [UInt8]] {
        var all: [String: [UInt8]] = [:]
        for path in files() { all[path] = vault.read(path) }
        for path in open { all[path] = Array((editor.texts[editor.uri(path)] ?? "").utf8) }
        return all
    }

    // MARK: Steps

    func step() throws {
        switch changer.number(0...19) {
        case 0...2: openNote()
        case 3...6: type()
        case 7...9: try save()
        case 10, 11: try close()
        case 12...13: try rename()
        case 14: try create()
        case 15: try delete()
        case 16: try renameFolder()
        case 17: try ask()
        default: try changeExternally()
        }
    }

    private func openNote() {
        guard let path = pick(notes.filter { !open.contains($0) }) else { return }
        log.append("open \(path)")
        editor.open(path)
    }

    private func type() {
        guard let path = pick(open) else { return }
        log.append("type in \(path)")
        editor.change(path, Self.text(changer))
    }

    private func save() throws {
        guard let path = pick(open) else { return }
        try save(path)
        // Most editors close a note right after it was saved.
        if changer.chance(40) { close(path) }
    }

    private func save(_ path: String) throws {
        log.append("save \(path)")
        let text = editor.texts[editor.uri(path)] ?? ""
        if changer.chance(50) {
            try vault.writeDeep(path, text)
        } else {
            try vault.makeFolders(VaultPath(path).folder)
            try vault.replace(VaultPath(path), Array(text.utf8))
        }
        editor.tell("textDocument/didSave", editor.of(path))
    }

    private func close() throws {
        guard let path = pick(open) else { return }
        close(path)
    }

    private func close(_ path: String) {
        log.append("close \(path)")
        editor.close(path)
    }

    private func uris(_ path: String) -> JSONValue { ["files": [["uri": editor.uri(path).json]]] }

    private func create() throws {
        let path = newPath()
        guard isFree(path) else { return }
        log.append("create \(path)")
        _ = editor.answer("workspace/willCreateFiles", uris(path))
        try vault.writeDeep(path, changer.chance(50) ? "" : Self.text(changer))
        editor.tell("workspace/didCreateFiles", uris(path))
        if changer.chance(50) { editor.open(path) }
    }

    private func delete() throws {
        guard let path = pick(files()) else { return }
        log.append("delete \(path)")
        _ = editor.answer("workspace/willDeleteFiles", uris(path))
        try vault.remove(path)
        editor.tell("workspace/didDeleteFiles", uris(path))
        if open.contains(path), changer.chance(70) { close(path) }
    }

    private func rename() throws {
        guard let old = pick(files()) else { return }
        let new = old.hasSuffix(".md") ? newPath() : "\(changer.pick(Self.folders))\(changer.pick(["pic", "x"])).png"
        try move(old, new)
    }

    private func renameFolder() throws {
        let folders = vault.list().filter(\.isFolder).map(\.path.text)
        guard let old = pick(folders) else { return }
        try move(old, changer.pick(["a", "c", "d/e", "b/c"]))
    }

    /// Moves a file or a folder as an editor's file tree does.
    private func move(_ old: String, _ new: String) throws {
        guard isFree(new), !"\(new)/".hasPrefix("\(old)/"), !open.contains(where: { $0.hasPrefix("\(new)/") }) else {
            return
        }
        log.append("move \(old) to \(new)")
        let files = editor.move(old, to: new)
        let answer = editor.answer("workspace/willRenameFiles", files)
        try sync()
        let done = try CommandLine.run(["mv", old, new], in: mirror)
        guard done.status == 0 else {
            // A document without a file exists in the mirror and may block the move there.
            let isWhole = open.allSatisfy { vault.exists($0) }
            if answer["error"] == nil, isWhole { log.append("FAULT mv fails: \(done.errors)") }
            return
        }
        if let error = answer["error"] { log.append("FAULT willRenameFiles fails: \(error)") }
        try apply(answer["result"] ?? .null)
        try vault.makeFolders(VaultPath(new).folder)
        try vault.rename(old, new)
        // An editor closes the old document and opens the new one, before or after it reports the rename.
        let reportsFirst = changer.chance(50)
        if reportsFirst { editor.tell("workspace/didRenameFiles", files) }
        for path in open where path == old || path.hasPrefix("\(old)/") {
            let text = editor.texts[editor.uri(path)]
            editor.close(path)
            editor.open(new + path.dropFirst(old.count), text)
        }
        if !reportsFirst { editor.tell("workspace/didRenameFiles", files) }
        var wanted: [String: [UInt8]] = [:]
        for path in mirror.list() where !path.isFolder { wanted[path.path.text] = mirror.read(path.path) }
        let found = savedFiles()
        for path in Set(wanted.keys).union(found.keys).sorted() where wanted[path] != found[path] {
            log.append(
                "FAULT after the move \(path) is '\(String(decoding: found[path] ?? [], as: UTF8.self))', not "
                    + "'\(String(decoding: wanted[path] ?? [], as: UTF8.self))'")
        }
    }

    /// Applies the edits of a `WorkspaceEdit` to open texts, else to files.
    private func apply(_ edit: JSONValue) throws {
        for step in edit["documentChanges"]?.list ?? [] {
            guard let uri = step["textDocument"]?["uri"] else { continue }
            let path = editor.vaultPath(uri)
            let edits = step["edits"]?.list ?? []
            if let text = editor.texts[editor.uri(path)] {
                let after = EditorSession.applied(edits, to: Array(text.utf8))
                editor.change(path, String(decoding: after, as: UTF8.self))
            } else {
                try vault.write(VaultPath(path), EditorSession.applied(edits, to: vault.read(path) ?? []))
            }
        }
    }

    /// Changes the vault as another program does, and reports it as the editor's watcher does.
    private func changeExternally() throws {
        for _ in 0..<changer.number(1...3) {
            guard let path = changer.chance(60) ? pick(notes) : newPath() else { return }
            if changer.chance(25), vault.exists(path) {
                log.append("remove externally \(path)")
                try vault.remove(path)
            } else if changer.chance(25), vault.exists(path) {
                let new = newPath()
                guard isFree(new) else { continue }
                log.append("move externally \(path) to \(new)")
                try vault.makeFolders(VaultPath(new).folder)
                try vault.rename(path, new)
            } else if !vault.exists(path) || vault.read(path) != nil {
                log.append("write externally \(path)")
                try vault.writeDeep(path, Self.text(changer))
            }
        }
        editor.tell("workspace/didChangeWatchedFiles", ["changes": []])
    }

    /// Runs a command on the vault, which may write the index that the server uses.
    private func ask() throws {
        log.append("check on the command line")
        _ = try CommandLine.run(["check"], in: vault)
    }

    // MARK: Comparing

    /// Updates the mirror to the files with every open text saved.
    private func sync() throws {
        let wanted = savedFiles()
        for (path, isFolder) in mirror.list().reversed() where !isFolder || !vault.exists(path.text) {
            if wanted[path.text] == nil { try? mirror.remove(path) }
        }
        for (path, bytes) in wanted where mirror.read(path) != bytes || !mirror.exists(path) {
            try mirror.makeFolders(VaultPath(path).folder)
            try mirror.write(VaultPath(path), bytes)
        }
        for (path, isFolder) in vault.list() where isFolder && !mirror.exists(path.text) {
            try mirror.makeFolders(path)
        }
    }

    /// Returns the differences between the server's responses and the command line.
    func faults() throws -> [String] {
        var faults = log.filter { $0.hasPrefix("FAULT") }
        // The requests come before the command line runs.
        let path = pick(open)
        let links = path.map { self.links($0) }
        let backlinks = path.flatMap { self.backlinks($0) }
        var published: [String: [String]] = [:]
        let report = editor.ask("workspace/diagnostic", ["previousResultIds": []])["items"]?.list ?? []
        for path in open { published[path] = CommandLineComparisonTests.published(editor, path) }
        try sync()
        let checked = try CommandLineComparisonTests.checked(mirror)
        for path in open where published[path] != checked[path] ?? [] {
            faults.append("diagnostics of \(path): \(published[path] ?? []), check: \(checked[path] ?? [])")
        }
        for (path, items) in reported(report) where items != checked[path] ?? [] {
            faults.append("workspace diagnostics of \(path): \(items), check: \(checked[path] ?? [])")
        }
        if let path {
            let listed = JSONValue(
                parsing: try CommandLine.run(["links", path, "--format", "json"], in: mirror).output)
            let ends = (listed?["links"]?.list ?? []).compactMap { $0["path"]?.text }.filter { $0.hasSuffix(".md") }
            if links != ends { faults.append("links of \(path): \(links ?? []), links: \(ends)") }
            let places = (listed?["backlinks"]?.list ?? []).map { place -> String in
                let (file, line) = (place["path"]?.text ?? "", place["line"]?.int ?? 0)
                return "\(file):\(line)"
            }.sorted()
            if let backlinks, backlinks != places {
                faults.append("references of \(path): \(backlinks), links: \(places)")
            }
        }
        return faults
    }

    private func links(_ path: String) -> [String] {
        let found = editor.ask("textDocument/documentLink", editor.of(path)).list
        for link in found {
            guard let start = try? Position(link["range"]?["start"]), start.line > 0 else { continue }
            let after = Position(line: start.line, character: start.character + 3)
            let end = editor.ask("textDocument/definition", editor.at(path, after))
            if end["uri"] != nil, end["uri"] != link["target"] {
                log.append("FAULT definition \(end) and link \(link) differ")
            }
        }
        return found.map { editor.vaultPath($0["target"]) }.filter { $0.hasSuffix(".md") }
    }

    /// Returns the links to a note as path and line, or nil if its first line is not the note's title.
    private func backlinks(_ path: String) -> [String]? {
        let text = editor.texts[editor.uri(path)] ?? ""
        guard text.hasPrefix("---") || text.hasPrefix("# ") else { return nil }
        let places = editor.ask(
            "textDocument/references",
            editor.at(path, Position(line: 0, character: 0), ["context": ["includeDeclaration": false]]))
        return places.list.map { place -> String in
            let line = place["range"]?["start"]?["line"]?.int ?? 0
            return "\(editor.vaultPath(place["uri"])):\(line + 1)"
        }.sorted()
    }

    /// Returns the server's findings of the whole vault.
    private func reported(_ items: [JSONValue]) -> [String: [String]] {
        var all: [String: [String]] = [:]
        for item in items {
            let path = editor.vaultPath(item["uri"])
            let text = editor.texts[editor.uri(path)].map { Array($0.utf8) } ?? vault.read(path) ?? []
            all[path] = CommandLineComparisonTests.lines(
                item["items"]?.list ?? [], in: EditorText(text, isOnDisk: true))
        }
        return all
    }
}
