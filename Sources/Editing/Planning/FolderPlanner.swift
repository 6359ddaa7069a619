import SearchIndex
package import Searching
package import SourceText
import System
package import VaultFiles

/// Plans that create folders, and move them to the trash.
package struct FolderPlanner {
    private let context: PlanContext

    package init(_ snapshot: VaultSnapshot) { context = PlanContext(snapshot: snapshot) }

    /// Returns a plan that creates a folder and its missing parents, with a `.gitkeep` because git stores no empty
    /// folders. Throws if the path is taken.
    package func create(_ path: VaultPath) throws -> ChangePlan {
        try context.paths.checkNew(path)
        try context.paths.refuseIgnored(path, isFolder: true)
        try context.paths.refuseTaken(path)
        var plan = ChangePlan("folder new '\(path.text)'")
        plan.operations =
            try context.paths.missingFolders(above: path) + [
                .makeFolder(path), .create(path.appending(".gitkeep"), .bytes([])),
            ]
        return plan
    }

    /// Returns a plan that moves a folder with its contents to the trash.
    ///
    /// - Parameters:
    ///   - keepNotes: whether its notes, and the attachments that any note references, move to its parent first, in
    ///     their subfolders.
    ///   - unlink: whether links to removed files are removed from the notes outside.
    package func remove(_ folder: VaultPath, keepNotes: Bool, unlink: Bool = false) throws -> ChangePlan {
        if folder.isRoot { throw VaultError("the vault's root cannot be removed") }
        var plan = ChangePlan("folder rm '\(folder.text)'")
        let files = try context.index.files(inside: folder)
        let notes = files.filter { $0.kind == .note }.map(\.path)
        let inside = Set(files.filter { $0.kind == .note || $0.kind == .canvas }.map(\.path))
        let folders = try context.index.lists.folders().map(\.path).filter { $0.isInside(folder) }
        let links = LinkRemover(context.snapshot)
        if keepNotes, !notes.isEmpty {
            let moves = try movesToParent(notes, of: folder)
            let kept = folderMoves(moves, of: folder)
            let gone = Set(files.map(\.path) + folders).subtracting((moves + kept).map(\.from))
            let moving = try MovePlanner(context.snapshot).move(
                moves, title: plan.title, emptied: kept, removed: gone)
            plan.operations += moving.operations
            plan.notices += try moving.notices + links.dangling(Set(folders), except: inside)
            plan.unread = moving.unread
        } else {
            let gone = Set(files.map(\.path) + folders)
            if unlink {
                let unlinked = try links.unlinking(gone, except: inside)
                plan.operations += unlinked.operations
                plan.unread = try context.snapshot.unreadablePaths()
                plan.notices += unlinked.notices
            } else {
                plan.notices += try links.dangling(gone, except: inside)
            }
            try ConfigurationMoves(context.snapshot, [], removed: gone).add(to: &plan)
        }
        let isBare = try Files.listIfThere(context.vault.fullPath(folder)).isEmpty
        plan.operations += isBare ? [.removeFolder(folder)] : context.trash.operations(for: [folder])
        return plan
    }

    /// Returns where the folders of moved files go: `folder` to its parent, and its subfolders with their files. The
    /// deepest come first.
    private func folderMoves(
        _ moves: [(from: VaultPath, to: VaultPath)], of folder: VaultPath
    ) -> [(from: VaultPath, to: VaultPath)] {
        var found = [folder: folder.folder]
        for (from, to) in moves {
            var (from, to) = (from.folder, to.folder)
            while from != folder, found[from] == nil {
                found[from] = to
                (from, to) = (from.folder, to.folder)
            }
        }
        return found.sorted { ($1.key.parts.count, $0.key) < ($0.key.parts.count, $1.key) }.map { ($0.key, $0.value) }
    }

    /// Returns the moves of a folder's notes and referenced attachments to its parent, in the same subfolders.
    /// Unreferenced attachments are not included.
    ///
    /// A file whose name is taken gets a number. If the parent already has a folder with the name of a subfolder, the
    /// files move into it. A subfolder gets a number only if its name is that of a file there or of `folder` itself.
    private func movesToParent(
        _ notes: [VaultPath], of folder: VaultPath
    ) throws -> [(from: VaultPath, to: VaultPath)] {
        var kept = notes
        for file in try context.index.files(inside: folder) where [.image, .other, .canvas].contains(file.kind) {
            if try !context.index.links.backlinks(to: file.path).isEmpty { kept.append(file.path) }
        }
        let depth = folder.parts.count
        var names = FreeNames(context.vault)
        var subfolders: [VaultPath: VaultPath] = [:]
        return try kept.map { path in
            guard path.parts.count > depth + 1 else { return (path, try names.path(path.name, in: folder.folder)) }
            let subfolder = folder.appending(path.parts[depth])
            let target: VaultPath
            if let known = subfolders[subfolder] {
                target = known
            } else {
                target = try names.folder(subfolder.name, in: folder.folder, otherThan: folder)
                subfolders[subfolder] = target
            }
            return (path, try names.path(path.name, in: path.folder.moved(from: subfolder, to: target)))
        }
    }
}

/// Free names for files and subfolders that move into folders of a vault. A number is appended to the name of a file if
/// it is taken, and to that of a subfolder if a file or the folder that is removed has it.
private struct FreeNames {
    private let vault: Vault
    private var taken: [VaultPath: [String: FileStatus.Kind]] = [:]

    init(_ vault: Vault) { self.vault = vault }

    /// Returns a path in `folder` that no file has, and that was not returned before.
    mutating func path(_ name: VaultPath, in folder: VaultPath) throws -> VaultPath {
        try path(name, in: folder, as: .regular) { $0 == nil }
    }

    /// Returns the path of a subfolder of `folder`: an existing one other than `other`, or a new one.
    mutating func folder(_ name: VaultPath, in folder: VaultPath, otherThan other: VaultPath) throws -> VaultPath {
        let own = FileName.identity(other.name.text)
        return try path(name, in: folder, as: .directory) {
            $0 == nil || ($0 == .directory && FileName.identity(name.text) != own)
        }
    }

    private mutating func path(
        _ name: VaultPath, in folder: VaultPath, as kind: FileStatus.Kind, where isFree: (FileStatus.Kind?) -> Bool
    ) throws -> VaultPath {
        if taken[folder] == nil {
            let entries = try Files.listIfThere(vault.fullPath(folder))
            taken[folder] = Dictionary(
                entries.map { (FileName.identity(VaultPath(bytes: $0.name).text), $0.status.kind) }
            ) { $1 }
        }
        let stem = kind == .directory ? name.bytes : name.stem.bytes
        let suffix = Array(name.bytes.dropFirst(stem.count))
        var candidate = name
        var number = 1
        while true {
            let identity = FileName.identity(candidate.text)
            if isFree(taken[folder]?[identity]) {
                taken[folder]?[identity] = kind
                return folder.appending(candidate)
            }
            number += 1
            candidate = VaultPath(bytes: stem + Array(" \(number)".utf8) + suffix)
        }
    }
}
