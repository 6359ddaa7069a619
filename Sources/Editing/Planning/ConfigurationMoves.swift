import QueryLanguage
import Searching
import SourceText
import VaultChanges
import VaultFiles

/// The changes of saved searches and of the daily notes folder that a move requires.
struct ConfigurationMoves {
    private struct Move {
        var from: VaultPath
        var to: VaultPath
        var isFolder: Bool
    }

    private let snapshot: VaultSnapshot
    private let moves: [Move]

    init(_ snapshot: VaultSnapshot, _ moves: [(from: VaultPath, to: VaultPath)]) throws {
        self.snapshot = snapshot
        self.moves = try moves.filter { $0.from != $0.to }.map {
            Move(from: $0.from, to: $0.to, isFolder: try snapshot.queryNames.isFolder($0.from))
        }
    }

    /// Adds the change of the configuration, if there is one, to the plan of the move.
    func add(to plan: inout ChangePlan) throws {
        if moves.isEmpty { return }
        let operations = try ConfigurationUpdate(vault: snapshot.vault).operations(apply)
        if operations.isEmpty { return }
        plan.operations += operations
        plan.notices.append("updated in '\(Vault.configurationPath.text)': saved searches, daily notes")
    }

    private func apply(to editor: inout ConfigurationEditor) throws {
        try editor.rewriteSearches { try QueryText.rewriting($0, value) }
        moveDailyNotes(in: &editor)
    }

    private func moved(_ path: VaultPath) -> VaultPath {
        moves.reduce(path) { $0.moved(from: $1.from, to: $1.to) }
    }

    // MARK: Saved searches

    /// Returns the new value of a query field that names a moved file, or nil for any other.
    private func value(_ field: Field, _ atom: Atom) throws -> String? {
        let new: String? =
            switch field {
            case .inFolder, .folder: try folder(atom.text)
            case .path: path(atom.text)
            case .linksTo, .linkedFrom, .like: try note(atom.text)
            default: nil
            }
        return new.map { Self.written($0, like: atom) }
    }

    /// Returns a value, in quotes if the old one had quotes or the new one needs them. Wildcards need none.
    private static func written(_ text: String, like atom: Atom) -> String {
        let quoted = QueryText.quoted(text)
        if atom.isQuoted { return quoted == text ? "\"\(text)\"" : quoted }
        let plain = text.replacing("*", with: "").replacing("?", with: "")
        return QueryText.quoted(plain) == plain ? text : quoted
    }

    private func folder(_ text: String) throws -> String? {
        guard let name = VaultPath.root.resolving(VaultPath(text)), !name.isRoot else { return nil }
        let folded = Folding.fold(name.text)
        let isThere = try snapshot.queryNames.isFolder(name)
        guard
            let path = isThere
                ? name : try snapshot.queryNames.folders().first(where: { Folding.fold($0.text) == folded })
        else { return nil }
        let new = moved(path)
        guard new != path, new.isText else { return nil }
        return (text.hasPrefix("/") ? "/" : "") + new.text + (text.hasSuffix("/") ? "/" : "")
    }

    /// Returns the new value of `path:` for a moved file, or the new glob for files below a moved folder. Returns nil
    /// if the value names neither.
    private func path(_ text: String) -> String? {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        let isGlob = text.contains(where: { "*?".contains($0) })
        for move in moves where move.from.isText && move.to.isText {
            let from = move.from.parts.map(\.text)
            let begins = parts.starts(with: from) { Folding.fold($0) == Folding.fold($1) }
            guard begins, move.isFolder ? parts.count > from.count : parts.count == from.count else { continue }
            var to = move.to.text
            if isGlob {
                for sign in ["\\", "*", "?"] { to = to.replacing(sign, with: "\\" + sign) }
            }
            return ([to] + parts.dropFirst(from.count)).joined(separator: "/")
        }
        return nil
    }

    /// Returns the new path or file name of a moved note. Returns nil for other notes, and for an id, title or alias,
    /// which do not change.
    private func note(_ text: String) throws -> String? {
        let found = try snapshot.queryNames.notes(named: text)
        guard found.count == 1, let old = found.first else { return nil }
        let new = moved(old)
        guard new != old, new.isText else { return nil }
        let name = FileName.identity(VaultPath(text).name.text)
        let hasExtension = name == FileName.identity(old.name.text)
        guard hasExtension || name == FileName.identity(old.stem.text) else { return nil }
        let path = (hasExtension ? new : new.withoutExtension).text
        if text.contains("/") { return (text.hasPrefix("/") ? "/" : "") + path }
        // A note in the root takes precedence over others with its name, so the name alone would not be enough.
        if old.folder.isRoot, !new.folder.isRoot { return path }
        let newName = (hasExtension ? new.name : new.stem).text
        if newName == text { return nil }
        return try snapshot.queryNames.notes(named: newName).allSatisfy { $0 == old } ? newName : path
    }

    // MARK: Daily notes

    /// Changes the folder of daily notes, and the fixed folders at the start of their names.
    private func moveDailyNotes(in editor: inout ConfigurationEditor) {
        let daily = snapshot.vault.configuration.daily
        guard let folder = VaultPath.root.resolving(VaultPath(daily.folder)) else { return }
        let newFolder = moved(folder)
        if newFolder != folder, newFolder.isText { editor.setDaily("folder", to: newFolder.text) }
        let fixed = daily.name.split(separator: "/").dropLast().prefix { !$0.contains("{{") }
        guard !fixed.isEmpty,
            let whole = folder.resolving(VaultPath(fixed.joined(separator: "/"))), moved(whole) != whole,
            moved(whole).isText
        else { return }
        let rest = daily.name.split(separator: "/").dropFirst(fixed.count).joined(separator: "/")
        let new = moved(whole).relative(to: newFolder).text
        let name = new == "." ? rest : "\(new)/\(rest)"
        if name != daily.name { editor.setDaily("name", to: name) }
    }
}
