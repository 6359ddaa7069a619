import SQLite

/// The notes most similar to a note, and the notes that they link to more often than others do.
struct SimilarNotes {
    /// For each note, the share of the similar notes that link to it, weighed by similarity, less that of all notes.
    private var shares: [Int: Double] = [:]
    /// The number of similar notes that link to each note.
    private var counts: [Int: Int] = [:]

    private static let most = 30
    private static let mostLinks = 1000
    /// A lower share is no evidence.
    private static let leastShare = 0.05
    private static let weight = 1.0

    /// - Parameter evidence: the similarity of each note, by row.
    init(_ index: NoteIndex, _ evidence: [Double]) throws {
        var best = TopValues(limit: Self.most)
        for value in evidence where value > 0 { best.add(value.ordered) }
        let similar = evidence.indices.lazy.filter { evidence[$0] > 0 && evidence[$0].ordered >= best.least }.prefix(
            Self.most)
        let sum = similar.reduce(0) { $0 + evidence[$1] }
        let columns = try index.columns()
        let links = try FileLinks(index.connection, atMost: Self.mostLinks)
        for row in similar {
            for to in try links.rows(links.targets(of: columns.reader(.file).value(row) ?? 0)) {
                shares[to, default: 0] += evidence[row] / sum
                counts[to, default: 0] += 1
            }
        }
        // Counting stops where nothing of the share is left.
        let notes = Double(max(1, try index.noteCount()))
        for (row, share) in shares {
            let file = columns.reader(.file).value(row) ?? 0
            let all =
                share < Self.leastShare
                ? nil : try links.sourceCount(of: file, atMost: Int64((share * notes).rounded(.up)))
            shares[row] = all.map { max(0, share - Double($0) / notes) }
        }
    }

    func add(to evidence: inout [Double]) {
        for (row, share) in shares { evidence[row] += Self.weight * share }
    }

    /// Returns the number of similar notes that link to a note, or 0 if that is no more than usual.
    func linking(to row: Int) -> Int { shares[row, default: 0] > 0 ? counts[row, default: 0] : 0 }
}
