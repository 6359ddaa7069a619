package import QueryLanguage
import SourceText

/// A search for near matches of a query with few hits: notes that lack some of its words or have expansions instead.
///
/// The score of a note is the sum of its words' scores (`Ranker`). The score of an expansion is multiplied by its
/// similarity. The sum is multiplied by the note's coverage of the query's weight. Adjacent words add a bonus, as in
/// other searches.
struct NearMatchFinder {
    struct ScoredMatch {
        var row: Int
        var score: Double
        var nearMatch: NearMatch
    }

    private struct Candidate {
        var row: Int
        var score: Double
    }

    /// The minimum coverage of the query's weight. Half of the texts is enough as well.
    private static let minimumCoverage = 0.3
    /// The number of best candidates that are checked for adjacent words.
    private static let maximumWithPairs = 200
    /// With more texts no similar words are looked up, because the query was probably pasted.
    private static let manyTexts = 12

    private let index: NoteIndex
    private let ranker: Ranker
    private let finder: ExpansionFinder
    private var wanted: [TermExpansions]
    /// The indices of texts that almost all notes have. They find candidates only if the other texts find too few.
    private var common: Set<Int> = []
    /// Those of them that were read only in rows with other texts, and their note counts.
    private var unread: [Int: Int] = [:]

    /// - Parameter scope: the rows to search, or nil for all.
    init(_ index: NoteIndex, _ texts: [NearMatchTerm], scope: RowSet?) throws {
        self.index = index
        ranker = try index.ranker()
        finder = try ExpansionFinder(
            index, scope: scope, storesPositions: texts.count > 1, findsSimilar: texts.count <= Self.manyTexts)
        wanted = []
        for (number, text) in texts.enumerated() {
            if let notes = try finder.noteCount(ifCommon: text) {
                unread[number] = notes
                common.insert(number)
                wanted.append(TermExpansions(text, [], weight: ranker.rarity(notes), fallback: 0))
                continue
            }
            let (expansions, notes) = try finder.expansions(for: text)
            wanted.append(expansions)
            if finder.isCommon(notes) { common.insert(number) }
        }
        let others = wanted.flatMap(\.texts)
        for (number, notes) in unread where !others.isEmpty {
            wanted[number] = try finder.expansions(for: texts[number], inNotes: notes, meeting: others)
        }
    }

    /// Returns the best near matches, best first, without notes that match fully. Ties are in the default order.
    ///
    /// - Parameter passes: returns which of some rows pass the rest of the query.
    /// - Complexity: O(rows with any of the words). Very common words count only if the others find too few notes.
    mutating func nearest(_ count: Int, passes: ([Int]) throws -> Set<Int>) throws -> [ScoredMatch] {
        let others = wanted.indices.filter { !common.contains($0) }
        let notes = try nearest(count, candidates(leads: others), passes: passes)
        if notes.count == count || common.isEmpty { return notes }
        for (number, notes) in unread {
            wanted[number] = try finder.expansions(for: wanted[number].wanted, inNotes: notes, meeting: nil)
        }
        unread = [:]
        return try nearest(count, candidates(leads: Array(wanted.indices)), passes: passes)
    }

    private func nearest(_ count: Int, _ candidates: [Candidate], passes: ([Int]) throws -> Set<Int>) throws
        -> [ScoredMatch]
    {
        var candidates = candidates
        for number in try order(candidates).first(Self.maximumWithPairs) {
            candidates[number].score += pairs(in: candidates[number].row)
        }
        let order = try order(candidates)
        let count = min(count, candidates.count)
        var notes: [ScoredMatch] = []
        var tested = 0
        while notes.count < count, tested < candidates.count {
            // Candidates are tested in growing batches, because few may be enough.
            let part = try order.first(4 * max(count, tested)).dropFirst(tested)
            let passing = try passes(part.map { candidates[$0].row })
            for number in part where passing.contains(candidates[number].row) {
                let (row, score) = (candidates[number].row, candidates[number].score)
                notes.append(ScoredMatch(row: row, score: score, nearMatch: nearMatch(of: row)))
            }
            tested += part.count
        }
        return Array(notes.prefix(count))
    }

    private func order(_ candidates: [Candidate]) throws -> NoteOrder {
        let request = SearchRequest(condition: .all, Presentation(sort: [SortKey(.relevance)]), statuses: [])
        return try NoteOrder(FoundNotes(rows: candidates.map(\.row), scores: candidates.map(\.score)), request, index)
    }

    // MARK: Candidates

    /// Returns the rows that cover enough of the query, but not all of it, in order.
    ///
    /// - Parameter leads: the indices of the texts that find the rows.
    private func candidates(leads: [Int]) -> [Candidate] {
        let total = wanted.reduce(0) { $0 + $1.weight }
        var next = [Int](repeating: 0, count: wanted.count)
        var candidates: [Candidate] = []
        while true {
            var row = Int32.max
            for index in leads where next[index] < wanted[index].rows.count {
                row = min(row, wanted[index].rows[next[index]])
            }
            if row == .max { return candidates }
            var (coverage, texts, score, isWhole, isComplete) = (0.0, 0, 0.0, true, true)
            for index in wanted.indices {
                while next[index] < wanted[index].rows.count, wanted[index].rows[next[index]] < row { next[index] += 1 }
                let number = next[index]
                guard number < wanted[index].rows.count, wanted[index].rows[number] == row else {
                    isWhole = false
                    isComplete = isComplete && !wanted[index].wanted.isRequired
                    continue
                }
                next[index] += 1
                let expansion = wanted[index].expansion(number)
                isWhole = isWhole && expansion.isExact
                coverage += wanted[index].weight * expansion.similarity
                texts += 1
                score += Double(wanted[index].scores[number])
            }
            if isWhole || !isComplete || coverage < Self.minimumCoverage * total && 2 * texts < wanted.count {
                continue
            }
            candidates.append(Candidate(row: Int(row), score: score * coverage / total))
        }
    }

    /// Returns the score bonus for adjacent words in a row.
    private func pairs(in row: Int) -> Double {
        let expansions = wanted.map { $0.expansion(inRow: row) }
        var sum = 0.0
        for (left, right) in zip(expansions, expansions.dropFirst()) {
            guard let left, let right else { continue }
            let pairs = ranker.pairs(
                left.hits.positions(inRow: row), right.hits.positions(inRow: row), distance: left.texts[0].words.count)
            sum +=
                min(left.similarity, right.similarity)
                * ranker.score(ofPairs: pairs, row: row, rarities: (left.rarity, right.rarity))
        }
        return sum
    }

    private func nearMatch(of row: Int) -> NearMatch {
        var nearMatch = NearMatch()
        for text in wanted {
            guard let expansion = text.expansion(inRow: row) else {
                nearMatch.lacks.append(text.wanted.label)
                continue
            }
            if expansion.isExact { continue }
            nearMatch.instead.append(NearMatch.Replacement(wanted: text.wanted.label, found: expansion.texts))
        }
        return nearMatch
    }
}

extension NoteIndex {
    /// Calls `body` with the best near matches for some texts, best first, without notes that match fully.
    ///
    /// - Parameters:
    ///   - strict: the condition that every note must satisfy.
    ///   - body: returns whether to continue.
    package func nearMatches(
        _ texts: [NearMatchTerm], strict: Condition, limit: Int, detailed: Bool,
        _ body: (NoteHit, NearMatch) throws -> Bool
    ) throws {
        let evaluator = try ConditionEvaluator(self)
        let cheap = strict.conjuncts.filter(\.isCheap)
        let others = strict.conjuncts.filter { !$0.isCheap }
        let scope = cheap.isEmpty ? nil : try evaluator.rows(.and(cheap))
        if let scope, scope.isEmpty { return }
        var near = try NearMatchFinder(self, texts, scope: scope)
        let notes = try near.nearest(limit) { rows in
            if others.isEmpty { return Set(rows) }
            var tested = RowSet(capacity: evaluator.columns.capacity)
            for row in rows { tested.insert(row) }
            return Set(try evaluator.rows(.and(others), in: tested).rows)
        }
        let byRow = notes.sorted { $0.row < $1.row }
        let numbers = Dictionary(uniqueKeysWithValues: byRow.enumerated().map { ($1.row, $0) })
        let found = FoundNotes(rows: byRow.map(\.row), scores: byRow.map(\.score))
        try hits(of: notes.compactMap { numbers[$0.row] }, found, detailed: detailed) { hit, number in
            try body(hit, byRow[number].nearMatch)
        }
    }
}
