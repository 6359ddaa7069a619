import SourceText
import System

/// Carries out the steps of one change, forwards and back.
///
/// The content that a file does not have waits in a file of the change's folder with the number of its step: the new one
/// before, and the old one after it was made. So nothing is ever written twice, and nothing that was displaced is lost.
struct StepRunner {
    let vault: Vault
    /// The change's folder, and what its dot files on other file systems are called by.
    let place: [UInt8]
    let token: String

    init(_ vault: Vault, _ change: ChangeStore.Change) {
        self.vault = vault
        place = change.place
        token = change.record.token
    }

    /// Carries out a step, or takes it back.
    ///
    /// - Throws: `SystemError`, or `VaultError` where the file is no longer what the step expects; it is as it was then.
    func run(_ step: ChangeRecord.Step, _ index: Int, forwards: Bool) throws {
        try checkFolders(of: step)
        let file = ChangeStore.file(place, index)
        switch step {
        case .write(let path, let before, let after):
            try swap(file, path, index, expecting: forwards ? before : after)
        case .create(let path, let after):
            if forwards { try put(file, path, index) } else { try take(path, file, expecting: after) }
        case .remove(let path, let before):
            if forwards { try take(path, file, expecting: before) } else { try put(file, path, index) }
        case .move(let from, let to):
            if forwards { try relocate(from, to, index) } else { try relocate(to, from, index) }
        case .makeFolder(let path): if forwards { try make(path) } else { try removeIfEmpty(path) }
        case .removeFolder(let path):
            if forwards { try Files.removeDirectory(vault.fullPath(path)) } else { try make(path) }
        }
    }

    /// Removes the copy that an interrupted move to another file system has left beside the original.
    func removeCopy(_ copy: VaultPath, of original: VaultPath) throws {
        guard try Files.contentHash(vault.fullPath(copy)) == Files.contentHash(vault.fullPath(original)) else {
            throw Self.changed(copy)
        }
        try Files.remove(vault.fullPath(copy))
    }

    private static func changed(_ path: VaultPath) -> VaultError {
        VaultError("'\(path.text)' was changed by another program meanwhile", help: "try again")
    }

    /// Refuses a step in a folder that is, or lies behind, a link by now.
    private func checkFolders(of step: ChangeRecord.Step) throws {
        var paths = [step.path]
        if case .move(let from, _) = step { paths.append(from) }
        for path in paths {
            let folder = vault.fullPath(path.folder)
            guard let real = Files.realPath(folder) else { continue }
            if real != folder {
                throw VaultError("'\(path.folder.text)' is a link; nothing is changed through it")
            }
        }
    }

    // MARK: Folders

    private func make(_ path: VaultPath) throws(SystemError) {
        let isOwn = path.isInside(Trash.folder)
        if isOwn { try Files.makeDirectories(vault.fullPath(Trash.folder), mode: 0o700) }
        // What is slip's own is its owner's alone.
        try Files.makeDirectory(vault.fullPath(path), mode: isOwn ? 0o700 : 0o777)
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
    private func swap(_ file: [UInt8], _ path: VaultPath, _ index: Int, expecting expected: Int64) throws {
        let target = vault.fullPath(path)
        let status = try FileStatus(target)
        guard status.kind == .regular else {
            throw VaultError("'\(path.text)' is a link or a folder by now; nothing is written through it")
        }
        switch try Files.exchange(file, target) {
        case .done: try keepOut(file, target, expected, path)
        case .unsupported:
            guard try Files.contentHash(target) == expected else { throw Self.changed(path) }
            let aside = file + Self.aside
            try? Files.remove(aside)
            try Files.copy(target, to: aside, mode: status.mode)
            guard try FileStatus(target) == status else { throw Self.changed(path) }
            try Files.rename(file, target)
            try Files.rename(aside, file)
        case .crossesDevices:
            // Through a file beside it, then, which takes what was there back to the record.
            let beside = beside(path, index)
            try? Files.remove(beside)
            try Files.copy(file, to: beside, mode: try FileStatus(file).mode)
            do {
                guard case .done = try Files.exchange(beside, target) else { throw Self.changed(path) }
                try keepOut(beside, target, expected, path)
            } catch {
                try? Files.remove(beside)
                throw error
            }
            try bringHome(beside, to: file)
        }
    }

    private static let aside = Array(".old".utf8)

    /// After an exchange: what came out of `target` has to be what was expected; else somebody saved in between, and gets
    /// it back. What they saved while it was given back is what stays.
    private func keepOut(_ file: [UInt8], _ target: [UInt8], _ expected: Int64, _ path: VaultPath) throws {
        func hash(_ path: [UInt8]) -> Int64? { try? Files.contentHash(path) }
        if hash(file) == expected { return }
        let ours = hash(target)
        for _ in 0..<8 {
            _ = try Files.exchange(file, target)
            if hash(file) == ours { break }
        }
        throw Self.changed(path)
    }

    private func bringHome(_ beside: [UInt8], to file: [UInt8]) throws(SystemError) {
        let aside = file + Self.aside
        try? Files.remove(aside)
        try Files.copy(beside, to: aside, mode: try FileStatus(beside).mode)
        try Files.rename(aside, file)
        try Files.remove(beside)
    }

    // MARK: Files that come and go

    /// Puts a file that waits where nothing is.
    private func put(_ file: [UInt8], _ path: VaultPath, _ index: Int) throws {
        if path.isInside(Trash.folder) { try Files.makeDirectories(vault.fullPath(Trash.folder), mode: 0o700) }
        try move(file, to: path, index)
    }

    /// Takes a file away, to wait in `file`.
    private func take(_ path: VaultPath, _ file: [UInt8], expecting expected: Int64) throws {
        let target = vault.fullPath(path)
        guard try Files.contentHash(target) == expected else { throw Self.changed(path) }
        // What is left of an interruption between the two steps of a move to another file system.
        if (try? Files.contentHash(file)) == expected { try Files.remove(file) }
        do {
            try Files.move(target, file)
        } catch {
            guard error.crossesDevices else { throw error }
            let aside = file + Self.aside
            try? Files.remove(aside)
            try Files.copy(target, to: aside, mode: try FileStatus(target).mode)
            try Files.move(aside, file)
            try Files.remove(target)
            return
        }
        guard try Files.contentHash(file) == expected else {
            try Files.move(file, target)
            throw Self.changed(path)
        }
    }

    /// Gives a file or folder another name.
    private func relocate(_ from: VaultPath, _ to: VaultPath, _ index: Int) throws {
        try move(vault.fullPath(from), to: to, index)
    }

    /// Moves a file or folder where nothing is; a file onto another file system by a copy, which gets its name once it is
    /// whole and on the disk.
    private func move(_ from: [UInt8], to path: VaultPath, _ index: Int) throws {
        let to = vault.fullPath(path)
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
            let beside = beside(path, index)
            try? Files.remove(beside)
            try Files.copy(from, to: beside, mode: status.mode)
            do {
                guard try FileStatus(from) == status else { throw Self.changed(path) }
                try Files.move(beside, to)
            } catch {
                try? Files.remove(beside)
                throw error
            }
            try Files.remove(from)
        }
    }

    // MARK: Dot files on other file systems

    /// The name of the file that waits beside one on another file system than `.slipbox`. The token is in the record
    /// alone, so that no other file can bear it.
    private func beside(_ path: VaultPath, _ index: Int) -> [UInt8] {
        vault.fullPath(path.folder.appending(".slip-\(token)-\(index)"))
    }

    /// Takes away what an interruption left beside files on other file systems, and brings home what had been displaced.
    func tidy(_ steps: [ChangeRecord.Step]) {
        for (index, step) in steps.enumerated() {
            let file = ChangeStore.file(place, index)
            let aside = file + Self.aside
            if (try? FileStatus(aside)) != nil {
                // The exchange of a file system that has none was cut between its two renames.
                if (try? FileStatus(file)) == nil { try? Files.rename(aside, file) } else { try? Files.remove(aside) }
            }
            var paths = [step.path]
            if case .move(let from, _) = step { paths.append(from) }
            for path in paths {
                let beside = beside(path, index)
                guard (try? FileStatus(beside))?.kind == .regular else { continue }
                if case .write = step, let waiting = try? Files.contentHash(file),
                    waiting == (try? Files.contentHash(vault.fullPath(path)))
                {
                    // What waited is in its place already; what was there has not been brought home.
                    try? bringHome(beside, to: file)
                } else {
                    try? Files.remove(beside)
                }
            }
        }
    }
}
