internal import CSQLite

/// A scalar function in Swift: values in, one value out. If it throws, its statement fails with the code
/// of a `SQLiteError`, and as if it was interrupted for any other error.
package typealias ScalarFunction = ([SQLValue]) throws -> SQLValue

/// A box that keeps a closure alive while SQLite uses the function: https://sqlite.org/c3ref/create_function.html
private final class ScalarBox {
    let body: ScalarFunction
    /// Whether all values but NULL are passed as text.
    let takesText: Bool

    init(_ body: @escaping ScalarFunction, takesText: Bool) {
        (self.body, self.takesText) = (body, takesText)
    }
}

/// The current body of the auxiliary function of a connection, called for each row of a running statement:
/// https://sqlite.org/fts5.html#custom_auxiliary_functions
final class AuxiliaryBox {
    var body: (borrowing FTSContext) -> Double = { _ in 0 }
}

extension Connection {
    /// Registers `name` as a scalar function of this connection: deterministic, and not callable from a schema.
    ///
    /// - Parameter takesText: whether SQLite converts the values to text, except for NULL.
    package func addFunction(
        _ name: String, arguments: Int, takesText: Bool = false, _ body: @escaping ScalarFunction
    ) throws(SQLiteError) {
        let box = unsafe Unmanaged.passRetained(ScalarBox(body, takesText: takesText)).toOpaque()
        let code = unsafe sqlite3_create_function_v2(
            handle, name, Int32(arguments), SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY, box, callScalar,
            nil,
            nil, releaseScalar)
        guard code == SQLITE_OK else { throw unsafe Self.error(handle, code, in: name) }
    }

    /// Registers `name` as an FTS5 auxiliary function of this connection, called once for each matching row. Its body
    /// is that of `visiting`, and outside of it a function that returns 0.
    package func addAuxiliaryFunction(_ name: String) throws(SQLiteError) {
        let api = unsafe try fts5()
        let box = unsafe Unmanaged.passRetained(auxiliary).toOpaque()
        let code = unsafe api.pointee.xCreateFunction(api, name, box, callAuxiliary, releaseAuxiliary)
        guard code == SQLITE_OK else { throw unsafe Self.error(handle, code, in: name) }
    }

    /// Runs `body`. Meanwhile `visitor` is the body of the connection's auxiliary functions. Calls can be nested.
    ///
    /// The visitor does not escape, so the compiler need not check exclusive access to its captures at each call.
    package func visiting<Value>(
        with visitor: (borrowing FTSContext) -> Double, _ body: () throws -> Value
    ) rethrows -> Value {
        try withoutActuallyEscaping(visitor) { visitor in
            let before = auxiliary.body
            auxiliary.body = visitor
            defer { auxiliary.body = before }
            return try body()
        }
    }

    /// Returns the FTS5 extension API, obtained as described in https://sqlite.org/fts5.html#extending_fts5.
    private func fts5() throws(SQLiteError) -> UnsafeMutablePointer<fts5_api> {
        var api: UnsafeMutablePointer<fts5_api>?
        var statement: OpaquePointer?
        defer { unsafe sqlite3_finalize(statement) }
        var code = unsafe sqlite3_prepare_v2(handle, "SELECT fts5(?1)", -1, &statement, nil)
        if code == SQLITE_OK {
            code = unsafe withUnsafeMutablePointer(to: &api) { pointer in
                unsafe sqlite3_bind_pointer(statement, 1, pointer, "fts5_api_ptr", nil)
                return unsafe sqlite3_step(statement)
            }
        }
        guard code == SQLITE_ROW, let api = unsafe api else { throw unsafe Self.error(handle, code, in: "fts5") }
        return unsafe api
    }
}

// Module-level functions instead of closures: C callbacks must not be isolated to an actor.

private func callScalar(_ context: OpaquePointer?, _ count: Int32, _ raw: UnsafeMutablePointer<OpaquePointer?>?) {
    guard let data = unsafe sqlite3_user_data(context) else { return }
    let (body, takesText) = unsafe Unmanaged<ScalarBox>.fromOpaque(data)._withUnsafeGuaranteedRef {
        ($0.body, $0.takesText)
    }
    var values: [SQLValue] = []
    values.reserveCapacity(Int(count))
    for index in 0..<Int(count) { values.append(unsafe takesText ? textValue(raw?[index]) : sqlValue(raw?[index])) }
    do {
        let value = try body(values)
        unsafe setResult(value, of: context)
    } catch {
        unsafe sqlite3_result_error_code(context, (error as? SQLiteError)?.code ?? SQLITE_INTERRUPT)
    }
}

/// Returns a value to SQLite as the result of a function or a column: https://sqlite.org/c3ref/result_blob.html
func setResult(_ value: SQLValue, of context: OpaquePointer?) {
    switch value {
    case .null: unsafe sqlite3_result_null(context)
    case .int(let value): unsafe sqlite3_result_int64(context, value)
    case .real(let value): unsafe sqlite3_result_double(context, value)
    case .text(let bytes):
        unsafe bytes.map { CChar(bitPattern: $0) }.withUnsafeBufferPointer {
            unsafe slip_result_text(
                context, $0.baseAddress ?? UnsafePointer(bitPattern: 1), Int32(clamping: $0.count))
        }
    case .blob(let bytes):
        unsafe bytes.withUnsafeBytes {
            unsafe slip_result_blob(
                context, $0.baseAddress ?? UnsafeRawPointer(bitPattern: 1), Int32(clamping: $0.count))
        }
    }
}

private func textValue(_ value: OpaquePointer?) -> SQLValue {
    guard unsafe sqlite3_value_type(value) != SQLITE_NULL, let start = unsafe sqlite3_value_text(value) else {
        return .null
    }
    return unsafe .text(Array(UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))))
}

func sqlValue(_ value: OpaquePointer?) -> SQLValue {
    switch unsafe sqlite3_value_type(value) {
    case SQLITE_INTEGER: return unsafe .int(sqlite3_value_int64(value))
    case SQLITE_FLOAT: return unsafe .real(sqlite3_value_double(value))
    case SQLITE_NULL: return .null
    case let type:
        var bytes: [UInt8] = []
        if let start = unsafe sqlite3_value_blob(value) {
            bytes = unsafe Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_value_bytes(value))))
        }
        return type == SQLITE_TEXT ? .text(bytes) : .blob(bytes)
    }
}

private func releaseScalar(_ data: UnsafeMutableRawPointer?) {
    if let data = unsafe data { unsafe Unmanaged<ScalarBox>.fromOpaque(data).release() }
}

private func callAuxiliary(
    _ api: UnsafePointer<Fts5ExtensionApi>?, _ context: OpaquePointer?, _ result: OpaquePointer?, _ count: Int32,
    _ raw: UnsafeMutablePointer<OpaquePointer?>?
) {
    guard let api = unsafe api, let context = unsafe context,
        let data = unsafe api.pointee.xUserData(context)
    else { return }
    let body = unsafe Unmanaged<AuxiliaryBox>.fromOpaque(data)._withUnsafeGuaranteedRef { $0.body }
    let value = unsafe body(FTSContext(api, context))
    unsafe sqlite3_result_double(result, value)
}

private func releaseAuxiliary(_ data: UnsafeMutableRawPointer?) {
    if let data = unsafe data { unsafe Unmanaged<AuxiliaryBox>.fromOpaque(data).release() }
}
