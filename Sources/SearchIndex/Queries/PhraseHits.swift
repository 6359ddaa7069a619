import QueryLanguage
import SQLite
import SourceText

/// The rows that contain a text, and its weight in each. Found in one pass of FTS5.
struct PhraseHits {
    private(set) var rows: RowSet
    /// The ranked rows in order. `weights` is parallel: the weight of the text in the row, before its rarity.
    private(set) var ranked: [Int32] = []
    private(set) var weights: [Double] = []
    /// The concatenated positions in the ranked rows, as `PhrasePlace`, or nil if not requested.
    fileprivate(set) var places: [UInt32]?
    /// The end index of each ranked row in `places`.
    private var placeEnds: [Int] = []
    /// Whether positions were requested but exceed the limit. `PairReader` then reads them row by row.
    private(set) var hasTooManyPlaces = false
    private let mostPlaces: Int

    init(capacity: Int, keepsPlaces: Bool, mostPlaces: Int = .max) {
        rows = RowSet(capacity: capacity)
        self.mostPlaces = mostPlaces
        if keepsPlaces { places = [] }
    }

    var wantsPlaces: Bool { places != nil || hasTooManyPlaces }

    mutating func forgetPlaces() {
        places = nil
        placeEnds = []
        hasTooManyPlaces = false
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
        if places != nil {
            context.forEachPlace { column, offset in
                occurrences.add(FTSColumn(rawValue: column))
                places?.append(PhrasePlace.make(column, offset))
            }
        } else {
            context.forEachPlace { column, _ in occurrences.add(FTSColumn(rawValue: column)) }
        }
        add(row, weight: ranker.weight(occurrences, row, length: length))
    }

    /// Adds a row with the positions found in it.
    fileprivate mutating func add(_ row: Int64, at found: [UInt32], scope: RowSet?, ranker: Ranker) {
        let row = Int(truncatingIfNeeded: row)
        let length = ranker.length(row)
        if length == 0 { return }
        rows.insert(row)
        if let scope, !scope.contains(row) { return }
        var occurrences = Ranker.Occurrences(.single)
        for place in found { occurrences.add(PhrasePlace.column(place)) }
        places?.append(contentsOf: found)
        add(row, weight: ranker.weight(occurrences, row, length: length))
    }

    private mutating func add(_ row: Int, weight: Double) {
        ranked.append(Int32(truncatingIfNeeded: row))
        weights.append(weight)
        guard let count = places?.count else { return }
        placeEnds.append(count)
        if count > mostPlaces {
            forgetPlaces()
            hasTooManyPlaces = true
        }
    }

    /// Returns the positions in a ranked row, given the row's index.
    func places(_ number: Int) -> ArraySlice<UInt32> {
        guard let places else { return [] }
        return places[(number == 0 ? 0 : placeEnds[number - 1])..<placeEnds[number]]
    }

    /// Returns the rows that also contain another text, with the average weight of both and without positions.
    func meeting(_ other: PhraseHits) -> PhraseHits {
        var both = PhraseHits(rows: rows.intersection(other.rows))
        var place = 0
        for (number, row) in ranked.enumerated() {
            while place < other.ranked.count, other.ranked[place] < row { place += 1 }
            if place == other.ranked.count { break }
            if other.ranked[place] == row { both.add(Int(row), weight: (weights[number] + other.weights[place]) / 2) }
        }
        return both
    }

    private init(rows: RowSet) {
        self.rows = rows
        mostPlaces = .max
    }

    /// Returns the positions in a row. Complexity: O(log rows).
    func places(inRow row: Int) -> ArraySlice<UInt32> {
        let number = (0..<ranked.count).partitioningIndex { ranked[$0] >= row }
        return number < ranked.count && Int(ranked[number]) == row ? places(number) : []
    }
}

/// Finds the rows of texts in the full-text table.
struct PhraseReader {
    let index: NoteIndex

    /// - Parameters:
    ///   - scope: the rows to rank, or nil for all.
    ///   - keepsPlaces: whether to keep positions, to score adjacent texts.
    ///   - mostPlaces: the maximum number of positions. If there are more, none are kept.
    func hits(
        of text: TextMatch, scope: RowSet?, keepsPlaces: Bool, mostPlaces: Int = .max, _ ranker: Ranker
    ) throws -> PhraseHits {
        var hits = PhraseHits(capacity: try index.columns().capacity, keepsPlaces: keepsPlaces, mostPlaces: mostPlaces)
        if let phrase = LongPhrase(text) {
            try phrase.forEachRow(index.connection) { row, places in
                hits.add(row, at: places, scope: scope, ranker: ranker)
            }
        } else {
            try forEachRow(of: text) { context in hits.add(context, scope, ranker: ranker) }
        }
        if let failure = ranker.failure { throw failure }
        return hits
    }

    /// Returns the rows of a query's text, from the cache if possible.
    func keptHits(of text: TextMatch, scope: RowSet?, keepsPlaces: Bool, _ ranker: Ranker) throws -> PhraseHits {
        if text.isPrefix {
            return try hits(of: text, scope: scope, keepsPlaces: keepsPlaces, mostPlaces: index.mostPlaces, ranker)
        }
        if let kept = index.kept.hits(of: text, withPlaces: keepsPlaces) { return kept }
        // The next query may need any scope, and positions.
        var hits = try hits(of: text, scope: nil, keepsPlaces: true, mostPlaces: index.mostPlaces, ranker)
        index.kept.keep(hits, of: text)
        if !keepsPlaces { hits.forgetPlaces() }
        return hits
    }

    /// Returns the rows of a text that also contain one of some others.
    ///
    /// Complexity: O(rows of the others), regardless of the number of rows with the text.
    func hits(
        of text: TextMatch, meeting others: [TextMatch], scope: RowSet?, keepsPlaces: Bool, _ ranker: Ranker
    ) throws -> PhraseHits {
        var hits = PhraseHits(capacity: try index.columns().capacity, keepsPlaces: keepsPlaces)
        let expression = SQLValue.text("\(TextQuery.expression(text)) AND (\(TextQuery.any(others)))")
        try index.connection.visiting(with: { context in
            hits.add(context, scope, ranker: ranker)
            return 0
        }) { try index.connection.run("SELECT 1 FROM fts WHERE fts MATCH ?1 AND slip_visit(fts)", [expression]) }
        if let failure = ranker.failure { throw failure }
        return hits
    }

    /// Returns the rows of a text, including deleted ones.
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
        let expression = SQLValue.text(TextQuery.expression(text))
        if text.isPrefix {
            // FTS5 merges the lists of all words with the prefix once per statement, so one statement returns all rows.
            return try index.connection.visiting(with: {
                body($0)
                return 0
            }) { try index.connection.run("SELECT 1 FROM fts WHERE fts MATCH ?1 AND slip_visit(fts)", [expression]) }
        }
        // Once a statement is at the first row, FTS5 can iterate over the rows of a phrase.
        var code: Int32 = 0
        try index.connection.visiting(with: { context in
            code = context.forEachRow(body)
            return 1
        }) {
            try index.connection.run("SELECT 1 FROM fts WHERE fts MATCH ?1 AND slip_visit(fts) LIMIT 1", [expression])
        }
        if code != 0 { throw SQLiteError.code(code, in: "fts") }
    }
}

extension NoteIndex {
    var phrases: PhraseReader { PhraseReader(index: self) }
}
