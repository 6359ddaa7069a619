internal import CSQLite

/// A connection to one SQLite database, used by one thread at a time.
@safe package final class Connection {
    package enum Mode: Sendable { case readWrite, create }

    /// Bytes in a page of a database, of which the last are its sum's. `PRAGMA page_size` of a new one has to say so.
    package static let pageSize = PageSum.pageSize

    let handle: OpaquePointer
    /// Idle statements by their SQL; one in use is taken out, so that the same SQL may be nested.
    private var idle: [String: Statement] = [:]
    let auxiliary = AuxiliaryBox()
    /// How long a lock of another connection is waited for, in milliseconds.
    private var patience: Int32 = 60_000

    /// Has SQLite take no locks of its own. Only where no two threads of the process ever use it at once, and before
    /// anything else of SQLite is used.
    package static func useOneThread() { slip_use_one_thread() }

    /// Opens the database at `path` (bytes, as file names are) in the defensive mode sqlite.org recommends for files
    /// that may have been tampered with: https://sqlite.org/security.html
    ///
    /// Each of its pages bears a sum (`PageSum`): a database that was made otherwise, or is changed by another program, is
    /// damaged.
    package init(_ path: [UInt8], _ mode: Mode) throws(SQLiteError) {
        let flags =
            switch mode {
            case .readWrite: SQLITE_OPEN_READWRITE
            case .create: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
            }
        var handle: OpaquePointer?
        let text = path.map { CChar(bitPattern: $0) } + [0]
        let code = unsafe sqlite3_open_v2(
            text, &handle, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE | SQLITE_OPEN_NOFOLLOW, FileLayer.name)
        guard code == SQLITE_OK, let handle = unsafe handle else {
            let error = unsafe Self.error(handle, code, in: "open")
            unsafe sqlite3_close_v2(handle)
            throw error
        }
        unsafe self.handle = handle
        traceIfWanted()
        // Of a database that is there already this changes nothing:
        // https://sqlite.org/c3ref/c_fcntl_begin_atomic_write.html#sqlitefcntlreservebytes
        var reserved = Int32(PageSum.size)
        unsafe sqlite3_file_control(handle, "main", SQLITE_FCNTL_RESERVE_BYTES, &reserved)
        unsafe sqlite3_busy_timeout(handle, patience)
        // What is sorted or nested deeply is small: https://sqlite.org/pragma.html#pragma_temp_store
        // What is freed is written over, as Debian's SQLite does unasked: without it a page that was made and freed at once
        // is read again without ever having been written, and so without its sum.
        try execute("PRAGMA temp_store = MEMORY; PRAGMA secure_delete = ON")
        for (option, value) in [
            // A database in the making is nobody else's yet; defensive, it would neither go without a journal nor let
            // FTS5's tables be arranged.
            (SQLITE_DBCONFIG_DEFENSIVE, mode == .create ? 0 : 1), (SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0),
            (SQLITE_DBCONFIG_DQS_DML, 0),
            (SQLITE_DBCONFIG_DQS_DDL, 0), (SQLITE_DBCONFIG_ENABLE_TRIGGER, 0), (SQLITE_DBCONFIG_ENABLE_VIEW, 0),
        ] {
            _ = unsafe slip_db_config(handle, Int32(option), Int32(value))
        }
    }

    deinit {
        idle = [:]
        unsafe sqlite3_close_v2(handle)
    }

    /// The number of the row that was inserted last: https://sqlite.org/c3ref/last_insert_rowid.html
    package var lastInsertedRow: Int64 { unsafe sqlite3_last_insert_rowid(handle) }

    /// Leaves the journal where it is when the connection is closed, rather than copy it into the database and wait for
    /// the disk: https://sqlite.org/c3ref/c_dbconfig_defensive.html
    package func keepJournal() { _ = unsafe slip_db_config(handle, Int32(SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE), 1) }

    /// Has the connection keep little of the database in memory, where several are open for long:
    /// https://sqlite.org/pragma.html#pragma_cache_size
    package func keepSmall() throws(SQLiteError) { try execute("PRAGMA cache_size = -2048") }

    /// Limits how long a lock of another connection is waited for, in milliseconds (default: a minute):
    /// https://sqlite.org/c3ref/busy_timeout.html
    package func waitForOthers(atMost patience: Int64) {
        self.patience = Int32(clamping: patience)
        unsafe sqlite3_busy_timeout(handle, self.patience)
    }

    /// Has the connection keep the index of the journal in its own memory instead of a file that it shares with others. The
    /// database is then locked against these: https://sqlite.org/wal.html#use_of_wal_without_shared_memory
    ///
    /// To be called before anything is read.
    package func shareNothing() throws(SQLiteError) { try execute("PRAGMA locking_mode = EXCLUSIVE") }

    /// Copies the journal into the database and empties it; nothing where somebody reads from it now.
    package func checkpoint() throws(SQLiteError) {
        unsafe sqlite3_busy_timeout(handle, 0)
        defer { unsafe sqlite3_busy_timeout(handle, patience) }
        try execute("PRAGMA wal_checkpoint(TRUNCATE)")
    }

    /// Runs a script of statements without values.
    package func execute(_ script: String) throws(SQLiteError) {
        try DatabaseSeam.pass(script)
        let code = unsafe sqlite3_exec(handle, script, nil, nil, nil)
        guard code == SQLITE_OK else { throw unsafe Self.error(handle, code, in: script) }
    }

    /// Runs one statement to its end.
    package func run(_ sql: String, _ values: [SQLValue] = []) throws {
        try rows(sql, values) { _ in true }
    }

    /// Calls `body` for each row until that answers false.
    package func rows(_ sql: String, _ values: [SQLValue] = [], body: (borrowing Row) throws -> Bool) throws {
        try DatabaseSeam.pass(sql)
        let statement: Statement
        if let cached = idle.removeValue(forKey: sql) {
            statement = cached
        } else {
            statement = try unsafe Statement(handle, sql)
        }
        // Not kept after an error: the schema may be another one.
        try statement.rows(values, body)
        if idle.count < 64 { idle[sql] = statement }
    }

    /// A statement to be run many times.
    package func prepare(_ sql: String) throws(SQLiteError) -> Statement { try unsafe Statement(handle, sql) }

    /// All rows, each turned into a value.
    package func all<Value>(
        _ sql: String, _ values: [SQLValue] = [], read: (borrowing Row) throws -> Value
    ) throws -> [Value] {
        var result: [Value] = []
        try rows(sql, values) { row in
            result.append(try read(row))
            return true
        }
        return result
    }

    /// The first row turned into a value, or nil.
    package func first<Value>(
        _ sql: String, _ values: [SQLValue] = [], read: (borrowing Row) throws -> Value
    ) throws -> Value? {
        var result: Value?
        try rows(sql, values) { row in
            result = try read(row)
            return false
        }
        return result
    }

    /// Runs `body` in a transaction that takes the write lock at once; rolled back if it throws.
    package func transaction<Value>(_ body: () throws -> Value) throws -> Value {
        try execute("BEGIN IMMEDIATE")
        do {
            let value = try body()
            try execute("COMMIT")
            return value
        } catch {
            // A failed ROLLBACK means that SQLite has rolled back already: https://sqlite.org/lang_transaction.html
            try? execute("ROLLBACK")
            throw error
        }
    }

    /// Whether a transaction is open: https://sqlite.org/c3ref/get_autocommit.html
    package var isInTransaction: Bool { unsafe sqlite3_get_autocommit(handle) == 0 }

    /// Changes when the database is another one than before: by another connection, or by this one.
    /// https://sqlite.org/pragma.html#pragma_data_version
    package func version() throws -> [Int64] {
        [
            try first("PRAGMA data_version") { $0.int(0) } ?? 0,
            unsafe Int64(sqlite3_total_changes64(handle)),
        ]
    }

    /// Runs `body` in a transaction that is rolled back: what it writes is seen by this connection alone. It may be
    /// nested.
    package func hypothetically<Value>(_ body: () throws -> Value) throws -> Value {
        if isInTransaction {
            try execute("SAVEPOINT hypothesis")
            // Where it fails SQLite has rolled back already, here and below: https://sqlite.org/lang_transaction.html
            defer { try? execute("ROLLBACK TO hypothesis; RELEASE hypothesis") }
            return try body()
        }
        // The right to write is asked for at once: one that reads first and then writes is refused, not made to wait,
        // where another process has written meanwhile.
        try execute("BEGIN IMMEDIATE")
        defer { try? execute("ROLLBACK") }
        return try body()
    }

    /// Runs `body` on one snapshot of the database: that of the transaction, where one is open.
    package func snapshot<Value>(_ body: () throws -> Value) throws -> Value {
        if isInTransaction { return try body() }
        try execute("BEGIN")
        // Nothing was written that could be lost; the next BEGIN would say what is wrong.
        defer { try? execute("COMMIT") }
        return try body()
    }

    static func error(_ handle: OpaquePointer?, _ code: Int32, in sql: String) -> SQLiteError {
        let message = unsafe handle.flatMap { unsafe sqlite3_errmsg($0) }.map { unsafe String(cString: $0) } ?? ""
        let offset = unsafe handle.map { unsafe sqlite3_error_offset($0) } ?? -1
        return SQLiteError(code: code, message: message, sql: sql, offset: offset)
    }
}
