import QueryLanguage
import SQLite
import SourceText

/// The rows in which a text stands, and what it adds to their scores: found in one pass of FTS5 over them.
struct PhraseHits {
    /// Of notes.
    private(set) var rows: RowSet
    /// In order, those that are ranked, and beside them how much the text weighs there before its rarity counts.
    private(set) var ranked: [Int32] = []
    private(set) var weights: [Double] = []
    /// Where it stands in the ranked rows, one after the other, as `PhrasePlace` has them; nil where nobody asked.
    fileprivate(set) var places: [UInt32]?
    /// Where the places of each ranked row end.
    private var placeEnds: [Int] = []
    /// Whether places were asked for, and are more than are kept: `PairReader` reads them row by row.
    private(set) var hasTooManyPlaces = false
    private let mostPlaces: Int

    init(capacity: Int, keepsPlaces: Bool, mostPlaces: Int = .max) {
        rows = RowSet(capacity: capacity)
        self.mostPlaces = mostPlaces
        if keepsPlaces { places = [] }
    }

    /// Whether its places were asked for.
    var wantsPlaces: Bool { places != nil || hasTooManyPlaces }

    mutating func forgetPlaces() {
        places = nil
        placeEnds = []
        hasTooManyPlaces = false
    }

    /// Takes in the row that a query for the text stands on.
    @inline(__always)
    fileprivate mutating func add(_ context: borrowing FTSContext, _ scope: RowSet?, _ ranker: Ranker) {
        let row = Int(truncatingIfNeeded: context.row)
        // A dead row has no length.
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

    /// Takes in a row with the places that were found in it.
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

    /// Where it stands in a ranked row, by that one's number.
    func places(_ number: Int) -> ArraySlice<UInt32> {
        guard let places else { return [] }
        return places[(number == 0 ? 0 : placeEnds[number - 1])..<placeEnds[number]]
    }

    /// The rows in which another text stands too, with what both add on average; without places.
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

    /// Where it stands in a row. Complexity: O(log rows).
    func places(inRow row: Int) -> ArraySlice<UInt32> {
        let number = (0..<ranked.count).partitioningIndex { ranked[$0] >= row }
        return number < ranked.count && Int(ranked[number]) == row ? places(number) : []
    }
}

extension NoteIndex {
    /// Finds the rows of a text.
    ///
    /// - Parameters:
    ///   - scope: the rows whose scores are of interest; nil for all.
    ///   - keepsPlaces: whether it counts what it stands beside.
    ///   - mostPlaces: the number of places that are kept; if there are more, none are.
    func hits(
        of text: TextMatch, scope: RowSet?, keepsPlaces: Bool, mostPlaces: Int = .max, _ ranker: Ranker
    ) throws -> PhraseHits {
        var hits = PhraseHits(capacity: try columns().capacity, keepsPlaces: keepsPlaces, mostPlaces: mostPlaces)
        if let phrase = LongPhrase(text) {
            try phrase.forEachRow(connection) { row, places in hits.add(row, at: places, scope: scope, ranker: ranker) }
        } else {
            try forEachRow(of: text) { context in hits.add(context, scope, ranker) }
        }
        if let failure = ranker.failure { throw failure }
        return hits
    }

    /// As above, for a text of a query: what is known from the query before is not gathered again.
    func keptHits(of text: TextMatch, scope: RowSet?, keepsPlaces: Bool, _ ranker: Ranker) throws -> PhraseHits {
        if text.isPrefix {
            return try hits(of: text, scope: scope, keepsPlaces: keepsPlaces, mostPlaces: mostPlaces, ranker)
        }
        if let kept = kept.hits(of: text, withPlaces: keepsPlaces) { return kept }
        // The next query may ask for it with any scope, and beside another text.
        var hits = try hits(of: text, scope: nil, keepsPlaces: true, mostPlaces: mostPlaces, ranker)
        kept.keep(hits, of: text)
        if !keepsPlaces { hits.forgetPlaces() }
        return hits
    }

    /// Finds those rows of a text in which one of some others stands as well.
    ///
    /// Complexity: O(rows of the others), be the text in ever so many.
    func hits(
        of text: TextMatch, meeting others: [TextMatch], scope: RowSet?, keepsPlaces: Bool, _ ranker: Ranker
    ) throws -> PhraseHits {
        var hits = PhraseHits(capacity: try columns().capacity, keepsPlaces: keepsPlaces)
        let expression = SQLValue.text("\(TextQuery.expression(text)) AND (\(TextQuery.any(others)))")
        try connection.visiting(with: { context in
            hits.add(context, scope, ranker)
            return 0
        }) { try connection.run("SELECT 1 FROM fts WHERE fts MATCH ?1 AND slip_visit(fts)", [expression]) }
        if let failure = ranker.failure { throw failure }
        return hits
    }

    /// The rows of a text, dead ones among them.
    func rows(of text: TextMatch) throws -> RowSet {
        var found = RowSet(capacity: try columns().capacity)
        if let phrase = LongPhrase(text) {
            try phrase.forEachRow(connection) { row, _ in found.insert(Int(truncatingIfNeeded: row)) }
        } else {
            try forEachRow(of: text) { found.insert(Int(truncatingIfNeeded: $0.row)) }
        }
        return found
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
