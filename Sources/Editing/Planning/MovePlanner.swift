import QueryLanguage
package import Searching
package import SourceText
import System
package import VaultFiles

/// Plans that move notes, folders and attachments.
package struct MovePlanner {
    private let context: PlanContext

    package init(_ snapshot: VaultSnapshot) { context = PlanContext(snapshot: snapshot) }

    /// Returns the new path of a file or folder that is moved to a path: inside it if it is a folder, else that path. A
    /// new name without an extension gets the old one. For a note, only an extension of notes counts. The name of a
    /// folder stays.
    ///
    /// - Parameter isFolder: whether the path is that of a folder, even if it does not exist yet.
    package func destination(of source: VaultPath, at path: VaultPath, isFolder: Bool) throws -> VaultPath {
        let snapshot = context.snapshot
        if try isFolder || path.isRoot || snapshot.queryNames.isFolder(path) { return path.appending(source.name) }
        return try newName(of: source, path)
    }

    /// Returns the new path of a file or folder, with the extension of the old one if the new one lacks it.
    package func newName(of source: VaultPath, _ path: VaultPath) throws -> VaultPath {
        let suffix = source.pathExtension
        if try suffix.isEmpty || context.snapshot.queryNames.isFolder(source) { return path }
        let extensions = context.snapshot.vault.configuration.extensions
        let given = path.pathExtension
        let isGiven = extensions.contains(suffix) ? extensions.contains(given) : !given.isEmpty
        if isGiven { return path }
        // A compressed archive has two extensions: `p.tar.gz`.
        let isArchive = source.stem.pathExtension == "tar"
        let count = suffix.utf8.count + (isArchive ? "tar.".utf8.count : 0)
        return VaultPath(bytes: path.bytes + [Byte.dot] + Array(source.name.bytes.suffix(count)))
    }

    /// Returns a plan that moves files, or folders with their contents, and rewrites links to keep their targets. Also
    /// updates saved searches, the queries of live blocks and the folder of daily notes. Throws if a new path is not possible or taken.
    package func move(_ moves: [(from: VaultPath, to: VaultPath)], title: String) throws -> ChangePlan {
        try move(moves, title: title, emptied: [], removed: [])
    }

    /// Returns a plan that moves files, and updates the settings that name their folders.
    ///
    /// - Parameters:
    ///   - emptied: the folders that the caller removes after their files have moved, and where these files go.
    ///   - removed: the files and folders that the caller removes.
    func move(
        _ moves: [(from: VaultPath, to: VaultPath)], title: String, emptied: [(from: VaultPath, to: VaultPath)],
        removed: Set<VaultPath>
    ) throws -> ChangePlan {
        var plan = ChangePlan(title)
        var taken: Set<String> = []
        for (_, to) in moves where !taken.insert(FileName.identity(to.text)).inserted {
            throw VaultError(
                "several sources would be moved to '\(to.text)'; nothing was changed", at: to,
                help: "move them one at a time")
        }
        for (from, to) in moves where from != to {
            try check(from, to: to)
            plan.operations += try context.paths.missingFolders(above: to).filter { !plan.operations.contains($0) }
            plan.operations.append(.move(from, to))
        }
        try SymbolicLinks(context.snapshot).refuseBroken(after: moves)
        let settings = try ConfigurationMoves(context.snapshot, moves + emptied, removed: removed)
        let queries = try LiveBlockQueries(context.snapshot, settings.queryOfBlock)
        let edit = VaultEdit(moves: moves.filter { $0.from != $0.to }, notes: queries.notes) {
            try queries.edit(&$0, rules: context.rules)
        }
        let links = try LinkUpdate(context, edit).outcome()
        plan.operations += links.operations
        plan.notices += links.notices
        let changed = plan.paths.union(queries.notes)
        plan.operations += try context.templates(besides: changed, at: edit.newPath) {
            try queries.edit(&$0, rules: context.rules)
        }
        try settings.add(to: &plan)
        plan.unread = try context.snapshot.unreadablePaths()
        return plan
    }

    /// Throws if the new path is that of an existing file, or is inside the moved folder. Also throws if it is hidden,
    /// or has a name that some file systems refuse.
    private func check(_ from: VaultPath, to: VaultPath) throws {
        try context.paths.checkNew(to, movedFrom: from)
        if to != from, to.isInside(from), try FileStatus.ifThere(context.vault.fullPath(from))?.kind == .directory {
            throw VaultError(from, "cannot be moved into itself")
        }
        try context.paths.refuseTaken(to, except: from)
    }
}
