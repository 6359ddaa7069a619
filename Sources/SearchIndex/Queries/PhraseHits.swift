import QueryLanguage
import SQLite
import SourceText

/// The rows that contain a text, and its frequency in each. Found in one pass of FTS5.
struct PhraseHits {
    private(set) var rows: RowSet
    /// The ranked rows in order. `frequencies` is parallel (`Ranker.frequency`).
    private(set) var ranked: [Int32] = []
    private(set) var frequencies: [Double] = []
    /// The concatenated positions in the ranked rows, as `TokenPosition`, or nil if not requested.
    fileprivate(set) var positions: [UInt32]?
    /// The end index of each ranked row in `positions`.
    private var positionEnds: [Int] = []
    /// Whether positions were requested but exceed the limit. `PairReader` then reads them row by row.
    private(set) var hasTooManyPositions = false
    private let maximumPositions: Int

    init(capacity: Int, storesPositions: Bool, maximumPositions: Int = .max) {
        rows = RowSet(capacity: capacity)
        self.maximumPositions = maximumPositions
        if storesPositions { positions = [] }
    }

    var wantsPositions: Bool { positions != nil || hasTooManyPositions }

    mutating func removePositions() {
        positions = nil
        positionEnds = []
        hasTooManyPositions = false
    }

    /// Adds the current row of a query for the text.
    @inline(__always)
    fileprivate mutating func add(_ context: borrowing FTSContext, _ scope: RowSet?, ranker: Ranker) {
        let row = Int(truncatingIfNeeded: context.row)
        // A deleted row has length 0.
        let length = ranker.length(row)
        if length == 0 { return }
        rows.insert(row)
        if let scope, !scope.contains(row) { return }
        var occurrences = Ranker.Occurrences(.single)
        if positions != nil {
            context.forEachPlace { column, offset in
                occurrences.add(FTSColumn(rawValue: column))
                positions?.append(TokenPosition.make(column, offset))
            }
        } else {
            context.forEachPlace { column, _ in occurrences.add(FTSColumn(rawValue: column)) }
        }
        add(row, frequency: ranker.frequency(occurrences, row, length: length))
    }

    /// Adds a row with the positions found in it.
    fileprivate mutating func add(_ row: Int64, at found: [UInt32], scope: RowSet?, ranker: Ranker) {
        let row = Int(truncatingIfNeeded: row)
        let length = ranker.length(row)
        if length == 0 { return }
        rows.insert(row)
        if let scope, !scope.contains(row) { return }
        var occurrences = Ranker.Occurrences(.single)
        for position in found { occurrences.add(TokenPosition.column(position)) }
        positions?.append(contentsOf: found)
        add(row, frequency: ranker.frequency(occurrences, row, length: length))
    }

    private mutating func add(_ row: Int, frequency: Double) {
        ranked.append(Int32(truncatingIfNeeded: row))
        frequencies.append(frequency)
        guard let count = positions?.count else { return }
        positionEnds.append(count)
        if count > maximumPositions {
            removePositions()
            hasTooManyPositions = true
        }
    }

    /// Returns the positions in a ranked row, given the row's index.
    func positions(_ number: Int) -> ArraySlice<UInt32> {
        guard let positions else { return [] }
        return positions[(number == 0 ? 0 : positionEnds[number - 1])..<positionEnds[number]]
    }

    /// Returns the rows that also contain another text, with the average frequency of both and without positions.
    func meeting(_ other: PhraseHits) -> PhraseHits {
        var both = PhraseHits(rows: rows.intersection(other.rows))
        var position = 0
        for (number, row) in ranked.enumerated() {
            while position < other.ranked.count, other.ranked[position] < row { position += 1 }
            if position == other.ranked.count { break }
            if other.ranked[position] == row {
                both.add(Int(row), frequency: (frequencies[number] + other.frequencies[position]) / 2)
            }
        }
        return both
    }

    private init(rows: RowSet) {
        self.rows = rows
        maximumPositions = .max
    }

    /// Returns the positions in a row. Complexity: O(log rows).
    func positions(inRow row: Int) -> ArraySlice<UInt32> {
        let number = (0..<ranked.count).partitioningIndex { ranked[$0] >= row }
        return number < ranked.count && Int(ranked[number]) == row ? positions(number) : []
    }
}

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
