import SearchIndex
import Searching
package import SourceText
import System
package import VaultChanges
import VaultFiles

/// Folders: made, and taken to the trash.
extension Planner {
    /// The plan that makes a folder, with a `.gitkeep` so that git keeps it.
    package func makeFolder(_ path: VaultPath) throws -> ChangePlan {
        try paths.checkNew(path)
        try paths.refuseIgnored(path, isFolder: true)
        try paths.refuseTaken(path)
        var plan = ChangePlan("folder new '\(path.text)'")
        plan.operations =
            try paths.missingFolders(above: path) + [
                .makeFolder(path), .create(path.appending(".gitkeep"), .bytes([])),
            ]
        return plan
    }

    /// The plan that takes a folder to the trash with all in it.
    ///
    /// - Parameters:
    ///   - keepNotes: whether its notes, with the attachments that they reference, move to its parent first, in their
    ///     subfolders.
    ///   - unlink: whether the links to what goes are removed from the notes outside.
    package func removeFolder(_ folder: VaultPath, keepNotes: Bool, unlink: Bool = false) throws -> ChangePlan {
        if folder.isRoot { throw VaultError("the vault's root cannot be removed") }
        var plan = ChangePlan("folder rm '\(folder.text)'")
        let files = try index.files(inside: folder)
        let notes = files.filter { $0.kind == .note }.map(\.path)
        let folders = try index.lists.folders().map(\.path).filter { $0.isInside(folder) }
        let links = LinkRemover(session)
        if keepNotes, !notes.isEmpty {
            let moving = try move(try keeping(notes, of: folder), title: plan.title)
            plan.operations += moving.operations
            plan.remarks += try moving.remarks + links.dangling(Set(folders), except: Set(notes))
            plan.unread = moving.unread
        } else {
            let gone = Set(files.map(\.path) + folders)
            if unlink {
                plan.operations += try links.unlinking(gone, except: Set(notes))
            } else {
                plan.remarks += try links.dangling(gone, except: Set(notes))
            }
        }
        let isBare = try Files.listIfThere(vault.fullPath(folder)).isEmpty
        plan.operations += isBare ? [.removeFolder(folder)] : trash.operations(for: [folder])
        return plan
    }

    /// Where the notes of a folder, and what any note references in it, go: into its parent, in the same subfolders. A file
    /// or subfolder whose name is taken there gets a number.
    private func keeping(_ notes: [VaultPath], of folder: VaultPath) throws -> [(from: VaultPath, to: VaultPath)] {
        var kept = notes
        for file in try index.files(inside: folder) where file.kind == .image || file.kind == .other {
            if try !index.links.backlinks(to: file.path).isEmpty { kept.append(file.path) }
        }
        let depth = folder.parts.count
        var names = FreeNames(vault)
        var subfolders: [VaultPath: VaultPath] = [:]
        return try kept.map { path in
            guard path.parts.count > depth + 1 else {
                return (path, try names.path(path.name, in: folder.folder))
            }
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

/// Finds names for files that come into folders of a vault: their own, with a number where one is taken.
private struct FreeNames {
    private let vault: Vault
    private var taken: [VaultPath: [String: FileStatus.Kind]] = [:]

    init(_ vault: Vault) { self.vault = vault }

    /// A path in `folder` at which nothing is yet, and for which none was given out before.
    mutating func path(_ name: VaultPath, in folder: VaultPath) throws -> VaultPath {
        try path(name, in: folder, as: .regular) { $0 == nil }
    }

    /// The path of a subfolder of `folder`: one that is there, unless it is `other`, or a new one.
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
