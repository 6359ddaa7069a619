import QueryLanguage
import Searching
import SourceText
import VaultChanges
import VaultFiles

/// Lets saved searches and the place of daily notes follow what moves.
struct ConfigurationMoves {
    private struct Move {
        var from: VaultPath
        var to: VaultPath
        var isFolder: Bool
    }

    private let session: VaultSession
    private let moves: [Move]

    init(_ session: VaultSession, _ moves: [(from: VaultPath, to: VaultPath)]) throws {
        self.session = session
        self.moves = try moves.filter { $0.from != $0.to }.map {
            Move(from: $0.from, to: $0.to, isFolder: try session.isFolder($0.from))
        }
    }

    /// Puts the change of the configuration, where there is one, into the plan that moves.
    func add(to plan: inout ChangePlan) throws {
        if moves.isEmpty { return }
        let operations = try Planner(session).configurationOperation(apply)
        if operations.isEmpty { return }
        plan.operations += operations
        plan.remarks.append("'\(Vault.configurationPath.text)' follows: saved searches, daily notes")
    }

    private func apply(to editor: inout ConfigurationEditor) throws {
        try editor.rewriteSearches { try QueryText.rewriting($0, value) }
        moveDailyNotes(in: &editor)
    }

    /// Where a path is afterwards.
    private func moved(_ path: VaultPath) -> VaultPath {
        moves.reduce(path) { $0.moved(from: $1.from, to: $1.to) }
    }

    // MARK: Saved searches

    /// The new text of a value that names what moves; nil for any other.
    private func value(_ field: Field, _ atom: Atom) throws -> String? {
        let new: String? =
            switch field {
            case .inFolder, .folder: try folder(atom.text)
            case .path: path(atom.text)
            case .linksTo, .linkedFrom: try note(atom.text)
            default: nil
            }
        return new.map { Self.written($0, like: atom) }
    }

    /// A value in quotes where it had some, or needs them. The signs of globs need none.
    private static func written(_ text: String, like atom: Atom) -> String {
        let quoted = QueryText.quoted(text)
        if atom.isQuoted { return quoted == text ? "\"\(text)\"" : quoted }
        let plain = text.replacing("*", with: "").replacing("?", with: "")
        return QueryText.quoted(plain) == plain ? text : quoted
    }

    private func folder(_ text: String) throws -> String? {
        guard let name = VaultPath.root.resolving(VaultPath(text)), !name.isRoot else { return nil }
        let folded = Folding.fold(name.text)
        let isThere = try session.isFolder(name)
        guard let path = isThere ? name : try session.folders().first(where: { Folding.fold($0.text) == folded })
        else { return nil }
        let new = moved(path)
        guard new != path, new.isText else { return nil }
        return (text.hasPrefix("/") ? "/" : "") + new.text + (text.hasSuffix("/") ? "/" : "")
    }

    /// A path that names what moves, or a glob for what is inside of it.
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

    /// A note by its path or file name. One that is named by id, title or alias is so afterwards too.
    private func note(_ text: String) throws -> String? {
        let found = try session.notes(named: text)
        guard found.count == 1, let old = found.first else { return nil }
        let new = moved(old)
        guard new != old, new.isText else { return nil }
        let name = FileName.identity(VaultPath(text).name.text)
        let hasExtension = name == FileName.identity(old.name.text)
        guard hasExtension || name == FileName.identity(old.stem.text) else { return nil }
        let path = (hasExtension ? new : new.withoutExtension).text
        if text.contains("/") { return (text.hasPrefix("/") ? "/" : "") + path }
        // What lies in the root is meant before all others of its name.
        if old.folder.isRoot, !new.folder.isRoot { return path }
        let newName = (hasExtension ? new.name : new.stem).text
        if newName == text { return nil }
        return try session.notes(named: newName).allSatisfy { $0 == old } ? newName : path
    }

    // MARK: Daily notes

    /// The folder of daily notes, and the folders before their name.
    private func moveDailyNotes(in editor: inout ConfigurationEditor) {
        let daily = session.vault.configuration.daily
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
