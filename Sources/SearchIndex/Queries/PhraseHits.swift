import QueryLanguage
import SQLite

/// The rows in which a text stands, and what it adds to their scores: found in one pass of FTS5 over them.
struct PhraseHits {
    /// Of notes.
    private(set) var rows: RowSet
    /// In order, those that are ranked, and beside them how much the text weighs there before its rarity counts.
    private(set) var ranked: [Int32] = []
    private(set) var weights: [Double] = []

    init(capacity: Int) { rows = RowSet(capacity: capacity) }

    fileprivate mutating func add(_ row: Int) { rows.insert(row) }

    fileprivate mutating func add(_ row: Int, weight: Double) {
        ranked.append(Int32(truncatingIfNeeded: row))
        weights.append(weight)
    }
}

extension NoteIndex {
    /// Finds the rows of a text.
    ///
    /// - Parameter scope: the rows whose scores are of interest; nil for all.
    func hits(of text: TextMatch, scope: RowSet?, _ ranker: Ranker) throws -> PhraseHits {
        var hits = PhraseHits(capacity: try columns().capacity)
        try forEachRow(of: text) { context in
            let row = Int(truncatingIfNeeded: context.row)
            // A dead row has no length.
            let length = ranker.length(row)
            if length == 0 { return }
            hits.add(row)
            if let scope, !scope.contains(row) { return }
            hits.add(row, weight: ranker.weight(context, length: length))
        }
        if let failure = ranker.lengths.failure { throw failure }
        return hits
    }

    /// Calls `body` with each row of a text, in order, dead ones among them.
    func forEachRow(of text: TextMatch, _ body: (borrowing FTSContext) -> Void) throws {
        let expression = SQLValue.text(TextQuery.expression(text))
        if text.isPrefix {
            // What its words have in common is gathered by each statement anew: one gives all rows.
            return try connection.visiting(with: {
                body($0)
                return 0
            }) { try connection.run("SELECT 1 FROM fts WHERE fts MATCH ?1 AND slip_visit(fts)", [expression]) }
        }
        // FTS5 goes through the rows of a phrase by itself once a statement stands on the first.
        var code: Int32 = 0
        try connection.visiting(with: { context in
            code = context.forEachRow(body)
            return 1
        }) { try connection.run("SELECT 1 FROM fts WHERE fts MATCH ?1 AND slip_visit(fts) LIMIT 1", [expression]) }
        if code != 0 { throw SQLiteError.code(code, in: "fts") }
    }
}
