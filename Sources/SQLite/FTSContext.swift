internal import CSQLite

/// The current row of a full-text query, as seen by an FTS5 auxiliary function. Valid only during the call of that
/// function: https://sqlite.org/fts5.html#custom_auxiliary_functions
@safe package struct FTSContext: ~Copyable {
    private let api: UnsafePointer<Fts5ExtensionApi>
    private let context: OpaquePointer

    init(_ api: UnsafePointer<Fts5ExtensionApi>, _ context: OpaquePointer) {
        unsafe self.api = unsafe api
        unsafe self.context = unsafe context
    }

    package var row: Int64 { unsafe api.pointee.xRowid(context) }

    /// Calls `body` with the column and token offset of each occurrence of a phrase in this row, in order.
    ///
    /// - Parameter phrase: the number of the phrase in the query, from 0.
    @inline(__always)
    package func forEachPlace(ofPhrase phrase: Int = 0, _ body: (_ column: Int, _ offset: Int) -> Void) {
        var iterator = unsafe Fts5PhraseIter()
        var column: Int32 = 0
        var offset: Int32 = 0
        let code = unsafe api.pointee.xPhraseFirst(context, Int32(phrase), &iterator, &column, &offset)
        if code != SQLITE_OK { return }
        while column >= 0 {
            body(Int(column), Int(offset))
            unsafe api.pointee.xPhraseNext(context, &iterator, &column, &offset)
        }
    }

    /// Calls `body` with each row of the whole table, not only the current one, that contains the first phrase of the
    /// query. In `body`, that phrase is the only one, and the context is valid only during the call.
    ///
    /// - Returns: the result code; `SQLITE_OK` is 0.
    ///
    /// Complexity: O(rows with the phrase), half the time of a statement that returns them.
    package func forEachRow(_ body: (borrowing FTSContext) -> Void) -> Int32 {
        withoutActuallyEscaping(body) { body in
            let visitor = Visitor(body)
            return withExtendedLifetime(visitor) {
                unsafe api.pointee.xQueryPhrase(context, 0, Unmanaged.passUnretained(visitor).toOpaque(), visitRow)
            }
        }
    }
}

/// A box that passes a closure through the C callback `visitRow`.
private final class Visitor {
    let body: (borrowing FTSContext) -> Void
    init(_ body: @escaping (borrowing FTSContext) -> Void) { self.body = body }
}

private func visitRow(
    _ api: UnsafePointer<Fts5ExtensionApi>?, _ context: OpaquePointer?, _ data: UnsafeMutableRawPointer?
) -> Int32 {
    guard let api = unsafe api, let context = unsafe context, let data = unsafe data else { return SQLITE_ERROR }
    let visitor = unsafe Unmanaged<Visitor>.fromOpaque(data)
    unsafe visitor._withUnsafeGuaranteedRef { unsafe $0.body(FTSContext(api, context)) }
    return SQLITE_OK
}
