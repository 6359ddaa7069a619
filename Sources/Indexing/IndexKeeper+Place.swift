import Git
import SQLite
import SearchIndex
import SourceText
import System
import VaultFiles

/// Where indexes are: that of the vault, and those of commits beside it.
extension IndexKeeper {
    /// `.slipbox/`, this user's own folder in it, or a folder in the cache: where the vault cannot be written, and on file
    /// systems that others may have at the same time, of which SQLite can neither lock nor share a part
    /// (https://sqlite.org/wal.html, https://sqlite.org/useovernet.html).
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

    /// This user's folder in `.slipbox`; nil where somebody else has its name.
    private static func ownPlace(in vault: Vault) -> [UInt8]? {
        guard let own = try? vault.ownFolder() else { return nil }
        if own != vault.folder, (try? Files.makeDirectories(own, mode: 0o700)) == nil { return nil }
        // The real one: SQLite is told to follow no links, which an index of strangers could be.
        return Files.realPath(own)
    }

    /// How many indexes of commits are kept.
    private static var mostCommits: Int { 4 }

    /// A folder beside the vault's own index for that of a commit; those that were asked for longest ago go.
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
                // One that another slip makes or opens at this moment stays.
                guard let lock = try? FileLock(other.path + Array("/index.lock".utf8), waits: false) else { continue }
                defer { lock.release() }
                // What another slip reads at this moment stays readable for it.
                for name in ["index.db", "index.db-wal", "index.db-shm", "index.lock", "index.new.db"] {
                    Files.discard(other.path + Array("/\(name)".utf8))
                }
                // With something else in it, it is not ours alone.
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

    /// Where a vault's index is or would be, and its size.
    static func file(of vault: Vault) throws -> (path: [UInt8], exists: Bool, size: Int64) {
        let path = indexPath(try directory(vault))
        let status = FileStatus.seen(path)
        return (path, status != nil, status?.size ?? 0)
    }

    /// The index as it is, or nil where it cannot be used; nothing is built or changed.
    static func peek(_ vault: Vault) throws -> Connection? { try open(try directory(vault), stamp(vault)) }

    /// Removes a database with its companions, whatever file or link bears their names. A folder with something in it is
    /// not ours, and stays.
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
