import SourceText

/// The words of consecutive notes with their positions, collected in memory and turned into a segment of FTS5.
///
/// The words are stored as numbers of four bytes, in the order of the text. One pass then distributes the positions to
/// the words, and another one encodes the list of each word. A hash table of growing lists, as in FTS5, takes three
/// times as long, because it waits for the memory of each word.
struct SegmentBuilder {
    /// The number of words that make a segment.
    private let limit: Int
    private var terms = TermNumbers()
    private var words: [UInt32] = []
    private var rows: [Int64] = []
    /// The number of words in each column of each row.
    private var lengths: [Int] = []

    var isEmpty: Bool { rows.isEmpty }
    var isFull: Bool { words.count > limit || terms.bytes.count > 4 * limit }

    /// - Parameter limit: the number of words that make a segment (default: 2.5 million, which take about 40 MB of
    ///   memory, so that 200 MB of text make twelve segments).
    init(limit: Int = 2_500_000) { self.limit = limit }

    /// Adds a row, whose number is higher than those before.
    ///
    /// - Parameter columns: as in `FullText`.
    mutating func add(_ row: RowID, _ columns: [[UInt8]]) {
        rows.append(row.value)
        for column in columns {
            let before = words.count
            terms.append(wordsOf: column.span, to: &words)
            lengths.append(words.count - before)
        }
    }

    /// Returns the segment and starts another one.
    mutating func finish(pageSize: Int) -> Segment {
        var writer = SegmentPages(pageSize: pageSize)
        var vocabulary = Vocabulary()
        let order = terms.sorted()
        let (places, ends) = distribute(order)
        var positions: [UInt8] = []
        var index = 0
        for number in order {
            let term = terms.bytes[terms.place(number)]
            writer.start(term)
            var size = 0
            while index < ends[number] {
                let row = places[index].row
                index = Self.encode(places, from: index, to: ends[number], into: &positions)
                size += writer.add(rows[row], positions)
            }
            if term.count <= Vocabulary.longest { vocabulary.append(term, weight: Int32(clamping: size)) }
        }
        let columns = lengths.count / max(1, rows.count)
        var totals = [Int](repeating: 0, count: columns)
        for (index, length) in lengths.enumerated() { totals[index % columns] += length }
        let segment = Segment(
            content: writer.finish(), vocabulary: vocabulary, rows: rows.count, wordsPerColumn: totals)
        self = SegmentBuilder(limit: limit)
        return segment
    }

    /// An occurrence of a word: the index of its row, its column, and its position there. A note of at most 64 MiB has
    /// less than 2²⁹ words.
    private struct Place {
        private let bits: UInt64

        init(row: Int, column: Int, position: Int) {
            bits = UInt64(row) << 32 | UInt64(column) << 29 | UInt64(position) & 0x1FFF_FFFF
        }

        var row: Int { Int(bits >> 32) }
        var column: Int { Int(bits >> 29 & 7) }
        var position: Int { Int(bits & 0x1FFF_FFFF) }
    }

    /// Returns the places of all words, those of each word together, in the order of `order`. Also returns the end of
    /// the places of each word, by its number.
    private func distribute(_ order: [Int]) -> (places: [Place], ends: [Int]) {
        var ends = [Int](repeating: 0, count: terms.count)
        for word in words { ends[Int(word)] &+= 1 }
        var start = 0
        for number in order { (ends[number], start) = (start, start + ends[number]) }
        var places = [Place](repeating: Place(row: 0, column: 0, position: 0), count: words.count)
        let columns = lengths.count / max(1, rows.count)
        var next = 0
        for (index, length) in lengths.enumerated() {
            let (row, column) = index.quotientAndRemainder(dividingBy: columns)
            for position in 0..<length {
                let word = Int(words[next])
                places[ends[word]] = Place(row: row, column: column, position: position)
                ends[word] &+= 1
                next &+= 1
            }
        }
        return (places, ends)
    }

    /// Encodes the places from `start` that are in the same row: for each column but the first a 1 and its number, then
    /// the distances of the positions plus 2. Returns the end of these places.
    private static func encode(_ places: [Place], from start: Int, to end: Int, into bytes: inout [UInt8]) -> Int {
        bytes.removeAll(keepingCapacity: true)
        let row = places[start].row
        var (column, previous) = (0, 0)
        var index = start
        repeat {
            let place = places[index]
            if place.column != column {
                (column, previous) = (place.column, 0)
                bytes.append(1)
                Varint.append(column, to: &bytes)
            }
            Varint.append(place.position - previous + 2, to: &bytes)
            previous = place.position
            index += 1
        } while index < end && places[index].row == row
        return index
    }
}
