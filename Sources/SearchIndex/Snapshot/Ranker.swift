import QueryLanguage
import SQLite

/// The ranking of notes for the texts of a query: BM25 over weighted columns with separate lengths (BM25F: Robertson
/// and Zaragoza, "The Probabilistic Relevance Framework", 2009, section 3.6), plus a bonus for texts that are adjacent
/// in the query's order.
///
/// FTS5's `bm25()` is not used. It counts deleted rows and fetches each row's length, which is three quarters of its
/// time. Here the lengths come from a column. The inverse document frequency is ln(1 + (N − n + ½)/(n + ½)), which is
/// positive even for words in most notes.
///
/// The constants were tuned with queries like those of `slip-bench judge` over real vaults, and verified on its set.
/// Title and file name are normalized by their own lengths, so that of notes with the same title a longer note does not
/// rank lower.
final class Ranker {
    /// The weight of an occurrence in each column.
    struct Weights {
        var body = 1.0
        var title = 10.0
        var alias = 10.0
        var name = 10.0
        var keyword = 6.0
        var heading: Double

        static let single = Weights(heading: 3)
        /// For two adjacent texts. Headings weigh more, because they are worded like queries.
        static let pair = Weights(heading: 12)
    }

    /// The weights of occurrences, grouped by the length that normalizes them.
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

    /// How quickly further occurrences count less: the value of FTS5.
    private static let saturation = 1.2
    /// How much length counts: the value of FTS5 for the note, a lower one for title and file name.
    private static let lengthShare = 0.75
    private static let nameLengthShare = 0.5
    /// The number of tokens in an average title.
    private static let usualName = 4.0

    private let notes: Double
    private let averageLength: Double
    /// The lengths by row; 0 for a deleted row.
    private let lengths: ColumnReader
    private let nameLengths: ColumnReader

    init(notes: Int64, tokens: Int64, _ columns: NoteColumns) {
        self.notes = Double(notes)
        averageLength = notes > 0 ? max(1, Double(tokens) / Double(notes)) : 1
        lengths = columns.reader(.length)
        nameLengths = columns.reader(.nameLengths)
    }

    /// Throws the last error while reading lengths.
    func check() throws {
        try lengths.check()
        try nameLengths.check()
    }

    /// Returns the number of tokens in a row, or 0 for a deleted row.
    func length(_ row: Int) -> Int64 { lengths.value(row) ?? 0 }

    /// Returns the frequency of occurrences in a row: the sum of their weights, normalized by length.
    @inline(__always)
    func frequency(_ occurrences: Occurrences, _ row: Int, length: Int64) -> Double {
        let norm = 1 - Self.lengthShare + Self.lengthShare * Double(length) / averageLength
        var (title, name) = (1.0, 1.0)
        if occurrences.isOfNames {
            let both = nameLengths.value(row) ?? 0
            (title, name) = (Self.norm(nameLength: both & 0xFF), Self.norm(nameLength: both >> 8))
        }
        return occurrences.sum(note: norm, title: title, name: name)
    }

    /// The limit of `saturated`.
    static let maximumSaturation = saturation + 1

    /// Returns the score of a text with that frequency in a row, before its rarity. It is below `maximumSaturation`.
    @inline(__always)
    static func saturated(_ frequency: Double) -> Double {
        frequency > 0 ? frequency * maximumSaturation / (frequency + saturation) : 0
    }

    private static func norm(nameLength: Int64) -> Double {
        1 - nameLengthShare + nameLengthShare * Double(nameLength) / usualName
    }

    // MARK: Pairs

    /// Returns the positions of a text that another one directly follows.
    ///
    /// - Parameter distance: the number of words in the first text.
    /// - Complexity: O(positions).
    func pairs(_ first: ArraySlice<UInt32>, _ second: ArraySlice<UInt32>, distance: Int) -> [UInt32] {
        let distance = UInt32(truncatingIfNeeded: distance)
        var pairs: [UInt32] = []
        var next = second.startIndex
        for position in first {
            while next < second.endIndex, second[next] < position &+ distance { next += 1 }
            if next == second.endIndex { break }
            if second[next] == position &+ distance { pairs.append(position) }
        }
        return pairs
    }

    /// Returns the score of pairs in a row, weighted by the average rarity of the two texts.
    func score(ofPairs pairs: [UInt32], row: Int, rarities: (first: Double, second: Double)) -> Double {
        if pairs.isEmpty { return 0 }
        return (rarities.first + rarities.second) / 2 * weight(of: pairs[...], .pair, row: row)
    }

    /// Returns the score of a text in a row with these positions, before its rarity.
    func weight(of positions: ArraySlice<UInt32>, _ weights: Weights = .single, row: Int) -> Double {
        var occurrences = Occurrences(weights)
        for position in positions { occurrences.add(TokenPosition.column(position)) }
        return Self.saturated(frequency(occurrences, row, length: length(row)))
    }

    // MARK: Scores

    /// A text of a query, and its occurrences.
    struct TextHits {
        var text: TextMatch
        var hits: PhraseHits
        /// The number of notes with the text, also in other indexes that are searched together.
        var notes: Int
    }

    /// Returns the scores of rows, in order, with NaN for a row without any of the texts.
    ///
    /// - Parameters:
    ///   - texts: the texts of the query, including repeated ones.
    ///   - isOrderEnough: whether only the order of the scores matters. Then the rarity of a single text is not needed.
    ///   - reader: the reader for texts with too many positions to keep.
    func scores(_ rows: [Int], _ texts: [TextHits], isOrderEnough: Bool, reader: PairReader) throws -> [Double] {
        var scores = [Double](repeating: .nan, count: rows.count)
        let rarities = texts.map { isOrderEnough && texts.count == 1 ? 1 : rarity($0.notes) }
        for index in texts.indices { add(texts[index].hits, rarities[index], rows: rows, to: &scores) }
        for second in texts.indices.dropFirst() {
            let (left, right) = (texts[second - 1], texts[second])
            let pair = (first: rarities[second - 1], second: rarities[second])
            if !left.hits.wantsPositions || !right.hits.wantsPositions { continue }
            if left.hits.hasTooManyPositions || right.hits.hasTooManyPositions {
                try addPairs(of: left.text, before: right.text, pair, rows: rows, to: &scores, reader: reader)
            } else {
                addPairs(left, right.hits, rarities: pair, rows: rows, to: &scores)
            }
        }
        return scores
    }

    private func add(_ hits: PhraseHits, _ rarity: Double, rows: [Int], to scores: inout [Double]) {
        let (ranked, frequencies) = (hits.ranked, hits.frequencies)
        var next = 0
        // Both are sorted by row.
        for number in 0..<ranked.count {
            let row = Int(ranked[number])
            while next < rows.count, rows[next] < row { next += 1 }
            if next == rows.count { break }
            if rows[next] != row { continue }
            let score = rarity * Self.saturated(frequencies[number])
            scores[next] = scores[next].isNaN ? score : scores[next] + score
        }
    }

    private func addPairs(
        _ first: TextHits, _ second: PhraseHits, rarities: (first: Double, second: Double), rows: [Int],
        to scores: inout [Double]
    ) {
        let distance = first.text.words.count
        let first = first.hits
        if first.positions == nil || second.positions == nil { return }
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
                let pairs = pairs(first.positions(left), second.positions(right), distance: distance)
                scores[next] += score(ofPairs: pairs, row: Int(row), rarities: rarities)
            }
            left += 1
            right += 1
        }
    }

    /// Adds the scores of pairs whose positions are read row by row.
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
        try check()
    }

    /// Returns the inverse document frequency of a text in that number of rows.
    func rarity(_ rows: Int) -> Double { rarity(Double(rows)) }

    /// Returns the inverse document frequency for a number of rows of which some count only in part.
    func rarity(_ rows: Double) -> Double { max(1e-6, Self.logarithm(1 + (notes - rows + 0.5) / (rows + 0.5))) }

    /// Returns the natural logarithm of a positive number by its series. The standard library has none without Glibc.
    static func logarithm(_ value: Double) -> Double {
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
