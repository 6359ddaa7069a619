import QueryLanguage
import SQLite

/// A phrase of many words, such as a pasted paragraph.
///
/// FTS5 reads the positions of a word once per occurrence in the phrase. If 300 words repeat five words, it reads each
/// 60 times. This type reads each distinct word once, in the rows that have all of them. Then it searches for the
/// phrase in the positions of one row at a time (Knuth, Morris and Pratt, SIAM J. Comput. 6, 1977).
struct LongPhrase {
    /// Shorter phrases are left to FTS5.
    private static let leastWords = 16

    private let expression: String
    /// For each word of the phrase, its index among the distinct words.
    private let numbers: [Int]
    /// The occurrences of each distinct word in the phrase.
    private let counts: [Int]
    /// For each prefix length, the length of its longest border: a proper prefix that is also a suffix.
    private let borders: [Int]

    /// Returns nil for a text that is left to FTS5.
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

    /// Calls `body` with each row that contains the phrase, in order, even if deleted, and with the start positions.
    ///
    /// Complexity: that of finding the rows with all its words, plus O(n log n) per row in their positions.
    func forEachRow(_ connection: Connection, _ body: (_ row: Int64, _ positions: [UInt32]) -> Void) throws {
        // Each element is a position in the high bits and a word index in the low bits.
        var words: [UInt64] = []
        try connection.forEachMatch(of: expression) { context in
            words.removeAll(keepingCapacity: true)
            for (number, count) in counts.enumerated() {
                let before = words.count
                context.forEachPlace(ofPhrase: number) { column, offset in
                    words.append(UInt64(TokenPosition.make(column, offset)) << 32 | UInt64(number))
                }
                if words.count - before < count { return }
            }
            words.sort()
            let positions = beginnings(in: words)
            if !positions.isEmpty { body(context.row, positions) }
        }
    }

    /// Returns the start positions of the phrase, given words sorted by position.
    private func beginnings(in words: [UInt64]) -> [UInt32] {
        var found: [UInt32] = []
        var matched = 0
        var next: UInt32 = 0
        for word in words {
            let position = UInt32(truncatingIfNeeded: word >> 32)
            let number = Int(truncatingIfNeeded: word & 0xFFFF_FFFF)
            // Another word is in between, or another column begins.
            if position != next { matched = 0 }
            next = position &+ 1
            if matched == numbers.count { matched = borders[matched] }
            while matched > 0, numbers[matched] != number { matched = borders[matched] }
            if numbers[matched] == number { matched += 1 }
            if matched == numbers.count { found.append(position &- UInt32(truncatingIfNeeded: numbers.count - 1)) }
        }
        return found
    }
}
