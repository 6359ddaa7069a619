import Git
import SQLite
import SearchIndex
import SourceText
import System
import VaultFiles

/// The locations of indexes: that of the vault, and those of commits.
extension IndexKeeper {
    /// Returns `.slipbox/`, this user's own folder in it, or a folder in the cache. The cache is used if the vault is
    /// read-only, or its file system may be shared between machines: SQLite supports neither locks nor shared memory
    /// there (https://sqlite.org/wal.html, https://sqlite.org/useovernet.html).
    static func directory(_ vault: Vault) throws -> [UInt8] {
        let isWritable = Files.isWritable(vault.folder)
        let cache = Environment.cacheDirectory(of: vault)
        let isLocal = (try? FileSystemType(of: vault.folder))?.tellsAllChanges ?? false
        if isWritable, isLocal || cache == nil, let own = ownPlace(in: vault) { return own }
        if let cache, (try? Files.makeDirectories(cache, mode: 0o700)) != nil { return Files.realPath(cache) ?? cache }
        if isWritable, let own = ownPlace(in: vault) { return own }
        throw VaultError(
            "the vault cannot hold its index, and there is no other place for it",
            help: "set XDG_CACHE_HOME to a folder that can be written")
    }

    /// Returns this user's folder in `.slipbox`, or nil if another user occupies its name.
    private static func ownPlace(in vault: Vault) -> [UInt8]? {
        guard let own = try? vault.ownFolder() else { return nil }
        if own != vault.folder, (try? Files.makeDirectories(own, mode: 0o700)) == nil { return nil }
        // The real path: SQLite is configured not to follow links, because another user could replace the index with
        // one.
        return Files.realPath(own)
    }

    /// The maximum number of indexes of commits.
    private static var mostCommits: Int { 4 }

    /// Returns the folder for the index of a commit. Removes the least recently used ones.
    static func directory(_ vault: Vault, of committed: GitSource) throws -> [UInt8] {
        let all = try directory(vault) + Array("/commits".utf8)
        let own = all + Array("/\(committed.name)".utf8)
        do {
            try Files.makeDirectories(own, mode: 0o700)
            try Files.setModified(own, LocalZone.now().microseconds * 1000)
            let others = try Files.list(all, follows: false).map { all + [Byte.slash] + $0.name }
                .compactMap { path in FileStatus.seen(path).map { (path: path, status: $0) } }
                .filter { $0.status.kind == .directory && $0.status.owner == ThisProcess.user }
                .sorted { $0.status.modified > $1.status.modified }
            for other in others.dropFirst(mostCommits) {
                // Another process is building or opening this index.
                guard let lock = try? FileLock(other.path + Array("/index.lock".utf8), waits: false) else { continue }
                defer { lock.release() }
                // Another process that reads this index keeps its open files.
                for name in ["index.db", "index.db-wal", "index.db-shm", "index.lock", "index.new.db"] {
                    Files.discard(other.path + Array("/\(name)".utf8))
                }
                // Fails if the folder contains other files.
                try? Files.removeDirectory(other.path)
            }
        } catch {
            throw VaultError("there is no place for the index of a commit: \(error)")
        }
        return own
    }

    var indexPath: [UInt8] { Self.indexPath(directory) }
    static func indexPath(_ directory: [UInt8]) -> [UInt8] { directory + Array("/index.db".utf8) }
    static func lockPath(_ directory: [UInt8]) -> [UInt8] { directory + Array("/index.lock".utf8) }

    static func stamp(_ vault: Vault, of committed: GitSource? = nil) -> IndexDatabase.Stamp {
        let place = committed.map { "\n\($0.name)" } ?? ""
        return IndexDatabase.Stamp(
            vaults: VaultStamp(vault).texts.map { $0 + place }, rules: vault.configuration.signature)
    }

    /// Returns the path of a vault's index, whether it exists, and its size.
    static func file(of vault: Vault) throws -> (path: [UInt8], exists: Bool, size: Int64) {
        let path = indexPath(try directory(vault))
        let status = FileStatus.seen(path)
        return (path, status != nil, status?.size ?? 0)
    }

    /// Opens the index without building or changing it. Returns nil if it is unusable.
    static func peek(_ vault: Vault) throws -> Connection? { try open(try directory(vault), stamp(vault)) }

    /// Removes a database and its companion files, even if they are links. A folder that is not empty is kept.
    static func removeDatabase(_ path: [UInt8]) throws {
        for suffix in ["", "-wal", "-shm", "-journal"] {
            let file = path + Array(suffix.utf8)
            do {
                try Files.removeAlone(file)
            } catch {
                throw VaultError(
                    "the index cannot be put in its place: '\(String(decoding: file, as: UTF8.self))' cannot be removed: \(error.reason)",
                    help: "move it out of the way")
            }
        }
    }
}
