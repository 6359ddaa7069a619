import SourceText
import System
import VaultFiles

/// Carries out the steps of one change, forwards and back.
///
/// The content that a file does not have waits in a file of the change's folder with the number of its step: the new one
/// before, and the old one after it was made. So nothing is ever written twice, and nothing that was displaced is lost.
struct StepRunner {
    let vault: Vault
    /// The change's folder, and what its dot files on other file systems are called by.
    let folder: [UInt8]
    let token: String

    init(_ vault: Vault, _ change: ChangeStore.Change) {
        self.vault = vault
        folder = change.folder
        token = change.record.token
    }

    /// Carries out a step, or takes it back.
    ///
    /// - Throws: `SystemError`, or `VaultError` where the file is no longer what the step expects; it is as it was then.
    func run(_ step: ChangeRecord.Step, _ index: Int, forwards: Bool) throws {
        try checkFolders(of: step)
        let file = ChangeStore.file(folder, index)
        switch step {
        case .write(let path, let before, let after):
            try swap(file, path, step: index, expecting: forwards ? before : after)
        case .create(let path, let after):
            if forwards { try put(file, path, step: index) } else { try take(path, file, expecting: after) }
        case .remove(let path, let before):
            if forwards { try take(path, file, expecting: before) } else { try put(file, path, step: index) }
        case .move(let from, let to):
            if forwards { try relocate(from, to: to, step: index) } else { try relocate(to, to: from, step: index) }
        case .makeFolder(let path): if forwards { try make(path) } else { try removeIfEmpty(path) }
        case .removeFolder(let path):
            if forwards { try Files.removeDirectory(vault.fullPath(path)) } else { try make(path) }
        }
    }

    /// Removes the copy that an interrupted move to another file system has left beside the original.
    func removeCopy(_ copy: VaultPath, of original: VaultPath) throws {
        // Two files, not one under two names.
        guard try LikeNames.isListed(copy, in: vault), try LikeNames.isListed(original, in: vault),
            try Files.contentHash(vault.fullPath(copy)) == Files.contentHash(vault.fullPath(original))
        else {
            throw Self.changed(copy)
        }
        try Files.remove(vault.fullPath(copy))
    }

    private static func changed(_ path: VaultPath) -> VaultError {
        VaultError(path, "was changed by another program meanwhile", help: "try again")
    }

    /// Refuses a step in a folder that is, or lies behind, a link by now.
    private func checkFolders(of step: ChangeRecord.Step) throws {
        var paths = [step.path]
        if case .move(let from, _) = step { paths.append(from) }
        for path in paths {
            // Of one that is gone the nearest above it that is there.
            var folder = path.folder
            while !folder.isRoot, FileStatus.seen(vault.fullPath(folder)) == nil { folder = folder.folder }
            let full = vault.fullPath(folder)
            if let real = Files.realPath(full), real != full {
                throw VaultError(folder, "is a link, and slip changes nothing through one")
            }
        }
    }

    // MARK: Folders

    private func make(_ path: VaultPath) throws(SystemError) {
        let isOwn = Trash.holds(path)
        if isOwn { try Files.makeDirectories(vault.fullPath(Trash.folder(of: vault)), mode: 0o700) }
        // What is slip's own is its owner's alone.
        try Files.makeDirectory(vault.fullPath(path), mode: isOwn ? 0o700 : 0o777)
        if !isOwn { vault.giveToOwner(vault.fullPath(path), in: path.folder) }
    }

    /// A folder that somebody has put something into since stays.
    private func removeIfEmpty(_ path: VaultPath) throws(SystemError) {
        do {
            try Files.removeDirectory(vault.fullPath(path))
        } catch {
            if !error.exists, !error.isMissing { throw error }
        }
    }

    // MARK: One content for another

    /// Puts the content that waits in `file` in the place of the file at `path`; what was there waits in `file` then.
    private func swap(_ file: [UInt8], _ path: VaultPath, step index: Int, expecting expected: Int64) throws {
        let target = vault.fullPath(path)
        let status = try FileStatus(target)
        guard status.kind == .regular else {
            throw VaultError(path, "is a link or a folder by now; nothing is written through it")
        }
        var outcome = try Files.exchange(file, target)
        if outcome == .unsupported, try FileStatus(file).device != status.device { outcome = .crossesDevices }
        switch outcome {
        case .done: try keepOut(file, target, expected: expected, path: path)
        case .unsupported: try replace(target, with: file, of: file, expected, status: status, path: path)
        case .crossesDevices:
            // Through a file beside it, then, which takes what was there back to the record.
            let beside = beside(path, index)
            try copy(file, to: beside, mode: try FileStatus(file).mode)
            do {
                if case .done = try Files.exchange(beside, target) {
                    try keepOut(beside, target, expected: expected, path: path)
                    do {
                        try bringHome(beside, to: file)
                    } catch {
                        _ = try Files.exchange(beside, target)
                        throw error
                    }
                } else {
                    try replace(target, with: beside, of: file, expected, status: status, path: path)
                }
            } catch {
                // Only what is a copy of what waits may go; anything else is what somebody wrote.
                if (try? Files.sameContent(beside, file)) == true { Files.discard(beside) }
                throw error
            }
        }
    }

    /// The exchange of a file system that has none: `new` takes the place of `target`, which first gets a second name in the
    /// record, `file` with `.old`, and then is `file`: so a program that has it open goes on writing into that. Where there
    /// are no second names a copy is kept. `tidy` tells from these names how far it came.
    private func replace(
        _ target: [UInt8], with new: [UInt8], of file: [UInt8], _ expected: Int64, status: FileStatus,
        path: VaultPath
    ) throws {
        guard try Files.contentHash(target) == expected else { throw Self.changed(path) }
        let old = file + Self.old
        Files.discard(old)
        let isLinked = try Files.link(target, old)
        if isLinked {
            Files.synchronizeDirectory(folder)
        } else {
            try copy(target, to: old, mode: status.mode, status)
        }
        // What is in the old file is known from itself, whatever its times say; that it still is the note, by its number.
        let now = try FileStatus(target)
        guard isLinked ? try now.inode == status.inode && Files.contentHash(old) == expected : now == status else {
            try Files.remove(old)
            throw Self.changed(path)
        }
        if new != file { try Files.remove(file) }
        try Files.rename(new, target)
        // Written into at the last moment: that is the note again.
        if isLinked, let last = try? Files.contentHash(old), last != expected {
            try Files.rename(old, target)
            throw Self.changed(path)
        }
        try Files.rename(old, file)
    }

    private static let old = Array(".old".utf8)
    private static let part = Array(".part".utf8)

    /// Copies a file onto a new name, which it gets once it is whole and on the disk: what is called `.part` never counts.
    ///
    /// - Parameter status: of a file that is displaced: when it was made, its copy remembers.
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
        // Before anything is removed on another disk, the name has to be on this one.
        Files.synchronizeDirectory(Self.folder(of: to))
    }

    private static func folder(of path: [UInt8]) -> [UInt8] {
        Array(path[..<(path.lastIndex(of: Byte.slash) ?? path.startIndex)])
    }

    /// After an exchange: what came out of `target` has to be what was expected; else somebody saved in between, and gets
    /// it back. What they saved while it was given back is what stays.
    private func keepOut(_ file: [UInt8], _ target: [UInt8], expected: Int64, path: VaultPath) throws {
        // What cannot be read has no known content: it is taken for what somebody wrote, and kept.
        func hash(_ path: [UInt8]) -> Int64? { try? Files.contentHash(path) }
        if hash(file) == expected { return }
        let ours = hash(target)
        for _ in 0..<8 {
            _ = try Files.exchange(file, target)
            if hash(file) == ours { break }
        }
        throw Self.changed(path)
    }

    /// Takes what an exchange displaced on another file system to the record. What a program writes into it meanwhile
    /// comes along.
    private func bringHome(_ beside: [UInt8], to file: [UInt8]) throws(SystemError) {
        var status = try FileStatus(beside)
        while true {
            try copy(beside, to: file, mode: status.mode, status)
            let now = try FileStatus(beside)
            if now.size == status.size, now.modified == status.modified { break }
            status = now
        }
        // It is in the record: one that stays is a stray file, and no loss.
        Files.discard(beside)
    }

    // MARK: Files that come and go

    /// Puts a file that waits where nothing is.
    private func put(_ file: [UInt8], _ path: VaultPath, step index: Int) throws {
        if Trash.holds(path) { try Files.makeDirectories(vault.fullPath(Trash.folder(of: vault)), mode: 0o700) }
        try move(file, to: path, index)
    }

    /// Takes a file away, to wait in `file`.
    private func take(_ path: VaultPath, _ file: [UInt8], expecting expected: Int64) throws {
        let target = vault.fullPath(path)
        guard try Files.contentHash(target) == expected else { throw Self.changed(path) }
        // What is left of an interruption between the two steps of a move to another file system is a copy of this.
        if FileStatus.seen(file) != nil { try Files.remove(file) }
        do {
            try Files.move(target, file)
        } catch {
            guard error.crossesDevices else { throw error }
            let status = try FileStatus(target)
            try copy(target, to: file, mode: status.mode, status)
            do {
                guard try FileStatus(target) == status else { throw Self.changed(path) }
                try Files.remove(target)
            } catch {
                Files.discard(file)
                throw error
            }
            return
        }
        guard try Files.contentHash(file) == expected else {
            try Files.move(file, target)
            throw Self.changed(path)
        }
    }

    /// Gives a file or folder another name.
    private func relocate(_ from: VaultPath, to: VaultPath, step index: Int) throws {
        do {
            try move(vault.fullPath(from), to: to, index)
        } catch let error as SystemError where error.exists {
            // What is there under the other name is this file itself.
            guard try LikeNames.only(from, to, in: vault) == from.name.bytes else { throw error }
            try Files.rename(vault.fullPath(from), vault.fullPath(to))
        }
    }

    /// Moves a file or folder where nothing is, into a folder that is made again if it is gone; a file onto another file
    /// system by a copy, which gets its name once it is whole and on the disk.
    private func move(_ from: [UInt8], to path: VaultPath, _ index: Int) throws {
        let to = vault.fullPath(path)
        // git, for one, removes folders that have become empty.
        if FileStatus.seen(vault.fullPath(path.folder)) == nil {
            try Files.makeDirectories(vault.fullPath(path.folder))
        }
        do {
            try Files.move(from, to)
        } catch {
            guard error.crossesDevices else { throw error }
            let status = try FileStatus(from)
            guard status.kind == .regular else {
                throw VaultError(
                    "'\(String(decoding: from, as: UTF8.self))' lies on another file system and cannot be moved in one step",
                    help: "move it with mv, then mend the links: slip check --fix")
            }
            let part = beside(path, index) + Self.part
            Files.discard(part)
            do {
                try Files.copy(from, to: part, mode: status.mode)
                guard try FileStatus(from) == status else { throw Self.changed(path) }
                try Files.move(part, to)
            } catch {
                Files.discard(part)
                throw error
            }
            Files.synchronizeDirectory(Self.folder(of: to))
            do {
                try Files.remove(from)
            } catch {
                // Only what is surely a copy may go.
                if (try? Files.sameContent(from, to)) == true { Files.discard(to) }
                throw error
            }
        }
    }

    // MARK: Dot files on other file systems

    /// The name of the file that waits beside one on another file system than `.slipbox`. The token is in the record
    /// alone, so that no other file can bear it.
    private func beside(_ path: VaultPath, _ index: Int) -> [UInt8] {
        vault.fullPath(path.folder.appending(".slip-\(token)-\(index)"))
    }

    /// Takes away what an interruption left beside files on other file systems, and brings home what had been displaced.
    ///
    /// - Throws: `SystemError` where something cannot be looked at, or be given its name back: it stays as it is then.
    func tidy(_ steps: [ChangeRecord.Step]) throws(SystemError) {
        for (index, step) in steps.enumerated() {
            let file = ChangeStore.file(folder, index)
            let old = file + Self.old
            Files.discard(file + Self.part)
            Files.discard(old + Self.part)
            if try FileStatus.ifThere(old) != nil {
                // Cut before what was to take the file's place had left its own, or after it.
                if try FileStatus.ifThere(file) == nil { try Files.move(old, file) } else { Files.discard(old) }
            }
            var paths = [step.path]
            if case .move(let from, _) = step { paths.append(from) }
            for path in paths {
                let beside = beside(path, index)
                Files.discard(beside + Self.part)
                guard case .write = step, try FileStatus.ifThere(beside)?.kind == .regular else { continue }
                if try FileStatus.ifThere(file) != nil, try Files.sameContent(beside, file) {
                    Files.discard(beside)
                } else {
                    // It came out of the note's place, and has not been brought home.
                    // Else it stays beside, and the change counts as not tidied up.
                    try? bringHome(beside, to: file)
                }
            }
        }
    }

    /// Whether nothing of the steps waits anywhere but in the record, under its own name.
    func isTidy(_ steps: [ChangeRecord.Step]) -> Bool {
        do {
            // Nothing else is put beside a file.
            for (index, step) in steps.enumerated() {
                guard case .write(let path, _, _) = step else { continue }
                if try FileStatus.ifThere(beside(path, index)) != nil { return false }
                if try FileStatus.ifThere(ChangeStore.file(folder, index) + Self.old) != nil { return false }
            }
            return true
        } catch {
            return false
        }
    }
}

extension Vault {
    /// Gives a file or folder that root made to the owner of `folder`, who could not change it otherwise. Of a folder that
    /// does not exist yet, the nearest above it counts. Does nothing for other users.
    func giveToOwner(_ made: [UInt8], in folder: VaultPath) {
        guard ThisProcess.user == 0 else { return }
        var folder = folder
        while !folder.isRoot, FileStatus.seen(fullPath(folder)) == nil { folder = folder.folder }
        guard let status = FileStatus.seen(fullPath(folder)), status.owner != 0 else { return }
        Files.setOwner(made, like: status)
    }
}
