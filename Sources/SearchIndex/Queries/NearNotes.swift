package import QueryLanguage
import SourceText

/// A text that a query asks for, which a note that comes near may lack.
package struct WantedText: Sendable {
    /// As a person wrote it.
    package var label: String
    /// One of them is asked for.
    package var texts: [TextMatch]

    package init(label: String, texts: [TextMatch]) {
        self.label = label
        self.texts = texts
    }
}

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

    /// What stands for a wanted text: itself, or something like it.
    private struct Stand {
        /// All of them have to be there.
        var texts: [TextMatch]
        var likeness: Double
        var hits: PhraseHits
        var rarity: Double

        var isExact: Bool { likeness == 1 }
    }

    /// A wanted text with all that stands for it in some note.
    private struct Wanted {
        var label: String
        var stands: [Stand] = []
        /// What it weighs in the query.
        var weight = 0.0
        /// In order, those in which one of the stands is, and beside them what the best of these adds to the score, and its
        /// number.
        private(set) var rows: [Int32] = []
        private(set) var scores: [Float] = []
        private(set) var best: [UInt8] = []

        init(_ label: String) { self.label = label }

        /// The stand that counts in the row with a number.
        func stand(_ number: Int) -> Stand { stands[Int(best[number])] }

        mutating func add(_ stand: Stand) {
            defer {
                weight = max(weight, stand.rarity)
                stands.append(stand)
            }
            let own = UInt8(truncatingIfNeeded: stands.count)
            if stands.isEmpty {
                rows = stand.hits.ranked
                scores = stand.hits.weights.map { Float(stand.likeness * stand.rarity * $0) }
                best = [UInt8](repeating: own, count: rows.count)
                return
            }
            let old = (rows: rows, scores: scores, best: best)
            let new = stand.hits.ranked
            (rows, scores, best) = ([], [], [])
            rows.reserveCapacity(old.rows.count + new.count)
            scores.reserveCapacity(old.rows.count + new.count)
            best.reserveCapacity(old.rows.count + new.count)
            var (left, right) = (0, 0)
            while left < old.rows.count || right < new.count {
                let isOld = right == new.count || left < old.rows.count && old.rows[left] <= new[right]
                let isNew = left == old.rows.count || right < new.count && new[right] <= old.rows[left]
                rows.append(isOld ? old.rows[left] : new[right])
                let score = isNew ? Float(stand.likeness * stand.rarity * stand.hits.weights[right]) : 0
                // What was asked for is never given another's name.
                let keeps =
                    isOld
                    && (!isNew || !stand.isExact && stands[Int(old.best[left])].isExact || old.scores[left] >= score)
                scores.append(keeps ? old.scores[left] : score)
                best.append(keeps ? old.best[left] : own)
                if isOld { left += 1 }
                if isNew { right += 1 }
            }
        }
    }

    /// Words that stand for one another, for each that is wanted. Twice as many are tried, for some are in no note any more.
    private static let mostLike = 8
    /// Phrases that are tried for one: each is as much work as a search.
    private static let mostLikePhrase = 4
    /// Of a query's weight, what a note holds at least.
    private static let leastShare = 0.3
    /// A phrase whose words stand apart is as like it as this.
    private static let likenessApart = 0.6
    /// As many of the best are looked at for words side by side.
    private static let mostWithPairs = 200

    private let index: NoteIndex
    private let ranker: Ranker
    private let scope: RowSet?
    private let capacity: Int
    private let notes: Int
    /// Whether it counts what stands beside what.
    private let keepsPlaces: Bool
    private var wanted: [Wanted] = []

    /// - Parameter scope: the rows to look at; nil for all.
    init(_ index: NoteIndex, _ texts: [WantedText], scope: RowSet?) throws {
        self.index = index
        self.scope = scope
        keepsPlaces = texts.count > 1
        ranker = try index.prepareRanker()
        capacity = try index.columns().capacity
        notes = try index.noteCount()
        wanted = texts.map { Wanted($0.label) }
        // A word that is nearly everywhere leads to no note. What it adds to those found by others is asked for these
        // alone.
        var light: [(number: Int, text: TextMatch, rows: Int)] = []
        for (number, text) in texts.enumerated() {
            if let rows = try everywhere(text) {
                light.append((number, text.texts[0], rows))
                wanted[number].weight = ranker.rarity(rows)
            } else {
                try look(for: text, &wanted[number])
            }
        }
        let least = Self.leastShare * wanted.reduce(0) { $0 + $1.weight }
        let isLight = light.reduce(0) { $0 + wanted[$1.number].weight } < least
        let others = wanted.flatMap { $0.stands.flatMap(\.texts) }
        for (number, text, rows) in light where !others.isEmpty || !isLight {
            let hits =
                isLight
                ? try index.hits(of: text, meeting: others, scope: scope, keepsPlaces: keepsPlaces, ranker)
                : try index.hits(of: text, scope: scope, keepsPlaces: keepsPlaces, ranker)
            if hits.ranked.isEmpty { continue }
            wanted[number].add(Stand(texts: [text], likeness: 1, hits: hits, rarity: ranker.rarity(rows)))
        }
    }

    // MARK: What stands for a text

    /// In so many notes, and in an eighth of all, a word is neither a slip nor rare in one of its forms.
    private static let manyNotes = 1000
    /// Once so many notes hold a text or what stands for it, nothing less like it is looked for.
    private static let mostNotes = 5000

    private func isEverywhere(_ count: Int) -> Bool { count > Self.manyNotes && count > notes / 8 }

    /// In how many notes a text is, if it is nearly everywhere.
    private func everywhere(_ text: WantedText) throws -> Int? {
        guard text.texts.count == 1, !text.texts[0].isPrefix,
            isEverywhere(Vocabulary.notes(ofWeight: try index.weight(of: text.texts[0])))
        else { return nil }
        let count = try index.count(.text(text.texts[0]))
        return isEverywhere(count) ? count : nil
    }

    private func look(for text: WantedText, _ wanted: inout Wanted) throws {
        /// Adds what stands for it; answers in how many notes that is.
        func add(_ texts: [TextMatch], likeness: Double) throws -> Int {
            let hits = try hits(ofAll: texts)
            // The number of a stand is a byte.
            if hits.ranked.isEmpty || wanted.stands.count == UInt8.max { return 0 }
            let notes = hits.rows.count
            wanted.add(Stand(texts: texts, likeness: likeness, hits: hits, rarity: ranker.rarity(notes)))
            return notes
        }
        let exact = try text.texts.reduce(0) { try $0 + add([$1], likeness: 1) }
        if isEverywhere(exact) { return }
        for match in text.texts {
            let before = wanted.stands.count
            var notes = exact
            let tries = match.words.count > 1 ? Self.mostLikePhrase : 2 * Self.mostLike
            for (like, likeness) in try texts(like: match, isThere: exact > 0).prefix(tries) {
                notes += try add([like], likeness: likeness)
                if notes >= Self.mostNotes || wanted.stands.count - before == Self.mostLike { break }
            }
            let apart = match.apart
            if apart.count > 1 { _ = try add(apart, likeness: Self.likenessApart) }
        }
        // What is nowhere weighs as much as what is in one note.
        if wanted.stands.isEmpty { wanted.weight = ranker.rarity(1) }
    }

    /// The rows in which texts stand all together, and what they add there on average.
    private func hits(ofAll texts: [TextMatch]) throws -> PhraseHits {
        let each = try texts.map {
            try index.hits(of: $0, scope: scope, keepsPlaces: keepsPlaces && texts.count == 1, ranker)
        }
        return each.dropFirst().reduce(each[0]) { $0.meeting($1) }
    }

    /// Texts in which one word is another that is like it, the likest first.
    ///
    /// - Parameter isThere: whether the text is in some note.
    private func texts(like match: TextMatch, isThere: Bool) throws -> [(text: TextMatch, likeness: Double)] {
        if match.isPrefix { return [] }
        var texts: [(text: TextMatch, likeness: Double)] = []
        for (place, word) in match.words.enumerated() where !Words.isCharacter(word) {
            let isThere = try isThere || match.apart.count > 1 && index.count(.text(match.apart[place])) > 0
            for near in try index.nearWords(word, isThere: isThere) {
                var text = match
                text.words[place] = near.word
                texts.append((text, near.likeness))
            }
        }
        // The sort is stable.
        return texts.sorted { $0.likeness > $1.likeness }
    }

    // MARK: Notes

    /// A row, and for each wanted text the number of the row there; -1 where it lacks it.
    private struct Candidate {
        var row: Int
        var score: Double
        var numbers: [Int]
    }

    /// The notes that come nearest, the nearest first, without those that hold all; equally near ones in the order that all
    /// searches have.
    ///
    /// - Parameter passes: which of some rows pass the rest of the query.
    /// - Complexity: O(rows with any of the words).
    func nearest(_ count: Int, passes: ([Int]) throws -> Set<Int>) throws -> [Note] {
        let candidates = candidates()
        var scores = candidates.map(\.score)
        for number in try order(candidates, scores).first(Self.mostWithPairs) {
            scores[number] += pairs(in: candidates[number])
        }
        let order = try order(candidates, scores)
        var notes: [Note] = []
        var asked = 0
        while notes.count < count, asked < candidates.count {
            // Few are asked where that is enough.
            let part = try order.first(4 * max(count, asked)).dropFirst(asked)
            let passing = try passes(part.map { candidates[$0].row })
            for number in part where passing.contains(candidates[number].row) {
                let nearness = nearness(of: candidates[number])
                notes.append(Note(row: candidates[number].row, score: scores[number], nearness: nearness))
            }
            asked += part.count
        }
        return Array(notes.prefix(count))
    }

    private func order(_ candidates: [Candidate], _ scores: [Double]) throws -> NoteOrder {
        let request = SearchRequest(condition: .all, Presentation(sort: [SortKey(.relevance)]), statuses: [])
        return try NoteOrder(FoundNotes(rows: candidates.map(\.row), scores: scores), request, index)
    }

    /// The rows that hold some of the query, but not all of it, in order.
    private func candidates() -> [Candidate] {
        let total = wanted.reduce(0) { $0 + $1.weight }
        let least = Self.leastShare * total
        // What holds only the lightest words is none: their rows lead nowhere.
        var light = 0.0
        let leads = wanted.indices.sorted { wanted[$0].weight < wanted[$1].weight }.drop { index in
            light += wanted[index].weight
            return light < least
        }
        var next = [Int](repeating: 0, count: wanted.count)
        var candidates: [Candidate] = []
        while true {
            var row = Int32.max
            for index in leads where next[index] < wanted[index].rows.count {
                row = min(row, wanted[index].rows[next[index]])
            }
            if row == .max { return candidates }
            var (held, score, isWhole) = (0.0, 0.0, true)
            for index in wanted.indices {
                while next[index] < wanted[index].rows.count, wanted[index].rows[next[index]] < row { next[index] += 1 }
                let number = next[index]
                guard number < wanted[index].rows.count, wanted[index].rows[number] == row else {
                    isWhole = false
                    continue
                }
                next[index] += 1
                let stand = wanted[index].stand(number)
                isWhole = isWhole && stand.isExact
                held += wanted[index].weight * stand.likeness
                score += Double(wanted[index].scores[number])
            }
            if isWhole || held < least { continue }
            let numbers = wanted.indices.map { index in
                let number = next[index] - 1
                return number >= 0 && wanted[index].rows[number] == row ? number : -1
            }
            candidates.append(Candidate(row: Int(row), score: score * held / total, numbers: numbers))
        }
    }

    /// What stands for each wanted text in a row; nil where nothing does.
    private func stands(of candidate: Candidate) -> [Stand?] {
        zip(wanted, candidate.numbers).map { text, number in number < 0 ? nil : text.stand(number) }
    }

    /// What a row's words add to its score by standing side by side.
    private func pairs(in candidate: Candidate) -> Double {
        let stands = stands(of: candidate)
        var sum = 0.0
        for (left, right) in zip(stands, stands.dropFirst()) {
            guard let left, let right else { continue }
            let pairs = ranker.pairs(
                left.hits.places(inRow: candidate.row), right.hits.places(inRow: candidate.row),
                distance: left.texts[0].words.count)
            sum +=
                min(left.likeness, right.likeness) * (left.rarity + right.rarity) / 2
                * ranker.weight(ofPairs: pairs, row: candidate.row)
        }
        return sum
    }

    private func nearness(of candidate: Candidate) -> Nearness {
        var nearness = Nearness()
        for (text, stand) in zip(wanted, stands(of: candidate)) {
            guard let stand else {
                nearness.lacks.append(text.label)
                continue
            }
            if !stand.isExact { nearness.instead.append(Nearness.Replacement(wanted: text.label, found: stand.texts)) }
        }
        return nearness
    }
}

extension TextMatch {
    /// The words of a phrase, each by itself; none where they are characters, which make up a word together.
    fileprivate var apart: [TextMatch] {
        if isPrefix || words.contains(where: Words.isCharacter) { return [] }
        return words.map { TextMatch(words: [$0], isPrefix: false, part: part, range: range) }
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
        let notes = try NearNotes(self, texts, scope: scope).nearest(limit) { rows in
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
