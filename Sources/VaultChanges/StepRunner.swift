import SourceText
import System
import VaultFiles

/// The execution of single steps of a change, forwards and backwards.
///
/// A file in the change's folder, named by the number of a step, has the content that the changed file does not have.
/// It is the new content before the step, and the old one after it. No content is written twice, and no displaced
/// content is lost.
struct StepRunner {
    let vault: Vault
    let folder: [UInt8]
    let token: String
    private let folders: StepFolders

    init(_ vault: Vault, _ change: ChangeStore.StoredChange) {
        self.vault = vault
        folder = change.folder
        token = change.record.token
        folders = StepFolders(vault)
    }

    /// Makes a step, or undoes it.
    ///
    /// - Parameter index: the number of the step in the record, which names its stored content.
    /// - Throws: `SystemError`, or `VaultError` if the file is not as the step expects. The file is unchanged then.
    func run(_ step: ChangeRecord.Step, _ index: Int, forwards: Bool) throws {
        defer { folders.close() }
        let file = ChangeStore.contentFile(in: folder, step: index)
        switch step {
        case .write(let path, let before, let after):
            let (old, new) = forwards ? (before, after) : (after, before)
            try swap(file, path, step: index, contents: Contents(old: old, new: new))
        case .create(let path, let after):
            if forwards { try move(file, to: path, index) } else { try take(path, file, expecting: after) }
        case .remove(let path, let before):
            if forwards { try take(path, file, expecting: before) } else { try move(file, to: path, index) }
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
            throw Self.changedError(copy)
        }
        try Files.remove(file)
    }

    private static func changedError(_ path: VaultPath) -> VaultError {
        VaultError(path, "was changed by another program", cause: .conflict, help: "try again")
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

    // MARK: Replacing contents

    /// The hashes of a note's content before and after a step.
    private struct Contents {
        var old: Int64
        var new: Int64
    }

    /// Exchanges the content stored in `file` with the file at `path`.
    private func swap(_ file: [UInt8], _ path: VaultPath, step index: Int, contents: Contents) throws {
        let target = try folders.path(of: path)
        let status = try FileStatus(target)
        guard status.kind == .regular else {
            throw VaultError(path, "is no longer a regular file")
        }
        // After an exchange in vain, other programs would see the new content for a moment.
        guard Self.settledHash(target) == contents.old else { throw Self.changedError(path) }
        var outcome = try Files.exchange(file, target)
        if outcome == .unsupported, try FileStatus(file).device != status.device { outcome = .crossesDevices }
        switch outcome {
        case .done: try verifyDisplaced(file, target, contents: contents, path: path)
        case .unsupported: try replace(target, with: file, of: file, contents.old, status: status, path: path)
        case .crossesDevices:
            // The exchange needs a file on the same file system. The displaced content is then copied to the record.
            let sibling = try folders.path(of: sibling(path, index))
            try copy(file, to: sibling, mode: try FileStatus(file).mode)
            do {
                if case .done = try Files.exchange(sibling, target) {
                    try verifyDisplaced(sibling, target, contents: contents, path: path)
                    do {
                        try retrieve(sibling, to: file)
                    } catch {
                        _ = try Files.exchange(sibling, target)
                        throw error
                    }
                } else {
                    try replace(target, with: sibling, of: file, contents.old, status: status, path: path)
                }
            } catch {
                // Only a copy of the stored content may be removed. Any other content was written by another program.
                if (try? Files.sameContent(sibling, file)) == true { Files.discard(sibling) }
                throw error
            }
        }
    }

    /// Replaces `target` by `new` on a file system that has no exchange.
    ///
    /// `target` first gets a second name in the record, `file` with `.old`, which then becomes `file`. A program that
    /// has the file open keeps writing to that. If the file system has no hard links, a copy is kept. `tidy` determines
    /// from these names how far an interrupted replacement came.
    private func replace(
        _ target: [UInt8], with new: [UInt8], of file: [UInt8], _ expected: Int64, status: FileStatus, path: VaultPath
    ) throws {
        guard try Files.contentHash(target) == expected else { throw Self.changedError(path) }
        let old = file + Self.old
        Files.discard(old)
        let isLinked = try Files.link(target, old)
        if isLinked {
            Files.synchronizeDirectory(folder)
        } else {
            try copy(target, to: old, mode: status.mode, status)
        }
        // Times can be wrong, so the old file is compared by its content, and the note by its inode.
        let now = try FileStatus(target)
        guard isLinked ? try now.inode == status.inode && Files.contentHash(old) == expected : now == status else {
            try Files.remove(old)
            throw Self.changedError(path)
        }
        if new != file { try Files.remove(file) }
        try Files.rename(new, target)
        // Another program wrote to the old file at the last moment, so it becomes the note again.
        if isLinked, let last = try? Files.contentHash(old), last != expected {
            try Files.rename(old, target)
            throw Self.changedError(path)
        }
        try Files.rename(old, file)
    }

    private static let old = Array(".old".utf8)
    private static let part = Array(".part".utf8)

    /// Copies a file to a new name through a `.part` file, so that the name only appears when the copy is complete.
    ///
    /// - Parameter status: the status of a displaced file, whose creation date the copy stores.
    private func copy(_ from: [UInt8], to: [UInt8], mode: UInt32, _ status: FileStatus? = nil) throws(SystemError) {
        let part = to + Self.part
        Files.discard(part)
        do throws(SystemError) {
            try Files.copy(from, to: part, mode: mode)
            if let status, let born = status.born, born < status.modified,
                Files.attribute(CreationDate.attribute, of: part) == nil
            {
                Files.setAttribute(
                    CreationDate.attribute, of: part, to: CreationDate.bytes(Moment(microseconds: born / 1000)))
            }
            try Files.rename(part, to)
        } catch {
            Files.discard(part)
            throw error
        }
        // The new name must be on the disk before the original is removed.
        Files.synchronizeDirectory(Self.folder(of: to))
    }

    private static func folder(of path: [UInt8]) -> [UInt8] {
        Array(path[..<(path.lastIndex(of: Byte.slash) ?? path.startIndex)])
    }

    /// Verifies the content displaced by an exchange. If another program saved the file in between, or was saving it when
    /// the change was planned, its content is exchanged back. If it saves again meanwhile, its last content stays.
    private func verifyDisplaced(_ file: [UInt8], _ target: [UInt8], contents: Contents, path: VaultPath) throws {
        // A program that opened the file before the exchange finishes its save in the displaced file.
        var displaced = Self.settledHash(file)
        if displaced == contents.old { return }
        var shown: Int64? = contents.new
        for _ in 0..<8 {
            _ = try Files.exchange(file, target)
            let found = Self.settledHash(file)
            if found == shown { break }
            // Saved to the file that was shown, so it is newer.
            (displaced, shown) = (found, displaced)
        }
        throw Self.changedError(path)
    }

    /// Returns the hash of a file's content once no program is saving it. Returns nil if it cannot be read: that counts
    /// as written by another program, and is kept.
    private static func settledHash(_ path: [UInt8]) -> Int64? {
        try? FileWriters.wait(for: path, timeout: longestSave)
        return try? Files.contentHash(path)
    }

    /// How long to wait for a program that is saving a note, in milliseconds. A program that keeps the note open for
    /// longer, such as a logger, can still write to the displaced file: see `DisplacedFiles`.
    private static let longestSave = 500

    /// Copies content that was displaced on another file system to the record, including what a program writes
    /// meanwhile.
    private func retrieve(_ sibling: [UInt8], to file: [UInt8]) throws(SystemError) {
        var status = try FileStatus(sibling)
        while true {
            try copy(sibling, to: file, mode: status.mode, status)
            let now = try FileStatus(sibling)
            if now.size == status.size, now.modified == status.modified { break }
            status = now
        }
        // The record has the content. If this fails, the remaining file is harmless.
        Files.discard(sibling)
    }

    // MARK: Creating, removing and moving

    /// Moves a file into the record, as `file`.
    private func take(_ path: VaultPath, _ file: [UInt8], expecting expected: Int64) throws {
        let target = try folders.path(of: path)
        guard try Files.contentHash(target) == expected else { throw Self.changedError(path) }
        // An interrupted move to another file system leaves a copy of the same content here.
        if FileStatus.seen(file) != nil { try Files.remove(file) }
        do {
            try Files.move(target, file)
        } catch {
            guard error.crossesDevices else { throw error }
            let status = try FileStatus(target)
            try copy(target, to: file, mode: status.mode, status)
            do {
                guard try FileStatus(target) == status else { throw Self.changedError(path) }
                try Files.remove(target)
            } catch {
                Files.discard(file)
                throw error
            }
            return
        }
        guard try Files.contentHash(file) == expected else {
            try Files.move(file, target)
            throw Self.changedError(path)
        }
    }

    /// Moves a file or folder. The new name may differ only in case, also on a file system that ignores case.
    private func relocate(_ from: VaultPath, to: VaultPath, step index: Int) throws {
        let file = try folders.path(of: from)
        let status = try FileStatus(file)
        do {
            try move(file, to: to, index)
        } catch let error as SystemError where error.exists {
            // On a file system that ignores case, the existing file may be the moved one.
            guard try CaseCollisions.only(from, to, in: vault) == from.name.bytes else { throw error }
            try Files.rename(file, folders.path(of: to))
        }
        // Another program may have replaced the file between the check and the move.
        let moved = try FileStatus(folders.path(of: to))
        if moved.device == status.device, moved.inode != status.inode {
            try Files.move(folders.path(of: to), file)
            throw Self.changedError(from)
        }
    }

    /// Moves a file or folder to a path that does not exist, and creates a missing folder. A file moves to another file
    /// system as a copy, which gets its name when it is complete and flushed.
    private func move(_ from: [UInt8], to path: VaultPath, _ index: Int) throws {
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
            do {
                try Files.copy(from, to: part, mode: status.mode)
                guard try FileStatus(from) == status else { throw Self.changedError(path) }
                try Files.move(part, to)
            } catch {
                Files.discard(part)
                throw error
            }
            Files.synchronizeDirectory(Self.folder(of: to))
            do {
                try Files.remove(from)
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
    private func sibling(_ path: VaultPath, _ index: Int) -> VaultPath {
        path.folder.appending(".slip-\(token)-\(index)")
    }

    /// Removes the temporary files of an interruption, and moves displaced contents to the record.
    ///
    /// - Throws: `SystemError` or `VaultError` if a file cannot be read or renamed. It stays as it is.
    func tidy(_ steps: [ChangeRecord.Step]) throws {
        for (index, step) in steps.enumerated() {
            defer { folders.close() }
            let file = ChangeStore.contentFile(in: folder, step: index)
            let old = file + Self.old
            Files.discard(file + Self.part)
            Files.discard(old + Self.part)
            if try FileStatus.ifThere(old) != nil {
                // The interruption was before or after the new content left `file`.
                if try FileStatus.ifThere(file) == nil { try Files.move(old, file) } else { Files.discard(old) }
            }
            var paths = [step.path]
            if case .move(let from, _) = step { paths.append(from) }
            for path in paths {
                guard let sibling = try folders.pathIfThere(of: sibling(path, index)) else { continue }
                Files.discard(sibling + Self.part)
                guard case .write = step, try FileStatus.ifThere(sibling)?.kind == .regular else { continue }
                if try FileStatus.ifThere(file) != nil, try Files.sameContent(sibling, file) {
                    Files.discard(sibling)
                } else {
                    // The content was displaced and is not in the record yet. If this fails, `isTidy` returns false.
                    try? retrieve(sibling, to: file)
                }
            }
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
                    try FileStatus.ifThere(sibling) != nil
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
