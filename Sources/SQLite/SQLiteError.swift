internal import CSQLite

/// What SQLite says went wrong. Its words are for us, never for the person at the terminal.
package struct SQLiteError: Error, Sendable, CustomStringConvertible {
    /// The extended result code: https://sqlite.org/rescode.html
    package let code: Int32
    package let message: String
    package let sql: String
    /// Where in the SQL the fault lies, in bytes, or -1: https://sqlite.org/c3ref/errcode.html
    package let offset: Int32

    /// What a table says and no writer of ours can have put there: the file is damaged, though SQLite cannot know it.
    package static func damage(_ what: String, in table: String) -> SQLiteError {
        SQLiteError(code: SQLITE_CORRUPT, message: what, sql: table, offset: -1)
    }

    /// What a function of SQLite says, that has no words for it.
    package static func code(_ code: Int32, in table: String) -> SQLiteError {
        SQLiteError(code: code, message: "", sql: table, offset: -1)
    }

    /// A file that ends too early: https://sqlite.org/rescode.html#ioerr_short_read
    static let shortRead = SQLITE_IOERR | 2 << 8
    /// A page that does not bear its sum: https://sqlite.org/rescode.html#ioerr_data
    static let wrongSum = SQLITE_IOERR | 32 << 8

    /// The database file is to blame: it is none, SQLite finds it corrupt, it ends too early, a page is another than was
    /// written, or what it holds cannot be.
    /// Anything but a mistake, a lock, a full disk, a read-only file, an interruption or a failing device, since our
    /// statements are fixed.
    package var isDamage: Bool {
        !isMistake && !isBusy && !isReadOnly && !isFull && !isInterrupt && !isDevice
    }

    /// The system would not read, write or lock: the disk fails, or a limit is met.
    package var isDevice: Bool { code & 0xFF == SQLITE_IOERR && ![Self.shortRead, Self.wrongSum].contains(code) }

    /// SQLite cannot make sense of a statement: it is wrong, or the tables are others than it was written for.
    package var isMistake: Bool { [SQLITE_ERROR, SQLITE_RANGE, SQLITE_MISUSE].contains(code & 0xFF) }

    /// Another process holds the database.
    package var isBusy: Bool { [SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL].contains(code & 0xFF) }

    package var isReadOnly: Bool { [SQLITE_READONLY, SQLITE_CANTOPEN, SQLITE_PERM].contains(code & 0xFF) }

    package var isFull: Bool { code & 0xFF == SQLITE_FULL }

    /// A function of ours threw, or asked to stop.
    package var isInterrupt: Bool { code & 0xFF == SQLITE_INTERRUPT }

    package var description: String {
        "database error \(code): \(message)" + (offset >= 0 ? " at byte \(offset)" : "") + " in: \(sql)"
    }
}
