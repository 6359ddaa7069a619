internal import CSQLite

/// A temporary database for one statement that a user wrote. The statement can only read its tables: nothing else can be
/// reached through it, neither a file nor another database (https://sqlite.org/c3ref/set_authorizer.html).
@safe package final class UserDatabase {
    /// Why a statement was refused or stopped.
    package enum Failure: Error {
        /// SQLite's message, and the offset in bytes if known.
        case invalid(String, offset: Int?)
        /// It does something else than to read the tables.
        case notAllowed(String)
        case severalStatements
        case parameter
        case tooLong
        case tooLarge
        case timeLimit
        case memoryLimit
    }

    /// The limits of a statement.
    package struct Limits: Sendable {
        /// The memory that SQLite may allocate for the statement, in bytes.
        package var memory: Int64 = 160 << 20
        /// Whether the statement takes too long. It is asked about every millisecond.
        package var isLate: @Sendable () -> Bool

        package init(isLate: @escaping @Sendable () -> Bool) { self.isLate = isLate }
    }

    /// The largest text of a statement, in bytes.
    private static let longestStatement = 1_000_000
    /// The largest value that a statement may make, in bytes. Nothing can interrupt one call of a function.
    private static let largestValue: Int32 = 512 << 10
    /// The functions whose time grows with the product of the lengths of their values, and those that take addresses or
    /// files.
    fileprivate static let refusedFunctions = ["json_patch", "jsonb_patch", "fts3_tokenizer", "load_extension"]

    /// The table functions of SQLite that are allowed: properties are JSON.
    private static let functions = ["json_each", "json_tree"]

    /// The tables, to be filled before the statement runs.
    package let connection: Connection
    private let monitor: StatementMonitor
    private let function: TableFunctionBox

    /// Creates the database with its tables.
    ///
    /// - Parameters:
    ///   - schema: the statements that create the tables.
    ///   - tables: the names of the tables.
    package init(_ schema: String, tables: [String], _ function: TableFunction, _ limits: Limits) throws {
        connection = try Connection([], .plain)
        try connection.execute(schema)
        self.function = TableFunctionBox(function)
        try connection.add(self.function)
        try LinearTrim.add(to: connection)
        try LinearSearch.add(to: connection, largest: Self.largestValue)
        try LimitedFormat.add(to: connection, largest: Self.largestValue)
        monitor = StatementMonitor(tables: Set(tables + [function.name] + Self.functions), limits: limits)
        // SQLite loads a table function at its first use, and asks for permission to change the schema then.
        for name in [function.name] + Self.functions { _ = try connection.prepare("SELECT 1 FROM \(name)('')") }
    }

    /// Runs a statement.
    ///
    /// - Parameters:
    ///   - fill: called once with the names of the tables that the statement reads, before it runs.
    ///   - columns: called once with the names of the columns of the result.
    ///   - row: called for each row until it returns false.
    /// - Throws: `Failure`, and what the closures and the table function throw.
    package func run(
        _ sql: String, fill: (Set<String>) throws -> Void, columns: ([String]) throws -> Void,
        row: (borrowing Row) throws -> Bool
    ) throws {
        guard sql.utf8.count <= Self.longestStatement, !sql.utf8.contains(0) else { throw Failure.tooLong }
        let handle = unsafe connection.handle
        unsafe sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, Self.largestValue)
        // The time for LIKE grows with the product of both lengths, and it cannot be interrupted.
        unsafe sqlite3_limit(handle, SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 200)
        let statement = unsafe try monitor.watching(connection) { unsafe try prepare(sql) }
        defer { unsafe sqlite3_finalize(statement) }
        // Values of notes may be larger than those that a statement may make.
        unsafe sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, .max)
        try connection.transaction { try fill(tablesRead(by: sql)) }
        unsafe sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, Self.largestValue)
        try columns(
            (0..<(unsafe sqlite3_column_count(statement))).map { column in
                unsafe sqlite3_column_name(statement, column).map { unsafe String(cString: $0) } ?? ""
            })
        let before = sqlite3_hard_heap_limit64(sqlite3_memory_used() + monitor.limits.memory)
        defer { sqlite3_hard_heap_limit64(before) }
        try monitor.watching(connection) {
            while true {
                let code = unsafe sqlite3_step(statement)
                if code == SQLITE_DONE { return }
                guard code == SQLITE_ROW else { throw failure(code) }
                let values = unsafe Row(statement)
                if try !row(values) { return }
            }
        }
    }

    /// Returns the names of the tables that a prepared statement reads. It may include tables that the statement only names.
    ///
    /// SQLite asks no permission to read a column that only `USING` or `NATURAL` names.
    private func tablesRead(by sql: String) -> Set<String> {
        let words = Set(
            sql.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_")) }.map(String.init))
        let joinsByName = words.contains("using") || words.contains("natural")
        return monitor.tablesRead.union(joinsByName ? monitor.tables.intersection(words) : [])
    }

    private func prepare(_ sql: String) throws -> OpaquePointer {
        let handle = unsafe connection.handle
        var statement: OpaquePointer?
        var failed = true
        defer { if failed { unsafe sqlite3_finalize(statement) } }
        let rest = try unsafe sql.withCString { text in
            var rest: UnsafePointer<CChar>?
            let code = unsafe sqlite3_prepare_v2(handle, text, -1, &statement, &rest)
            guard code == SQLITE_OK else { throw failure(code) }
            return unsafe rest.map { unsafe String(cString: $0) } ?? ""
        }
        guard let statement = unsafe statement else { throw Failure.invalid("there is no statement", offset: nil) }
        // REINDEX with nothing to do, for which no permission is asked.
        if unsafe sqlite3_column_count(statement) == 0 { throw Failure.notAllowed("to do anything but SELECT") }
        if unsafe sqlite3_bind_parameter_count(statement) > 0 { throw Failure.parameter }
        guard try isEmpty(rest) else { throw Failure.severalStatements }
        failed = false
        return unsafe statement
    }

    /// Whether a text contains only white space, comments and semicolons.
    private func isEmpty(_ sql: String) throws -> Bool {
        if sql.utf8.allSatisfy({ [0x20, 0x0A, 0x0D, 0x09, 0x3B].contains($0) }) { return true }
        var statement: OpaquePointer?
        defer { unsafe sqlite3_finalize(statement) }
        let code = unsafe sqlite3_prepare_v2(connection.handle, sql, -1, &statement, nil)
        return unsafe code == SQLITE_OK && statement == nil
    }

    private func failure(_ code: Int32) -> any Error {
        if let error = function.error {
            function.error = nil
            return error
        }
        if let refused = monitor.refused { return Failure.notAllowed(refused) }
        let error = unsafe Connection.error(connection.handle, code, in: "")
        return switch code & 0xFF {
        case SQLITE_INTERRUPT: Failure.timeLimit
        case SQLITE_NOMEM: Failure.memoryLimit
        case SQLITE_TOOBIG: Failure.tooLarge
        default: Failure.invalid(error.message, offset: error.offset < 0 ? nil : Int(error.offset))
        }
    }
}

/// What a user's statement may do, and what it does.
private final class StatementMonitor {
    let tables: Set<String>
    let limits: UserDatabase.Limits
    private(set) var tablesRead: Set<String> = []
    private(set) var refused: String?

    init(tables: Set<String>, limits: UserDatabase.Limits) {
        self.tables = tables
        self.limits = limits
    }

    /// Runs `body`, in which the connection's statements are subject to the limits.
    func watching<Value>(_ connection: Connection, _ body: () throws -> Value) rethrows -> Value {
        let data = unsafe Unmanaged.passUnretained(self).toOpaque()
        unsafe sqlite3_set_authorizer(connection.handle, authorize, data)
        // A thousand instructions of SQLite's machine take less than a millisecond.
        unsafe sqlite3_progress_handler(connection.handle, 1000, isLate, data)
        defer {
            unsafe sqlite3_set_authorizer(connection.handle, nil, nil)
            unsafe sqlite3_progress_handler(connection.handle, 0, nil, nil)
        }
        return try body()
    }

    /// Whether an action is allowed: https://sqlite.org/c3ref/c_alter_table.html
    func allows(_ action: Int32, first: String?, second: String?, database: String?) -> Bool {
        switch action {
        case SQLITE_SELECT, SQLITE_RECURSIVE: return true
        case SQLITE_FUNCTION where !UserDatabase.refusedFunctions.contains(second?.lowercased() ?? ""): return true
        case SQLITE_READ where first.map(tables.contains) == true:
            tablesRead.insert(first ?? "")
            return true
        // A common table expression of which no column is read.
        case SQLITE_READ where database == nil && second == "" && first?.lowercased().hasPrefix("sqlite_") == false:
            return true
        case SQLITE_READ: refused = "to read '\(first ?? "")'"
        case SQLITE_FUNCTION: refused = "to call '\(second ?? "")'"
        case SQLITE_PRAGMA: refused = "to use PRAGMA"
        case SQLITE_UPDATE where first == "sqlite_master": refused = "to use a table that 'slip sql --schema' lacks"
        case SQLITE_ATTACH, SQLITE_DETACH: refused = "to open another database"
        case SQLITE_TRANSACTION, SQLITE_SAVEPOINT: refused = "to begin or end a transaction"
        default: refused = "to change anything"
        }
        return false
    }
}

// Module-level functions instead of closures: C callbacks must not be isolated to an actor.

private func monitor(_ data: UnsafeMutableRawPointer?) -> StatementMonitor? {
    unsafe data.map { unsafe Unmanaged<StatementMonitor>.fromOpaque($0).takeUnretainedValue() }
}

private func authorize(
    _ data: UnsafeMutableRawPointer?, _ action: Int32, _ first: UnsafePointer<CChar>?, _ second: UnsafePointer<CChar>?,
    _ database: UnsafePointer<CChar>?, _ source: UnsafePointer<CChar>?
) -> Int32 {
    let (first, second, database) = unsafe (
        first.map { unsafe String(cString: $0) }, second.map { unsafe String(cString: $0) },
        database.map { unsafe String(cString: $0) }
    )
    return unsafe monitor(data)?.allows(action, first: first, second: second, database: database) == true
        ? SQLITE_OK : SQLITE_DENY
}

private func isLate(_ data: UnsafeMutableRawPointer?) -> Int32 {
    unsafe monitor(data)?.limits.isLate() == true ? 1 : 0
}
