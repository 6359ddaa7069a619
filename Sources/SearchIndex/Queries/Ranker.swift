import SQLite

/// BM25 over the columns of the full-text table, each with its weight (Robertson and Zaragoza, "The Probabilistic
/// Relevance Framework", 2009), with k1 = 1.2 and b = 0.75 as FTS5's own.
///
/// Ours because FTS5's `bm25()` counts dead rows and fetches each row's length, which is three quarters of its time;
/// here the lengths are at hand. The inverse document frequency is ln(1 + (N − n + ½)/(n + ½)), which stays above
/// zero also for words in most of the notes.
final class Ranker {
    /// body, title, alias, name, keyword, heading.
    private let weights: [Double] = [1, 10, 10, 10, 6, 3]

    private let notes: Double
    private let averageLength: Double
    /// By row; 0 for one that is dead.
    let lengths: ColumnReader

    init(notes: Int64, tokens: Int64, lengths: ColumnReader) {
        self.notes = Double(notes)
        averageLength = notes > 0 ? max(1, Double(tokens) / Double(notes)) : 1
        self.lengths = lengths
    }

    /// The number of tokens in a row; 0 for one that is dead.
    func length(_ row: Int) -> Int64 { lengths.value(row) ?? 0 }

    /// What the one phrase of a context adds to the score of the row that it stands on, before its rarity counts.
    /// Complexity: O(places of the phrase in it).
    func weight(_ context: borrowing FTSContext, length: Int64) -> Double {
        let frequency = context.weight(weights)
        let norm = 1.2 * (0.25 + 0.75 * Double(length) / averageLength)
        return frequency > 0 ? frequency * 2.2 / (frequency + norm) : 0
    }

    /// The scores of rows, in order; not a number for one in which none of the texts stands.
    ///
    /// - Parameters:
    ///   - texts: those of the query, each as often as it stands there.
    ///   - isOrderEnough: whether only the order of the scores counts, in which the rarity of one text says nothing.
    func scores(_ rows: [Int], _ texts: [PhraseHits], isOrderEnough: Bool) -> [Double] {
        var scores = [Double](repeating: .nan, count: rows.count)
        for text in texts {
            let inverse = isOrderEnough && texts.count == 1 ? 1 : inverseFrequency(text.rows.count)
            var next = 0
            // Both are in order of rows.
            for (number, row) in text.ranked.enumerated() {
                while next < rows.count, rows[next] < row { next += 1 }
                if next == rows.count { break }
                if rows[next] != row { continue }
                let score = inverse * text.weights[number]
                scores[next] = scores[next].isNaN ? score : scores[next] + score
            }
        }
        return scores
    }

    private func inverseFrequency(_ rows: Int) -> Double {
        max(1e-6, Self.logarithm(1 + (notes - Double(rows) + 0.5) / (Double(rows) + 0.5)))
    }

    /// The natural logarithm, for numbers above zero, by its series: the standard library has none without Glibc.
    private static func logarithm(_ value: Double) -> Double {
        // value = significand × 2^exponent with 1 ≤ significand < 2; ln s = 2 artanh((s − 1)/(s + 1)).
        let ratio = (value.significand - 1) / (value.significand + 1)
        let square = ratio * ratio
        var term = ratio
        var sum = 0.0
        var divisor = 1.0
        while abs(term) > 1e-18 {
            sum += term / divisor
            term *= square
            divisor += 2
        }
        return 2 * sum + Double(value.exponent) * 0.693_147_180_559_945_3
    }
}
