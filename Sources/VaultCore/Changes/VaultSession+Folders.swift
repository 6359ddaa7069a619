import SearchIndex
package import SourceText
import System

/// What a folder holds, for the question whether it may go.
package struct FolderContents: Hashable, Sendable {
    package var folders = 0
    package var notes = 0
    package var attachments = 0
    /// Files that slip passes over: hidden or ignored ones, but for `.gitkeep`.
    package var others = 0

    package var isEmpty: Bool { folders + notes + attachments + others == 0 }
}

extension VaultSession {
    /// The plan that makes a folder, with a `.gitkeep` so that git keeps it.
    package func plan(makingFolder path: VaultPath) throws -> ChangePlan {
        try checkNew(path)
        try refuseIgnored(path, isFolder: true)
        try refuseTaken(path)
        var plan = ChangePlan("folder new '\(path.text)'")
        plan.operations =
            missingFolders(above: path) + [
                .makeFolder(path), .create(path.appending(".gitkeep"), .bytes([])),
            ]
        return plan
    }

    package func contents(of folder: VaultPath) throws -> FolderContents {
        var contents = FolderContents()
        for file in try index.files(inside: folder) where file.path != folder {
            switch file.kind {
            case .folder: contents.folders += 1
            case .note, .unreadable: contents.notes += 1
            case .image, .other: contents.attachments += 1
            }
        }
        contents.others = max(0, filesOnDisk(vault.fullPath(folder)) - contents.notes - contents.attachments)
        return contents
    }

    /// The number of files in a directory and below it, but for those that keep a folder in git.
    private func filesOnDisk(_ path: [UInt8]) -> Int {
        ((try? Files.list(path)) ?? []).reduce(0) { count, entry in
            if entry.status.kind == .directory { return count + filesOnDisk(path + [Byte.slash] + entry.name) }
            return count + (entry.name == Array(".gitkeep".utf8) ? 0 : 1)
        }
    }

    /// The plan that takes a folder to the trash with all in it.
    ///
    /// - Parameter keepsNotes: whether its notes, with the attachments that they reference, move to its parent first.
    package func plan(removingFolder folder: VaultPath, keepsNotes: Bool) throws -> ChangePlan {
        if folder.isRoot { throw VaultError("the vault's root cannot be removed") }
        var plan = ChangePlan("folder rm '\(folder.text)'")
        let files = try index.files(inside: folder)
        let notes = files.filter { $0.kind == .note }.map(\.path)
        if keepsNotes, !notes.isEmpty {
            plan.operations += try self.plan(moving: try keeping(notes, of: folder), title: plan.title).operations
        } else {
            plan.remarks += try dangling(Set(files.map(\.path)), except: Set(notes))
        }
        let isBare = ((try? Files.list(vault.fullPath(folder))) ?? []).isEmpty
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
            ((try? Files.list(vault.fullPath(parent))) ?? []).map { FileName.identity(VaultPath(bytes: $0.name).text) })
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
