package import QueryLanguage
import SourceText

/// Finds the notes that come nearest to a query that few hold: those that lack some of its words, or hold others in their
/// stead.
///
/// A note's score is the sum of what its words add (`Ranker`), a word in another's stead by how like it is to that, times
/// the share that it holds of what the whole query weighs; and a bonus for words side by side, as ever.
struct NearNotes {
    struct Note {
        var row: Int
        var score: Double
        var nearness: Nearness
    }

    private struct Candidate {
        var row: Int
        var score: Double
    }

    /// Of a query's weight, what a note holds at least; or half of its texts.
    private static let leastShare = 0.3
    /// As many of the best are looked at for words side by side.
    private static let mostWithPairs = 200
    /// Of more texts no like ones are looked for: somebody pasted them.
    private static let manyTexts = 12

    private let index: NoteIndex
    private let ranker: Ranker
    private let finder: StandFinder
    private var wanted: [Stands]
    /// The numbers of texts that are nearly everywhere: they lead to no note.
    private var light: Set<Int> = []
    /// Those of them of which only what others led to was asked, and in how many notes they are.
    private var unread: [Int: Int] = [:]

    /// - Parameter scope: the rows to look at; nil for all.
    init(_ index: NoteIndex, _ texts: [WantedText], scope: RowSet?) throws {
        self.index = index
        ranker = try index.prepareRanker()
        finder = try StandFinder(
            index, scope: scope, keepsPlaces: texts.count > 1, findsLike: texts.count <= Self.manyTexts)
        wanted = []
        for (number, text) in texts.enumerated() {
            if let notes = try finder.everywhere(text) {
                unread[number] = notes
                light.insert(number)
                wanted.append(Stands(text, [], weight: ranker.rarity(notes), ifNowhere: 0))
                continue
            }
            let (stands, notes) = try finder.stands(for: text)
            wanted.append(stands)
            if finder.isEverywhere(notes) { light.insert(number) }
        }
        let others = wanted.flatMap(\.texts)
        for (number, notes) in unread where !others.isEmpty {
            wanted[number] = try finder.stands(for: texts[number], inNotes: notes, meeting: others)
        }
    }

    /// The notes that come nearest, the nearest first, without those that hold all; equally near ones in the order that all
    /// searches have.
    ///
    /// - Parameter passes: which of some rows pass the rest of the query.
    /// - Complexity: O(rows with any of the words); of words that are nearly everywhere only where the others lead to few.
    mutating func nearest(_ count: Int, passes: ([Int]) throws -> Set<Int>) throws -> [Note] {
        let heavy = wanted.indices.filter { !light.contains($0) }
        let notes = try nearest(count, candidates(leads: heavy), passes)
        if notes.count == count || light.isEmpty { return notes }
        for (number, notes) in unread {
            wanted[number] = try finder.stands(for: wanted[number].wanted, inNotes: notes, meeting: nil)
        }
        unread = [:]
        return try nearest(count, candidates(leads: Array(wanted.indices)), passes)
    }

    private func nearest(
        _ count: Int, _ candidates: [Candidate], _ passes: ([Int]) throws -> Set<Int>
    ) throws -> [Note] {
        var candidates = candidates
        for number in try order(candidates).first(Self.mostWithPairs) {
            candidates[number].score += pairs(in: candidates[number].row)
        }
        let order = try order(candidates)
        let count = min(count, candidates.count)
        var notes: [Note] = []
        var asked = 0
        while notes.count < count, asked < candidates.count {
            // Few are asked where that is enough.
            let part = try order.first(4 * max(count, asked)).dropFirst(asked)
            let passing = try passes(part.map { candidates[$0].row })
            for number in part where passing.contains(candidates[number].row) {
                let (row, score) = (candidates[number].row, candidates[number].score)
                notes.append(Note(row: row, score: score, nearness: nearness(of: row)))
            }
            asked += part.count
        }
        return Array(notes.prefix(count))
    }

    private func order(_ candidates: [Candidate]) throws -> NoteOrder {
        let request = SearchRequest(condition: .all, Presentation(sort: [SortKey(.relevance)]), statuses: [])
        return try NoteOrder(FoundNotes(rows: candidates.map(\.row), scores: candidates.map(\.score)), request, index)
    }

    // MARK: Candidates

    /// The rows that hold enough of the query, but not all of it, in order.
    ///
    /// - Parameter leads: the numbers of the texts by which they are found.
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
            var (held, texts, score, isWhole, isComplete) = (0.0, 0, 0.0, true, true)
            for index in wanted.indices {
                while next[index] < wanted[index].rows.count, wanted[index].rows[next[index]] < row { next[index] += 1 }
                let number = next[index]
                guard number < wanted[index].rows.count, wanted[index].rows[number] == row else {
                    isWhole = false
                    isComplete = isComplete && !wanted[index].wanted.isRequired
                    continue
                }
                next[index] += 1
                let stand = wanted[index].stand(number)
                isWhole = isWhole && stand.isExact
                held += wanted[index].weight * stand.likeness
                texts += 1
                score += Double(wanted[index].scores[number])
            }
            if isWhole || !isComplete || held < Self.leastShare * total && 2 * texts < wanted.count { continue }
            candidates.append(Candidate(row: Int(row), score: score * held / total))
        }
    }

    /// What a row's words add to its score by standing side by side.
    private func pairs(in row: Int) -> Double {
        let stands = wanted.map { $0.stand(inRow: row) }
        var sum = 0.0
        for (left, right) in zip(stands, stands.dropFirst()) {
            guard let left, let right else { continue }
            let pairs = ranker.pairs(
                left.hits.places(inRow: row), right.hits.places(inRow: row), distance: left.texts[0].words.count)
            sum +=
                min(left.likeness, right.likeness)
                * ranker.score(ofPairs: pairs, row: row, rarities: (left.rarity, right.rarity))
        }
        return sum
    }

    private func nearness(of row: Int) -> Nearness {
        var nearness = Nearness()
        for text in wanted {
            guard let stand = text.stand(inRow: row) else {
                nearness.lacks.append(text.wanted.label)
                continue
            }
            if stand.isExact { continue }
            nearness.instead.append(Nearness.Replacement(wanted: text.wanted.label, found: stand.texts))
        }
        return nearness
    }
}

extension NoteIndex {
    /// The notes that come nearest to holding all of some texts, without those that do, the nearest first.
    ///
    /// - Parameters:
    ///   - strict: what holds for each of them.
    ///   - body: answers whether more are wanted.
    package func nearNotes(
        _ texts: [WantedText], strict: Condition, limit: Int, detailed: Bool,
        _ body: (IndexedNote, Nearness) throws -> Bool
    ) throws {
        let evaluator = try ConditionEvaluator(self)
        let cheap = strict.conjuncts.filter(\.isCheap)
        let others = strict.conjuncts.filter { !$0.isCheap }
        let scope = cheap.isEmpty ? nil : try evaluator.rows(.and(cheap))
        if let scope, scope.isEmpty { return }
        var near = try NearNotes(self, texts, scope: scope)
        let notes = try near.nearest(limit) { rows in
            if others.isEmpty { return Set(rows) }
            var asked = RowSet(capacity: evaluator.columns.capacity)
            for row in rows { asked.insert(row) }
            return Set(try evaluator.rows(.and(others), in: asked).rows)
        }
        let byRow = notes.sorted { $0.row < $1.row }
        let numbers = Dictionary(uniqueKeysWithValues: byRow.enumerated().map { ($1.row, $0) })
        let found = FoundNotes(rows: byRow.map(\.row), scores: byRow.map(\.score))
        try hits(of: notes.compactMap { numbers[$0.row] }, found, detailed: detailed) { hit, number in
            try body(hit, byRow[number].nearness)
        }
    }
}
