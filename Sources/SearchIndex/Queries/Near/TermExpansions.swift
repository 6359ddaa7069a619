package import QueryLanguage
import SourceText

/// A term of a query, as alternatives of which one is enough. A near match may lack it, unless the query restricts it
/// to a part of the note (`isRequired`).
package struct NearMatchTerm: Sendable {
    /// The text as the user wrote it.
    package var label: String
    /// The alternatives; one of them is enough.
    package var texts: [TextMatch]

    package init(label: String, texts: [TextMatch]) {
        self.label = label
        self.texts = texts
    }

    /// Whether a near match must have the text or an expansion of it: the query restricts the text to a part.
    var isRequired: Bool { texts.allSatisfy { $0.part != .any } }
}

/// An expansion of a query term: the term itself or something similar.
struct Expansion {
    /// The texts that must all match.
    var texts: [TextMatch]
    var similarity: Double
    var hits: PhraseHits
    var rarity: Double

    var isExact: Bool { similarity == 1 }
}

/// All expansions of one term, and for each note the most similar one in it.
struct TermExpansions {
    let wanted: NearMatchTerm
    let weight: Double
    /// The expansions, most similar first.
    private let expansions: [Expansion]
    /// The rows with an expansion, in order. `scores` and `best` are parallel: the expansion's score and its index.
    private(set) var rows: [Int32] = []
    private(set) var scores: [Float] = []
    private var best: [UInt16] = []

    /// - Parameters:
    ///   - weight: the weight of the term (default: the rarity of the most similar expansion).
    ///   - fallback: the weight if there is no expansion either.
    init(_ wanted: NearMatchTerm, _ expansions: [Expansion], weight: Double?, fallback: Double) {
        self.wanted = wanted
        // The limit is never reached: a query has few terms, and only some of them have similar words.
        self.expansions = Array(
            expansions.sorted { ($1.similarity, $1.hits.rows.count) < ($0.similarity, $0.hits.rows.count) }
                .prefix(Int(UInt16.max)))
        self.weight = weight ?? self.expansions.first?.rarity ?? fallback
        for number in self.expansions.indices { add(UInt16(number)) }
    }

    var texts: [TextMatch] { expansions.flatMap(\.texts) }

    /// Returns the expansion that counts for a row, given the index of the row.
    func expansion(_ number: Int) -> Expansion { expansions[Int(best[number])] }

    /// Returns the expansion in a row, or nil if there is none. Complexity: O(log rows).
    func expansion(inRow row: Int) -> Expansion? {
        let number = (0..<rows.count).partitioningIndex { rows[$0] >= row }
        return number < rows.count && Int(rows[number]) == row ? expansion(number) : nil
    }

    /// Adds the rows of an expansion that have no more similar one.
    private mutating func add(_ number: UInt16) {
        let expansion = expansions[Int(number)]
        // A rare expansion must not count more than the original word.
        let factor = expansion.similarity * min(weight, expansion.rarity)
        let (ranked, weights) = (expansion.hits.ranked, expansion.hits.weights)
        if rows.isEmpty {
            rows = ranked
            scores = weights.map { Float(factor * $0) }
            best = [UInt16](repeating: number, count: ranked.count)
            return
        }
        let old = (rows: rows, scores: scores, best: best)
        let count = old.rows.count + ranked.count
        (rows, scores, best) = ([], [], [])
        rows.reserveCapacity(count)
        scores.reserveCapacity(count)
        best.reserveCapacity(count)
        var (left, right) = (0, 0)
        while left < old.rows.count || right < ranked.count {
            if right == ranked.count || left < old.rows.count && old.rows[left] <= ranked[right] {
                if right < ranked.count, old.rows[left] == ranked[right] { right += 1 }
                rows.append(old.rows[left])
                scores.append(old.scores[left])
                best.append(old.best[left])
                left += 1
            } else {
                rows.append(ranked[right])
                scores.append(Float(factor * weights[right]))
                best.append(number)
                right += 1
            }
        }
    }
}
