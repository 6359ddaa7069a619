internal import CSQLite

/// Changes that other connections make to the same database.
extension Connection {
    /// Returns a number that changes when another connection commits a change, but never when this one does:
    /// https://sqlite.org/pragma.html#pragma_data_version
    package func dataVersion() throws -> Int64 { try first("PRAGMA data_version") { $0.int(0) } ?? 0 }

    /// Whether the opened file is no longer the one at its path because it was renamed, replaced or deleted:
    /// https://sqlite.org/c3ref/c_fcntl_begin_atomic_write.html#sqlitefcntlhasmoved
    package var isReplaced: Bool {
        var moved: Int32 = 1
        let code = unsafe sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &moved)
        // If SQLite cannot determine this, assume that the file has moved.
        return code != SQLITE_OK || moved != 0
    }
}
