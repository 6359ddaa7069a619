import SourceText
import System
import VaultFiles

/// Files in the user's home. They are written atomically, through links, and keep their mode and owner.
enum PersonalFiles {
    static func read(_ path: [UInt8]) throws -> [UInt8]? {
        do throws(SystemError) {
            return try Files.read(path).bytes
        } catch {
            guard error.isMissing else { throw error }
            if FileStatus.seen(path) == nil { return nil }
            // The target of the link may be missing only temporarily.
            throw VaultError("'\(SafeText.escaped(String(decoding: path, as: UTF8.self)))' is a broken symbolic link")
        }
    }

    static func write(_ path: [UInt8], _ bytes: [UInt8]) throws {
        let real = Files.realPath(path) ?? path
        guard let status = FileStatus.seen(real) else { return try Files.create(real, bytes, mode: 0o644) }
        if status.mode & 0o200 == 0 {
            throw VaultError("'\(SafeText.escaped(String(decoding: path, as: UTF8.self)))' is read-only")
        }
        let fresh = real + Array(".slip-\(ThisProcess.identifier)".utf8)
        try Files.create(fresh, bytes, like: real, status: status)
        do {
            try Files.synchronize(fresh)
            try Files.rename(fresh, real)
        } catch {
            Files.discard(fresh)
            throw error
        }
    }

    /// Creates the missing folders above a file. Returns their number.
    static func makeFolders(for path: [UInt8]) throws -> Int {
        let whole = folder(of: path)
        var folder = whole
        var count = 0
        while !folder.isEmpty, FileStatus.seen(folder, follows: true) == nil {
            count += 1
            folder = Self.folder(of: folder)
        }
        if count > 0 { try Files.makeDirectories(whole) }
        return count
    }

    /// Removes a file, and those empty folders above it that were created for it.
    ///
    /// - Parameter made: see `ManagedMark.made`.
    static func remove(_ path: [UInt8], made: Int) throws {
        try Files.remove(path)
        for folder in folders(of: path, made: made) { Files.discardFolder(folder) }
    }

    /// Returns the folders above a file that were created for it, innermost first. `made` also counts the file.
    static func folders(of path: [UInt8], made: Int) -> [[UInt8]] {
        var folders = [folder(of: path)]
        while folders.count < made - 1 { folders.append(folder(of: folders[folders.count - 1])) }
        return made > 1 ? folders.filter { !$0.isEmpty } : []
    }

    private static func folder(of path: [UInt8]) -> [UInt8] {
        Array(path[..<(path.lastIndex(of: Byte.slash) ?? 0)])
    }
}
