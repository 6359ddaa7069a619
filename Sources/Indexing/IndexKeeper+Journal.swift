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

    /// Opens the index; nil where it cannot be used, or is another one than the journal beside it was written for.
    static func openPaired(_ path: [UInt8], _ stamp: IndexDatabase.Stamp) throws -> Connection? {
        let fingerprint = try fingerprint(path)
        guard let connection = try IndexDatabase.open(path, stamp) else { return nil }
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
