import SQLite
import SourceText

/// The words of the index in order, each with a weight that grows with the number of notes that hold it: dead rows among
/// them, since nothing tells what words a row had.
///
/// FTS5 could tell words and numbers (https://sqlite.org/fts5.html#the_fts5vocab_virtual_table_module), but only by
/// reading all lists of places. So they are kept: as they were when the index was built (`SegmentTerms`), and of each note
/// since then its words, which are worked in when there are many. Words longer than `longest` bytes, which nobody types,
/// are not in it.
struct Vocabulary {
    /// In bytes.
    static let longest = 64
    /// Notes whose words stand beside the vocabulary before they are worked in.
    static let mostRecent = 500
    /// Words in a row of the table.
    private static let part = 2048

    private var bytes: [UInt8] = []
    private var starts: [Int32] = [0]
    private var weights: [Int32] = []

    /// What a note adds to the weight of a word: about the bytes that it takes in the word's list.
    private static let noteWeight: Int32 = 4

    var count: Int { weights.count }

    /// Reads it. Complexity: O(words).
    init(_ connection: Connection) throws {
        var recent: [[UInt8]: Int] = [:]
        try connection.rows("SELECT words FROM recent") { row in
            for word in row.bytes(0).split(separator: Byte.space) { recent[Array(word), default: 0] += 1 }
            return true
        }
        try connection.rows("SELECT data FROM vocabulary ORDER BY part") { row in
            self.append(part: row.bytes(0))
            return true
        }
        if recent.isEmpty { return }
        var others = Vocabulary()
        for (word, notes) in recent.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
            others.append(word[...], weight: Int32(clamping: notes) &* Self.noteWeight)
        }
        merge(others)
    }

    /// No words.
    init() {}

    /// The word with a number, from 0 in order.
    func word(_ number: Int) -> ArraySlice<UInt8> { bytes[Int(starts[number])..<Int(starts[number + 1])] }

    func weight(_ number: Int) -> Int { Int(weights[number]) }

    /// The numbers of the words that begin so. Complexity: O(log words).
    func range(beginning prefix: [UInt8]) -> Range<Int> {
        let all = 0..<count
        let lower = all.partitioningIndex { !word($0).lexicographicallyPrecedes(prefix) }
        let upper = (lower..<count).partitioningIndex { !word($0).starts(with: prefix) }
        return lower..<upper
    }

    // MARK: Storage

    /// A part is for each word its length, its bytes, and its weight in 4 bytes.
    private mutating func append(part: [UInt8]) {
        var index = 0
        while index < part.count {
            let end = index + 1 + Int(part[index])
            guard end + 4 <= part.count else { return }
            append(part[(index + 1)..<end], weight: (0..<4).reduce(0) { $0 | Int32(part[end + $1]) << Int32(8 * $1) })
            index = end + 4
        }
    }

    /// Adds a word that comes after all others.
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

    /// Works in other words.
    mutating func merge(_ others: Vocabulary) {
        if count == 0 || others.count == 0 {
            if count == 0 { self = others }
            return
        }
        var merged = Vocabulary()
        merged.bytes.reserveCapacity(bytes.count + others.bytes.count / 4)
        var (left, right) = (0, 0)
        while left < count || right < others.count {
            let isLeft =
                right == others.count || (left < count && !others.word(right).lexicographicallyPrecedes(word(left)))
            if isLeft, right < others.count, others.word(right).elementsEqual(word(left)) {
                merged.append(word(left), weight: weights[left])
                merged.addToLast(others.weights[right])
                left += 1
                right += 1
            } else if isLeft {
                merged.append(word(left), weight: weights[left])
                left += 1
            } else {
                merged.append(others.word(right), weight: others.weights[right])
                right += 1
            }
        }
        self = merged
    }

    /// Puts it in the place of the one that is kept.
    func write(to connection: Connection) throws {
        try connection.run("DELETE FROM vocabulary")
        for first in stride(from: 0, to: count, by: Self.part) {
            var data: [UInt8] = []
            for number in first..<min(count, first + Self.part) {
                let word = word(number)
                data.append(UInt8(word.count))
                data.append(contentsOf: word)
                for shift in 0..<4 { data.append(UInt8(truncatingIfNeeded: weights[number] >> Int32(8 * shift))) }
            }
            try connection.run(
                "INSERT INTO vocabulary(part, data) VALUES(?1, ?2)", [.int(first / Self.part), .blob(data)])
        }
    }

    /// Remembers the words of a row that is new.
    static func add(_ row: RowID, _ columns: [[UInt8]], to connection: Connection) throws {
        var words: Set<ArraySlice<UInt8>> = []
        for column in columns {
            for word in column.split(separator: Byte.space) where word.count <= longest { words.insert(word) }
        }
        let joined = Array(words.joined(separator: [Byte.space]))
        try connection.run("INSERT INTO recent(row, words) VALUES(?1, ?2)", [.number(row), .blob(joined)])
    }

    /// Works in the words of recent rows where there are many.
    static func condense(_ connection: Connection) throws {
        let recent = try connection.first("SELECT count(*) FROM recent") { Int($0.int(0)) } ?? 0
        guard recent > mostRecent else { return }
        try Vocabulary(connection).write(to: connection)
        try connection.run("DELETE FROM recent")
    }
}
