import SQLite

/// The keywords of a note, and the notes that share them.
struct SharedKeywords {
    /// The rarity of each keyword, by its id.
    private var rarities: [Int64: Double] = [:]
    private let columns: NoteColumns
    private let lists: NumberLists

    /// The evidence of many or of very rare shared keywords.
    private static let limit = 0.15
    private static let mostRarity = 10.0

    init(_ index: NoteIndex, of row: Int?) throws {
        columns = try index.columns()
        lists = try columns.all(.keywords)
        let ranker = try index.ranker()
        for id in row.map({ lists.list($0) }) ?? [] {
            let notes = try index.connection.first("SELECT notes FROM term WHERE id = ?1", [.int(Int64(id))]) {
                Int($0.int(0))
            }
            rarities[Int64(id)] = ranker.rarity(notes ?? 0)
        }
    }

    /// Adds evidence for the keywords of each note that are also those of the note.
    func add(to evidence: inout [Double]) {
        if rarities.isEmpty { return }
        var table = NumberTable()
        let numbered = Array(rarities)
        for (number, keyword) in numbered.enumerated() { table[keyword.key] = number }
        for row in evidence.indices {
            var sum = 0.0
            for place in lists.range(row) {
                if let number = table[Int64(lists.values[place])] { sum += numbered[number].value }
            }
            if sum > 0 { evidence[row] += Self.limit * min(sum, Self.mostRarity) / Self.mostRarity }
        }
    }

    /// Returns the ids of the shared keywords, the rarest first.
    func shared(with row: Int) -> [Int64] {
        lists.list(row).map { Int64($0) }.filter { rarities[$0] != nil }
            .sorted { (rarities[$1] ?? 0, $0) < (rarities[$0] ?? 0, $1) }
    }
}
