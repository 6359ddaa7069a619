import Git
import SearchIndex
import SourceText
import System
import VaultFiles

/// The directory of an index, and its files.
struct IndexLocation: Hashable, Sendable {
    let directory: [UInt8]

    /// Locates the index of a vault: in `.slipbox/`, in this user's own folder in it, or in the cache.
    ///
    /// The cache is used if the vault is read-only, or its file system may be shared between machines: SQLite supports
    /// neither locks nor shared memory there (https://sqlite.org/wal.html, https://sqlite.org/useovernet.html).
    init(of vault: Vault) throws {
        let isWritable = Files.isWritable(vault.folder)
        let cache = Environment.cacheDirectory(of: vault)
        let isLocal = (try? FileSystemType(of: vault.folder))?.reportsAllChanges ?? false
        if isWritable, isLocal || cache == nil, let own = Self.ownFolder(in: vault) {
            directory = own
        } else if let cache, (try? Files.makeDirectories(cache, mode: 0o700)) != nil {
            directory = Files.realPath(cache) ?? cache
        } else if isWritable, let own = Self.ownFolder(in: vault) {
            directory = own
        } else {
            throw VaultError(
                "cannot store the index: the vault is not writable, and there is no cache folder",
                help: "set XDG_CACHE_HOME to a writable folder")
        }
    }

    init(of vault: Vault, at committed: GitSource) throws {
        directory = try CommitIndexes(of: vault).makeDirectory(for: committed)
    }

    /// Returns this user's folder in `.slipbox`, or nil if another user occupies its name.
    private static func ownFolder(in vault: Vault) -> [UInt8]? {
        guard let own = try? vault.ownFolder() else { return nil }
        if own != vault.folder, (try? Files.makeDirectories(own, mode: 0o700)) == nil { return nil }
        // The real path: SQLite is configured not to follow links, because another user could replace the index with
        // one.
        return Files.realPath(own)
    }

    // MARK: Files

    var database: [UInt8] { directory + Array("/index.db".utf8) }
    /// The lock of the process that reads all attachments.
    var attachmentLock: [UInt8] { directory + Array("/attachments.lock".utf8) }
    var lock: [UInt8] { directory + Array("/index.lock".utf8) }

    var status: FileStatus? { FileStatus.seen(database) }

    /// The size of SQLite's journal (https://sqlite.org/wal.html) in bytes.
    var journalSize: Int64 { FileStatus.seen(database + Array("-wal".utf8))?.size ?? 0 }

    /// Whether there is a file of this user that may be an index. Its size must be a multiple of the page size, since
    /// SQLite reads a truncated last page as zeros.
    var mayHaveIndex: Bool {
        guard let status, status.kind == .regular, status.owner == ThisProcess.user else { return false }
        return status.size > 0 && status.size % IndexDatabase.pageSize == 0
    }

    /// Returns a number for the current database file, or 0 if there is none. Another content has another modification
    /// time or inode, and so another number. It is compared with `IndexDatabase.pairing`.
    ///
    /// - Throws: if the file cannot be inspected. A missing fingerprint would cause a rebuild.
    func fingerprint() throws(SystemError) -> Int64 {
        guard let status = try FileStatus.ifThere(database) else { return 0 }
        return status.modified ^ Int64(bitPattern: status.inode) << 32
    }

    /// Returns the name of a new database. It is unique, because two processes may build an index at once after the lock
    /// file was removed. The pattern `index*`, which users remove, does not match it.
    func newDatabase() -> [UInt8] {
        let name = "\(Self.newPrefix)\(ThisProcess.identifier)-\(String(UInt32.random(in: 0 ... .max), radix: 36)).db"
        return directory + [Byte.slash] + Array(name.utf8)
    }

    private static let newPrefix = "new-index-"

    /// Removes the new databases of processes that have ended, for example because they were killed.
    static func removeAbandoned(in directory: [UInt8]) {
        // If this fails, the next rebuild tries again.
        for (name, _) in (try? Files.list(directory, follows: false)) ?? [] {
            let text = String(decoding: name, as: UTF8.self)
            guard text.hasPrefix(newPrefix), let number = text.dropFirst(newPrefix.count).split(separator: "-").first,
                let process = Int(number), !ThisProcess.isAlive(process)
            else { continue }
            try? Files.removeAlone(directory + [Byte.slash] + name)
        }
    }

    /// Removes a database and its companion files, even if they are links. A folder that is not empty is kept.
    static func removeDatabase(_ path: [UInt8]) throws {
        for suffix in ["", "-wal", "-shm", "-journal"] {
            let file = path + Array(suffix.utf8)
            do {
                try Files.removeAlone(file)
            } catch {
                throw VaultError(
                    "cannot replace the index: '\(String(decoding: file, as: UTF8.self))' cannot be removed: \(error.reason)",
                    help: "move it elsewhere")
            }
        }
    }
}
