import QueryLanguage
import SQLite
import SourceText

/// The links of a note, and the notes that are two links away.
struct SharedLinks {
    /// A file at the other end of a link of the note.
    private struct Neighbor {
        var file: Int64
        var isTarget: Bool
        var isSource: Bool
        /// The notes that link to it, and those that it links to.
        var from: Set<Int>
        var to: Set<Int>
        /// A neighbor with fewer links says more (Adamic and Adar, "Friends and neighbors on the Web", 2003).
        var weight: Double
    }

    private var neighbors: [Neighbor] = []
    /// The notes that the note links to, and those that link to it.
    private(set) var linked: Set<Int> = []

    /// The evidence of many shared links, and the sum of weights that gives half of it. One file with more than about a
    /// hundred links is not enough to make two notes related.
    private static let limit = 0.35
    private static let half = 1.0
    /// A file with more links says little, so it does not count.
    private static let mostLinks = 1000
    /// A lower sum of weights is too little evidence for a related note.
    private static let leastSum = 0.2
    /// In a vault with fewer notes, even many links are not chance.
    private static let fewNotes = 100

    /// The evidence of the common neighbors in each row.
    private var evidence: [Int: Double] = [:]

    init(_ index: NoteIndex, of row: Int?) throws {
        guard let row, let file = try index.columns().reader(.file).value(row) else { return }
        let reader = try FileLinks(index.connection, atMost: Self.mostLinks + 1)
        let (outgoing, incoming) = (try reader.targets(of: file), try reader.sources(of: file))
        linked = try reader.rows(outgoing.union(incoming))
        for other in outgoing.union(incoming) {
            let (to, from) = (try reader.targets(of: other), try reader.sources(of: other))
            let degree = to.union(from).count
            if degree < 2 || degree > Self.mostLinks { continue }
            neighbors.append(
                Neighbor(
                    file: other, isTarget: outgoing.contains(other), isSource: incoming.contains(other),
                    from: try reader.rows(from), to: try reader.rows(to),
                    weight: 1 / Ranker.logarithm(1 + Double(degree))))
        }
        var sums: [Int: Double] = [:]
        for neighbor in neighbors {
            for row in neighbor.from.union(neighbor.to) { sums[row, default: 0] += neighbor.weight }
        }
        evidence = sums.mapValues { Self.limit * $0 / ($0 + Self.half) }
        try reduceChance(sums, in: index, reader)
    }

    /// Reduces the evidence to the part of the common neighbors that is not expected from the number of links. An index
    /// of all notes has all neighbors of any note, and a long note has neighbors in common with all notes of many links.
    private mutating func reduceChance(_ sums: [Int: Double], in index: NoteIndex, _ links: FileLinks) throws {
        let columns = try index.columns()
        let (files, targets) = (columns.reader(.file), columns.reader(.targets))
        let notes = Double(max(Self.fewNotes, try index.noteCount()))
        let total = neighbors.reduce(0) { $0 + $1.weight }
        // In order of rows, because a column is read in parts.
        for (row, sum) in sums.sorted(by: { $0.key < $1.key }) where sum >= Self.leastSum {
            let share = sum / total
            // Counting stops where nothing of the share is left.
            let sources = try links.sourceCount(
                of: files.value(row) ?? 0, atMost: Int64((share * notes).rounded(.up)))
            let expected = Double((targets.value(row) ?? 0) + sources) / notes
            evidence[row, default: 0] *= max(0, 1 - expected / share)
        }
        try targets.check()
    }

    /// Adds evidence for the neighbors that each note has in common with the note.
    func add(to evidence: inout [Double]) {
        for (row, value) in self.evidence { evidence[row] += value }
    }

    /// Adds the paths of the common neighbors, those with the fewest links first.
    func explain(_ row: Int, _ connection: Connection, in reasons: inout RelatedReasons) throws {
        let path = try connection.prepare("SELECT path FROM file WHERE id = ?1")
        for neighbor in neighbors.sorted(by: { ($1.weight, $0.file) < ($0.weight, $1.file) }) {
            let (links, isLinked) = (neighbor.from.contains(row), neighbor.to.contains(row))
            guard links || isLinked, let path = try path.first([.int(neighbor.file)], { $0.path(0) }) else { continue }
            if links, neighbor.isTarget {
                reasons.links.append(path)
            } else if isLinked, neighbor.isSource {
                reasons.backlinks.append(path)
            } else {
                reasons.between.append(path)
            }
        }
    }
}
