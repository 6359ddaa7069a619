internal import CSQLite
import Synchronization

/// A connection to one SQLite database, used by one thread at a time.
@safe package final class Connection {
    /// `readWrite` opens an existing database. `create` also creates a missing one, and is not defensive. `plain` is
    /// `create` without checksums, for a database that other programs read. With an empty path it is temporary: it is
    /// written to disk only if it needs much memory, and deleted when it is closed.
    package enum Mode: Sendable { case readWrite, create, plain }

    /// The bytes of a database page, including its checksum. `PRAGMA page_size` of a new database must set this value.
    package static let pageSize = PageSum.pageSize

    let handle: OpaquePointer
    /// Idle statements by their SQL. A running statement is removed, so that the same SQL can be nested.
    private var idle: [String: Statement] = [:]
    let auxiliary = AuxiliaryBox()
    /// Set while statements may be interrupted; else nil. The caller's prepared statements need `checkInterruption()`.
    package var interrupter: Interrupter?
    /// The timeout for locks of other connections, in milliseconds.
    private var timeout: Int32 = 60_000

    /// Disables SQLite's internal mutexes. Allowed only if two threads of the process never use SQLite at once. Must be
    /// called before any other SQLite function.
    package static func useOneThread() { slip_use_one_thread() }

    /// Done once, before the first connection. Threads of a server would wait for one another at every allocation.
    private static let hasNoMemoryStatistics: Void = {
        if !countsMemory.load(ordering: .relaxed) { slip_use_no_memory_statistics() }
    }()

    /// Whether SQLite counts the memory that it allocates.
    private static let countsMemory = Atomic(false)

    /// Makes SQLite count the memory that it allocates, which `UserDatabase` needs for its limit. Must be called before
    /// the first connection.
    package static func countMemory() { countsMemory.store(true, ordering: .relaxed) }

    /// Opens the database at `path`, which must not be a symbolic link. With `readWrite`, uses the defensive mode that
    /// sqlite.org recommends for files that may have been tampered with: https://sqlite.org/security.html
    ///
    /// Each page carries a checksum (`PageSum`). A database changed by another program counts as corrupt.
    ///
    /// - Parameter path: arbitrary bytes; file names need not be valid UTF-8.
    package init(_ path: [UInt8], _ mode: Mode) throws(SQLiteError) {
        let flags =
            switch mode {
            case .readWrite: SQLITE_OPEN_READWRITE
            case .create, .plain: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
            }
        Self.hasNoMemoryStatistics
        var handle: OpaquePointer?
        let text = path.map { CChar(bitPattern: $0) } + [0]
        let code = unsafe sqlite3_open_v2(
            text, &handle, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE | SQLITE_OPEN_NOFOLLOW,
            mode == .plain ? nil : FileLayer.name)
        guard code == SQLITE_OK, let handle = unsafe handle else {
            let error = unsafe Self.error(handle, code, in: "open")
            unsafe sqlite3_close_v2(handle)
            throw error
        }
        unsafe self.handle = handle
        traceIfWanted()
        unsafe sqlite3_busy_timeout(handle, timeout)
        if mode == .plain {
            // A large sort is written to disk, because a user's statement has a memory limit.
            try execute("PRAGMA temp_store = FILE; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")
            return
        }
        // Has no effect on an existing database:
        // https://sqlite.org/c3ref/c_fcntl_begin_atomic_write.html#sqlitefcntlreservebytes
        var reserved = Int32(PageSum.size)
        unsafe sqlite3_file_control(handle, "main", SQLITE_FCNTL_RESERVE_BYTES, &reserved)
        // Sorts and deeply nested statements need little memory: https://sqlite.org/pragma.html#pragma_temp_store
        // Freed pages are overwritten, as in Debian's SQLite by default. Otherwise SQLite could read back a page that
        // was allocated and freed without being written. Such a page has no checksum.
        try execute("PRAGMA temp_store = MEMORY; PRAGMA secure_delete = ON")
        for (option, value) in [
            // No other process uses a database that is being created. Defensive mode would forbid turning the journal
            // off and configuring the FTS5 tables.
            (SQLITE_DBCONFIG_DEFENSIVE, mode == .create ? 0 : 1), (SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0),
            (SQLITE_DBCONFIG_DQS_DML, 0),
            (SQLITE_DBCONFIG_DQS_DDL, 0), (SQLITE_DBCONFIG_ENABLE_TRIGGER, 0), (SQLITE_DBCONFIG_ENABLE_VIEW, 0),
            (SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER, 0),
        ] {
            _ = unsafe slip_db_config(handle, Int32(option), Int32(value))
        }
    }

    deinit {
        idle = [:]
        unsafe sqlite3_close_v2(handle)
    }

    /// https://sqlite.org/c3ref/last_insert_rowid.html
    package var lastInsertedRow: Int64 { unsafe sqlite3_last_insert_rowid(handle) }

    /// Keeps the journal when the connection closes, instead of copying it into the database and waiting for the disk:
    /// https://sqlite.org/c3ref/c_dbconfig_defensive.html
    package func keepJournal() { _ = unsafe slip_db_config(handle, Int32(SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE), 1) }

    /// The size of the page cache in KiB.
    private var pageCache = 2000

    /// Sets the size of the page cache in KiB (default: 2000): https://sqlite.org/pragma.html#pragma_cache_size
    package func setPageCache(kibibytes: Int) throws(SQLiteError) {
        pageCache = kibibytes
        try execute("PRAGMA cache_size = -\(kibibytes)")
    }

    /// Runs `body` with a page cache of another size, in KiB. Pages that are read once reuse the memory of a small one,
    /// which is quicker than new memory.
    package func withPageCache<Value>(kibibytes: Int, _ body: () throws -> Value) throws -> Value {
        let usual = pageCache
        // An interruption may prevent this. The next call then sets the size.
        defer { try? setPageCache(kibibytes: usual) }
        try setPageCache(kibibytes: kibibytes)
        return try body()
    }

    /// Sets the timeout for locks of other connections, in milliseconds (default: 60000):
    /// https://sqlite.org/c3ref/busy_timeout.html
    package func waitForOthers(atMost timeout: Int64) {
        self.timeout = Int32(clamping: timeout)
        unsafe sqlite3_busy_timeout(handle, self.timeout)
    }

    /// Keeps the index of the journal in process memory instead of a shared file. This locks the database against other
    /// processes: https://sqlite.org/wal.html#use_of_wal_without_shared_memory
    ///
    /// Must be called before the first read.
    package func shareNothing() throws(SQLiteError) { try execute("PRAGMA locking_mode = EXCLUSIVE") }

    /// Copies the journal into the database and truncates it. Never waits: if another connection reads or writes,
    /// copies as much as possible and does not truncate.
    package func checkpoint() throws(SQLiteError) {
        unsafe sqlite3_busy_timeout(handle, 0)
        defer { unsafe sqlite3_busy_timeout(handle, timeout) }
        try execute("PRAGMA wal_checkpoint(TRUNCATE)")
    }

    /// Runs a script of statements without bound values.
    package func execute(_ script: String) throws(SQLiteError) {
        try DatabaseSeam.pass(script)
        let code = unsafe sqlite3_exec(handle, script, nil, nil, nil)
        guard code == SQLITE_OK else { throw unsafe Self.error(handle, code, in: script) }
    }

    package func run(_ sql: String, _ values: [SQLValue] = []) throws {
        try rows(sql, values) { _ in true }
    }

    /// Calls `body` for each row until it returns false.
    package func rows(_ sql: String, _ values: [SQLValue] = [], body: (borrowing Row) throws -> Bool) throws {
        try DatabaseSeam.pass(sql)
        try checkInterruption()
        let statement: Statement
        if let cached = idle.removeValue(forKey: sql) {
            statement = cached
        } else {
            statement = try unsafe Statement(handle, sql)
        }
        // A statement is not cached after an error, because the schema may have changed.
        try statement.rows(values, body)
        if idle.count < 64 { idle[sql] = statement }
    }

    /// Throws an error whose `isInterrupt` is true if the interrupter was used.
    package func checkInterruption() throws(SQLiteError) {
        if let interrupter, interrupter.isInterrupted { throw .code(SQLITE_INTERRUPT, in: "") }
    }

    package func prepare(_ sql: String) throws(SQLiteError) -> Statement { try unsafe Statement(handle, sql) }

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

    /// Returns the first row, converted by `read`, or nil.
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

    /// Runs `body` in a transaction that takes the write lock immediately. Rolls back if `body` throws. No transaction
    /// may be open.
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

    /// Returns a value that changes when this connection or another one changes the database:
    /// https://sqlite.org/pragma.html#pragma_data_version
    package func version() throws -> [Int64] {
        [try dataVersion(), unsafe Int64(sqlite3_total_changes64(handle))]
    }

    /// Runs `body` in a transaction that is then rolled back. No other connection sees its changes. Calls can be
    /// nested.
    package func hypothetically<Value>(_ body: () throws -> Value) throws -> Value {
        if isInTransaction {
            try execute("SAVEPOINT hypothesis")
            // If this fails, SQLite has already rolled back. The same holds for the ROLLBACK below:
            // https://sqlite.org/lang_transaction.html
            defer { try? execute("ROLLBACK TO hypothesis; RELEASE hypothesis") }
            return try body()
        }
        // Takes the write lock immediately. SQLite fails a transaction that reads first and writes later, without
        // waiting, if another process has written meanwhile.
        try execute("BEGIN IMMEDIATE")
        defer { try? execute("ROLLBACK") }
        return try body()
    }

    /// Runs `body` on one snapshot of the database: that of the open transaction, if there is one. Otherwise changes by
    /// `body` are rolled back.
    package func snapshot<Value>(_ body: () throws -> Value) throws -> Value {
        if isInTransaction { return try body() }
        try execute("BEGIN")
        // A preview inside `body` leaves changed pages, which COMMIT would write. The next BEGIN reports any error.
        defer { try? execute("ROLLBACK") }
        return try body()
    }

    static func error(_ handle: OpaquePointer?, _ code: Int32, in sql: String) -> SQLiteError {
        let message = unsafe handle.flatMap { unsafe sqlite3_errmsg($0) }.map { unsafe String(cString: $0) } ?? ""
        let offset = unsafe handle.map { unsafe sqlite3_error_offset($0) } ?? -1
        return SQLiteError(code: code, message: message, sql: sql, offset: offset)
    }
}
