import SQLite
import SearchIndex
import SourceText
import System

/// An open index, and the transactions that change it.
///
/// The journal outlives the commands that write it. Copying it into the database must wait for the disk, so this
/// happens only once it has grown, not after every change.
struct OpenIndex {
    /// The size at which the journal is copied, in bytes. Opening an index with a journal of this size takes 1 ms
    /// longer.
    private static let journalLimit: Int64 = 1 << 20

    var connection: Connection
    let access: IndexAccess

    /// Changes the index in a transaction, with the lock held.
    func write(_ body: () throws -> Void) throws {
        let lock = try access.lockForWriting()
        defer { lock.release() }
        try change(body)
        try checkpoint()
    }

    /// Changes the index in a transaction. The caller holds the lock.
    func change(_ body: () throws -> Void) throws {
        try connection.transaction {
            try body()
            try recordChange()
        }
    }

    /// Raises the generation and records the database's fingerprint, inside a transaction of the caller.
    func recordChange() throws {
        try IndexDatabase.raiseGeneration(connection)
        try recordFingerprint()
    }

    /// Records the database's fingerprint, in case the transaction of the caller starts a journal.
    private func recordFingerprint() throws {
        try IndexDatabase.setPairing(connection, access.location.fingerprint())
    }

    /// Copies the journal into the database if it has at least `size` bytes.
    func checkpoint(journalOf size: Int64 = journalLimit) throws {
        if access.location.journalSize < size { return }
        try connection.checkpoint()
        // Readers prevented a full copy. The database file has changed, and the journal continues.
        if access.location.journalSize > 0 { try connection.transaction { try recordFingerprint() } }
    }

    /// Converts dates without a time zone to that of `calendar`. Returns whether that differs from the index's one.
    ///
    /// - Parameter settlesDates: see `IndexDatabase.applyTimeZone`.
    func applyTimeZone(_ calendar: LocalCalendar, settlesDates: () throws -> Void) throws -> Bool {
        try IndexDatabase.applyTimeZone(
            connection, calendar, pairing: try access.location.fingerprint(), settlesDates: settlesDates)
    }

    /// Writes what can be computed again, in a transaction. Does not wait.
    ///
    /// - Throws: `SystemError` if the index is locked.
    func writeIfFree(_ body: (Connection) throws -> Void) throws {
        let lock = try FileLock(access.location.lock, waits: false)
        defer { lock.release() }
        try connection.transaction {
            try body(connection)
            try recordFingerprint()
        }
        try checkpoint()
    }
}
