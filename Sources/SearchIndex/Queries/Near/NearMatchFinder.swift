package import QueryLanguage
import SourceText

/// A search for near matches of a query with few hits: notes that lack some of its words or have expansions instead.
///
/// The score of a note is the sum of the scores of the terms that it has (`TermExpansions`), as for terms joined by OR.
/// In short queries, the note's coverage of the query's weight counts too. Adjacent words add a bonus, as in other
/// searches.
struct NearMatchFinder {
    struct ScoredMatch {
        var row: Int
        var score: Double
    }

    /// The number of best candidates that are checked for adjacent words.
    private static let maximumWithPairs = 200
    /// The number of rows after which no further term is read, starting with the rarest term. Words in most notes
    /// hardly change the order, and their rows take most of the time.
    private static let maximumRows = 40_000
    /// The number of terms that were not read whose notes are looked up to say what a note lacks.
    private static let maximumLookups = 12

    private let index: NoteIndex
    private let ranker: Ranker
    private let rules: NearMatchRules
    private let wanted: [NearMatchTerm]
    /// Parallel to `wanted`. Nil for a term that was not read because too many notes have it, or because it is a function
    /// word.
    private let terms: [TermExpansions?]

    /// Whether some terms were not read, or are pairs of characters, so that only the index knows whether a candidate
    /// matches fully.
    private var isPartial: Bool { zip(terms, wanted).contains { $0 == nil || $1.part != nil } }

    /// Returns whether a row has all terms that were read, and may have the others too.
    func mayMatchFully(_ row: Int) -> Bool {
        isPartial && terms.allSatisfy { $0.map { $0.expansion(inRow: row)?.isExact ?? false } ?? true }
    }

    /// Creates a finder for each of several indexes that are searched together, with the rows to search there, or nil
    /// for all.
    ///
    /// - Parameter findsNothing: whether no note matches the whole query.
    ///
    /// Complexity: O(`maximumRows` + the rows of one more term).
    static func all(
        _ parts: [(index: NoteIndex, scope: RowSet?)], _ wanted: [NearMatchTerm], findsNothing: Bool
    ) throws -> [NearMatchFinder] {
        let isFunctionWord = FunctionWords.marks(in: wanted, findsNothing: findsNothing)
        let rules = NearMatchRules(terms: isFunctionWord.count { !$0 })
        var weights = try parts[0].index.weights(of: wanted.flatMap(\.texts))[...]
        let notes = wanted.map { term in
            term.texts.reduce(0) { notes, _ in notes + Vocabulary.notes(ofWeight: weights.removeFirst()) }
        }
        var finder = try ExpansionFinder(parts, rules)
        var terms = [[TermExpansions?]](
            repeating: [TermExpansions?](repeating: nil, count: wanted.count), count: parts.count)
        var rows = 0
        for number in wanted.indices.sorted(by: { (notes[$0], $0) < (notes[$1], $1) }) {
            if isFunctionWord[number] { continue }
            if rows > 0, rows + notes[number] > Self.maximumRows, !wanted[number].isRequired { continue }
            for (part, expansions) in try finder.expansions(for: wanted[number]).enumerated() {
                rows += expansions.rows.count
                terms[part][number] = expansions
            }
        }
        return try zip(parts, terms).map { part, terms in
            NearMatchFinder(
                index: part.index, ranker: try part.index.ranker(), rules: rules, wanted: wanted, terms: terms)
        }
    }

    /// Returns the best of the candidates, best first. Ties are in the default order. Notes that match fully are left
    /// out, except those that `mayMatchFully`.
    ///
    /// - Parameter passes: returns which of some rows pass the rest of the query.
    func nearest(
        _ count: Int, of candidates: [ScoredMatch], passes: ([Int]) throws -> Set<Int>
    ) throws -> [ScoredMatch] {
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
                notes.append(candidates[number])
            }
            tested += part.count
        }
        return Array(notes.prefix(count))
    }

    /// The order of near matches: by score.
    fileprivate static let request = SearchRequest(
        condition: .all, Presentation(sort: [SortKey(.relevance)]), statuses: [])

    private func order(_ candidates: [ScoredMatch]) throws -> NoteOrder {
        try NoteOrder(
            FoundNotes(rows: candidates.map(\.row), scores: candidates.map(\.score)), Self.request, index)
    }

    // MARK: Candidates

    /// What the terms add up to in one row.
    private struct Sum {
        var score = 0.0
        var coverage = 0.0
        /// The share of the query's weight, where each term counts by its similarity.
        var similarity = 0.0
        var terms: Int32 = 0
        var exactTerms: Int32 = 0
        var requiredTerms: Int32 = 0
    }

    /// Returns the rows that have enough of the query, but do not match it fully, in order, and whether a row answers
    /// the query. If none does in any index, there are no near matches.
    ///
    /// Complexity: O(rows of all terms + capacity of the index).
    func candidates() throws -> (found: [ScoredMatch], isAnswered: Bool) {
        let terms = terms.compactMap { $0 }
        let total = terms.reduce(0) { $0 + $1.weight }
        var sums = [Sum](repeating: Sum(), count: try index.columns().capacity)
        for term in terms {
            let required: Int32 = term.wanted.isRequired ? 1 : 0
            for (number, row) in term.rows.enumerated() where sums.indices.contains(Int(row)) {
                let expansion = term.expansion(number)
                sums[Int(row)].score += term.score(number)
                sums[Int(row)].coverage += term.weight * expansion.coverage / total
                sums[Int(row)].similarity += term.weight * expansion.similarity / total
                sums[Int(row)].terms += 1
                sums[Int(row)].exactTerms += expansion.isExact ? 1 : 0
                sums[Int(row)].requiredTerms += required
            }
        }
        let required = terms.count { $0.wanted.isRequired }
        let known = terms.reduce(0) { $0 + ($1.isInAnyNote ? $1.weight : 0) }
        let needed = rules.neededScore(terms.count, knownShare: known / total)
        let coverageShare = rules.coverageShare
        let possible = Ranker.maximumSaturation * total
        var candidates: [ScoredMatch] = []
        var isAnswered = false
        for (row, sum) in sums.enumerated() where sum.terms > 0 {
            if sum.requiredTerms < required { continue }
            if rules.requiresHalf, 2 * Int(sum.terms) < terms.count { continue }
            let coversEnough = sum.coverage >= rules.enoughCoverage
            let isSimilar = sum.exactTerms > 0 || sum.similarity >= rules.neededSimilarity
            if isSimilar, coversEnough || sum.score >= needed.best * possible { isAnswered = true }
            if !isPartial && sum.exactTerms == terms.count { continue }
            if !coversEnough && sum.score < needed.each * possible { continue }
            let score = sum.score * (1 - coverageShare + coverageShare * sum.coverage)
            candidates.append(ScoredMatch(row: row, score: score))
        }
        return (candidates, isAnswered)
    }

    /// Returns the score bonus for adjacent words in a row.
    private func pairs(in row: Int) -> Double {
        let found = terms.map { $0?.expansion(inRow: row) }
        var sum = 0.0
        for second in terms.indices.dropFirst() {
            guard let left = found[second - 1], let right = found[second] else { continue }
            let pairs = ranker.pairs(
                left.hits.positions(inRow: row), right.hits.positions(inRow: row), distance: left.texts[0].words.count)
            let rarities = (first: terms[second - 1]?.weight ?? 0, second: terms[second]?.weight ?? 0)
            sum += rules.pairShare(left, right) * ranker.score(ofPairs: pairs, row: row, rarities: rarities)
        }
        return sum
    }

    /// Returns which of some rows contain each of the first terms that were not read, by the number of the term.
    fileprivate func rowsOfUnread(_ rows: [Int], _ evaluator: ConditionEvaluator) throws -> [Int: Set<Int>] {
        let unread = wanted.indices.filter { terms[$0] == nil }.prefix(rows.isEmpty ? 0 : Self.maximumLookups)
        let found = try unread.map { ($0, try evaluator.rows(wanted[$0].condition, among: rows)) }
        return Dictionary(uniqueKeysWithValues: found)
    }

    /// Returns what a row lacks and has instead.
    ///
    /// - Parameter unread: the rows that contain a term that was not read, by the number of the term.
    fileprivate func nearMatch(of row: Int, _ unread: [Int: Set<Int>]) -> NearMatch {
        var nearMatch = NearMatch()
        var divided = DividedTerms(row: row)
        for (number, term) in terms.enumerated() {
            let part = wanted[number].part
            guard let term else {
                if part == nil, unread[number]?.contains(row) == false {
                    nearMatch.lacks.append(wanted[number].label)
                }
                continue
            }
            let expansion = term.expansion(inRow: row)
            if let part {
                divided.add(expansion, at: part)
            } else if let expansion, !expansion.isExact {
                nearMatch.instead.append(NearMatch.Replacement(wanted: term.wanted.label, found: expansion.texts))
            } else if expansion == nil {
                nearMatch.lacks.append(term.wanted.label)
            }
        }
        nearMatch.lacks += divided.lacks
        nearMatch.instead += divided.instead
        return nearMatch
    }

    /// The terms with their expansions and weights, for an explanation.
    var reasons: [TermReasons] {
        terms.compactMap { $0 }.map { term in
            TermReasons(
                label: term.wanted.label, weight: term.weight,
                expansions: term.expansions.map {
                    TermReasons.Expansion(texts: $0.texts, similarity: $0.similarity, notes: $0.hits.rows.count)
                })
        }
    }
}

/// An index in which near matches are searched, and the condition that every note there must satisfy.
package struct NearMatchPlace {
    package var index: NoteIndex
    package var strict: Condition

    package init(_ index: NoteIndex, strict: Condition) {
        (self.index, self.strict) = (index, strict)
    }
}

/// A search for near matches in one index, or in several as if they were one.
package struct NearMatchSearch {
    private let places: [NearMatchPlace]
    /// The terms as the query has them, without their division into pairs of characters.
    private let texts: [NearMatchTerm]
    private let evaluators: [ConditionEvaluator]
    private let finders: [NearMatchFinder]

    /// - Parameters:
    ///   - places: at least one.
    ///   - findsNothing: whether no note matches the whole query.
    package init(_ places: [NearMatchPlace], _ texts: [NearMatchTerm], findsNothing: Bool) throws {
        self.places = places
        self.texts = texts
        let evaluators = try places.map { try ConditionEvaluator($0.index) }
        self.evaluators = evaluators
        finders = try NearMatchFinder.all(
            zip(places, evaluators).map { ($0.index, try $1.cheapScope(of: $0.strict)) },
            CharacterPairs.divided(texts), findsNothing: findsNothing)
    }

    /// Calls `body` with the best near matches, best first, without notes that match fully, and with the number of the
    /// place of each.
    ///
    /// - Parameter body: returns whether to continue.
    package func forEach(
        limit: Int, detailed: Bool, _ body: (NoteHit, NearMatch, _ place: Int) throws -> Bool
    ) throws {
        let candidates = try finders.map { try $0.candidates() }
        if !candidates.contains(where: \.isAnswered) { return }
        var lists: [OrderedNotes] = []
        var matches: [[NearMatch]] = []
        for (number, place) in places.enumerated() {
            let notes = try nearest(limit, of: candidates[number].found, number)
            let finder = finders[number]
            let unread = try finder.rowsOfUnread(notes.map(\.row), evaluators[number])
            let byRow = notes.sorted { $0.row < $1.row }
            let numbers = Dictionary(uniqueKeysWithValues: byRow.enumerated().map { ($1.row, $0) })
            let found = FoundNotes(rows: byRow.map(\.row), scores: byRow.map(\.score))
            let order = try NoteOrder(found, NearMatchFinder.request, place.index)
            lists.append(
                try OrderedNotes(place.index, found, order, inOrder: notes.compactMap { numbers[$0.row] }))
            matches.append(notes.map { finder.nearMatch(of: $0.row, unread) })
        }
        var count = 0
        try OrderedNotes.merge(lists) { number, place in
            if count == limit { return false }
            count += 1
            guard let hit = try lists[number].hit(place, detailed: detailed) else { return true }
            return try body(hit, matches[number][place], number)
        }
    }

    private func nearest(
        _ limit: Int, of candidates: [NearMatchFinder.ScoredMatch], _ number: Int
    ) throws -> [NearMatchFinder.ScoredMatch] {
        let (finder, evaluator) = (finders[number], evaluators[number])
        let others = places[number].strict.conjuncts.filter { !$0.isCheap }
        // The rest of a full match may be in attachments.
        let isAnySuspect = texts.contains { $0.texts.contains(where: \.includesAttachments) }
        return try finder.nearest(limit, of: candidates) { rows in
            let passing = others.isEmpty ? Set(rows) : try evaluator.rows(.and(others), among: rows)
            let suspects = isAnySuspect ? rows : rows.filter(finder.mayMatchFully)
            if suspects.isEmpty { return passing }
            return passing.subtracting(try evaluator.rows(.and(texts.map(\.condition)), among: suspects))
        }
    }

    /// The expansions of the terms of the query and their weights, in the query's order. Terms that are not read
    /// because too many notes have them are left out.
    package var reasons: [TermReasons] { finders[0].reasons }
}

extension ConditionEvaluator {
    /// Returns those of some rows that satisfy a condition.
    func rows(_ condition: Condition, among rows: [Int]) throws -> Set<Int> {
        var scope = RowSet(capacity: columns.capacity)
        for row in rows { scope.insert(row) }
        return Set(try self.rows(condition, in: scope).rows)
    }

    /// Returns the rows that satisfy the operands of a conjunction that are cheap to evaluate, or nil if there are none.
    fileprivate func cheapScope(of condition: Condition) throws -> RowSet? {
        let cheap = condition.conjuncts.filter(\.isCheap)
        return cheap.isEmpty ? nil : try rows(.and(cheap))
    }
}
