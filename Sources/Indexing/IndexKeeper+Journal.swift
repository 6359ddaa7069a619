import SQLite
import SearchIndex
import System

/// The journal (https://sqlite.org/wal.html) outlives the commands that write it. Copying it into the database must
/// wait for the disk, so this happens only once it has grown, not after every change.
///
/// SQLite would apply a journal to any file with the database's name, such as a restored older copy. The journal
/// therefore records the fingerprint of the database at its start. An index with another fingerprint is not used.
extension IndexKeeper {
    /// The size at which the journal is copied, in bytes. Opening an index with a journal of this size takes 1 ms
    /// longer.
    private static let mostJournal: Int64 = 1 << 20

    private static func journalSize(_ path: [UInt8]) -> Int64 {
        FileStatus.seen(path + Array("-wal".utf8))?.size ?? 0
    }

    /// Returns the fingerprint of a database file. Another content has another modification time or inode.
    ///
    /// - Throws: if the file cannot be inspected. A missing fingerprint would cause a rebuild.
    static func fingerprint(_ path: [UInt8]) throws(SystemError) -> Int64 {
        guard let status = try FileStatus.ifThere(path) else { return 0 }
        return status.modified ^ Int64(bitPattern: status.inode) << 32
    }

    /// Opens the index. Returns nil if it is missing or unusable.
    ///
    /// Does not wait for a process that writes the index, since the writer may be suspended.
    ///
    /// - Parameters:
    ///   - patience: how long to wait for exclusive access of another process to end, in milliseconds (default: one
    ///     minute).
    ///   - waiting: called once, if another process takes long to replace the index.
    static func open(
        _ directory: [UInt8], _ stamp: IndexDatabase.Stamp, patience: Int64? = nil,
        waiting: (LockHolder?) -> Void = { _ in }
    ) throws -> Connection? {
        let path = indexPath(directory)
        guard isUsable(path) else { return nil }
        // The lock keeps other processes from replacing the file between opening and first reading it.
        if let lock = try? FileLock(lockPath(directory), shared: true, waits: false) {
            defer { lock.release() }
            return try openPaired(path, stamp, patience: patience)
        }
        if let opened = openBesideWriter(path, stamp, patience: patience) { return opened }
        let lock = try lock(directory, shared: true, waiting: waiting)
        defer { lock.release() }
        return try openPaired(path, stamp, patience: patience)
    }

    /// Opens the index without the lock. Returns nil if this may have failed.
    ///
    /// A process that replaces the index removes the old file before the journal (`removeDatabase`). If the opened file
    /// still has its name after the first read, it was read with its own journal.
    private static func openBesideWriter(
        _ path: [UInt8], _ stamp: IndexDatabase.Stamp, patience: Int64?
    ) -> Connection? {
        guard let opened = try? openPaired(path, stamp, patience: patience), !opened.hasMoved else { return nil }
        return opened
    }

    /// Opens the index. Returns nil if it is unusable, or if the journal belongs to another file.
    static func openPaired(
        _ path: [UInt8], _ stamp: IndexDatabase.Stamp, patience: Int64? = nil
    ) throws -> Connection? {
        let fingerprint = try fingerprint(path)
        guard let connection = try IndexDatabase.open(path, stamp, patience: patience) else { return nil }
        if journalSize(path) == 0 { return connection }
        let pairing = try IndexDatabase.pairing(connection)
        return pairing == nil || pairing == fingerprint ? connection : nil
    }

    /// Records the database's fingerprint, in case a journal was started.
    func pair() throws {
        try connection.transaction { try IndexDatabase.setPairing(connection, try Self.fingerprint(indexPath)) }
    }

    /// Copies the journal into the database if it has grown.
    func checkpoint() throws {
        if Self.journalSize(indexPath) < Self.mostJournal { return }
        try connection.checkpoint()
        // Readers prevented a full copy. The database file has changed, and the journal continues.
        if Self.journalSize(indexPath) > 0 { try pair() }
    }
}
