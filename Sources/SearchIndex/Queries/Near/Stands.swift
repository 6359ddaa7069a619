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

    /// Whether a note may not lack it, only hold another in its stead: who names a part means that part.
    var isRequired: Bool { texts.allSatisfy { $0.part != .any } }
}

/// What stands for a wanted text: itself, or something like it.
struct Stand {
    /// All of them have to be there.
    var texts: [TextMatch]
    var likeness: Double
    var hits: PhraseHits
    var rarity: Double

    var isExact: Bool { likeness == 1 }
}

/// All that stands for one wanted text in some note, and for each note what stands there: the likest.
struct Stands {
    let wanted: WantedText
    /// What the text weighs in the query.
    let weight: Double
    /// The likest first.
    private let stands: [Stand]
    /// In order, the rows in which one of them is, and beside them what that one adds to the score, and its number.
    private(set) var rows: [Int32] = []
    private(set) var scores: [Float] = []
    private var best: [UInt16] = []

    /// - Parameter weight: nil for that of the likest.
    init(_ wanted: WantedText, _ stands: [Stand], weight: Double?, ifNowhere: Double) {
        self.wanted = wanted
        // There are no more than terms of a query and what is like a few of them.
        self.stands = Array(
            stands.sorted { ($1.likeness, $1.hits.rows.count) < ($0.likeness, $0.hits.rows.count) }
                .prefix(Int(UInt16.max)))
        self.weight = weight ?? self.stands.first?.rarity ?? ifNowhere
        for number in self.stands.indices { take(UInt16(number)) }
    }

    var texts: [TextMatch] { stands.flatMap(\.texts) }

    /// The stand that counts in the row with a number.
    func stand(_ number: Int) -> Stand { stands[Int(best[number])] }

    /// What stands in a row; nil where nothing does. Complexity: O(log rows).
    func stand(inRow row: Int) -> Stand? {
        let number = (0..<rows.count).partitioningIndex { rows[$0] >= row }
        return number < rows.count && Int(rows[number]) == row ? stand(number) : nil
    }

    /// Takes the rows of a stand in, where none that is more like is.
    private mutating func take(_ number: UInt16) {
        let stand = stands[Int(number)]
        // A rare word says no more than the one that was meant.
        let factor = stand.likeness * min(weight, stand.rarity)
        let (ranked, weights) = (stand.hits.ranked, stand.hits.weights)
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
