import QueryLanguage
import SourceText

/// The most distinctive words of a note, and the notes that share them.
struct SharedWords {
    private struct Term {
        var text: String
        /// The rarity times the weight of the word in the note, as a share of the sum over all terms.
        var weight: Double
        var hits: PhraseHits
    }

    private var terms: [Term] = []
    private let ranker: Ranker
    /// The rarity of each word of the note, as far as the note is about it.
    private var rarities: [String: Double] = [:]

    /// The number of words that are compared, and of those that are looked up to find them.
    private static let mostTerms = 16
    private static let mostTried = 24
    /// The rarity of a title's words that gives all of its evidence.
    private static let mostRarity = 20.0
    /// The rarity of words that the note does not have: of one in fifty notes.
    private static let otherRarity = 4.0
    /// A longer note contains more words by chance, so each occurrence counts less: of a note with a hundred times as many
    /// words a tenth.
    private static let usualLength = 2000
    /// The notes with a word are counted if the estimate is not greater.
    private static let mostCounted = 1000
    /// The number of places in lists of words that a search reads, about 5 ms.
    private static let mostPlaces = 30_000

    init(_ index: NoteIndex, _ words: [RelatedTo.Word]) throws {
        ranker = try index.ranker()
        let evaluators = try index.group.map { try ConditionEvaluator($0) }
        func count(_ word: String) throws -> Int {
            try evaluators.reduce(0) { try $0 + $1.rows(.text(Self.match(word))).count }
        }
        let length = words.reduce(0) { $0 + $1.count }
        let dilution = max(1, (Double(length) / Double(Self.usualLength)).squareRoot())
        var candidates: [(text: String, saturation: Double, notes: Int, score: Double)] = []
        for (word, estimate) in zip(words, try Self.estimates(of: words, in: index)) {
            let notes = estimate > Self.mostCounted ? estimate : try count(word.text)
            let rarity = ranker.rarity(max(1, notes))
            let frequency = Double(word.count) / dilution
            rarities[word.text] = rarity * min(1, frequency)
            // Numbers and the codes in addresses say little.
            if notes < 2 || word.text.utf8.first?.isDigit == true { continue }
            candidates.append((word.text, Ranker.saturated(frequency), notes, rarity * Ranker.saturated(frequency)))
        }
        candidates.sort { $0.score == $1.score ? $0.text < $1.text : $0.score > $1.score }
        var places = 0
        var sum = 0.0
        for word in candidates.prefix(Self.mostTried) where terms.count < Self.mostTerms {
            if places + word.notes > Self.mostPlaces { continue }
            let match = Self.match(word.text)
            let hits = try index.phrases.hits(of: match, scope: nil, storesPositions: false, ranker)
            let notes = word.notes > Self.mostCounted ? try count(word.text) : word.notes
            places += notes
            if notes < 2 { continue }
            let weight = ranker.rarity(notes) * word.saturation
            sum += weight * word.saturation
            terms.append(Term(text: word.text, weight: weight, hits: hits))
        }
        for number in terms.indices { terms[number].weight /= max(sum, .leastNormalMagnitude) }
    }

    private static func match(_ word: String) -> TextMatch {
        TextMatch(words: [word], isPrefix: false, part: .any, range: 0..<0)
    }

    /// Returns about how many notes have each word. Earlier versions of notes count too, so that the numbers depend on the
    /// history of the index.
    private static func estimates(of words: [RelatedTo.Word], in index: NoteIndex) throws -> [Int] {
        let sorted = words.map { Array($0.text.utf8) }
        var weights = [Int](repeating: 0, count: words.count)
        for index in index.group {
            for (number, weight) in try index.words.weights(ofSorted: sorted).enumerated() { weights[number] += weight }
        }
        return weights.map { max(1, Vocabulary.notes(ofWeight: $0)) }
    }

    /// Adds the share that each note has of the words: 1 for a note that has all of them as often.
    func add(to evidence: inout [Double]) {
        for term in terms {
            for number in term.hits.ranked.indices {
                evidence[Int(term.hits.ranked[number])] += term.weight * Ranker.saturated(term.hits.frequencies[number])
            }
        }
    }

    /// Returns the most distinctive shared words, best first.
    func best(in row: Int) -> [String] {
        var found: [(text: String, score: Double)] = []
        for term in terms {
            let number = term.hits.ranked.indices.partitioningIndex { term.hits.ranked[$0] >= row }
            guard number < term.hits.ranked.count, term.hits.ranked[number] == row else { continue }
            found.append((term.text, term.weight * Ranker.saturated(term.hits.frequencies[number])))
        }
        return found.sorted { $0.score == $1.score ? $0.text < $1.text : $0.score > $1.score }.prefix(5).map(\.text)
    }

    /// Returns the evidence of a title of whose words the note has most, weighed by rarity, else 0. Rarer words say more.
    ///
    /// - Returns: also whether the note has all words of the title.
    func weight(ofTitle title: String) -> (weight: Double, hasAll: Bool) {
        var (all, shared) = (0.0, 0.0)
        for word in Words.list(title) {
            all += rarities[word] ?? Self.otherRarity
            shared += rarities[word] ?? 0
        }
        if all == 0 || shared < 0.75 * all { return (0, false) }
        let share = shared / all
        let rare = min(shared, Self.mostRarity) / Self.mostRarity
        return (share * share * share * share * (0.05 + 0.5 * rare), shared == all)
    }
}
