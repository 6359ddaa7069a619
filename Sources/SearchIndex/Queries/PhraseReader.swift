import QueryLanguage
import SQLite
import SourceText

/// Finds the rows of texts in the full-text table.
struct PhraseReader {
    let index: NoteIndex

    /// - Parameters:
    ///   - scope: the rows to rank, or nil for all.
    ///   - storesPositions: whether to keep positions, to score adjacent texts.
    ///   - maximumPositions: the maximum number of positions. If there are more, none are kept.
    func hits(
        of text: TextMatch, scope: RowSet?, storesPositions: Bool, maximumPositions: Int = .max, _ ranker: Ranker
    ) throws -> PhraseHits {
        var hits = PhraseHits(
            capacity: try index.columns().capacity, storesPositions: storesPositions, maximumPositions: maximumPositions
        )
        if let phrase = LongPhrase(text) {
            try phrase.forEachRow(index.connection) { row, positions in
                hits.add(row, at: positions, scope: scope, ranker: ranker)
            }
        } else {
            try forEachRow(of: text) { context in hits.add(context, scope, ranker: ranker) }
        }
        try ranker.check()
        return hits
    }

    /// Returns the rows of a query's text, from the cache if possible. Unless the text is a prefix, all rows are
    /// ranked, including those outside the scope.
    func cachedHits(of text: TextMatch, scope: RowSet?, storesPositions: Bool, _ ranker: Ranker) throws -> PhraseHits {
        if text.isPrefix {
            return try hits(
                of: text, scope: scope, storesPositions: storesPositions, maximumPositions: index.maximumPositions,
                ranker)
        }
        if let kept = index.hitCache.hits(of: text, withPositions: storesPositions) { return kept }
        // The next query may need any scope, and positions.
        var hits = try hits(
            of: text, scope: nil, storesPositions: true, maximumPositions: index.maximumPositions, ranker)
        index.hitCache.insert(hits, of: text)
        if !storesPositions { hits.removePositions() }
        return hits
    }

    /// Returns the rows of a text that also contain one of some others.
    ///
    /// Complexity: O(rows of the others), regardless of the number of rows with the text.
    func hits(
        of text: TextMatch, meeting others: [TextMatch], scope: RowSet?, storesPositions: Bool, _ ranker: Ranker
    ) throws -> PhraseHits {
        var hits = PhraseHits(capacity: try index.columns().capacity, storesPositions: storesPositions)
        let expression = "\(TextQuery.expression(text)) AND (\(TextQuery.any(others)))"
        try index.connection.forEachMatch(of: expression) { hits.add($0, scope, ranker: ranker) }
        try ranker.check()
        return hits
    }

    /// Returns the rows that contain a text, including deleted ones.
    func rows(of text: TextMatch) throws -> RowSet {
        var found = RowSet(capacity: try index.columns().capacity)
        if let phrase = LongPhrase(text) {
            try phrase.forEachRow(index.connection) { row, _ in found.insert(Int(truncatingIfNeeded: row)) }
        } else {
            try forEachRow(of: text) { found.insert(Int(truncatingIfNeeded: $0.row)) }
        }
        return found
    }

    /// Calls `body` with each row of a text, in order, including deleted ones.
    func forEachRow(of text: TextMatch, _ body: (borrowing FTSContext) -> Void) throws {
        let expression = TextQuery.expression(text)
        if text.isPrefix {
            // FTS5 merges the lists of all words with the prefix once per statement, so one statement returns all rows.
            return try index.connection.forEachMatch(of: expression, body)
        }
        // Once a statement is at the first row, FTS5 can iterate over the rows of a phrase.
        var code: Int32 = 0
        try index.connection.visiting(with: { context in
            code = context.forEachRow(body)
            return 1
        }) {
            try index.connection.run(
                "SELECT 1 FROM fts WHERE fts MATCH ?1 AND slip_visit(fts) LIMIT 1", [.text(expression)])
        }
        if code != 0 { throw SQLiteError.code(code, in: "fts") }
    }
}

extension NoteIndex {
    var phrases: PhraseReader { PhraseReader(index: self) }
}
