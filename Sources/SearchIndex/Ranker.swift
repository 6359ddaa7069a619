import SQLite

/// BM25 over the columns of the full-text table, each with its weight (Robertson and Zaragoza, "The Probabilistic
/// Relevance Framework", 2009), with k1 = 1.2 and b = 0.75 as FTS5's own.
///
/// Ours because FTS5's `bm25()` counts dead rows and looks up each row's length, which costs six times as much; here
/// the length comes with the row. The inverse document frequency is ln(1 + (N − n + ½)/(n + ½)), which stays above
/// zero also for words in most of the notes.
final class Ranker {
    /// title, alias, name, keyword, heading, body.
    static let weights: [Double] = [10, 10, 10, 6, 3, 1]

    private let notes: Double
    private let averageLength: Double
    private let dead: Set<Int64>
    /// One for each phrase of the query; worked out when the first row is ranked.
    private var inverseFrequencies: [Double] = []

    init(notes: Int64, tokens: Int64, dead: Set<Int64>) {
        self.notes = Double(notes)
        averageLength = notes > 0 ? max(1, Double(tokens) / Double(notes)) : 1
        self.dead = dead
    }

    /// To be called before each query.
    func reset() { inverseFrequencies = [] }

    /// The score of the row that `context` stands on; its argument is the row's length in tokens.
    func score(_ context: borrowing FTSContext) -> Double {
        let phrases = context.phrases
        if inverseFrequencies.isEmpty {
            let dead = dead
            for phrase in 0..<phrases {
                let rows = Double(context.rows(withPhrase: phrase) { !dead.contains($0) })
                inverseFrequencies.append(max(1e-6, Self.logarithm(1 + (notes - rows + 0.5) / (rows + 0.5))))
            }
        }
        let length = Double(context.argument)
        var score = 0.0
        for phrase in 0..<phrases {
            var frequency = 0.0
            context.forEachInstance(ofPhrase: phrase) { frequency += Self.weights[$0] }
            if frequency > 0 {
                score +=
                    inverseFrequencies[phrase] * frequency * 2.2
                    / (frequency + 1.2 * (0.25 + 0.75 * length / averageLength))
            }
        }
        return score
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
