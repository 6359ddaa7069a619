package import QueryLanguage
import SQLite
package import SourceText

/// The result of a search before notes are loaded: rows, and scores if the query has text.
package struct FoundNotes {
    /// Sorted by row. The index in this array is the number of a found note.
    let rows: [Int]
    /// Parallel to `rows`. NaN for a note without any of the texts, negative for one that matches only with the text of its
    /// attachments; empty if nothing is ranked. Not meaningful if one note is left and no score was requested.
    let scores: [Double]

    package var count: Int { rows.count }

    func score(_ number: Int) -> Double? {
        if scores.isEmpty || scores[number].isNaN { return nil }
        return max(0, scores[number])
    }
}

/// The notes that satisfy a condition, before they are scored: scores may depend on how many notes of other indexes
/// have the texts.
package struct UnscoredNotes {
    fileprivate let rows: [Int]
    fileprivate let texts: [(text: TextMatch, hits: PhraseHits)]
    fileprivate let condition: Condition
    /// Whether the notes get scores, and whether only their order matters.
    fileprivate let isRanked: Bool
    fileprivate let isOrderEnough: Bool

    fileprivate init(
        _ rows: [Int], _ condition: Condition, texts: [(text: TextMatch, hits: PhraseHits)]? = nil, isOrderEnough: Bool
    ) {
        self.rows = rows
        self.condition = condition
        self.texts = texts ?? []
        isRanked = texts != nil
        self.isOrderEnough = isOrderEnough
    }
}

extension NoteIndex {
    /// Returns the notes that satisfy a request, regardless of its order, limit and offset.
    package func find(_ request: SearchRequest) throws -> FoundNotes { try scored(gather(request.condition, request)) }

    /// Returns the notes that satisfy a request, without scores.
    package func gather(_ request: SearchRequest) throws -> UnscoredNotes { try gather(request.condition, request) }

    func gather(_ condition: Condition, _ request: SearchRequest) throws -> UnscoredNotes {
        var evaluator = try ConditionEvaluator(self)
        let matches = condition.positiveText
        let isRanked =
            (!matches.isEmpty || !condition.attachedText.isEmpty || !condition.relatedNotes.isEmpty)
            && (request.scored || request.sort.contains { $0.by == .standard(.relevance) })
        guard isRanked else {
            return UnscoredNotes(try evaluator.rows(condition).rows, condition, isOrderEnough: true)
        }
        // Cheap conditions come first, because scores outside their rows are not needed.
        let parts = condition.conjuncts
        let cheap = parts.filter(\.isCheap)
        var scope = cheap.isEmpty ? nil : try evaluator.rows(.and(cheap))
        // Texts whose adjacency affects the score.
        let joined = condition.joinedTexts
        let ranker = try self.ranker()
        for text in try rarestFirst(matches) where evaluator.known[text] == nil {
            // One row needs no order, so its texts are only tested.
            if let scope, scope.isEmpty || !request.scored && collection == nil && scope.count == 1 { break }
            let storesPositions = joined.count > 1 && joined.contains(text)
            let hits =
                try cachesHits && matches.count <= HitCache.most
                ? phrases.cachedHits(of: text, scope: scope, storesPositions: storesPositions, ranker)
                : phrases.hits(
                    of: text, scope: scope, storesPositions: storesPositions, maximumPositions: maximumPositions, ranker
                )
            evaluator.known[text] = hits
            evaluator.known[text.withoutAttachments] = hits
            collection?.add(hits.rows.count, with: text, in: self)
            // With attachments, other rows may contain the text too.
            if !text.includesAttachments, parts.contains(where: { $0.text == text }) {
                scope = scope?.intersection(hits.rows) ?? hits.rows
            }
        }
        if scope?.isEmpty == true { return UnscoredNotes([], condition, texts: [], isOrderEnough: true) }
        let others = parts.filter { !$0.isCheap }
        let rows = try evaluator.rows(.and(others), in: scope).rows
        return UnscoredNotes(
            rows, condition, texts: matches.compactMap { text in evaluator.known[text].map { (text, $0) } },
            isOrderEnough: !request.scored)
    }

    /// Returns notes with their scores, for texts that as many notes have as the indexes of the group have gathered.
    package func scored(_ notes: UnscoredNotes) throws -> FoundNotes {
        let rows = notes.rows
        guard notes.isRanked, !rows.isEmpty else { return FoundNotes(rows: rows, scores: []) }
        let ranker = try self.ranker()
        let texts = try notes.texts.map { text, hits in
            Ranker.TextHits(text: text, hits: hits, notes: try collection?.notes(with: text) ?? hits.rows.count)
        }
        let reader = PairReader(connection: connection, ranker: ranker)
        var scores = try ranker.scores(rows, texts, isOrderEnough: notes.isOrderEnough, reader: reader)
        let attached = notes.condition.attachedText
        if !attached.isEmpty {
            let evaluator = try ConditionEvaluator(self)
            var own = RowSet(capacity: evaluator.columns.capacity)
            for row in rows { own.insert(row) }
            own = try evaluator.rows(notes.condition.withoutAttachments, in: own)
            try AttachmentRanking(attachments, attached).apply(to: &scores, of: rows, matchingAlone: own)
        }
        for related in try notes.condition.relatedNotes.map({ try self.related(to: $0) }) {
            for (number, row) in rows.enumerated() {
                guard let score = related.score(row) else { continue }
                scores[number] = scores[number].isNaN ? score : scores[number] + score
            }
        }
        return FoundNotes(rows: rows, scores: scores)
    }

    /// Returns the texts ordered by rarity, so that rare ones reduce the rows to rank for the others.
    private func rarestFirst(_ texts: [TextMatch]) throws -> [TextMatch] {
        if texts.count < 2 { return texts }
        return zip(texts, try weights(of: texts)).sorted { $0.1 < $1.1 }.map(\.0)
    }

    /// Returns those of some notes that satisfy a condition.
    package func notes(_ paths: [VaultPath], satisfying condition: Condition) throws -> Set<VaultPath> {
        var rows: [Int: VaultPath] = [:]
        for path in paths {
            if let row = try row(of: path) { rows[row] = path }
        }
        let found = try ConditionEvaluator(self).rows(condition, among: Array(rows.keys))
        return Set(found.compactMap { rows[$0] })
    }

    // MARK: Counting

    /// Returns the number of notes that satisfy a condition.
    package func count(_ condition: Condition) throws -> Int {
        let parts = condition.conjuncts
        if parts.isEmpty { return try noteCount() }
        if parts.count == 1, let kept = try storedCount(parts[0]) { return kept }
        if try !hasDeletedRows(), parts.allSatisfy(\.isCountedByFTS) {
            // Without deleted rows, every row is a note, so the rows need no filter.
            let expression = SQLValue.text(TextQuery.all(condition.positiveText))
            return try connection.first("SELECT count(*) FROM fts WHERE fts MATCH ?1", [expression]) {
                Int($0.int(0))
            } ?? 0
        }
        return try ConditionEvaluator(self).rows(condition).count
    }

    /// Returns whether a note satisfies a condition. For a text, stops at the first one.
    package func hasNotes(_ condition: Condition) throws -> Bool {
        guard let text = condition.text, condition.isCountedByFTS else { return try count(condition) > 0 }
        let ranker = try self.ranker()
        var isFound = false
        try connection.rows("SELECT rowid FROM fts WHERE fts MATCH ?1", [.text(TextQuery.expression(text))]) { row in
            // The full-text table also has deleted rows.
            isFound = ranker.length(Int(truncatingIfNeeded: row.int(0))) > 0
            return !isFound
        }
        try ranker.check()
        return isFound
    }
}

extension NoteIndex {
    /// Returns the stored number of notes with a status or keyword. Returns nil for a keyword with nested keywords or
    /// several spellings, because one note may have more than one of them.
    private func storedCount(_ condition: Condition) throws -> Int? {
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
    /// Whether the condition is a text that the full-text table alone can count.
    fileprivate var isCountedByFTS: Bool { text.map { LongPhrase($0) == nil && !$0.includesAttachments } ?? false }
}
