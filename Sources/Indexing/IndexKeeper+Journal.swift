import SQLite
import SearchIndex
import System

/// The journal beside the index (https://sqlite.org/wal.html) outlives the commands that write it: copying it into the
/// database means to wait for the disk, which is done once it has grown rather than by every command that changed
/// something.
///
/// SQLite would lay a journal over whatever file bears the database's name, such as an older copy that somebody put
/// back. So the journal says what the file looked like when it was begun, and an index that looks otherwise is not used.
extension IndexKeeper {
    /// A journal of so many bytes is read in a millisecond by whoever opens the index next.
    private static let mostJournal: Int64 = 1 << 20

    private static func journalSize(_ path: [UInt8]) -> Int64 {
        FileStatus.seen(path + Array("-wal".utf8))?.size ?? 0
    }

    /// What a database file looks like, as one number. Another content gives it another time or another inode.
    ///
    /// - Throws: where it cannot be looked at: an index that was paired with nothing would be built anew.
    static func fingerprint(_ path: [UInt8]) throws(SystemError) -> Int64 {
        guard let status = try FileStatus.ifThere(path) else { return 0 }
        return status.modified ^ Int64(bitPattern: status.inode) << 32
    }

    /// Opens the index, or answers nil where there is none to be used.
    ///
    /// Where another process writes it, that is not waited for: the writer may be stopped.
    ///
    /// - Parameters:
    ///   - patience: how long to wait for a process that has the database for itself, in milliseconds (default: a minute).
    ///   - waiting: called once, if another process is putting an index in its place and takes long.
    static func open(
        _ directory: [UInt8], _ stamp: IndexDatabase.Stamp, patience: Int64? = nil,
        waiting: (LockHolder?) -> Void = { _ in }
    ) throws -> Connection? {
        let path = indexPath(directory)
        guard isUsable(path) else { return nil }
        // While the lock is had, nobody swaps the file between its opening and its first reading.
        if let lock = try? FileLock(lockPath(directory), shared: true, waits: false) {
            defer { lock.release() }
            return try openPaired(path, stamp, patience: patience)
        }
        if let opened = openBesideWriter(path, stamp, patience: patience) { return opened }
        let lock = try lock(directory, shared: true, waiting: waiting)
        defer { lock.release() }
        return try openPaired(path, stamp, patience: patience)
    }

    /// Opens the index without the lock; nil where that cannot be told to have gone well.
    ///
    /// Who swaps it removes the old file first, then the journal (`removeDatabase`). Where the file that was opened is still
    /// in its place once it was read from, it has been read with its own journal.
    private static func openBesideWriter(
        _ path: [UInt8], _ stamp: IndexDatabase.Stamp, patience: Int64?
    ) -> Connection? {
        guard let opened = try? openPaired(path, stamp, patience: patience), !opened.hasMoved else { return nil }
        return opened
    }

    /// Opens the index; nil where it cannot be used, or is another one than the journal beside it was written for.
    static func openPaired(
        _ path: [UInt8], _ stamp: IndexDatabase.Stamp, patience: Int64? = nil
    ) throws -> Connection? {
        let fingerprint = try fingerprint(path)
        guard let connection = try IndexDatabase.open(path, stamp, patience: patience) else { return nil }
        if journalSize(path) == 0 { return connection }
        let pairing = try IndexDatabase.pairing(connection)
        return pairing == nil || pairing == fingerprint ? connection : nil
    }

    /// Notes what the database looks like, where a journal may have been begun.
    func pair() throws {
        try connection.transaction { try IndexDatabase.setPairing(connection, try Self.fingerprint(indexPath)) }
    }

    /// Copies the journal into the database where it has grown.
    func checkpoint() throws {
        if Self.journalSize(indexPath) < Self.mostJournal { return }
        try connection.checkpoint()
        // Somebody reads: part of it was copied, so that the file looks otherwise, and the journal goes on.
        if Self.journalSize(indexPath) > 0 { try pair() }
    }
}
