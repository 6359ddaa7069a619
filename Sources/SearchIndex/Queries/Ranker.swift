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
    /// One for each phrase of the query; worked out when the first row is ranked.
    private var inverseFrequencies: [Double] = []
    private var isOrderEnough = false

    init(notes: Int64, tokens: Int64, lengths: ColumnReader) {
        self.notes = Double(notes)
        averageLength = notes > 0 ? max(1, Double(tokens) / Double(notes)) : 1
        self.lengths = lengths
    }

    /// To be called before each query.
    ///
    /// - Parameter isOrderEnough: whether only the order of the scores counts, so that a query of one phrase need not
    ///   ask how many notes have it.
    func reset(isOrderEnough: Bool = false) {
        inverseFrequencies = []
        self.isOrderEnough = isOrderEnough
    }

    private func length(_ row: Int64) -> Int64 { lengths.value(Int(truncatingIfNeeded: row)) ?? 0 }

    /// The score of the row that `context` stands on; nil where the row is dead.
    /// Complexity: O(places of the phrases in it).
    func score(_ context: borrowing FTSContext) -> Double? {
        let length = length(context.row)
        if length == 0 { return nil }
        if inverseFrequencies.isEmpty { weigh(context, context.phrases) }
        let norm = 1.2 * (0.25 + 0.75 * Double(length) / averageLength)
        var score = 0.0
        for (phrase, inverse) in inverseFrequencies.enumerated() {
            let frequency = context.weight(ofPhrase: phrase, weights)
            if frequency > 0 { score += inverse * frequency * 2.2 / (frequency + norm) }
        }
        return score
    }

    private func weigh(_ context: borrowing FTSContext, _ phrases: Int) {
        if isOrderEnough, phrases == 1 {
            inverseFrequencies = [1]
            return
        }
        for phrase in 0..<phrases {
            let rows = Double(context.rows(withPhrase: phrase) { self.length($0) > 0 })
            inverseFrequencies.append(max(1e-6, Self.logarithm(1 + (notes - rows + 0.5) / (rows + 0.5))))
        }
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
