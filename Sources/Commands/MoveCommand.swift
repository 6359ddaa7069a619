import Arguments
import Editing
import Rendering
import Searching
import SourceText
import VaultFiles

enum MoveCommand {
    static let command = Program.SlipCommand(
        "mv", "Move or rename notes, folders and attachments, and update links.", operands: ["[NOTE…]", "DEST"],
        options: ChangeOptions.choosing + ChangeOptions.common + [ChangeOptions.force],
        discussion: """
            NOTE may be - to read paths from standard input. DEST is a folder if it exists as one, or if it ends with a
            slash; it is created if missing. Otherwise DEST is the new name, and the extension is kept if DEST has none.

            Links that would break are updated in both directions, each in its own form. A bare name stays if it still
            matches the note's file name, so that the link works in other programs too. Saved searches and the folder of
            daily notes in the configuration are updated. An existing file is never replaced.
            """,
        values: { ChangeOptions() },
        run: { options, operands, context in
            guard let last = operands.last, options.query != nil || operands.count > 1 else {
                throw UsageError.missingOperand("DEST")
            }
            let session = try context.session(changing: true)
            let sources = try options.notes(Array(operands.dropLast()), context, session: session) {
                try context.movable($0, session)
            }
            if sources.isEmpty { return context.remark("no notes found; nothing to move") }
            let moves = try context.destinations(of: sources, last, session)
            let title = "mv \(PlanTitle.list(sources.map(\.text))) \(last.shown)"
            let plan = try MovePlanner(session).move(moves, title: title)
            try options.carryOut(plan, context, session: session) { count in
                let moved = PlanTitle.list(
                    moves.map { "'\($0.from.text)' moved to '\($0.to.text)'" }, separator: ", ")
                return moved + (count > 0 ? "; links updated in \(Counted.notes(count))" : "")
            }
        })
}

extension CommandContext {
    /// Returns the path that a NOTE argument of `mv` names: a note, a folder or another file.
    func movable(_ argument: Argument, _ session: VaultSession) throws -> VaultPath {
        if let path = try file(argument, session) { return path }
        return try resolveNote(argument, session, changes: true)
    }

    /// Returns the file or folder at a path argument, from the current directory, else from the root. Returns nil if
    /// there is none.
    func file(_ argument: Argument, _ session: VaultSession) throws -> VaultPath? {
        let trimmed = argument.withoutSlash
        // For an attachment, the argument names the link itself. A link to a note or folder is not part of the vault.
        let link = symbolicLink(trimmed, session.vault)
        if let link, try session.isFile(link) { return link }
        if let path = pathFromHere(trimmed, session.vault), !path.isRoot, try session.isFile(path) {
            guard let link, link != path else { return path }
            throw VaultError(
                link, "is a symbolic link to '\(path.text)'; nothing was changed",
                help: "use its target: '\(path.text)'")
        }
        guard let path = VaultPath.root.resolving(VaultPath(bytes: trimmed.bytes)), !path.isRoot,
            try session.isFile(path)
        else { return nil }
        tellTaken(argument, path, session: session)
        return path
    }

    func destinations(
        of sources: [VaultPath], _ argument: Argument, _ session: VaultSession
    ) throws -> [(from: VaultPath, to: VaultPath)] {
        let trimmed = argument.withoutSlash
        guard var dest = pathFromHere(trimmed.bytes.isEmpty ? "." : trimmed, session.vault) else {
            throw VaultError("'\(argument.shown)' is outside the vault; nothing was changed")
        }
        func isFolder(_ path: VaultPath) throws -> Bool { try path.isRoot || session.queryNames.isFolder(path) }
        if try !isFolder(dest), let path = VaultPath.root.resolving(VaultPath(bytes: trimmed.bytes)), try isFolder(path)
        {
            dest = path
            tellTaken(argument, path, session: session)
        }
        if try isFolder(dest) || argument.bytes.last == Byte.slash {
            return sources.map { ($0, dest.appending($0.name)) }
        }
        guard sources.count == 1, let source = sources.first else {
            throw VaultError(
                "'\(argument.shown)' is not a folder", help: "to create a folder, add a slash: \(argument.shown)/")
        }
        return [(source, try named(dest, like: source, session))]
    }

    /// Adds the source's extension to a new name without one.
    private func named(_ path: VaultPath, like source: VaultPath, _ session: VaultSession) throws -> VaultPath {
        let suffix = source.pathExtension
        if try suffix.isEmpty || session.queryNames.isFolder(source) { return path }
        let isNote = session.vault.configuration.extensions.contains(suffix)
        let given = path.pathExtension
        let isGiven = isNote ? session.vault.configuration.extensions.contains(given) : !given.isEmpty
        return isGiven
            ? path : VaultPath(bytes: path.bytes + [Byte.dot] + Array(source.name.bytes.suffix(suffix.utf8.count)))
    }
}
