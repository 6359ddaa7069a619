import SearchIndex
package import SourceText
import System

/// What a folder holds, for the question whether it may go.
package struct FolderContents: Hashable, Sendable {
    package var folders = 0
    package var notes = 0
    package var attachments = 0

    package var isEmpty: Bool { folders + notes + attachments == 0 }
}

extension VaultSession {
    /// The plan that makes a folder, with a `.gitkeep` so that git keeps it.
    package func plan(makingFolder path: VaultPath) throws -> ChangePlan {
        try checkNew(path)
        try refuseTaken(path)
        var plan = ChangePlan("folder new '\(path.text)'")
        plan.operations =
            missingFolders(above: path) + [
                .makeFolder(path), .create(path.appending(".gitkeep"), []),
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
        return contents
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

    /// Where the notes of a folder, and what they reference inside it, go in its parent: by their own names, with a
    /// number where one is taken.
    private func keeping(_ notes: [VaultPath], of folder: VaultPath) throws -> [(from: VaultPath, to: VaultPath)] {
        var kept = notes
        for note in notes {
            for attachment in try index.note(note)?.attachments ?? [] where attachment.exists {
                if attachment.path.isInside(folder), !kept.contains(attachment.path) { kept.append(attachment.path) }
            }
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
