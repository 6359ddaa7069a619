import SQLite
import SourceText

/// The words of the index in order. Each has a weight that grows with the number of notes that have it. Deleted rows
/// count too, because the words of a deleted row are not stored.
///
/// FTS5 can list words with counts (https://sqlite.org/fts5.html#the_fts5vocab_virtual_table_module), but only by
/// reading all position lists. The index therefore stores the words as of its last build (`SegmentTerms`) and the words
/// of each note added since. The latter are merged when there are many. Words of more than `longest` bytes are
/// excluded, because users do not type them.
struct Vocabulary {
    /// The length limit of a word, in bytes.
    static let longest = IndexedWord.longest
    /// The largest number of recent notes whose words are stored separately.
    static let mostRecent = 500
    private static let wordsPerPart = 2048

    private(set) var bytes: [UInt8] = []
    private var starts: [Int32] = [0]
    private var weights: [Int32] = []

    /// The weight of a word per note: about the bytes that a note takes in the word's list.
    private static let noteWeight: Int32 = 4

    var count: Int { weights.count }

    /// Reads the whole vocabulary. Complexity: O(words).
    init(_ connection: Connection) throws {
        try self.init(connection, beginning: [], recent: Self.recent(connection))
    }

    /// Returns the words of recent notes only. Complexity: O(words in these notes).
    static func recent(_ connection: Connection) throws -> Vocabulary {
        var notes: [[UInt8]: Int] = [:]
        try connection.rows("SELECT words FROM recent") { row in
            for word in row.bytes(0).split(separator: Byte.space) where word.count <= longest {
                notes[Array(word), default: 0] += 1
            }
            return true
        }
        var words = Vocabulary()
        for (word, notes) in notes.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
            words.append(word[...], weight: Int32(clamping: notes) &* noteWeight)
        }
        return words
    }

    /// Reads the words that start with `prefix`.
    ///
    /// - Parameter recent: the words of recent notes, or none if they do not matter.
    /// - Complexity: O(words that start with `prefix` + words in one or two parts).
    init(_ connection: Connection, beginning prefix: [UInt8], recent: Vocabulary) throws {
        let parts = try Self.parts(connection, beginning: prefix)
        var lengths: [UInt8] = []
        // 8 bytes per word are enough in most languages. Growing the buffer would copy it.
        lengths.reserveCapacity(parts.count * Self.wordsPerPart)
        weights.reserveCapacity(parts.count * Self.wordsPerPart)
        bytes.reserveCapacity(parts.count * Self.wordsPerPart * 8)
        try connection.rows(
            "SELECT lengths, weights, words FROM vocabulary WHERE part >= ?1 AND part < ?2 ORDER BY part",
            [.int(parts.lowerBound), .int(parts.upperBound)]
        ) { row in
            row.appendNumbers(0, to: &lengths)
            row.appendNumbers(1, to: &weights)
            row.appendBytes(2, from: 0, to: &bytes)
            return true
        }
        // Lengths from a corrupt file are clamped to the available bytes.
        lengths.removeLast(max(0, lengths.count - weights.count))
        weights.removeLast(max(0, weights.count - lengths.count))
        starts.reserveCapacity(lengths.count + 1)
        var end = 0
        for length in lengths {
            end = min(bytes.count, end + Int(length))
            starts.append(Int32(truncatingIfNeeded: end))
        }
        var others = Vocabulary()
        others.append(recent, recent.range(beginning: prefix))
        merge(others)
    }

    /// Returns the parts that contain words with the prefix; all for an empty prefix.
    private static func parts(_ connection: Connection, beginning prefix: [UInt8]) throws -> Range<Int> {
        let count = try connection.first("SELECT max(part) + 1 FROM vocabulary") { Int($0.int(0)) } ?? 0
        guard count >= 0, count <= Int32.max else { throw SQLiteError.damage("\(count) parts", in: "vocabulary") }
        if prefix.isEmpty { return 0..<count }
        func first(_ part: Int) throws -> [UInt8] {
            try connection.first("SELECT first FROM vocabulary WHERE part = ?1", [.int(part)]) { $0.bytes(0) } ?? []
        }
        let after = try (0..<count).partitioningIndex { !(try first($0).lexicographicallyPrecedes(prefix)) }
        let end = try (after..<count).partitioningIndex { !(try first($0).starts(with: prefix)) }
        // The previous part may end with such words.
        return max(0, after - 1)..<end
    }

    init() {}

    /// Returns the word at an index, in order from 0.
    func word(_ number: Int) -> ArraySlice<UInt8> { bytes[place(number)] }

    func text(_ number: Int) -> String { String(decoding: word(number), as: UTF8.self) }

    /// Returns the range of a word in `bytes`.
    func place(_ number: Int) -> Range<Int> { Int(starts[number])..<Int(starts[number + 1]) }

    func weight(_ number: Int) -> Int { Int(weights[number]) }

    /// Returns the approximate number of notes with a word of that weight.
    static func notes(ofWeight weight: Int) -> Int { weight / Int(noteWeight) }

    /// Returns the indices of the words that start with `prefix`. Complexity: O(log words).
    func range(beginning prefix: [UInt8]) -> Range<Int> {
        let all = 0..<count
        let lower = all.partitioningIndex { !word($0).lexicographicallyPrecedes(prefix) }
        let upper = (lower..<count).partitioningIndex { !word($0).starts(with: prefix) }
        return lower..<upper
    }

    /// Returns the weight of a word, or 0 if it does not exist. For a prefix, returns the sum over its words.
    func weight(of word: String, isPrefix: Bool) -> Int {
        let bytes = Array(word.utf8)
        if isPrefix { return range(beginning: bytes).reduce(0) { $0 + weight($1) } }
        let place = (0..<count).partitioningIndex { !self.word($0).lexicographicallyPrecedes(bytes) }
        return place < count && self.word(place).elementsEqual(bytes) ? weight(place) : 0
    }

    /// Returns the stored weights of words, which must be sorted by bytes, or 0 for those that do not exist.
    ///
    /// Complexity: O(words of the vocabulary), of which only one part is in memory.
    static func weights(ofSorted wanted: [[UInt8]], in connection: Connection) throws -> [Int] {
        var weights = [Int](repeating: 0, count: wanted.count)
        var next = 0
        var starts: [Int] = []
        try connection.rows("SELECT lengths, weights, words FROM vocabulary ORDER BY part") { row in
            row.withBytes(0) { lengths in
                row.withBytes(2) { words in
                    if starts.count <= lengths.count { starts = [Int](repeating: 0, count: lengths.count + 1) }
                    var end = 0
                    for number in lengths.indices {
                        end = min(words.count, end + Int(lengths[number]))
                        starts[number + 1] = end
                    }
                    while next < wanted.count {
                        func order(_ place: Int) -> Int {
                            compare(wanted[next], with: words, in: starts[place]..<starts[place + 1])
                        }
                        let place = (0..<lengths.count).partitioningIndex { order($0) <= 0 }
                        // The word is in a later part, or nowhere.
                        if place == lengths.count { break }
                        if order(place) == 0 {
                            row.withBytes(1) { stored in
                                for byte in 0..<4 where place * 4 + byte < stored.count {
                                    weights[next] |= Int(stored[place * 4 + byte]) << (8 * byte)
                                }
                            }
                        }
                        next += 1
                    }
                }
            }
            return next < wanted.count
        }
        return weights
    }

    /// Returns a negative number if a word comes before another one by its bytes, 0 if they are equal, else a positive
    /// one.
    @inline(__always)
    private static func compare(_ word: [UInt8], with bytes: Span<UInt8>, in range: Range<Int>) -> Int {
        for index in 0..<min(word.count, range.count) {
            let (left, right) = (word[index], bytes[range.lowerBound + index])
            if left != right { return left < right ? -1 : 1 }
        }
        return word.count - range.count
    }

    /// Returns the indices of the words that contain a nonempty text and are longer than it. Complexity: O(all bytes).
    func numbers(containing part: [UInt8]) -> [Int] {
        guard let first = part.first else { return [] }
        let bytes = bytes.span
        return (0..<count).filter { number in
            let (start, end) = (Int(starts[number]), Int(starts[number + 1]))
            guard end - start > part.count else { return false }
            for index in start...(end - part.count) where bytes[index] == first {
                if part.indices.allSatisfy({ bytes[index + $0] == part[$0] }) { return true }
            }
            return false
        }
    }

    /// The same without marked words. Complexity: O(words after those).
    var withoutMarks: Vocabulary {
        let marked = range(beginning: IndexedWord.mark)
        if marked.isEmpty { return self }
        var rest = self
        let text = Int(starts[marked.lowerBound])..<Int(starts[marked.upperBound])
        rest.bytes.removeSubrange(text)
        rest.starts.removeSubrange(marked.lowerBound + 1...marked.upperBound)
        for number in marked.lowerBound + 1..<rest.starts.count { rest.starts[number] -= Int32(text.count) }
        rest.weights.removeSubrange(marked)
        return rest
    }

    // MARK: Storage

    /// Appends a word that sorts after all others.
    mutating func append(_ word: ArraySlice<UInt8>, weight: Int32) {
        bytes.append(contentsOf: word)
        starts.append(Int32(bytes.count))
        weights.append(weight)
    }

    /// Adds to the weight of the last word.
    mutating func addToLast(_ weight: Int32) {
        guard let last = weights.indices.last else { return }
        weights[last] = weights[last].addingReportingOverflow(weight).partialValue
    }

    /// Merges other words. Complexity: a copy of memory, and O(log words) for each of the others.
    mutating func merge(_ others: Vocabulary) {
        if count == 0 || others.count == 0 {
            if count == 0 { self = others }
            return
        }
        var merged = Vocabulary()
        merged.bytes.reserveCapacity(bytes.count + others.bytes.count)
        merged.starts.reserveCapacity(starts.count + others.count)
        merged.weights.reserveCapacity(weights.count + others.count)
        // The others are few, so the words between two of them are copied as one block.
        var left = 0
        for right in 0..<others.count {
            let word = others.word(right)
            let next = (left..<count).partitioningIndex { !self.word($0).lexicographicallyPrecedes(word) }
            merged.append(self, left..<next)
            left = next
            if left < count, self.word(left).elementsEqual(word) {
                merged.append(self, left..<left + 1)
                merged.addToLast(others.weights[right])
                left += 1
            } else {
                merged.append(word, weight: others.weights[right])
            }
        }
        merged.append(self, left..<count)
        self = merged
    }

    /// Appends words of another vocabulary that sort after all existing words.
    private mutating func append(_ other: Vocabulary, _ words: Range<Int>) {
        if words.isEmpty { return }
        let text = other.starts[words.lowerBound]..<other.starts[words.upperBound]
        let shift = Int32(bytes.count) - text.lowerBound
        bytes.append(contentsOf: other.bytes[Int(text.lowerBound)..<Int(text.upperBound)])
        starts.append(contentsOf: other.starts[(words.lowerBound + 1)...words.upperBound].lazy.map { $0 + shift })
        weights.append(contentsOf: other.weights[words])
    }

    /// Replaces the stored vocabulary. The words of recent notes stay.
    func write(to connection: Connection) throws {
        try connection.run("DELETE FROM vocabulary")
        for first in stride(from: 0, to: count, by: Self.wordsPerPart) {
            let numbers = first..<min(count, first + Self.wordsPerPart)
            let text = Int(starts[numbers.lowerBound])..<Int(starts[numbers.upperBound])
            try connection.run(
                "INSERT INTO vocabulary(part, first, lengths, weights, words) VALUES(?1, ?2, ?3, ?4, ?5)",
                [
                    .int(first / Self.wordsPerPart), .blob(Array(word(first))),
                    .blob(numbers.map { UInt8(clamping: starts[$0 + 1] - starts[$0]) }),
                    .numbers(Array(weights[numbers])), .blob(Array(bytes[text])),
                ])
        }
    }

    /// Stores the words of a new note, separately from the vocabulary.
    static func add(_ row: RowID, _ columns: [[UInt8]], to connection: Connection) throws {
        var words: Set<ArraySlice<UInt8>> = []
        for column in columns {
            for word in column.split(separator: Byte.space) where word.count <= longest { words.insert(word) }
        }
        let joined = Array(words.joined(separator: [Byte.space]))
        try connection.run("INSERT INTO recent(row, words) VALUES(?1, ?2)", [.number(row), .blob(joined)])
    }

    /// Merges the words of recent notes into the stored vocabulary if there are many.
    static func condense(_ connection: Connection) throws {
        let recent = try connection.first("SELECT count(*) FROM recent") { Int($0.int(0)) } ?? 0
        guard recent > mostRecent else { return }
        try Vocabulary(connection).write(to: connection)
        try connection.run("DELETE FROM recent")
    }
}
