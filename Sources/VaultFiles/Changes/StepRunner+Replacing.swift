import SourceText
import System

/// The replacement of a note's content.
///
/// While slip has a lease on the old file, no other program can open it (`FileLease`). Without a lease, the displaced
/// content is compared after the exchange, and what another program writes later is rescued (`DisplacedFiles`).
extension StepRunner {
    /// The hashes of a note's content before and after a step.
    struct Contents {
        var old: Int64
        var new: Int64
    }

    /// The file of a note, and the one that takes its place.
    private struct Replacement {
        let step: Int
        let path: VaultPath
        let target: [UInt8]
        /// The file with the new content: in the record, or a copy in the folder of the note.
        let source: [UInt8]
        let contents: Contents
        let old: FileLease?
    }

    /// Exchanges the content stored in `file` with the file at `path`.
    func swap(_ file: [UInt8], _ path: VaultPath, step index: Int, contents: Contents) throws {
        let target = try folders.path(of: path)
        if let held = leases.remove(index), let new = held.new {
            return try swapBack(held, new, into: file, at: target)
        }
        let status = try FileStatus(target)
        guard status.kind == .regular else { throw VaultError(path, "is no longer a regular file") }
        if try FileStatus(file).device == status.device {
            let replacement = Replacement(
                step: index, path: path, target: target, source: file, contents: contents,
                old: try lease(target, path, step: index, expecting: contents.old))
            if try exchange(replacement) { return }
            replacement.old?.end()
        }
        // On another file system, a copy of the new content takes the place of the old one, of which the record gets a
        // copy. If a program may still write to a file that was displaced there, that file takes the place.
        let sibling = sibling(path, index)
        let (source, copy) = (try folders.path(of: sibling), file + Self.copy)
        try leases.releaseIfHeld(target)
        if try !displaced.isMarked(step: index, of: change, at: source) {
            guard try displaced.remove(source, known: [contents.old, contents.new]) else {
                throw FileLeases.changed(path)
            }
            try self.copy(file, to: source, mode: try FileStatus(file).mode)
        }
        do {
            try self.copy(target, to: copy, mode: status.mode, status)
            let replacement = Replacement(
                step: index, path: path, target: target, source: source, contents: contents,
                old: try lease(target, path, step: index, expecting: contents.old, beside: sibling))
            guard try Files.contentHash(copy) == contents.old else { throw FileLeases.changed(path) }
            _ = try exchange(replacement)
            do {
                try Files.rename(copy, file)
            } catch {
                if let held = leases.remove(index), let new = held.new {
                    try exchangeBack(held, new, source: source, at: target)
                    held.end()
                } else {
                    _ = try exchange(source, target)
                }
                throw error
            }
        } catch {
            Files.discard(copy)
            // Any other content was written by another program.
            _ = try? displaced.remove(source, known: [contents.new])
            throw error
        }
    }

    /// Takes a lease on the old file, and compares its content. Without a lease, the file is marked as one that another
    /// program may write to.
    private func lease(
        _ target: [UInt8], _ path: VaultPath, step index: Int, expecting expected: Int64, beside: VaultPath? = nil
    ) throws -> FileLease? {
        let lease = try leases.take(target, path)
        guard let lease else {
            try displaced.mark(target, path, step: index, of: change, expecting: expected, beside: beside)
            return nil
        }
        // After an exchange in vain, other programs would see the new content for a moment.
        guard try lease.status.inode == FileStatus(target).inode, try lease.contentHash() == expected else {
            throw FileLeases.changed(path)
        }
        return lease
    }

    /// Exchanges two files, checks the displaced one, and keeps the leases. If another program has saved the note meanwhile,
    /// or is about to, its file is exchanged back.
    ///
    /// - Returns: false if the two files are on different file systems.
    private func exchange(_ replacement: Replacement) throws -> Bool {
        let (source, target, path) = (replacement.source, replacement.target, replacement.path)
        // Without a lease on the old file, the files are compared by their content, which opens both.
        let lease = replacement.old == nil ? nil : try leases.takeNew(source)
        let new = FileLeases.WrittenFile(
            lease: lease, inode: try lease?.status.inode ?? FileStatus(source).inode,
            copy: source.starts(with: folder) ? nil : sibling(path, replacement.step))
        // An undo can restore a file that another program has written to since.
        let shown = lease == nil ? try? Files.contentHash(source) : nil
        guard try exchange(source, target) else { return false }
        guard let old = replacement.old else {
            try verifyDisplaced(replacement, shown: shown)
            return true
        }
        let held = FileLeases.Held(step: replacement.step, path: path, old: old, outcome: .replaced(new))
        // A file that cannot be examined may be another one.
        guard (try? FileStatus(source))?.inode == old.status.inode, !old.isBroken else {
            try exchangeBack(held, new, source: source, at: target)
            throw FileLeases.changed(path)
        }
        leases.keep(held)
        return true
    }

    /// Exchanges two files. If the file system cannot do that at once, the old file first gets a second name, or another name
    /// on a file system without hard links. `completeExchange` determines from the names how far an interruption came.
    ///
    /// - Returns: false if the two files are on different file systems.
    private func exchange(_ source: [UInt8], _ target: [UInt8]) throws -> Bool {
        switch try Files.exchange(source, target) {
        case .done: return true
        case .crossesDevices: return false
        case .unsupported: break
        }
        let old = source + Self.old
        if try Files.link(target, old) {
            Files.synchronizeDirectory(Self.folder(of: old))
            // A file that another program has put there meanwhile would be removed.
            guard try FileStatus(target).inode == FileStatus(old).inode else {
                try Files.remove(old)
                throw VaultError(
                    "the file was replaced by another program", cause: .conflict, help: "try again")
            }
            try Files.rename(source, target)
        } else {
            do {
                try Files.move(target, old)
            } catch {
                if error.crossesDevices { return false }
                throw error
            }
            do {
                try Files.move(source, target)
            } catch {
                try? Files.move(old, target)
                throw error
            }
        }
        try Files.move(old, source)
        return true
    }

    /// Exchanges the files of a step back whose leases are still held.
    private func swapBack(
        _ held: FileLeases.Held, _ new: FileLeases.WrittenFile, into file: [UInt8], at target: [UInt8]
    ) throws {
        let source = try new.copy.map { try folders.path(of: $0) } ?? file
        try exchangeBack(held, new, source: source, at: target)
        held.end()
        if new.copy != nil { try retrieve(source, to: file) }
    }

    /// Puts a displaced file back, unless another program has put a new file at its path. That is the newest one then.
    private func exchangeBack(
        _ held: FileLeases.Held, _ new: FileLeases.WrittenFile, source: [UInt8], at target: [UInt8]
    ) throws {
        if try FileStatus(target).inode == new.inode {
            _ = try exchange(source, target)
            if try FileStatus(source).inode == new.inode { return }
            _ = try exchange(source, target)
        }
        // The program that waits for the old file will write to it.
        try displaced.mark(
            content: held.old.bytes(), inode: held.old.status.inode, held.path, step: held.step, of: change,
            beside: new.copy)
    }

    /// Verifies the content displaced by an exchange without leases. If another program saved the file in between, its
    /// content is exchanged back. If it saves again meanwhile, its last content stays.
    ///
    /// - Parameter shown: the hash of the file that took the place of the note.
    private func verifyDisplaced(_ replacement: Replacement, shown: Int64?) throws {
        let (source, target) = (replacement.source, replacement.target)
        // A program that opened the file before the exchange finishes its save in the displaced file. A file that cannot
        // be read counts as written by another program.
        var displaced = try? Files.contentHash(source)
        if displaced == replacement.contents.old { return }
        var shown = shown
        for _ in 0..<8 {
            _ = try exchange(source, target)
            let found = try? Files.contentHash(source)
            if found == shown { break }
            // Saved to the file that was shown, so it is newer.
            (displaced, shown) = (found, displaced)
        }
        throw FileLeases.changed(replacement.path)
    }

    // MARK: Copies

    static let old = Array(".old".utf8)
    static let part = Array(".part".utf8)
    static let copy = Array(".copy".utf8)

    /// Copies a file to a new name through a `.part` file, so that the name only appears when the copy is complete.
    ///
    /// - Parameter status: the status of a displaced file, whose creation date the copy stores.
    func copy(_ from: [UInt8], to: [UInt8], mode: UInt32, _ status: FileStatus? = nil) throws(SystemError) {
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

    static func folder(of path: [UInt8]) -> [UInt8] {
        Array(path[..<(path.lastIndex(of: Byte.slash) ?? path.startIndex)])
    }

    /// Copies content that was displaced on another file system to the record, and removes it there if no other program
    /// may write to it.
    func retrieve(_ sibling: [UInt8], to file: [UInt8]) throws {
        let status = try FileStatus(sibling)
        try copy(sibling, to: file, mode: status.mode, status)
        _ = try displaced.remove(sibling, known: [Files.contentHash(file)])
    }
}
