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
    /// - Parameter keepNotes: whether its notes, with the attachments that they reference, move to its parent first.
    package func removeFolder(_ folder: VaultPath, keepNotes: Bool) throws -> ChangePlan {
        if folder.isRoot { throw VaultError("the vault's root cannot be removed") }
        var plan = ChangePlan("folder rm '\(folder.text)'")
        let files = try index.files(inside: folder)
        let notes = files.filter { $0.kind == .note }.map(\.path)
        if keepNotes, !notes.isEmpty {
            plan.operations += try move(try keeping(notes, of: folder), title: plan.title).operations
        } else {
            plan.remarks += try LinkRemover(session).dangling(Set(files.map(\.path)), except: Set(notes))
        }
        let isBare = try Files.listIfThere(vault.fullPath(folder)).isEmpty
        plan.operations += isBare ? [.removeFolder(folder)] : trash.operations(for: [folder])
        return plan
    }

    /// Where the notes of a folder, and what any note references in it, go in its parent: by their own names, with a
    /// number where one is taken.
    private func keeping(_ notes: [VaultPath], of folder: VaultPath) throws -> [(from: VaultPath, to: VaultPath)] {
        var kept = notes
        for file in try index.files(inside: folder) where file.kind == .image || file.kind == .other {
            if try !index.backlinks(to: file.path).isEmpty { kept.append(file.path) }
        }
        let parent = folder.folder
        var taken = Set(
            try Files.listIfThere(vault.fullPath(parent)).map { FileName.identity(VaultPath(bytes: $0.name).text) })
        return kept.map { path in
            let suffix = Array(path.name.bytes.dropFirst(path.stem.bytes.count))
            var name = path.name
            var number = 1
            while !taken.insert(FileName.identity(name.text)).inserted {
                number += 1
                name = VaultPath(bytes: path.stem.bytes + Array(" \(number)".utf8) + suffix)
            }
            return (path, parent.appending(name))
        }
    }
}
