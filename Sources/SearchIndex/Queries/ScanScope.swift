import QueryLanguage
import RegularExpressions
import SQLite
import SourceText

/// Narrows the notes that a test of texts must read, by the words of the index.
///
/// A text that passes contains some parts of words (`RequiredText`). The vocabulary tells in which words these are, and
/// the full-text table which notes have them. It has all words of the tested texts: those of titles, aliases, names,
/// keywords and bodies, and those of bodies as written (`RawWords`).
struct ScanScope {
    /// The number of notes that can be read while a word is looked up, and while a part of the vocabulary is searched.
    private static let readsPerWord = 8
    private static let readsPerVocabularyPart = 12
    /// The number of bytes in the list of a word, and of recent notes, that take as long to read as a note.
    private static let bytesPerRead = 32
    private static let recentPerRead = 8
    /// The maximum number of parts that are searched in the vocabulary.
    private static let maximumParts = 64

    private let connection: Connection
    private let capacity: Int
    private var words: [WordPart: PartWords] = [:]
    /// The notes that must be read for every test, once one is evaluated.
    private var overflow: RowSet?

    private init(_ connection: Connection, capacity: Int) {
        self.connection = connection
        self.capacity = capacity
    }

    /// Returns rows that include all rows in `scope` that pass at least one of the tests, or all of them unless
    /// `joinsByOr`.
    ///
    /// Complexity: O(bytes of the vocabulary + notes with words that contain the required parts).
    ///
    /// - Parameter capacity: the capacity of `scope`.
    static func rows(
        passing tests: [ContentPredicate], in scope: RowSet, joinsByOr: Bool, _ connection: Connection, capacity: Int
    ) throws -> RowSet {
        let required = tests.map(\.requiredText)
        let whole: RequiredText = joinsByOr ? .any(required) : .all(required)
        var narrowing = ScanScope(connection, capacity: capacity)
        let count = scope.count
        guard let parts = Self.parts(of: whole), try count > narrowing.vocabularyCost() else { return scope }
        try narrowing.findWords(with: parts)
        guard let rows = try narrowing.rows(whole, budget: count) else { return scope }
        return scope.intersection(rows)
    }

    /// Returns the parts of a requirement, or nil if they are too many, or if they narrow nothing.
    private static func parts(of required: RequiredText) -> [WordPart]? {
        let parts = required.parts.filter { isSelective($0) }
        return parts.isEmpty || parts.count > maximumParts ? nil : Array(parts)
    }

    /// Whether few words contain a part. One or two letters are in most notes, but not one Han character.
    private static func isSelective(_ part: WordPart) -> Bool {
        part.text.count > 2 || part.startsWord && part.endsWord
    }

    /// The number of notes that can be read while the vocabulary is searched.
    private func vocabularyCost() throws -> Int {
        let parts = try connection.first("SELECT count(*) FROM vocabulary") { Int($0.int(0)) } ?? 0
        let recent = try connection.first("SELECT count(*) FROM recent") { Int($0.int(0)) } ?? 0
        return parts * Self.readsPerVocabularyPart + recent / Self.recentPerRead
    }

    // MARK: Words

    /// The words with a part.
    private struct PartWords {
        var words: [String] = []
        /// The sum of their weights.
        var weight = 0
        /// The recent notes with such a word.
        var recent: [Int] = []
    }

    /// Finds the words with each of the parts in one pass through the vocabulary.
    private mutating func findWords(with parts: [WordPart]) throws {
        var found = parts.map { ($0, PartWords()) }
        try connection.rows("SELECT lengths, weights, words FROM vocabulary") { row in
            let bytes = row.bytes(2)
            var ends: [Int] = []
            row.withBytes(0) { lengths in
                ends.reserveCapacity(lengths.count)
                for number in lengths.indices { ends.append(min(bytes.count, (ends.last ?? 0) + Int(lengths[number]))) }
            }
            var weights: [Int32] = []
            row.appendNumbers(1, to: &weights)
            for number in found.indices {
                Self.forEachWord(with: found[number].0, in: bytes, ends) { word in
                    found[number].1.words.append(bytes.text(word == 0 ? 0..<ends[0] : ends[word - 1]..<ends[word]))
                    found[number].1.weight += word < weights.count ? Int(weights[word]) : 0
                }
            }
            return true
        }
        try connection.rows("SELECT row, words FROM recent") { row in
            let bytes = row.bytes(1)
            for number in found.indices where bytes.firstRange(of: found[number].0.text) != nil {
                found[number].1.recent.append(Int(truncatingIfNeeded: row.int(0)))
            }
            return true
        }
        for (part, words) in found { self.words[part] = words }
    }

    /// Calls `body` with the number of each word that has a part.
    ///
    /// - Parameter ends: the ends of the words in `bytes`, which are one after another.
    private static func forEachWord(
        with part: WordPart, in bytes: [UInt8], _ ends: [Int], _ body: (Int) -> Void
    ) {
        var index = 0
        var word = 0
        while let place = bytes[index...].firstRange(of: part.text) {
            word = (word..<ends.count).partitioningIndex { ends[$0] > place.lowerBound }
            guard word < ends.count else { return }
            let end = ends[word]
            if place.upperBound <= end, isIn(bytes[(word == 0 ? 0 : ends[word - 1])..<end], part, place) {
                body(word)
                index = end
            } else {
                index = place.lowerBound + 1
            }
        }
    }

    /// Whether a word with the text of a part at `place` has the part.
    private static func isIn(_ word: ArraySlice<UInt8>, _ part: WordPart, _ place: Range<Int>) -> Bool {
        // Both ends of a piece may be inside the word.
        if word.starts(with: RawWords.pieceMark) { return true }
        let start = word.startIndex + (word.starts(with: RawWords.wordMark) ? RawWords.wordMark.count : 0)
        return (!part.startsWord || place.lowerBound == start) && (!part.endsWord || place.upperBound == word.endIndex)
    }

    // MARK: Rows

    /// Returns rows that include all notes that satisfy the requirement, or nil if finding them costs more than reading
    /// `budget` notes.
    private mutating func rows(_ required: RequiredText, budget: Int) throws -> RowSet? {
        switch required {
        case .unknown: return nil
        case .part(let part): return try rows(part, budget: budget)
        case .all(let inner):
            var found: RowSet?
            for required in inner.sorted(by: { cost($0) < cost($1) }) {
                let left = found?.count ?? budget
                if left == 0 { break }
                guard let rows = try rows(required, budget: left) else { continue }
                found = found?.intersection(rows) ?? rows
            }
            return found
        case .any(let inner):
            guard cost(required) < budget else { return nil }
            var found = RowSet(capacity: capacity)
            for required in inner {
                guard let rows = try rows(required, budget: budget) else { return nil }
                found.formUnion(rows)
            }
            return found
        }
    }

    private mutating func rows(_ part: WordPart, budget: Int) throws -> RowSet? {
        guard let known = words[part], cost(.part(part)) < budget else { return nil }
        var found = try overflowRows()
        for word in known.words { try insertRows(of: word, into: &found) }
        for row in known.recent { found.insert(row) }
        return found
    }

    /// Returns the rows of notes with too many raw words.
    private mutating func overflowRows() throws -> RowSet {
        if let overflow { return overflow }
        var found = RowSet(capacity: capacity)
        try insertRows(of: RawWords.overflow, into: &found)
        overflow = found
        return found
    }

    private func insertRows(of word: String, into found: inout RowSet) throws {
        // The words have no quotes.
        try connection.rows("SELECT rowid FROM fts WHERE fts MATCH ?1", [.text("\"\(word)\"")]) { row in
            found.insert(Int(truncatingIfNeeded: row.int(0)))
            return true
        }
    }

    /// Returns the approximate number of notes that can be read while the rows are found.
    private func cost(_ required: RequiredText) -> Int {
        switch required {
        case .unknown: return .max
        case .part(let part):
            guard let known = words[part] else { return .max }
            return known.words.count * Self.readsPerWord + known.weight / Self.bytesPerRead
        case .all(let inner): return inner.map { cost($0) }.min() ?? .max
        case .any(let inner):
            return inner.reduce(0) { sum, next in
                let (sum, overflow) = sum.addingReportingOverflow(cost(next))
                return overflow ? .max : sum
            }
        }
    }
}

extension ContentPredicate {
    /// What the folding of each text that passes the test contains.
    fileprivate var requiredText: RequiredText {
        switch self {
        case .contains(let text), .whole(_, let text): RequiredText(containing: text)
        case .regex(let pattern), .matches(_, let pattern): pattern.requiredText
        }
    }
}
