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
        let evaluator = try ConditionEvaluator(self)
        let matches = condition.positiveText
        let ranks = !matches.isEmpty && (request.scored || request.sort.contains { $0.by == .standard(.relevance) })
        guard ranks else { return FoundNotes(rows: try evaluator.rows(condition).rows, scores: []) }
        // Where the words alone decide beside what is cheap to ask first, they are found and ranked in one pass.
        if let (expression, rest) = Self.onePass(condition, matches) {
            return try rank(expression, in: rest.isEmpty ? nil : evaluator.rows(.and(rest)), request)
        }
        let found = try evaluator.rows(condition)
        let ranked = try rank(TextQuery.any(matches), in: found, request)
        let rows = found.rows
        var scores = [Double](repeating: .nan, count: rows.count)
        var next = 0
        // Both are in order of rows.
        for (row, score) in zip(ranked.rows, ranked.scores) {
            while next < rows.count, rows[next] < row { next += 1 }
            if next < rows.count, rows[next] == row { scores[next] = score }
        }
        return FoundNotes(rows: rows, scores: scores)
    }

    /// The expression whose rows are those of the condition, as far as `rest` holds for them; nil where there is none.
    private static func onePass(
        _ condition: Condition, _ matches: [TextMatch]
    ) -> (expression: String, rest: [Condition])? {
        let parts = condition.conjuncts
        let texts = parts.filter { if case .text = $0 { true } else { false } }
        var rest = parts.filter { if case .text = $0 { false } else { true } }
        var expression = TextQuery.all(matches)
        if texts.count != matches.count {
            guard texts.isEmpty, let place = rest.firstIndex(where: { $0.isAnyOfTexts }),
                rest[place].disjuncts.count == matches.count
            else { return nil }
            rest.remove(at: place)
            expression = TextQuery.any(matches)
        }
        return rest.allSatisfy(\.isCheap) ? (expression, rest) : nil
    }

    /// The rows that the full-text table gives for an expression, with their scores.
    ///
    /// - Parameter scope: those that count; nil for all.
    private func rank(_ expression: String, in scope: RowSet?, _ request: SearchRequest) throws -> FoundNotes {
        let ranker = try prepareRanker()
        ranker.reset(isOrderEnough: !request.scored)
        var rows: [Int] = []
        var scores: [Double] = []
        try visit(expression) { context in
            let row = Int(truncatingIfNeeded: context.row)
            if let scope, !scope.contains(row) { return }
            // None for a dead row.
            guard let score = ranker.score(context) else { return }
            rows.append(row)
            scores.append(score)
        }
        if let failure = ranker.lengths.failure { throw failure }
        return FoundNotes(rows: rows, scores: scores)
    }

    /// Calls `body` with each row that the full-text table gives for an expression, in order of rows, dead ones among
    /// them.
    func visit(_ expression: String, _ body: (borrowing FTSContext) -> Void) throws {
        try connection.visiting(with: {
            body($0)
            return 0
        }) { try connection.run("SELECT 1 FROM fts WHERE fts MATCH ?1 AND slip_visit(fts)", [.text(expression)]) }
    }

    // MARK: Counting

    /// The number of notes that a condition holds for.
    package func count(_ condition: Condition) throws -> Int {
        let parts = condition.conjuncts
        if parts.isEmpty { return try noteCount() }
        if parts.count == 1, let kept = try keptCount(parts[0]) { return kept }
        if try !hasDeadRows(), parts.allSatisfy({ if case .text = $0 { true } else { false } }) {
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

extension Condition {
    /// Whether it asks for one of several texts and nothing else.
    fileprivate var isAnyOfTexts: Bool {
        guard case .or = self else { return false }
        return disjuncts.allSatisfy { if case .text = $0 { true } else { false } }
    }
}
