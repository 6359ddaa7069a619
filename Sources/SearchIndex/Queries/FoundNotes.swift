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
    private let index: NoteIndex
    private let condition: Condition
    private var rows: [Int] = []
    private var texts: [(text: TextMatch, hits: PhraseHits)] = []
    /// Whether the notes get scores, and whether only their order matters.
    private let isRanked: Bool
    private let isOrderEnough: Bool

    /// Finds the notes that satisfy a request, regardless of its order, limit and offset.
    package init(_ index: NoteIndex, _ request: SearchRequest) throws {
        try self.init(index, request.condition, request)
    }

    /// - Parameter condition: replaces that of the request.
    init(_ index: NoteIndex, _ condition: Condition, _ request: SearchRequest) throws {
        self.index = index
        self.condition = condition
        // The rarity of a single text does not change its own order, but its weight beside a `like:` does.
        isOrderEnough = !request.scored && condition.relatedNotes.isEmpty
        isRanked =
            (!condition.positiveText.isEmpty || !condition.attachedText.isEmpty || !condition.relatedNotes.isEmpty)
            && (request.scored || request.sort.contains { $0.by == .standard(.relevance) })
        var evaluator = try ConditionEvaluator(index)
        guard isRanked else {
            rows = try evaluator.rows(condition).rows
            return
        }
        // Cheap conditions come first, because scores outside their rows are not needed.
        let parts = condition.conjuncts
        let cheap = parts.filter(\.isCheap)
        var scope = cheap.isEmpty ? nil : try evaluator.rows(.and(cheap))
        try findTexts(among: parts, &evaluator, &scope)
        if scope?.isEmpty == true { return }
        let others = parts.filter { !$0.isCheap }
        rows = try evaluator.rows(.and(others), in: scope).rows
        texts = condition.positiveText.compactMap { text in evaluator.known[text].map { (text, $0) } }
    }

    /// Finds the texts of the condition, rarest first, and narrows the scope to the rows that contain them.
    private func findTexts(
        among parts: [Condition], _ evaluator: inout ConditionEvaluator, _ scope: inout RowSet?
    ) throws {
        let matches = condition.positiveText
        // Texts whose adjacency affects the score.
        let joined = condition.joinedTexts
        let ranker = try index.ranker()
        for text in try rarestFirst(matches) where evaluator.known[text] == nil {
            // One row needs no order, so its texts are only tested.
            let isDecided = isOrderEnough && index.collection == nil && scope?.count == 1
            if isDecided || scope?.isEmpty == true { break }
            let storesPositions = joined.count > 1 && joined.contains(text)
            let hits =
                try index.cachesHits && index.collection == nil && matches.count <= HitCache.most
                ? index.phrases.cachedHits(of: text, scope: scope, storesPositions: storesPositions, ranker)
                : index.phrases.hits(
                    of: text, scope: scope, storesPositions: storesPositions,
                    maximumPositions: index.maximumPositions, ranker)
            evaluator.known[text] = hits
            evaluator.known[text.withoutAttachments] = hits
            index.collection?.add(hits.rows.count, with: text, in: index)
            // With attachments, other rows may contain the text too.
            if !text.includesAttachments, parts.contains(where: { $0.text == text }) {
                scope = scope?.intersection(hits.rows) ?? hits.rows
            }
        }
    }

    /// Returns the texts ordered by rarity, so that rare ones reduce the rows to rank for the others.
    private func rarestFirst(_ texts: [TextMatch]) throws -> [TextMatch] {
        if texts.count < 2 { return texts }
        return zip(texts, try index.weights(of: texts)).sorted { $0.1 < $1.1 }.map(\.0)
    }

    /// Returns the notes with their scores. A text counts by the number of notes that have it in all indexes that are
    /// searched together.
    package func scored() throws -> FoundNotes {
        guard isRanked, !rows.isEmpty else { return FoundNotes(rows: rows, scores: []) }
        let ranker = try index.ranker()
        let texts = try texts.map { text, hits in
            let notes = try index.collection?.notes(with: text) ?? index.columns().count(hits.rows)
            return Ranker.TextHits(text: text, hits: hits, notes: notes)
        }
        let reader = PairReader(connection: index.connection, ranker: ranker)
        var scores = try ranker.scores(rows, texts, isOrderEnough: isOrderEnough, reader: reader)
        let attached = condition.attachedText
        if !attached.isEmpty {
            let evaluator = try ConditionEvaluator(index)
            var own = RowSet(capacity: evaluator.columns.capacity)
            for row in rows { own.insert(row) }
            own = try evaluator.rows(condition.withoutAttachments, in: own)
            try AttachmentRanking(index.attachments, attached).apply(to: &scores, of: rows, matchingAlone: own)
        }
        for related in try condition.relatedNotes.map({ try index.related(to: $0) }) {
            for (number, row) in rows.enumerated() {
                guard let score = related.score(row) else { continue }
                scores[number] = scores[number].isNaN ? score : scores[number] + score
            }
        }
        return FoundNotes(rows: rows, scores: scores)
    }
}

extension NoteIndex {
    /// Returns those of some notes that satisfy a condition.
    package func notes(_ paths: [VaultPath], satisfying condition: Condition) throws -> Set<VaultPath> {
        var rows: [Int: VaultPath] = [:]
        for path in paths {
            if let row = try links.row(of: path) { rows[row] = path }
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
        if try !hasOtherRows, parts.allSatisfy(\.isCountedByFTS) {
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
