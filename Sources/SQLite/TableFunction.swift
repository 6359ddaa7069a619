internal import CSQLite

/// A table-valued function in Swift: `SELECT … FROM name('argument')`. It takes one text and returns rows.
package struct TableFunction {
    let name: String
    let columns: [String]
    let rows: (String) throws -> [[SQLValue]]

    /// - Parameter rows: returns the rows for an argument, each with the values of all columns.
    package init(_ name: String, columns: [String], rows: @escaping (String) throws -> [[SQLValue]]) {
        self.name = name
        self.columns = columns
        self.rows = rows
    }
}

/// A table-valued function while a connection has it. It keeps the error that its Swift code threw.
final class TableFunctionBox {
    let function: TableFunction
    var error: (any Error)?

    init(_ function: TableFunction) { self.function = function }
}

/// The rows of one call.
private final class RowsBox {
    var rows: [[SQLValue]] = []
    var place = 0
}

extension Connection {
    /// Registers a table-valued function: https://sqlite.org/vtab.html#eponymous_only_virtual_tables
    func add(_ function: TableFunctionBox) throws(SQLiteError) {
        let box = unsafe Unmanaged.passRetained(function).toOpaque()
        let name = function.function.name
        let code = unsafe sqlite3_create_module_v2(handle, name, functionModule, box) { data in
            if let data = unsafe data { unsafe Unmanaged<TableFunctionBox>.fromOpaque(data).release() }
        }
        guard code == SQLITE_OK else { throw unsafe Self.error(handle, code, in: name) }
    }
}

/// The methods of every table-valued function. Without `xCreate` it is not the module of a table.
@safe private nonisolated(unsafe) let functionModule: UnsafePointer<sqlite3_module> = {
    let module = UnsafeMutablePointer<sqlite3_module>.allocate(capacity: 1)
    unsafe module.initialize(to: sqlite3_module())
    unsafe module.pointee.xConnect = { database, data, _, _, table, _ in
        unsafe connectFunction(database, data, to: table)
    }
    unsafe module.pointee.xDisconnect = disconnectFunction
    unsafe module.pointee.xBestIndex = planFunction
    unsafe module.pointee.xOpen = openRows
    unsafe module.pointee.xClose = closeRows
    unsafe module.pointee.xFilter = { cursor, _, _, count, arguments in
        unsafe callFunction(cursor, argument: count == 1 ? sqlValue(arguments?[0]) : .null)
    }
    unsafe module.pointee.xNext = { cursor in
        unsafe rowsBox(cursor)?.place += 1
        return SQLITE_OK
    }
    unsafe module.pointee.xEof = { cursor in
        guard let box = unsafe rowsBox(cursor) else { return 1 }
        return box.place < box.rows.count ? 0 : 1
    }
    unsafe module.pointee.xColumn = { cursor, context, column in
        guard let box = unsafe rowsBox(cursor), box.place < box.rows.count else { return SQLITE_MISUSE }
        let row = box.rows[box.place]
        // The last column is the argument itself, which no row contains.
        unsafe setResult(Int(column) < row.count ? row[Int(column)] : .null, of: context)
        return SQLITE_OK
    }
    unsafe module.pointee.xRowid = { cursor, identifier in
        unsafe identifier?.pointee = unsafe Int64(rowsBox(cursor)?.place ?? 0)
        return SQLITE_OK
    }
    return unsafe UnsafePointer(module)
}()

private typealias Table = UnsafeMutablePointer<sqlite3_vtab>
private typealias Cursor = UnsafeMutablePointer<sqlite3_vtab_cursor>

private func functionBox(_ table: Table?) -> TableFunctionBox? {
    guard let table = unsafe table else { return nil }
    let own = unsafe UnsafeMutableRawPointer(table).assumingMemoryBound(to: slip_table.self)
    return unsafe own.pointee.function.map {
        unsafe Unmanaged<TableFunctionBox>.fromOpaque($0).takeUnretainedValue()
    }
}

private func rowsBox(_ cursor: Cursor?) -> RowsBox? {
    guard let cursor = unsafe cursor else { return nil }
    let own = unsafe UnsafeMutableRawPointer(cursor).assumingMemoryBound(to: slip_cursor.self)
    return unsafe own.pointee.rows.map { unsafe Unmanaged<RowsBox>.fromOpaque($0).takeUnretainedValue() }
}

private func connectFunction(
    _ database: OpaquePointer?, _ data: UnsafeMutableRawPointer?, to table: UnsafeMutablePointer<Table?>?
) -> Int32 {
    guard let data = unsafe data else { return SQLITE_MISUSE }
    let columns = unsafe Unmanaged<TableFunctionBox>.fromOpaque(data).takeUnretainedValue().function.columns
    let code = unsafe sqlite3_declare_vtab(
        database, "CREATE TABLE f(\(columns.joined(separator: ", ")), argument HIDDEN)")
    if code != SQLITE_OK { return code }
    let made = UnsafeMutablePointer<slip_table>.allocate(capacity: 1)
    unsafe made.initialize(to: slip_table(base: sqlite3_vtab(), function: data))
    unsafe table?.pointee = unsafe UnsafeMutableRawPointer(made).assumingMemoryBound(to: sqlite3_vtab.self)
    return SQLITE_OK
}

private func disconnectFunction(_ table: Table?) -> Int32 {
    if let table = unsafe table {
        unsafe UnsafeMutableRawPointer(table).assumingMemoryBound(to: slip_table.self).deallocate()
    }
    return SQLITE_OK
}

/// Requires the argument: https://sqlite.org/vtab.html#the_xbestindex_method
private func planFunction(_ table: Table?, _ info: UnsafeMutablePointer<sqlite3_index_info>?) -> Int32 {
    guard let info = unsafe info, let box = unsafe functionBox(table) else { return SQLITE_MISUSE }
    unsafe info.pointee.estimatedCost = 1e9
    for number in 0..<(unsafe Int(info.pointee.nConstraint)) {
        let constraint = unsafe info.pointee.aConstraint[number]
        guard constraint.iColumn == box.function.columns.count, constraint.op == SQLITE_INDEX_CONSTRAINT_EQ else {
            continue
        }
        // The argument may come from a table that this plan reads later.
        if constraint.usable == 0 { return SQLITE_CONSTRAINT }
        unsafe info.pointee.aConstraintUsage[number].argvIndex = 1
        unsafe info.pointee.aConstraintUsage[number].omit = 1
        unsafe info.pointee.estimatedCost = 1000
        unsafe info.pointee.estimatedRows = 100
        return SQLITE_OK
    }
    return SQLITE_OK
}

private func openRows(_ table: Table?, _ cursor: UnsafeMutablePointer<Cursor?>?) -> Int32 {
    let made = UnsafeMutablePointer<slip_cursor>.allocate(capacity: 1)
    let rows = unsafe Unmanaged.passRetained(RowsBox()).toOpaque()
    unsafe made.initialize(to: slip_cursor(base: sqlite3_vtab_cursor(), rows: rows))
    unsafe cursor?.pointee = unsafe UnsafeMutableRawPointer(made).assumingMemoryBound(to: sqlite3_vtab_cursor.self)
    return SQLITE_OK
}

private func closeRows(_ cursor: Cursor?) -> Int32 {
    guard let cursor = unsafe cursor else { return SQLITE_OK }
    let own = unsafe UnsafeMutableRawPointer(cursor).assumingMemoryBound(to: slip_cursor.self)
    if let rows = unsafe own.pointee.rows { unsafe Unmanaged<RowsBox>.fromOpaque(rows).release() }
    unsafe own.deallocate()
    return SQLITE_OK
}

private func callFunction(_ cursor: Cursor?, argument: SQLValue) -> Int32 {
    guard let cursor = unsafe cursor, let table = unsafe cursor.pointee.pVtab, let rows = unsafe rowsBox(cursor),
        let box = unsafe functionBox(table)
    else { return SQLITE_MISUSE }
    rows.place = 0
    rows.rows = []
    guard case .text(let text) = argument else {
        let name = box.function.name
        unsafe table.pointee.zErrMsg = slip_message("\(name)() takes one text: \(name)('…')")
        return SQLITE_ERROR
    }
    // The limit on memory is for the user's statement, not for other connections that the function uses.
    let limit = sqlite3_hard_heap_limit64(0)
    defer { sqlite3_hard_heap_limit64(limit) }
    do {
        rows.rows = try box.function.rows(String(decoding: text, as: UTF8.self))
        return SQLITE_OK
    } catch {
        box.error = error
        return SQLITE_ERROR
    }
}
