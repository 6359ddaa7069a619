package import QueryLanguage
import SourceText

/// A term of a query, as alternatives of which one is enough. A near match may lack it, unless the query restricts it
/// to a part of the note (`isRequired`).
package struct NearMatchTerm: Sendable {
    /// The text as the user wrote it.
    package var label: String
    /// The alternatives; one of them is enough.
    package var texts: [TextMatch]
    /// The term that this one is a part of (`CharacterPairs`).
    var part: TermPart?

    /// The place of a part in the term that was divided.
    struct TermPart: Hashable, Sendable {
        /// The label of the divided term.
        var label: String
        /// The number of the divided term.
        var number: Int
        /// The number of the part.
        var place: Int
    }

    package init(label: String, texts: [TextMatch]) { self.init(label: label, texts: texts, part: nil) }

    init(label: String, texts: [TextMatch], part: TermPart?) {
        self.label = label
        self.texts = texts
        self.part = part
    }

    /// The condition that the note contains the term itself.
    var condition: Condition { texts.count == 1 ? .text(texts[0]) : .or(texts.map { .text($0) }) }

    /// Whether a near match must have the text or an expansion of it: the query restricts the text to a part.
    var isRequired: Bool { texts.allSatisfy { $0.part != .any } }
}

/// An expansion of a query term: the term itself or something similar.
struct Expansion {
    /// The texts that must all match.
    var texts: [TextMatch]
    /// From 0 to 1. 1 is the term itself.
    var similarity: Double
    var hits: PhraseHits

    var isExact: Bool { similarity == 1 }
    /// How much of the term's weight a note with this expansion covers. More than the similarity: what a note is about
    /// does not depend on the form of a word.
    var coverage: Double { similarity.squareRoot() }
}

/// A term and its expansions, scored as one word. In each row, an expansion adds its similarity times what its frequency
/// adds to the saturated one, starting with the most similar. So it never counts more than the term itself would. The
/// rarity is that of the whole family, so that a rare expansion does not count more either.
struct TermExpansions {
    let wanted: NearMatchTerm
    /// The rarity of the family. A row without the term counts only in part (`NearMatchRules`).
    private(set) var weight = 0.0
    /// The number of notes of this index in the family.
    private var notes = 0.0
    /// Whether a note of any index that is searched together has the term or an expansion.
    private(set) var isInAnyNote = false
    /// The expansions, most similar first.
    let expansions: [Expansion]
    /// The rows with an expansion, in order. The others are parallel: the sum of the frequencies, the score before the
    /// rarity, and the index of the most similar expansion.
    private(set) var rows: [Int32] = []
    private var frequencies: [Float] = []
    private var scores: [Float] = []
    private var best: [UInt16] = []

    /// An expansion with its hits in each index.
    typealias Family = (texts: [TextMatch], similarity: Double, hits: [PhraseHits])

    /// Returns the expansions of a term in each of several indexes. Their weight is that in all of them together.
    static func all(
        of wanted: NearMatchTerm, family: [Family], parts: Int, _ ranker: Ranker, _ rules: NearMatchRules
    ) -> [TermExpansions] {
        func notes(_ expansion: Family) -> Int { expansion.hits.reduce(0) { $0 + $1.rows.count } }
        // The limit is never reached: a query has few terms, and only some of them have similar words.
        let sorted = family.sorted { ($1.similarity, notes($1)) < ($0.similarity, notes($0)) }.prefix(Int(UInt16.max))
        var all = (0..<parts).map { part in
            TermExpansions(
                wanted,
                sorted.map { Expansion(texts: $0.texts, similarity: $0.similarity, hits: $0.hits[part]) }, rules)
        }
        // A term that no note has weighs as much as one in a single note.
        let weight = ranker.rarity(max(1, all.reduce(0) { $0 + $1.notes }))
        let isInAnyNote = all.contains { !$0.rows.isEmpty }
        for part in all.indices { (all[part].weight, all[part].isInAnyNote) = (weight, isInAnyNote) }
        return all
    }

    /// - Parameter expansions: sorted, most similar first.
    private init(_ wanted: NearMatchTerm, _ expansions: [Expansion], _ rules: NearMatchRules) {
        self.wanted = wanted
        self.expansions = expansions
        var family = RowSet(capacity: 0)
        for (number, expansion) in expansions.enumerated() {
            merge(expansion, UInt16(number))
            let found = number == 0 ? expansion.hits.rows : expansion.hits.rows.subtracting(family)
            notes += Double(found.count) * rules.share(ofSimilarity: expansion.similarity)
            if number == 0 { family = found } else { family.formUnion(found) }
        }
    }

    /// Returns the most similar expansion in a row, given the index of the row.
    func expansion(_ number: Int) -> Expansion { expansions[Int(best[number])] }

    /// Returns the score of the family in a row, given the index of the row.
    func score(_ number: Int) -> Double { weight * Double(scores[number]) }

    /// Returns the most similar expansion in a row, or nil if there is none. Complexity: O(log rows).
    func expansion(inRow row: Int) -> Expansion? {
        let number = (0..<rows.count).partitioningIndex { rows[$0] >= row }
        return number < rows.count && Int(rows[number]) == row ? expansion(number) : nil
    }

    /// Adds the frequencies of an expansion, which is no more similar than those before it. Its rows that are new get
    /// `number` as their most similar expansion.
    private mutating func merge(_ expansion: Expansion, _ number: UInt16) {
        let added = (rows: expansion.hits.ranked, frequencies: expansion.hits.frequencies)
        let old = (rows: rows, frequencies: frequencies, scores: scores, best: best)
        (rows, frequencies, scores, best) = ([], [], [], [])
        rows.reserveCapacity(old.rows.count + added.rows.count)
        frequencies.reserveCapacity(rows.capacity)
        scores.reserveCapacity(rows.capacity)
        best.reserveCapacity(rows.capacity)
        var (left, right) = (0, 0)
        while left < old.rows.count || right < added.rows.count {
            let isOld = right == added.rows.count || left < old.rows.count && old.rows[left] <= added.rows[right]
            let isAdded = left == old.rows.count || right < added.rows.count && added.rows[right] <= old.rows[left]
            rows.append(isOld ? old.rows[left] : added.rows[right])
            best.append(isOld ? old.best[left] : number)
            let before = isOld ? Double(old.frequencies[left]) : 0
            let after = before + (isAdded ? added.frequencies[right] : 0)
            let gain = expansion.similarity * (Ranker.saturated(after) - Ranker.saturated(before))
            frequencies.append(Float(after))
            scores.append((isOld ? old.scores[left] : 0) + Float(gain))
            if isOld { left += 1 }
            if isAdded { right += 1 }
        }
    }
}
