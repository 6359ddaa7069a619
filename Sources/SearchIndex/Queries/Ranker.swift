import QueryLanguage
import SQLite

/// How well notes answer the texts of a query: BM25 over weighted columns, each with a length of its own (BM25F: Robertson
/// and Zaragoza, "The Probabilistic Relevance Framework", 2009, section 3.6), and a bonus for texts that stand side by side
/// in the query's order.
///
/// Ours because FTS5's `bm25()` counts dead rows and fetches each row's length, which is three quarters of its time;
/// here the lengths are at hand. The inverse document frequency is ln(1 + (N − n + ½)/(n + ½)), which stays above
/// zero also for words in most of the notes.
///
/// The numbers were chosen by queries of the kinds that `slip-bench judge` makes, over real vaults, and hold on its set.
/// Title and file name are measured by their own lengths, so that of notes with one title the longer is no worse for it.
final class Ranker {
    /// What an occurrence in a column weighs.
    struct Weights {
        var body = 1.0
        var title = 10.0
        var alias = 10.0
        var name = 10.0
        var keyword = 6.0
        var heading: Double

        static let single = Weights(heading: 3)
        /// For two texts side by side. A heading is written as somebody would ask for it.
        static let pair = Weights(heading: 12)
    }

    /// The weights of occurrences, gathered by whose length they are measured by.
    struct Occurrences {
        private var ofNote = 0.0
        private var ofTitle = 0.0
        private var ofName = 0.0
        private var ofNone = 0.0
        private let weights: Weights

        init(_ weights: Weights) { self.weights = weights }

        @inline(__always)
        mutating func add(_ column: FTSColumn?) {
            switch column {
            case .body: ofNote += weights.body
            case .heading: ofNote += weights.heading
            case .title: ofTitle += weights.title
            case .name: ofName += weights.name
            case .alias: ofNone += weights.alias
            case .keyword: ofNone += weights.keyword
            case nil: break
            }
        }

        var isOfNames: Bool { ofTitle + ofName > 0 }

        func sum(note: Double, title: Double, name: Double) -> Double {
            ofNote / note + ofTitle / title + ofName / name + ofNone
        }
    }

    /// How soon further occurrences count for less: FTS5's own.
    private static let saturation = 1.2
    /// How much the length of a text counts: FTS5's own for the note's, less for a title's.
    private static let lengthShare = 0.75
    private static let nameLengthShare = 0.5
    /// The tokens of a title that is neither short nor long.
    private static let usualName = 4.0

    private let notes: Double
    private let averageLength: Double
    /// By row; 0 for one that is dead.
    private let lengths: ColumnReader
    private let nameLengths: ColumnReader

    init(notes: Int64, tokens: Int64, _ columns: NoteColumns) {
        self.notes = Double(notes)
        averageLength = notes > 0 ? max(1, Double(tokens) / Double(notes)) : 1
        lengths = columns.reader(.length)
        nameLengths = columns.reader(.nameLengths)
    }

    /// What went wrong reading lengths, where something did.
    var failure: (any Error)? { lengths.failure ?? nameLengths.failure }

    /// The number of tokens in a row; 0 for one that is dead.
    func length(_ row: Int) -> Int64 { lengths.value(row) ?? 0 }

    /// What occurrences in a row add to its score, before their rarity counts.
    @inline(__always)
    func weight(_ occurrences: Occurrences, _ row: Int, length: Int64) -> Double {
        let norm = 1 - Self.lengthShare + Self.lengthShare * Double(length) / averageLength
        var (title, name) = (1.0, 1.0)
        if occurrences.isOfNames {
            let both = nameLengths.value(row) ?? 0
            (title, name) = (Self.norm(nameLength: both & 0xFF), Self.norm(nameLength: both >> 8))
        }
        let frequency = occurrences.sum(note: norm, title: title, name: name)
        return frequency > 0 ? frequency * (Self.saturation + 1) / (frequency + Self.saturation) : 0
    }

    private static func norm(nameLength: Int64) -> Double {
        1 - nameLengthShare + nameLengthShare * Double(nameLength) / usualName
    }

    // MARK: Pairs

    /// The places of a text behind which another one stands.
    ///
    /// - Parameter distance: how many words the first has.
    /// - Complexity: O(places).
    func pairs(_ first: ArraySlice<UInt32>, _ second: ArraySlice<UInt32>, distance: Int) -> [UInt32] {
        let distance = UInt32(truncatingIfNeeded: distance)
        var pairs: [UInt32] = []
        var next = second.startIndex
        for place in first {
            while next < second.endIndex, second[next] < place &+ distance { next += 1 }
            if next == second.endIndex { break }
            if second[next] == place &+ distance { pairs.append(place) }
        }
        return pairs
    }

    /// What pairs add to the score of a row: between what either of their texts says.
    func score(ofPairs pairs: [UInt32], row: Int, rarities: (first: Double, second: Double)) -> Double {
        if pairs.isEmpty { return 0 }
        return (rarities.first + rarities.second) / 2 * weight(of: pairs[...], .pair, row: row)
    }

    /// What a text adds to the score of a row in which it stands at these places, before its rarity counts.
    func weight(of places: ArraySlice<UInt32>, _ weights: Weights = .single, row: Int) -> Double {
        var occurrences = Occurrences(weights)
        for place in places { occurrences.add(PhrasePlace.column(place)) }
        return weight(occurrences, row, length: length(row))
    }

    // MARK: Scores

    /// A text of a query, and where it stands.
    struct Found {
        var text: TextMatch
        var hits: PhraseHits
    }

    /// The scores of rows, in order; not a number for one in which none of the texts stands.
    ///
    /// - Parameters:
    ///   - texts: those of the query, each as often as it stands there.
    ///   - isOrderEnough: whether only the order of the scores counts, in which the rarity of one text says nothing.
    ///   - reader: reads the places of texts that have too many to be kept.
    func scores(_ rows: [Int], _ texts: [Found], isOrderEnough: Bool, reader: PairReader) throws -> [Double] {
        var scores = [Double](repeating: .nan, count: rows.count)
        let rarities = texts.map { isOrderEnough && texts.count == 1 ? 1 : rarity($0.hits.rows.count) }
        for index in texts.indices { add(texts[index].hits, rarities[index], rows, to: &scores) }
        for second in texts.indices.dropFirst() {
            let (left, right) = (texts[second - 1], texts[second])
            let pair = (first: rarities[second - 1], second: rarities[second])
            if !left.hits.wantsPlaces || !right.hits.wantsPlaces { continue }
            if left.hits.hasTooManyPlaces || right.hits.hasTooManyPlaces {
                try addPairs(of: left.text, before: right.text, pair, rows: rows, to: &scores, reader: reader)
            } else {
                addPairs(left, right.hits, pair, rows, to: &scores)
            }
        }
        return scores
    }

    private func add(_ hits: PhraseHits, _ rarity: Double, _ rows: [Int], to scores: inout [Double]) {
        let (ranked, weights) = (hits.ranked, hits.weights)
        var next = 0
        // Both are in order of rows.
        for number in 0..<ranked.count {
            let row = Int(ranked[number])
            while next < rows.count, rows[next] < row { next += 1 }
            if next == rows.count { break }
            if rows[next] != row { continue }
            let score = rarity * weights[number]
            scores[next] = scores[next].isNaN ? score : scores[next] + score
        }
    }

    private func addPairs(
        _ first: Found, _ second: PhraseHits, _ rarities: (first: Double, second: Double), _ rows: [Int],
        to scores: inout [Double]
    ) {
        let distance = first.text.words.count
        let first = first.hits
        if first.places == nil || second.places == nil { return }
        var (left, right, next) = (0, 0, 0)
        while left < first.ranked.count, right < second.ranked.count {
            let row = first.ranked[left]
            if row != second.ranked[right] {
                if row < second.ranked[right] { left += 1 } else { right += 1 }
                continue
            }
            while next < rows.count, rows[next] < row { next += 1 }
            if next == rows.count { return }
            if rows[next] == row {
                let pairs = pairs(first.places(left), second.places(right), distance: distance)
                scores[next] += score(ofPairs: pairs, row: Int(row), rarities: rarities)
            }
            left += 1
            right += 1
        }
    }

    /// As above, with places that are read row by row.
    private func addPairs(
        of first: TextMatch, before second: TextMatch, _ rarities: (first: Double, second: Double), rows: [Int],
        to scores: inout [Double], reader: PairReader
    ) throws {
        var next = 0
        try reader.forEachRow(of: first, before: second) { row, pairs in
            while next < rows.count, rows[next] < row { next += 1 }
            if next < rows.count, rows[next] == row {
                scores[next] += score(ofPairs: pairs, row: row, rarities: rarities)
            }
        }
        if let failure { throw failure }
    }

    /// How much a text says that stands in so many rows.
    func rarity(_ rows: Int) -> Double {
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
