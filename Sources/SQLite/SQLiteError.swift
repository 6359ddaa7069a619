internal import CSQLite

/// An error of SQLite. Its text is for developers and is never shown to the user.
package struct SQLiteError: Error, Sendable, CustomStringConvertible {
    /// The extended result code: https://sqlite.org/rescode.html
    package let code: Int32
    package let message: String
    package let sql: String
    /// The byte offset of the error in the SQL, or -1: https://sqlite.org/c3ref/errcode.html
    package let offset: Int32

    /// Returns an error for table contents that slip cannot have written: corruption that SQLite misses.
    package static func damage(_ what: String, in table: String) -> SQLiteError {
        SQLiteError(code: SQLITE_CORRUPT, message: what, sql: table, offset: -1)
    }

    package static func code(_ code: Int32, in table: String) -> SQLiteError {
        SQLiteError(code: code, message: "", sql: table, offset: -1)
    }

    /// The code for a file that ends too early: https://sqlite.org/rescode.html#ioerr_short_read
    static let shortRead = SQLITE_IOERR | 2 << 8
    /// The code for a page with a wrong checksum: https://sqlite.org/rescode.html#ioerr_data
    static let wrongChecksum = SQLITE_IOERR | 32 << 8

    /// Whether the file is corrupt, truncated or not a database, or has a wrong checksum or impossible contents.
    ///
    /// All remaining errors count as corruption, because slip's statements are fixed.
    package var isDamage: Bool {
        !isMistake && !isBusy && !isReadOnly && !isFull && !isInterrupt && !isDevice && !isOutOfMemory
    }

    /// Whether the system failed to read, write or lock: the disk fails or a limit is reached.
    package var isDevice: Bool { code & 0xFF == SQLITE_IOERR && ![Self.shortRead, Self.wrongChecksum].contains(code) }

    /// Whether SQLite rejects a statement: it is wrong, or the tables differ from those it was written for.
    package var isMistake: Bool { [SQLITE_ERROR, SQLITE_RANGE, SQLITE_MISUSE].contains(code & 0xFF) }

    /// Whether another process has locked the database.
    package var isBusy: Bool { [SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL].contains(code & 0xFF) }

    package var isReadOnly: Bool { [SQLITE_READONLY, SQLITE_CANTOPEN, SQLITE_PERM].contains(code & 0xFF) }

    package var isOutOfMemory: Bool { code & 0xFF == SQLITE_NOMEM }

    package var isFull: Bool { code & 0xFF == SQLITE_FULL }

    /// Whether the statement was interrupted or one of slip's functions threw.
    package var isInterrupt: Bool { code & 0xFF == SQLITE_INTERRUPT }

    package var description: String {
        "database error \(code): \(message)" + (offset >= 0 ? " at byte \(offset)" : "") + " in: \(sql)"
    }
}
