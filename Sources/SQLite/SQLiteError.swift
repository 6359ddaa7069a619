internal import CSQLite

/// What SQLite says went wrong. Its words are for us, never for the person at the terminal.
package struct SQLiteError: Error, Sendable, CustomStringConvertible {
    /// The extended result code: https://sqlite.org/rescode.html
    package let code: Int32
    package let message: String
    package let sql: String
    /// Where in the SQL the fault lies, in bytes, or -1: https://sqlite.org/c3ref/errcode.html
    package let offset: Int32

    /// The file is no database, or its content is damaged: build it anew.
    package var isDamage: Bool {
        let primary = code & 0xFF
        return primary == SQLITE_CORRUPT || primary == SQLITE_NOTADB || primary == SQLITE_FORMAT
            || primary == SQLITE_SCHEMA
    }

    /// Another process holds the database.
    package var isBusy: Bool { code & 0xFF == SQLITE_BUSY || code & 0xFF == SQLITE_LOCKED }

    package var isReadOnly: Bool { [SQLITE_READONLY, SQLITE_CANTOPEN, SQLITE_PERM].contains(code & 0xFF) }

    package var isFull: Bool { code & 0xFF == SQLITE_FULL }

    /// A function of ours threw, or asked to stop.
    package var isInterrupt: Bool { code & 0xFF == SQLITE_INTERRUPT }

    package var description: String {
        "database error \(code): \(message)" + (offset >= 0 ? " at byte \(offset) of: \(sql)" : "")
    }
}
