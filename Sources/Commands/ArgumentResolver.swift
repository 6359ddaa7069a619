import Arguments
import Editing
import Indexing
import QueryLanguage
import Rendering
import Searching
import SourceText
import VaultFiles

/// Finds the notes, folders and files of a snapshot that command-line arguments name. If there is none, the error
/// suggests what the user may have meant.
struct ArgumentResolver {
    let context: CommandContext
    let snapshot: VaultSnapshot

    /// Returns the note that a NOTE argument names. A path from the current directory takes precedence over a path from
    /// the root, and that over a unique file name, id, title or alias. `-` is the path on standard input, `%3` the third
    /// result of the last search, and `today` the daily note.
    ///
    /// - Parameters:
    ///   - changes: whether the note will be changed. If the argument is not its path from here, a notice then says
    ///     which note it is.
    ///   - forFolder: the command to suggest if the argument names a folder.
    /// - Throws: `VaultError` if no note or several notes have the name.
    func note(
        _ argument: Argument, changes: Bool = false, forFolder: String? = nil
    ) throws -> VaultPath {
        if argument == "-" { return try note(context.onlyInput(), changes: changes, forFolder: forFolder) }
        if let path = context.pathFromHere(argument, snapshot.vault), try snapshot.isNote(path) {
            if changes, let link = context.symbolicLink(argument, snapshot.vault), link != path {
                context.notice(SafeText.escaped("'\(link.text)' is a symbolic link; using '\(path.text)'"))
            }
            return path
        }
        if let result = try context.lastResult(argument, snapshot.vault) {
            var path = result.path
            // An earlier revision may contain the note under another path.
            if let former = result.revision?.path, try !snapshot.isNote(path), try snapshot.isNote(former) {
                path = former
            }
            guard try snapshot.isNote(path) else {
                throw try snapshot.isFile(path) ? Self.isNoNote(path) : VaultError(path, "no longer exists")
            }
            if changes { context.notice(SafeText.escaped("using '\(path.text)' for '\(argument.shown)'")) }
            return path
        }
        let found = try notes(named: argument)
        if found.count == 1 {
            if changes { reportUsedPath(argument, found[0]) }
            return found[0]
        }
        let shown = SafeText.escaped(argument.shown)
        if found.isEmpty {
            if let path = try dailyNote(argument) {
                if changes { context.notice(SafeText.escaped("using '\(path.text)' for '\(argument.shown)'")) }
                return path
            }
            if let folder = try namedFolder(argument) {
                let name = QueryText.quoted(folder.isRoot ? "/" : folder.text)
                throw VaultError(
                    "expected a note, but '\(shown)' is a folder",
                    help: forFolder.map { "\($0) \(Style.shellWord(argument.shown))" }
                        ?? "to find its notes, use the query \(Style.shellWord("in:\(name)"))")
            }
            if let unreadable = try unreadableNote(argument) {
                throw VaultError(
                    "cannot read '\(SafeText.escaped(unreadable.text))'", help: "make it readable, and try again")
            }
            if let file = try attachment(argument) { throw Self.isNoNote(file) }
            let path = try substitute(for: argument)
            if changes { reportUsedPath(argument, path) }
            return path
        }
        let paths = context.paths(snapshot.vault)
        throw VaultError(
            "'\(shown)' matches several notes",
            help: "use one of: " + found.map { SafeText.escaped(paths.text($0)) }.joined(separator: ", "))
    }

    private static func isNoNote(_ file: VaultPath) -> VaultError {
        let word = Style.shellWord(file.text)
        return VaultError(
            file, "is a file, not a note", help: "to print the text that is searched: slip show --attachments \(word)")
    }

    /// Returns the notes that have an argument as their path from the root, file name, id, title or alias. An argument
    /// that is not UTF-8 can only be a path.
    func notes(named argument: Argument) throws -> [VaultPath] {
        if let name = argument.text { return try snapshot.queryNames.notes(named: name) }
        guard let path = VaultPath.root.resolving(VaultPath(bytes: argument.bytes)), try snapshot.isNote(path)
        else { return [] }
        return [path]
    }

    /// Returns the note that cannot be read and has this path or file name, if any.
    private func unreadableNote(_ argument: Argument) throws -> VaultPath? {
        let path = context.pathFromHere(argument, snapshot.vault)
        let name = Folding.fold(argument.shown)
        return try snapshot.unreadablePaths().first { $0 == path || Folding.fold($0.stem.text) == name }
    }

    /// Prints which path a changing command uses for an argument that is not a path from here. Prints nothing in the
    /// root folder, where both are the same.
    func reportUsedPath(_ argument: Argument, _ path: VaultPath) {
        if context.currentFolder(snapshot.vault).isRoot { return }
        context.notice(SafeText.escaped("using '\(path.text)' for '\(argument.shown)'"))
    }

    /// Returns the path in the vault for a new file. The argument is relative to the current directory. Throws if the
    /// path is the root or outside the vault.
    func newPath(_ argument: Argument) throws -> VaultPath {
        guard let path = context.pathFromHere(argument.withoutSlash, snapshot.vault), !path.isRoot else {
            throw VaultError(
                "'\(SafeText.escaped(argument.shown))' is outside the vault; nothing was changed")
        }
        return path
    }

    /// Returns the folder that a FOLDER argument names, from the current directory, else from the root. Throws if there
    /// is none.
    ///
    /// - Parameters:
    ///   - changes: whether the command changes the vault. If the argument is not the path from here, a notice then
    ///     says which folder it is.
    ///   - isMakeable: whether the error for a missing folder says how to create it.
    func folder(
        _ argument: Argument, changes: Bool = false, isMakeable: Bool = false
    ) throws -> VaultPath {
        if let path = try namedFolder(argument) {
            if changes, context.pathFromHere(argument, snapshot.vault) != path { reportUsedPath(argument, path) }
            return path
        }
        if let path = context.pathFromHere(argument, snapshot.vault), snapshot.vault.exists(path) {
            throw VaultError("'\(SafeText.escaped(argument.shown))' is not a folder")
        }
        let near = Nearest.match(argument.shown, among: try snapshot.queryNames.folders().map(\.text))
        let ways = [
            near.map { "did you mean '\($0)'?" },
            isMakeable ? "to create it: slip folder new \(Style.shellWord(argument.shown))" : nil,
        ].compactMap { $0 }
        throw VaultError(
            "there is no folder '\(SafeText.escaped(argument.shown))'",
            help: ways.isEmpty ? nil : SafeText.escaped(ways.joined(separator: "  or ")))
    }

    /// Returns the folder at a path argument, from the current directory, else from the root. Returns nil if there is
    /// none.
    private func namedFolder(_ argument: Argument) throws -> VaultPath? {
        if let path = context.pathFromHere(argument, snapshot.vault),
            try path.isRoot || snapshot.queryNames.isFolder(path)
        {
            return path
        }
        guard let path = VaultPath.root.resolving(VaultPath(bytes: argument.bytes)),
            try path.isRoot || snapshot.queryNames.isFolder(path)
        else { return nil }
        return path
    }

    /// Returns the notes that NOTE arguments name, in their order and without duplicates. `-` stands for the paths on
    /// standard input.
    ///
    /// - Parameters:
    ///   - nullTerminated: whether NUL instead of a newline ends each path on standard input.
    ///   - changes: as for `note`.
    func notes(
        _ operands: [Argument], nullTerminated: Bool = false, changes: Bool = false
    ) throws -> [VaultPath] {
        var seen: Set<VaultPath> = []
        return try context.expanded(operands, nullTerminated: nullTerminated).map {
            try note($0, changes: changes)
        }
        .filter { seen.insert($0).inserted }
    }

    // MARK: Moving and removing

    /// Returns the path of the note, folder or other file that a NOTE argument of `mv` names, and whether the argument
    /// is that path. A path takes precedence over the name of a note.
    func movable(_ argument: Argument) throws -> (path: VaultPath, isPath: Bool) {
        if let path = try file(argument) { return (path, true) }
        return (try note(argument, changes: true), false)
    }

    /// Returns the path of the note, folder or other file that an argument names, or nil if it names none or several.
    func movableIfThere(_ argument: Argument) throws -> VaultPath? {
        if let path = context.pathFromHere(argument.withoutSlash, snapshot.vault), snapshot.vault.exists(path) {
            return path
        }
        if let path = try context.lastResult(argument, snapshot.vault)?.path { return path }
        let root = VaultPath.root.resolving(VaultPath(bytes: argument.withoutSlash.bytes))
        if let root, try snapshot.isFile(root) { return root }
        let found = try notes(named: argument)
        return found.count == 1 ? found[0] : nil
    }

    /// Returns the note, attachment or folder at a path argument, from the current directory, else from the root.
    /// Returns nil if there is none. Throws if the argument is a symbolic link to a note or folder.
    func file(_ argument: Argument) throws -> VaultPath? {
        let trimmed = argument.withoutSlash
        // For an attachment, the argument names the link itself. A link to a note or folder is not part of the vault.
        let link = context.symbolicLink(trimmed, snapshot.vault)
        if let link, try snapshot.isFile(link) { return link }
        if let path = context.pathFromHere(trimmed, snapshot.vault), !path.isRoot, try snapshot.isFile(path) {
            guard let link, link != path else { return path }
            throw VaultError(
                link, "is a symbolic link to '\(path.text)'; nothing was changed",
                help: "use its target: '\(path.text)'")
        }
        guard let path = VaultPath.root.resolving(VaultPath(bytes: trimmed.bytes)), !path.isRoot,
            try snapshot.isFile(path)
        else { return nil }
        reportUsedPath(argument, path)
        return path
    }

    /// Returns the new path of each source for the DEST argument of `mv`. If DEST is an existing folder or ends with a
    /// slash, the sources move into it. Otherwise DEST is the new path of the only source. Throws if there are several.
    ///
    /// - Parameter arePaths: whether the user named the sources by their paths. If not, a DEST without a slash is a new
    ///   name in the folder of the source.
    func destinations(
        of sources: [VaultPath], arePaths: Bool, _ argument: Argument
    ) throws -> [(from: VaultPath, to: VaultPath)] {
        let trimmed = argument.withoutSlash
        guard var dest = context.pathFromHere(trimmed.bytes.isEmpty ? "." : trimmed, snapshot.vault) else {
            throw VaultError("'\(argument.shown)' is outside the vault; nothing was changed")
        }
        func isFolder(_ path: VaultPath) throws -> Bool { try path.isRoot || snapshot.queryNames.isFolder(path) }
        if try !isFolder(dest), let path = VaultPath.root.resolving(VaultPath(bytes: trimmed.bytes)), try isFolder(path)
        {
            dest = path
            reportUsedPath(argument, path)
        }
        let intoFolder = try argument.bytes.last == Byte.slash || isFolder(dest)
        if !intoFolder, sources.count != 1 {
            throw VaultError(
                "'\(argument.shown)' is not a folder", help: "to create a folder, add a slash: \(argument.shown)/")
        }
        if !intoFolder, let result = try context.lastResult(argument, snapshot.vault)?.path {
            dest = result
        } else if !intoFolder, !arePaths, !argument.bytes.contains(Byte.slash) {
            dest = sources[0].folder.appending(VaultPath(bytes: argument.bytes))
        }
        return try sources.map {
            ($0, try MovePlanner(snapshot).destination(of: $0, at: dest, isFolder: intoFolder))
        }
    }

    /// Returns the attachment at a path argument, from the current directory, else from the root. Returns nil if there
    /// is none, or if a note or folder is there. A symbolic link counts as the attachment, not its target.
    func attachment(_ argument: Argument) throws -> VaultPath? {
        let here = context.symbolicLink(argument, snapshot.vault) ?? context.pathFromHere(argument, snapshot.vault)
        let fromRoot = VaultPath.root.resolving(VaultPath(bytes: argument.bytes))
        guard let path = try [here, fromRoot].compactMap({ $0 }).first(where: { try snapshot.isFile($0) }),
            try !path.isRoot && !snapshot.isNote(path) && !snapshot.queryNames.isFolder(path)
        else { return nil }
        if path != here { reportUsedPath(argument, path) }
        return path
    }
}
