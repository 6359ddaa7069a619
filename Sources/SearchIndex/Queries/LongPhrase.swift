import QueryLanguage
import SQLite

/// A phrase of many words, such as a pasted paragraph.
///
/// FTS5 reads the places of a word once for each time that the phrase has it: with five words in turn, 300 words read these
/// 60 times. Here each different word is read once, in the rows that have all of them. The phrase is then looked for in the
/// places of one row at a time (Knuth, Morris and Pratt, SIAM J. Comput. 6, 1977).
struct LongPhrase {
    /// Shorter phrases are left to FTS5.
    private static let leastWords = 16

    private let expression: String
    /// For each word of the phrase, its number among the different ones.
    private let numbers: [Int]
    /// How often the phrase has each different word.
    private let counts: [Int]
    /// For the first so many words: how many of their last ones are its first as well, fewer than all.
    private let borders: [Int]

    /// Nil for a text that is left to FTS5.
    init?(_ text: TextMatch) {
        guard text.words.count >= Self.leastWords, !text.isPrefix else { return nil }
        var known: [String: Int] = [:]
        var different: [TextMatch] = []
        var counts: [Int] = []
        var numbers: [Int] = []
        for word in text.words {
            let number = known[word] ?? different.count
            if number == different.count {
                known[word] = number
                counts.append(0)
                different.append(TextMatch(words: [word], isPrefix: false, part: text.part, range: text.range))
            }
            counts[number] += 1
            numbers.append(number)
        }
        var borders = [0, 0]
        var border = 0
        for number in numbers.dropFirst() {
            while border > 0, numbers[border] != number { border = borders[border] }
            if numbers[border] == number { border += 1 }
            borders.append(border)
        }
        expression = TextQuery.all(different)
        (self.counts, self.numbers, self.borders) = (counts, numbers, borders)
    }

    /// Calls `body` with each row that has the phrase, in order, dead ones among them, and with the places where it begins.
    ///
    /// Complexity: that of finding the rows with all its words, and in such a row O(n log n) in the places of these.
    func forEachRow(_ connection: Connection, _ body: (_ row: Int64, _ places: [UInt32]) -> Void) throws {
        // A place, and behind it the number of the word there.
        var words: [UInt64] = []
        try connection.visiting(with: { context in
            words.removeAll(keepingCapacity: true)
            for (number, count) in counts.enumerated() {
                let before = words.count
                context.forEachPlace(ofPhrase: number) { column, offset in
                    words.append(UInt64(PhrasePlace.make(column, offset)) << 32 | UInt64(number))
                }
                if words.count - before < count { return 0 }
            }
            words.sort()
            let places = beginnings(in: words)
            if !places.isEmpty { body(context.row, places) }
            return 0
        }) {
            try connection.run("SELECT 1 FROM fts WHERE fts MATCH ?1 AND slip_visit(fts)", [.text(expression)])
        }
    }

    /// The places where the phrase begins, among words in order of their places.
    private func beginnings(in words: [UInt64]) -> [UInt32] {
        var found: [UInt32] = []
        var matched = 0
        var next: UInt32 = 0
        for word in words {
            let place = UInt32(truncatingIfNeeded: word >> 32)
            let number = Int(truncatingIfNeeded: word & 0xFFFF_FFFF)
            // Another word stands between, or another column begins.
            if place != next { matched = 0 }
            next = place &+ 1
            if matched == numbers.count { matched = borders[matched] }
            while matched > 0, numbers[matched] != number { matched = borders[matched] }
            if numbers[matched] == number { matched += 1 }
            if matched == numbers.count { found.append(place &- UInt32(truncatingIfNeeded: numbers.count - 1)) }
        }
        return found
    }
}
