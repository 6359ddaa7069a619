import SourceText
import System

/// One file in another's place, on the same file system and across.
extension VaultWriter {
    /// Puts the content of `file` in `target`'s place; the old content is in `file` afterwards.
    func replace(_ target: [UInt8], with file: [UInt8], before: [UInt8], _ path: VaultPath) throws {
        let changed = VaultError("'\(path.text)' was changed by another program meanwhile", help: "try again")
        switch try Files.exchange(file, target) {
        case .done: try keepOut(file, target, expecting: ContentHash.hash(before), changed)
        case .unsupported:
            let old = try Files.read(target)
            guard old.bytes == before else { throw changed }
            let aside = file + Array(".old".utf8)
            try Files.create(aside, old.bytes, like: target, status: old.status, keepsOwner: !forces)
            guard (try? FileStatus(target)) == old.status else { throw changed }
            try Files.rename(file, target)
            try Files.rename(aside, file)
        case .crossesDevices:
            // Beside the note, then; the old content is brought back into the record by a copy.
            try replaceBeside(target, with: file, before: before, changed)
        }
    }

    /// After an exchange: what came out of `target` has to be what was expected; else somebody saved in between, and gets
    /// it back. What they saved while it was given back is what stays.
    func keepOut(
        _ file: [UInt8], _ target: [UInt8], expecting expected: Int64, _ changed: VaultError
    ) throws {
        func hash(_ path: [UInt8]) -> Int64? { (try? Files.read(path).bytes).map(ContentHash.hash) }
        if hash(file) == expected { return }
        let ours = hash(target)
        for _ in 0..<8 {
            _ = try Files.exchange(file, target)
            if hash(file) == ours { break }
        }
        throw changed
    }

    /// Removes the folder of a change that is over. Where a file in it is neither the old nor the new content of its
    /// step, somebody saved it in between: the folder is kept, and its place told.
    func discard(_ place: [UInt8], _ record: ChangeRecord) throws {
        let hasForeign = record.steps.enumerated().contains { index, step in
            guard case .write(_, let before, let after) = step,
                let bytes = try? Files.read(place + Array("/\(index)".utf8)).bytes
            else { return false }
            return ![before, after].contains(ContentHash.hash(bytes))
        }
        guard hasForeign else {
            try? Files.removeTree(place)
            return
        }
        let rescued = folder + Array("/rescued-\(ThisProcess.identifier)".utf8)
        try Files.rename(place, rescued)
        throw VaultError(
            "another program saved a note meanwhile; what was displaced is in '\(String(decoding: rescued, as: UTF8.self))'"
        )
    }

    /// The same for a note on another file system: the new content waits beside it, and the old one is brought back into
    /// the record by a copy.
    func replaceBeside(_ target: [UInt8], with file: [UInt8], before: [UInt8], _ changed: VaultError) throws {
        let beside = Self.beside(target)
        let status = try FileStatus(target)
        try Files.create(beside, try Files.read(file).bytes, like: target, status: status, keepsOwner: !forces)
        do {
            if case .done = try Files.exchange(beside, target) {
                guard (try? Files.read(beside).bytes) == before else {
                    _ = try Files.exchange(beside, target)
                    throw changed
                }
                return try bringHome(beside, to: file)
            }
            let old = try Files.read(target)
            guard old.bytes == before, old.status == status else { throw changed }
            try Files.rename(beside, target)
            try? Files.remove(file)
            try Files.create(file, before, mode: 0o600)
        } catch {
            if (try? Files.read(target).bytes) == before { try? Files.remove(beside) }
            throw error
        }
    }

    /// Puts a file that waits in the record where nothing is; onto another file system by a copy.
    static func put(_ file: [UInt8], at target: [UInt8]) throws {
        do {
            try Files.move(file, target)
        } catch {
            guard error.crossesDevices else { throw error }
            let beside = beside(target)
            try Files.create(beside, try Files.read(file, limit: 4 << 30).bytes)
            do {
                try Files.synchronize(beside)
                try Files.move(beside, target)
            } catch {
                try? Files.remove(beside)
                throw error
            }
            try? Files.remove(file)
        }
    }

    /// Moves a file or folder; a file onto another file system by a copy.
    static func relocate(_ from: [UInt8], _ to: [UInt8]) throws {
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
            if (try? FileStatus(to)) != nil { throw SystemError("move", from, code: SystemError.existsCode) }
            try Files.create(
                to, try Files.read(from, limit: 4 << 30).bytes, like: from, status: status, keepsOwner: false)
            try Files.remove(from)
        }
    }

    /// The name of the file that waits beside a note on another file system than `.slipbox`.
    static func beside(_ target: [UInt8]) -> [UInt8] {
        let slash = target.lastIndex(of: Byte.slash) ?? 0
        return Array(target[...slash]) + Array(".slip-".utf8) + Array(target[(slash + 1)...].suffix(200))
    }

    /// Copies the old content that lies beside a note into the record, and removes it there.
    func bringHome(_ beside: [UInt8], to file: [UInt8]) throws {
        let aside = file + Array(".old".utf8)
        try? Files.remove(aside)
        try Files.create(aside, try Files.read(beside).bytes, mode: 0o600)
        try Files.synchronize(aside)
        try Files.rename(aside, file)
        try Files.remove(beside)
    }
}
