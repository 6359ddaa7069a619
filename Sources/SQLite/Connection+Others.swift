internal import CSQLite

/// What other connections do to the same database.
extension Connection {
    /// A number that changes when another connection has committed a change, never by what this one does:
    /// https://sqlite.org/pragma.html#pragma_data_version
    package func dataVersion() throws -> Int64 { try first("PRAGMA data_version") { $0.int(0) } ?? 0 }

    /// Whether the file that was opened is no longer the one at its path: it was renamed, replaced or deleted.
    /// https://sqlite.org/c3ref/c_fcntl_begin_atomic_write.html#sqlitefcntlhasmoved
    package var hasMoved: Bool {
        var moved: Int32 = 1
        let code = unsafe sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &moved)
        // What cannot be told is taken for the worse.
        return code != SQLITE_OK || moved != 0
    }
}
