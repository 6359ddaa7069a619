import SourceText
import System
import VaultFiles

/// The directories of the indexes of a vault's commits.
struct CommitIndexes {
    private static let limit = 4
    private let folder: [UInt8]

    init(of vault: Vault) throws { folder = try IndexLocation(of: vault).directory + Array("/commits".utf8) }

    /// Creates the directory for the index of a commit and returns it. Removes the least recently used of more than
    /// four indexes.
    func makeDirectory(for committed: GitSource) throws -> [UInt8] {
        let own = folder + Array("/\(committed.name)".utf8)
        do {
            try Files.makeDirectories(own, mode: 0o700)
            try Files.setModified(own, LocalZone.now().microseconds * 1000)
            try removeOldest()
        } catch {
            throw VaultError("cannot store the index of a commit: \(error)")
        }
        return own
    }

    private func removeOldest() throws {
        let directories = try Files.list(folder, follows: false).map { folder + [Byte.slash] + $0.name }
            .compactMap { path in FileStatus.seen(path).map { (path: path, status: $0) } }
            .filter { $0.status.kind == .directory && $0.status.owner == ThisProcess.user }
            .sorted { $0.status.modified > $1.status.modified }
        for (path, _) in directories.dropFirst(Self.limit) {
            // If this fails, another process is building or opening the index.
            guard let lock = try? FileLock(path + Array("/index.lock".utf8), waits: false) else { continue }
            defer { lock.release() }
            // Another process that reads the index keeps its open files.
            IndexLocation.removeAbandoned(in: path)
            for name in ["index.db", "index.db-wal", "index.db-shm", "index.lock"] {
                Files.discard(path + Array("/\(name)".utf8))
            }
            // Fails if the directory contains other files.
            try? Files.removeDirectory(path)
        }
    }
}
