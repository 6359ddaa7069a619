internal import CSQLite

/// A prepared statement. It must not be stepped while its own rows are read.
@safe package final class Statement {
    private let handle: OpaquePointer
    private let sql: String

    init(_ database: OpaquePointer, _ sql: String) throws(SQLiteError) {
        var handle: OpaquePointer?
        let code = unsafe sqlite3_prepare_v2(database, sql, -1, &handle, nil)
        guard code == SQLITE_OK, let handle = unsafe handle else {
            throw unsafe Connection.error(database, code, in: sql)
        }
        unsafe self.handle = handle
        self.sql = sql
    }

    deinit { unsafe sqlite3_finalize(handle) }

    /// Runs the statement to completion and ignores its rows.
    package func run(_ values: [SQLValue] = []) throws {
        try rows(values) { _ in true }
    }

    /// Binds `values` to ?1, ?2 … and calls `body` for each row until it returns false.
    package func rows(_ values: [SQLValue], _ body: (borrowing Row) throws -> Bool) throws {
        defer {
            unsafe sqlite3_reset(handle)
            unsafe sqlite3_clear_bindings(handle)
        }
        for (index, value) in values.enumerated() { try bind(value, Int32(index + 1)) }
        while true {
            let code = unsafe sqlite3_step(handle)
            if code == SQLITE_DONE { return }
            guard code == SQLITE_ROW else {
                throw unsafe Connection.error(sqlite3_db_handle(handle), code, in: sql)
            }
            let row = unsafe Row(handle)
            if try !body(row) { return }
        }
    }

    /// Returns the first row, converted by `read`, or nil.
    package func first<Value>(
        _ values: [SQLValue], _ read: (borrowing Row) throws -> Value
    ) throws -> Value? {
        var result: Value?
        try rows(values) { row in
            result = try read(row)
            return false
        }
        return result
    }

    private func bind(_ value: SQLValue, _ index: Int32) throws(SQLiteError) {
        let code =
            switch value {
            case .null: unsafe sqlite3_bind_null(handle, index)
            case .int(let value): unsafe sqlite3_bind_int64(handle, index, value)
            case .real(let value): unsafe sqlite3_bind_double(handle, index, value)
            case .text(let bytes):
                unsafe bytes.withUnsafeBytes { buffer in
                    // An empty array has no address, and a null pointer would bind NULL.
                    guard let base = buffer.baseAddress else { return unsafe slip_bind_text(handle, index, "", 0) }
                    return unsafe slip_bind_text(
                        handle, index, base.assumingMemoryBound(to: CChar.self), Int32(clamping: buffer.count))
                }
            case .blob(let bytes):
                unsafe bytes.withUnsafeBytes { buffer in
                    guard let base = buffer.baseAddress else { return unsafe sqlite3_bind_zeroblob(handle, index, 0) }
                    return unsafe slip_bind_blob(handle, index, base, Int32(clamping: buffer.count))
                }
            }
        // Binding fails only for a wrong index or when memory is exhausted.
        guard code == SQLITE_OK else { throw unsafe Connection.error(sqlite3_db_handle(handle), code, in: sql) }
    }
}
