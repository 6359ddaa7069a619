import SQLite

/// The keywords of a note, and the notes that share them.
struct SharedKeywords {
    /// The rarity of each keyword, by its id.
    private var rarities: [Int64: Double] = [:]
    private let columns: NoteColumns
    private let connection: Connection

    /// The evidence of many or of very rare shared keywords.
    private static let limit = 0.15
    private static let mostRarity = 10.0
    /// A keyword of a seventh of the notes or more says little, so it does not count.
    private static let leastRarity = 2.0

    init(_ index: NoteIndex, of row: Int?) throws {
        columns = try index.columns()
        connection = index.connection
        let ranker = try index.ranker()
        for id in try row.map({ try columns.list(.keywords, $0) }) ?? [] {
            let notes = try index.connection.first("SELECT notes FROM term WHERE id = ?1", [.int(id)]) {
                Int($0.int(0))
            }
            let rarity = ranker.rarity(notes ?? 0)
            if rarity >= Self.leastRarity { rarities[id] = rarity }
        }
    }

    /// Adds evidence for the keywords of each note that are also those of the note.
    ///
    /// Complexity: O(keywords of all notes), of which only one part is in memory.
    func add(to evidence: inout [Double]) throws {
        if rarities.isEmpty { return }
        var table = NumberTable()
        let numbered = Array(rarities)
        // A Bloom filter of the note's keywords: most others need no lookup.
        var bits: UInt64 = 0
        func bit(_ id: Int64) -> UInt64 { 1 << UInt64(id & 63) }
        for (number, keyword) in numbered.enumerated() {
            table[keyword.key] = number
            bits |= bit(keyword.key)
        }
        var (counts, ids) = ([Int64](repeating: 0, count: ColumnPart.size), [Int32]())
        try connection.columnParts(NoteListColumn.keywords.rawValue) { list, part in
            try connection.columnPart(NoteColumn.keywords.rawValue, part: part) {
                $0.readNumbers(0, count: ColumnPart.size, into: &counts, at: 0)
            }
            ids.removeAll(keepingCapacity: true)
            list.appendNumbers(0, to: &ids)
            var next = 0
            for (offset, count) in counts.enumerated() {
                let end = max(next, min(ids.count, next + Int(clamping: count)))
                var sum = 0.0
                for id in ids[next..<end] where bits & bit(Int64(id)) != 0 {
                    if let number = table[Int64(id)] { sum += numbered[number].value }
                }
                next = end
                let row = part * ColumnPart.size + offset
                // A deleted row has no length.
                if sum == 0 || row >= evidence.count || columns.reader(.length).value(row) ?? 0 == 0 { continue }
                evidence[row] += Self.limit * min(sum, Self.mostRarity) / Self.mostRarity
            }
        }
        try columns.reader(.length).check()
    }

    /// Returns the ids of the shared keywords, the rarest first.
    func shared(with row: Int) throws -> [Int64] {
        try columns.list(.keywords, row).filter { rarities[$0] != nil }
            .sorted { (rarities[$1] ?? 0, $0) < (rarities[$0] ?? 0, $1) }
    }
}
