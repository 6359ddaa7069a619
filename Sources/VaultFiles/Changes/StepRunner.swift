import SourceText
import System

/// The execution of single steps of a change, forwards and backwards.
///
/// A file in the change's folder, named by the number of a step, has the content that the changed file does not have.
/// It is the new content before the step, and the old one after it. No content is written twice, and no displaced
/// content is lost.
struct StepRunner {
    let vault: Vault
    let folder: [UInt8]
    let folders: StepFolders
    let leases: FileLeases
    let displaced: DisplacedFiles
    let change: ChangeStore.StoredChange

    /// - Parameter force: whether to replace files that are open for writing.
    init(_ vault: Vault, _ change: ChangeStore.StoredChange, force: Bool = false) {
        self.vault = vault
        self.change = change
        folder = change.folder
        folders = StepFolders(vault)
        displaced = DisplacedFiles(vault)
        leases = FileLeases(force: force, folders: folders)
    }

    /// Makes a step, or undoes it.
    ///
    /// - Parameter index: the number of the step in the record, which names its stored content.
    /// - Throws: `SystemError`, or `VaultError` if the file is not as the step expects. The file is unchanged then.
    func run(_ step: ChangeRecord.Step, _ index: Int, forwards: Bool) throws {
        defer { folders.close() }
        let file = ChangeStore.contentFile(in: folder, step: index)
        if case .write(let path, let before, let after) = step {
            let (old, new) = forwards ? (before, after) : (after, before)
            try leases.makeRoom()
            return try swap(file, path, step: index, contents: Contents(old: old, new: new))
        }
        // If the step is undone before the leases of its file end, they end after that.
        let held = leases.remove(index)
        defer { held?.end() }
        switch step {
        case .write: break
        case .create(let path, let after):
            if forwards {
                do {
                    try move(file, to: path, step: index)
                } catch let error as SystemError where error.exists {
                    throw VaultError(path, "was created by another program")
                }
            } else {
                try take(path, into: file, step: index, expecting: after)
            }
        case .remove(let path, let before):
            if forwards {
                try take(path, into: file, step: index, expecting: before)
            } else {
                try move(file, to: path, step: index)
            }
        case .move(let from, let to):
            if forwards { try relocate(from, to: to, step: index) } else { try relocate(to, to: from, step: index) }
        case .makeFolder(let path): if forwards { try makeFolder(path) } else { try removeIfEmpty(path) }
        case .removeFolder(let path):
            if forwards { try Files.removeDirectory(folders.path(of: path)) } else { try makeFolder(path) }
        }
    }

    /// Removes the copy that an interrupted move to another file system left.
    func removeCopy(_ copy: VaultPath, of original: VaultPath) throws {
        // Both names must be listed: they could be two spellings of the name of one file.
        defer { folders.close() }
        let file = try folders.path(of: copy)
        guard try CaseCollisions.isListed(copy, in: vault), try CaseCollisions.isListed(original, in: vault),
            try Files.contentHash(file) == Files.contentHash(folders.path(of: original))
        else {
            throw FileLeases.changed(copy)
        }
        try Files.remove(file)
    }

    // MARK: Folders

    private func makeFolder(_ path: VaultPath) throws {
        // Only the owner may read slip's private folders.
        let isOwn = Trash.contains(path)
        let made = try folders.path(of: path, creatingWith: isOwn ? 0o700 : nil)
        try Files.makeDirectory(made, mode: isOwn ? 0o700 : 0o777)
        if !isOwn { vault.giveToOwner(made, in: path.folder) }
    }

    /// Removes a folder unless other files were added to it.
    private func removeIfEmpty(_ path: VaultPath) throws {
        guard let folder = try folders.pathIfThere(of: path) else { return }
        do throws(SystemError) {
            try Files.removeDirectory(folder)
        } catch {
            if !error.exists, !error.isMissing { throw error }
        }
    }

    // MARK: Creating, removing and moving

    /// Moves a file into the record, as `file`.
    private func take(
        _ path: VaultPath, into file: [UInt8], step index: Int, expecting expected: Int64
    ) throws {
        let target = try folders.path(of: path)
        let old = try leases.take(target, path)
        if let old {
            guard try old.contentHash() == expected else { throw FileLeases.changed(path) }
        } else {
            try displaced.mark(target, path, step: index, of: change, expecting: expected)
        }
        // An interrupted move to another file system leaves a copy of the same content here.
        guard try displaced.remove(file, known: [expected]) else { throw FileLeases.changed(path) }
        do {
            try Files.move(target, file)
        } catch {
            guard error.crossesDevices else { throw error }
            // The copy opens the file.
            old?.end()
            return try takeCopy(target, path, into: file, step: index)
        }
        let isMoved =
            try old.map { try FileStatus(file).inode == $0.status.inode && !$0.isBroken }
            ?? (Files.contentHash(file) == expected)
        if !isMoved {
            try Files.move(file, target)
            throw FileLeases.changed(path)
        }
        if let old { leases.keep(FileLeases.Held(step: index, path: path, old: old, outcome: .removed)) }
    }

    /// Copies a file on another file system into the record, and removes it.
    private func takeCopy(
        _ target: [UInt8], _ path: VaultPath, into file: [UInt8], step index: Int
    ) throws {
        let status = try FileStatus(target)
        try copy(target, to: file, mode: status.mode, status)
        do {
            try removeOriginal(target, path, step: index, copy: file)
        } catch {
            Files.discard(file)
            throw error
        }
    }

    /// Removes a file that was copied to another file system. Without a lease, a program may still write to it: it gets the
    /// name of a temporary file then, and is removed later.
    private func removeOriginal(
        _ file: [UInt8], _ path: VaultPath, step index: Int, copy: [UInt8]
    ) throws {
        let old = try leases.take(file, path)
        let copied = try Files.contentHash(copy)
        if let old, try old.contentHash() != copied { throw FileLeases.changed(path) }
        let sibling = sibling(path, index)
        if old == nil {
            try displaced.mark(file, path, step: index, of: change, expecting: copied, beside: sibling)
        }
        let moved = try folders.path(of: sibling)
        try Files.move(file, moved)
        guard let old else { return }
        guard try FileStatus(moved).inode == old.status.inode, !old.isBroken else {
            try Files.move(moved, file)
            throw FileLeases.changed(path)
        }
        try Files.remove(moved)
        old.end()
    }

    /// Moves a file or folder. The new name may differ only in case, also on a file system that ignores case.
    private func relocate(_ from: VaultPath, to: VaultPath, step index: Int) throws {
        let file = try folders.path(of: from)
        let status = try FileStatus(file)
        do {
            try move(file, from, to: to, step: index)
        } catch let error as SystemError where error.exists {
            // On a file system that ignores case, the existing file may be the moved one.
            guard try CaseCollisions.only(from, to, in: vault) == from.name.bytes else { throw error }
            try Files.rename(file, folders.path(of: to))
        }
        // Another program may have replaced the file between the check and the move.
        let target = try folders.path(of: to)
        do {
            let moved = try FileStatus(target)
            if moved.device == status.device, moved.inode != status.inode { throw FileLeases.changed(from) }
        } catch {
            try Files.move(target, file)
            throw error
        }
    }

    /// Moves a file or folder to a path that does not exist, and creates a missing folder. A file moves to another file
    /// system as a copy, which gets its name when it is complete and flushed.
    ///
    /// - Parameter origin: its path in the vault, or nil if it is in the record.
    private func move(_ from: [UInt8], _ origin: VaultPath? = nil, to path: VaultPath, step index: Int) throws {
        // For example, git removes folders that became empty.
        let to = try folders.path(of: path, creatingWith: Trash.contains(path) ? 0o700 : 0o777)
        do {
            try Files.move(from, to)
        } catch {
            guard error.crossesDevices else { throw error }
            let status = try FileStatus(from)
            guard status.kind == .regular else {
                throw VaultError(
                    "'\(String(decoding: OpenFolder.shownPath(from), as: UTF8.self))' is on another file system and cannot be moved atomically",
                    help: "move it with mv, then update the links: slip check --fix")
            }
            let part = try folders.path(of: sibling(path, index)) + Self.part
            Files.discard(part)
            try leases.releaseIfHeld(from)
            do {
                try Files.copy(from, to: part, mode: status.mode)
                guard try FileStatus(from) == status else { throw FileLeases.changed(path) }
                try Files.move(part, to)
            } catch {
                Files.discard(part)
                throw error
            }
            Files.synchronizeDirectory(Self.folder(of: to))
            do {
                if let origin {
                    try removeOriginal(from, origin, step: index, copy: to)
                } else if try !displaced.remove(from, known: [Files.contentHash(to)]) {
                    throw FileLeases.changed(path)
                }
            } catch {
                // Only an identical copy may be removed.
                if (try? Files.sameContent(from, to)) == true { Files.discard(to) }
                throw error
            }
        }
    }

    // MARK: Temporary files on other file systems

    /// Returns the path of the temporary file for a note on another file system than `.slipbox`. Only the record
    /// contains the token, so that no other file has this name.
    func sibling(_ path: VaultPath, _ index: Int) -> VaultPath {
        path.folder.appending(".slip-\(change.record.token)-\(index)")
    }

    /// Removes the temporary files of an interruption, and moves displaced contents to the record.
    ///
    /// - Throws: `SystemError` or `VaultError` if a file cannot be read or renamed. It stays as it is.
    func tidy(_ steps: [ChangeRecord.Step]) throws {
        for (index, step) in steps.enumerated() {
            defer { folders.close() }
            let file = ChangeStore.contentFile(in: folder, step: index)
            for end in [Self.part, Self.copy, Self.copy + Self.part] { Files.discard(file + end) }
            try completeExchange(file, of: step, at: index)
            var paths = [step.path]
            if case .move(let from, _) = step { paths.append(from) }
            for path in paths {
                guard let sibling = try folders.pathIfThere(of: sibling(path, index)) else { continue }
                Files.discard(sibling + Self.part)
                try completeExchange(sibling, of: step, at: index)
                try tidySibling(sibling, file, of: step, at: index)
            }
        }
    }

    /// Removes a file that an interruption left in the folder of a note on another file system, unless a program may write
    /// to it. The record gets its content if it is the only file with it.
    private func tidySibling(_ sibling: [UInt8], _ file: [UInt8], of step: ChangeRecord.Step, at index: Int) throws {
        guard try FileStatus.ifThere(sibling)?.kind == .regular else { return }
        let isMarked = try displaced.isMarked(step: index, of: change, at: sibling)
        switch step {
        case .write:
            if try FileStatus.ifThere(file) == nil || !Files.sameContent(sibling, file) {
                // If this fails, `isTidy` returns false.
                let mode = try FileStatus(sibling).mode
                try? copy(sibling, to: file, mode: mode, FileStatus(sibling))
            }
            if !isMarked { _ = try displaced.remove(sibling, known: [Files.contentHash(file)]) }
        case .create(_, let hash), .remove(_, let hash):
            if !isMarked { _ = try displaced.remove(sibling, known: [hash]) }
        case .move(let from, let to):
            for end in [from, to] where !isMarked {
                let path = vault.fullPath(end)
                guard try FileStatus.ifThere(path)?.kind == .regular else { continue }
                _ = try displaced.remove(sibling, known: [Files.contentHash(path)])
            }
        case .makeFolder, .removeFolder: break
        }
    }

    /// Completes an exchange by renames that was interrupted, or takes it back.
    private func completeExchange(_ source: [UInt8], of step: ChangeRecord.Step, at index: Int) throws {
        let old = source + Self.old
        guard case .write(let path, _, _) = step, try FileStatus.ifThere(old) != nil else { return }
        let target = try folders.path(of: path)
        let status = try FileStatus.ifThere(target)
        if status == nil {
            try Files.move(old, target)
        } else if try status?.inode == FileStatus(old).inode {
            try Files.remove(old)
        } else if try FileStatus.ifThere(source) == nil {
            try Files.move(old, source)
        } else {
            // Another program has created a note at the path, which had no file for a moment.
            try displaced.keepOnly(old, path, step: index, of: change)
        }
    }

    /// Returns whether the only files of the steps are those in the record.
    func isTidy(_ steps: [ChangeRecord.Step]) -> Bool {
        do {
            // Only writes use temporary files that can remain.
            for (index, step) in steps.enumerated() {
                defer { folders.close() }
                guard case .write(let path, _, _) = step else { continue }
                if let sibling = try folders.pathIfThere(of: sibling(path, index)),
                    try FileStatus.ifThere(sibling) != nil,
                    try !displaced.isMarked(step: index, of: change, at: sibling)
                {
                    return false
                }
                if try FileStatus.ifThere(ChangeStore.contentFile(in: folder, step: index) + Self.old) != nil {
                    return false
                }
            }
            return true
        } catch {
            return false
        }
    }
}

extension Vault {
    /// Returns the folder, or its nearest parent that exists.
    func nearestFolder(_ folder: VaultPath) -> VaultPath {
        sequence(first: folder) { $0.folder }.first { $0.isRoot || FileStatus.seen(fullPath($0)) != nil } ?? .root
    }

    /// Makes the owner of `folder` the owner of a file or folder that root created, so that the owner can change it. If
    /// `folder` does not exist, its nearest existing parent counts. Does nothing for other users.
    func giveToOwner(_ made: [UInt8], in folder: VaultPath) {
        guard ThisProcess.user == 0 else { return }
        guard let status = FileStatus.seen(fullPath(nearestFolder(folder))), status.owner != 0 else { return }
        Files.setOwner(made, like: status)
    }
}
