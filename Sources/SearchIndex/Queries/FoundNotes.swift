package import QueryLanguage
import SQLite

/// The notes that a search finds, none of which was looked at yet: rows, and scores where text was asked for.
package struct FoundNotes {
    /// In order of rows. A place in it is a note's number among those found.
    let rows: [Int]
    /// Beside `rows`, not a number where nothing that was asked for stands in the note; none where nothing is ranked.
    let scores: [Double]

    package var count: Int { rows.count }

    func score(_ number: Int) -> Double? {
        if scores.isEmpty || scores[number].isNaN { return nil }
        return scores[number]
    }
}

extension NoteIndex {
    /// Finds the notes that a request asks for, whatever its order, limit and offset.
    package func find(_ request: SearchRequest) throws -> FoundNotes { try find(request.condition, request) }

    func find(_ condition: Condition, _ request: SearchRequest) throws -> FoundNotes {
        var evaluator = try ConditionEvaluator(self)
        let matches = condition.positiveText
        let ranks = !matches.isEmpty && (request.scored || request.sort.contains { $0.by == .standard(.relevance) })
        guard ranks else { return FoundNotes(rows: try evaluator.rows(condition).rows, scores: []) }
        // What is cheap to ask comes first: outside of it no score is of interest.
        let parts = condition.conjuncts
        let cheap = parts.filter(\.isCheap)
        var scope = cheap.isEmpty ? nil : try evaluator.rows(.and(cheap))
        // Those that may stand side by side as the query has them.
        let joined = condition.joinedTexts
        let ranker = try prepareRanker()
        for text in try rarestFirst(matches) where evaluator.known[text] == nil {
            // Nothing is left for it to be found in.
            if scope?.isEmpty == true { break }
            let keepsPlaces = joined.count > 1 && joined.contains(text)
            let hits =
                try keepsHits && matches.count <= KeptHits.most
                ? keptHits(of: text, scope: scope, keepsPlaces: keepsPlaces, ranker)
                : hits(of: text, scope: scope, keepsPlaces: keepsPlaces, mostPlaces: mostPlaces, ranker)
            evaluator.known[text] = hits
            if parts.contains(where: { $0.text == text }) { scope = scope?.intersection(hits.rows) ?? hits.rows }
        }
        if scope?.isEmpty == true { return FoundNotes(rows: [], scores: []) }
        let others = parts.filter { !$0.isCheap }
        let rows = try evaluator.rows(.and(others), in: scope).rows
        let found = matches.compactMap { text in evaluator.known[text].map { Ranker.Found(text: text, hits: $0) } }
        let reader = PairReader(connection: connection, ranker: ranker)
        return FoundNotes(
            rows: rows, scores: try ranker.scores(rows, found, isOrderEnough: !request.scored, reader: reader))
    }

    /// Texts in such an order that a rare one leaves little to rank of the others.
    private func rarestFirst(_ texts: [TextMatch]) throws -> [TextMatch] {
        // Of very many each look would cost more than it saves.
        guard texts.count > 1, texts.reduce(0, { $0 + $1.words.count }) <= 8 else { return texts }
        return try texts.map { (text: $0, weight: try weight(of: $0)) }.sorted { $0.weight < $1.weight }.map(\.text)
    }

    // MARK: Counting

    /// The number of notes that a condition holds for.
    package func count(_ condition: Condition) throws -> Int {
        let parts = condition.conjuncts
        if parts.isEmpty { return try noteCount() }
        if parts.count == 1, let kept = try keptCount(parts[0]) { return kept }
        if try !hasDeadRows(), parts.allSatisfy({ $0.text.map { LongPhrase($0) == nil } ?? false }) {
            // All rows are notes': none has to be looked at.
            let expression = SQLValue.text(TextQuery.all(condition.positiveText))
            return try connection.first("SELECT count(*) FROM fts WHERE fts MATCH ?1", [expression]) {
                Int($0.int(0))
            } ?? 0
        }
        return try ConditionEvaluator(self).rows(condition).count
    }
}

extension NoteIndex {
    /// The number of notes with a status or a keyword, where it is kept: nil for a keyword with others nested in it or
    /// in several spellings, which one note may have together.
    private func keptCount(_ condition: Condition) throws -> Int? {
        let statement: SQLFragment
        switch condition {
        case .status(let name):
            statement = """
                SELECT sum(notes), 1 FROM term WHERE kind = \(TermKind.status) AND folded = \(.text(name))
                """
        case .keyword(.exact(let name), nested: true):
            statement = """
                SELECT sum(notes), count(*) FROM term
                WHERE kind = \(TermKind.keyword) AND notes > 0 AND \(.isOrIsNested(in: name))
                """
        default: return nil
        }
        return try connection.first(sql: statement) { $0.int(1) <= 1 ? Int($0.int(0)) : nil } ?? nil
    }
}
