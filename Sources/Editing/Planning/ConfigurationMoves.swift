import Notes
import QueryLanguage
import Searching
import SourceText
import VaultFiles

/// The changes of saved searches, and of the folders in the configuration, that a move or removal requires.
struct ConfigurationMoves {
    private struct Move {
        var from: VaultPath
        var to: VaultPath
        var isFolder: Bool
        /// Whether the files go to a folder that contains others too.
        var isMerge: Bool
    }

    private let snapshot: VaultSnapshot
    private let moves: [Move]
    /// Files and folders that are removed.
    private let removed: Set<VaultPath>

    /// - Parameters:
    ///   - moves: a folder inside another moved folder is first.
    ///   - removed: files and folders that are removed. Those in a removed folder are included.
    init(
        _ snapshot: VaultSnapshot, _ moves: [(from: VaultPath, to: VaultPath)], removed: Set<VaultPath> = []
    ) throws {
        self.snapshot = snapshot
        self.removed = removed
        self.moves = try moves.filter { $0.from != $0.to }.map {
            let isFolder = try snapshot.queryNames.isFolder($0.from)
            return Move(
                from: $0.from, to: $0.to, isFolder: isFolder,
                isMerge: try isFolder && ($0.to.isRoot || snapshot.queryNames.isFolder($0.to)))
        }
    }

    /// Adds the change of the configuration, if there is one, to the plan of the move. Adds a notice for each setting
    /// that names a removed file or folder.
    func add(to plan: inout ChangePlan) throws {
        if moves.isEmpty, removed.isEmpty { return }
        plan.notices += try dangling()
        var updated: [String] = []
        let operations = try ConfigurationUpdate(vault: snapshot.vault).operations { editor in
            func rewrite(_ query: String) throws -> String? { try QueryText.rewriting(query, newText) }
            let changes: [(name: String, change: (inout ConfigurationEditor) throws -> Void)] =
                [
                    ("saved searches", { try $0.rewriteSearches(rewrite) }),
                    ("kinds", { try $0.rewriteKinds(rewrite) }),
                    ("daily notes", moveDailyNotes), ("new notes", moveNewNotes), ("task-inbox", moveInbox),
                    ("ignore", moveIgnored),
                ] + folders.map { key, folder in (key, { editor in move(folder, of: key, in: &editor) }) }
            for (name, change) in changes {
                let before = editor.bytes
                try change(&editor)
                if editor.bytes != before { updated.append(name) }
            }
        }
        if operations.isEmpty { return }
        plan.operations += operations
        plan.notices.append("updated in '\(Vault.configurationPath.text)': \(updated.joined(separator: ", "))")
    }

    private func moved(_ path: VaultPath) -> VaultPath {
        moves.reduce(path) { $0.moved(from: $1.from, to: $1.to) }
    }

    // MARK: Saved searches

    /// Returns the new text of the query of a live block, or nil if it names no moved file. `this` is the note with the
    /// block, wherever it is.
    func queryOfBlock(_ query: String) throws -> String? {
        if moves.isEmpty { return nil }
        return try QueryText.rewriting(query) { Folding.fold($0.atom.text) == "this" ? nil : try newText($0) }
    }

    /// Returns the new value of a query field that names a moved file, or nil for any other.
    private func newText(_ value: QueryValue) throws -> String? {
        let atom = value.atom
        let new: String? =
            switch value.field {
            case .inFolder, .folder: try folder(atom.text, isNegated: value.isNegated)
            case .path: path(atom.text, isNegated: value.isNegated)
            case .linksTo, .linkedFrom, .like: try note(atom.text)
            default: nil
            }
        return new.map { Self.written($0, like: atom) }
    }

    /// Returns a notice for each query and setting that names a removed file or folder.
    private func dangling() throws -> [String] {
        var notices: [String] = []
        // A folder whose files go to another one with files is gone, too.
        let isGone = !removed.isEmpty || moves.contains(where: \.isMerge)
        for query in isGone ? try StoredQuery.all(in: snapshot) : [] {
            if case .liveBlock(let path) = query.place, removed.contains(path) { continue }
            notices += try removedNames(in: query.text).map { "\(query.place.words) names '\($0)', which is removed" }
            notices += try widenedFolders(in: query.text).map { from, to in
                "\(query.place.words) now finds all notes in '\(to.isRoot ? "/" : to.text)', not only those that were in '\(from.text)'"
            }
        }
        if let (name, _) = inbox {
            let found = try snapshot.queryNames.notes(named: name)
            if found.count == 1, removed.contains(found[0]) {
                notices.append("the setting 'task-inbox' names '\(name)', which is removed")
            }
        }
        let daily = [dailyFolders?.fixed].compactMap { $0 }.map { (key: "daily", folder: $0) }
        let new = [newFolder].compactMap { $0 }.map { (key: "new", folder: $0) }
        for (key, folder) in daily + new + folders
        // Only daily notes can follow to the root.
        where removed.contains(where: { folder.isInside($0) }) || (key != "daily" && moved(folder).isRoot) {
            notices.append("the setting '\(key)' names the folder '\(folder.text)', which is removed")
        }
        return notices
    }

    /// Returns the folders of a query whose notes go to a folder with other notes, and that folder.
    private func widenedFolders(in query: String) throws -> [(from: VaultPath, to: VaultPath)] {
        var widened: [(from: VaultPath, to: VaultPath)] = []
        _ = try QueryText.rewriting(query) { value in
            guard !value.isNegated, [.inFolder, .folder].contains(value.field),
                let folder = try folder(named: value.atom.text),
                moves.contains(where: { $0.isMerge && $0.from == folder }),
                !widened.contains(where: { $0.from == folder })
            else { return nil }
            widened.append((folder, moved(folder)))
            return nil
        }
        return widened
    }

    /// Returns the names of removed files and folders in a query.
    private func removedNames(in query: String) throws -> [String] {
        var names: [String] = []
        _ = try QueryText.rewriting(query) { value in
            if try isDangling(value), !names.contains(value.atom.text) { names.append(value.atom.text) }
            return nil
        }
        return names.reversed()
    }

    private func isDangling(_ value: QueryValue) throws -> Bool {
        let text = value.atom.text
        switch value.field {
        case .inFolder, .folder:
            guard let path = try folder(named: text) else { return false }
            return removed.contains(path) || (value.isNegated && moves.contains { $0.from == path && $0.isMerge })
        case .path:
            return removed.contains { Self.path(text, isInside: $0) }
                || (value.isNegated && moves.contains { $0.isMerge && Self.path(text, isInside: $0.from) })
        case .linksTo, .linkedFrom, .like:
            let found = try snapshot.queryNames.notes(named: text)
            return found.count == 1 && removed.contains(found[0])
        default: return false
        }
    }

    /// Returns the existing folder that a value of a query names, or nil if there is none.
    private func folder(named text: String) throws -> VaultPath? {
        guard let name = VaultPath.root.resolving(VaultPath(text)), !name.isRoot else { return nil }
        if try snapshot.queryNames.isFolder(name) { return name }
        let folded = Folding.fold(name.text)
        return try snapshot.queryNames.folders().first { Folding.fold($0.text) == folded }
    }

    /// Returns a value, in quotes if the old one had quotes or the new one needs them. Wildcards need none.
    private static func written(_ text: String, like atom: Atom) -> String {
        let quoted = QueryText.quoted(text)
        if atom.isQuoted { return quoted == text ? "\"\(text)\"" : quoted }
        let plain = text.replacing("*", with: "").replacing("?", with: "")
        return plain.isEmpty || QueryText.quoted(plain) == plain ? text : quoted
    }

    /// Returns the new value for a moved folder, `/` for the root. A negated value of a folder whose notes go to another
    /// one stays, because it would exclude the notes that are there already.
    private func folder(_ text: String, isNegated: Bool) throws -> String? {
        guard let path = try folder(named: text), !removed.contains(path) else { return nil }
        if isNegated, moves.contains(where: { $0.from == path && $0.isMerge }) { return nil }
        let new = moved(path)
        guard new != path, new.isText else { return nil }
        if new.isRoot { return "/" }
        return (text.hasPrefix("/") ? "/" : "") + new.text + (text.hasSuffix("/") ? "/" : "")
    }

    /// Returns the new value of `path:` for a moved file, or the new glob for files below a moved folder. Returns nil
    /// if the value names neither. As for `folder`, a negated value of a merged folder stays.
    private func path(_ text: String, isNegated: Bool) -> String? {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        let isGlob = text.contains(where: { "*?".contains($0) })
        for move in moves where move.from.isText && move.to.isText {
            let from = move.from.parts
            guard Self.path(text, isInside: move.from),
                move.isFolder ? parts.count > from.count : parts.count == from.count
            else { continue }
            if isNegated, move.isMerge { return nil }
            var to = move.to.text
            if isGlob {
                for sign in ["\\", "*", "?"] { to = to.replacing(sign, with: "\\" + sign) }
            }
            return ((to.isEmpty ? [] : [to]) + parts.dropFirst(from.count)).joined(separator: "/")
        }
        return nil
    }

    /// Returns whether a value of `path:` is a path, or a path at or below it, also with wildcards below it.
    private static func path(_ text: String, isInside path: VaultPath) -> Bool {
        text.split(separator: "/", omittingEmptySubsequences: false).starts(with: path.parts) {
            Folding.fold(String($0)) == Folding.fold($1.text)
        }
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

    // MARK: Folders

    /// The settings that are folders, with the folders.
    private var folders: [(key: String, folder: VaultPath)] {
        let configuration = snapshot.vault.configuration
        return [
            ("attachment-folder", configuration.attachmentFolder?.fixed),
            ("template-folder", configuration.templateFolder),
        ].compactMap { key, folder in folder.flatMap { $0.isRoot ? nil : (key, $0) } }
    }

    /// Changes a setting if its folder moves.
    private func move(_ folder: VaultPath, of key: String, in editor: inout ConfigurationEditor) {
        let new = moved(folder)
        if new == folder || removed.contains(folder) || new.isRoot || !new.isText { return }
        editor.setText(key, to: new.text)
    }

    /// The folder of new notes, or nil for the root.
    private var newFolder: VaultPath? {
        snapshot.vault.configuration.newNotes.folder.flatMap { VaultPath.root.resolving(VaultPath($0)) }
            .flatMap { $0.isRoot ? nil : $0 }
    }

    /// Changes the folder of new notes.
    private func moveNewNotes(in editor: inout ConfigurationEditor) {
        guard let folder = newFolder, !removed.contains(folder) else { return }
        let new = moved(folder)
        if new == folder || new.isRoot || !new.isText { return }
        editor.set("folder", of: "new", to: new.text)
    }

    // MARK: Inbox and ignored files

    /// The note of `task-inbox:`, as written, and the rest of the place.
    private var inbox: (note: String, rest: Substring)? {
        snapshot.vault.configuration.tasks.inbox.map { place in
            let end = place.firstIndex(of: "#") ?? place.endIndex
            return (String(place[..<end]), place[end...])
        }
    }

    private func moveInbox(in editor: inout ConfigurationEditor) throws {
        guard let (name, rest) = inbox, let new = try note(name) else { return }
        editor.setText("task-inbox", to: new + rest)
    }

    /// Changes the patterns that begin with a moved folder, so that the files in it stay ignored.
    private func moveIgnored(in editor: inout ConfigurationEditor) {
        guard let value = editor.section("ignore")?.value else { return }
        for entry in value.listEntries(in: editor.bytes).reversed() {
            guard let new = ignored(entry.text) else { continue }
            let written = entry.style == .plain ? YAMLValue.written(new) : ConfigurationEditor.quoted(new)
            editor.bytes.replaceSubrange(entry.range, with: Array(written.utf8))
        }
    }

    /// Returns the pattern of `ignore:` for files in a moved folder, or nil for any other pattern. Other files in a folder
    /// that takes the files in stay visible.
    private func ignored(_ pattern: String) -> String? {
        let sign = pattern.hasPrefix("!") ? "!" : ""
        let start = pattern.dropFirst(sign.count).hasPrefix("/") ? "/" : ""
        let parts = pattern.dropFirst(sign.count + start.count).split(separator: "/", omittingEmptySubsequences: false)
        for move in moves where move.isFolder && move.from.isText && move.to.isText && !move.to.isRoot {
            let from = move.from.parts.map(\.text)
            guard parts.count > from.count, parts.prefix(from.count).map(String.init) == from,
                !move.to.text.contains(where: { "*?[\\!".contains($0) })
            else { continue }
            return sign + start + ([move.to.text] + parts.dropFirst(from.count).map(String.init)).joined(separator: "/")
        }
        return nil
    }

    // MARK: Daily notes

    /// The folder of daily notes, and with the fixed folders at the start of their names.
    private var dailyFolders: (folder: VaultPath, fixed: VaultPath, depth: Int)? {
        let daily = snapshot.vault.configuration.daily
        let names = daily.name.split(separator: "/").dropLast().prefix { !$0.contains("{{") }
        guard let folder = VaultPath.root.resolving(VaultPath(daily.folder)),
            let fixed = folder.resolving(VaultPath(names.joined(separator: "/")))
        else { return nil }
        return (folder, fixed, names.count)
    }

    /// Changes the folder of daily notes, and the fixed folders at the start of their names.
    private func moveDailyNotes(in editor: inout ConfigurationEditor) {
        let daily = snapshot.vault.configuration.daily
        guard let (folder, whole, depth) = dailyFolders else { return }
        if removed.contains(folder) { return }
        let newFolder = moved(folder)
        if newFolder != folder, newFolder.isText { editor.set("folder", of: "daily", to: newFolder.text) }
        guard depth > 0, moved(whole) != whole, moved(whole).isText else { return }
        let rest = daily.name.split(separator: "/").dropFirst(depth).joined(separator: "/")
        let new = moved(whole).relative(to: newFolder).text
        let name = new == "." ? rest : "\(new)/\(rest)"
        if name != daily.name { editor.set("name", of: "daily", to: name) }
    }
}
