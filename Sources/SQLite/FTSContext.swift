internal import CSQLite

/// The row that a full-text query stands on, as an auxiliary function of FTS5 sees it:
/// https://sqlite.org/fts5.html#custom_auxiliary_functions
@safe package struct FTSContext: ~Copyable {
    private let api: UnsafePointer<Fts5ExtensionApi>
    private let context: OpaquePointer

    init(_ api: UnsafePointer<Fts5ExtensionApi>, _ context: OpaquePointer) {
        unsafe self.api = unsafe api
        unsafe self.context = unsafe context
    }

    package var row: Int64 { unsafe api.pointee.xRowid(context) }
    package var phrases: Int { unsafe Int(api.pointee.xPhraseCount(context)) }

    /// The sum of `weights` over the places where `phrase` stands in this row, each with the weight of its column.
    package func weight(ofPhrase phrase: Int, _ weights: [Double]) -> Double {
        var iterator = unsafe Fts5PhraseIter()
        var column: Int32 = 0
        var offset: Int32 = 0
        guard unsafe api.pointee.xPhraseFirst(context, Int32(phrase), &iterator, &column, &offset) == SQLITE_OK
        else { return 0 }
        var sum = 0.0
        while column >= 0 {
            if Int(column) < weights.count { sum += weights[Int(column)] }
            unsafe api.pointee.xPhraseNext(context, &iterator, &column, &offset)
        }
        return sum
    }

    /// The number of rows, in the whole table, in which `phrase` stands and that `counts` accepts.
    /// Complexity: O(rows with the phrase).
    package func rows(withPhrase phrase: Int, counting counts: @escaping (Int64) -> Bool) -> Int {
        let tally = Tally(counts)
        _ = unsafe api.pointee.xQueryPhrase(
            context, Int32(phrase), Unmanaged.passUnretained(tally).toOpaque(), countRow)
        return tally.count
    }

    /// Calls `body` with each row, of the whole table, in which `phrase` stands; false where the table turned out to be
    /// damaged on the way.
    ///
    /// Complexity: O(rows with the phrase), a third of what a statement takes that gives them.
    package func forEachRow(withPhrase phrase: Int, _ body: (Int64) -> Void) -> Bool {
        withoutActuallyEscaping(body) { body in
            let tally = Tally {
                body($0)
                return true
            }
            return withExtendedLifetime(tally) {
                unsafe api.pointee.xQueryPhrase(
                    context, Int32(phrase), Unmanaged.passUnretained(tally).toOpaque(), countRow) == SQLITE_OK
            }
        }
    }
}

private final class Tally {
    let counts: (Int64) -> Bool
    var count = 0
    init(_ counts: @escaping (Int64) -> Bool) { self.counts = counts }
}

private func countRow(
    _ api: UnsafePointer<Fts5ExtensionApi>?, _ context: OpaquePointer?, _ data: UnsafeMutableRawPointer?
) -> Int32 {
    guard let api = unsafe api, let data = unsafe data else { return SQLITE_ERROR }
    let row = unsafe api.pointee.xRowid(context)
    unsafe Unmanaged<Tally>.fromOpaque(data)._withUnsafeGuaranteedRef { if $0.counts(row) { $0.count += 1 } }
    return SQLITE_OK
}
