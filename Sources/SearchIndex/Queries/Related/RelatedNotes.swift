package import QueryLanguage
import SQLite
package import SourceText

/// The notes that belong together with a note, with a score for each.
///
/// A note gets evidence for rare words, links and keywords that both have, for links from notes that are similar by
/// these, and for a title whose words the note has. It needs `leastEvidence`. Same folder and same day only affect the
/// order. All weights were tuned with links hidden in real vaults (`slip-bench judge`).
struct RelatedNotes {
    let note: RelatedTo
    /// The notes with enough evidence.
    private(set) var rows: RowSet
    private let words: SharedWords
    private let links: SharedLinks
    private let keywords: SharedKeywords
    private let similar: SimilarNotes
    private let columns: NoteColumns
    /// The sum of the evidence in each row.
    private var evidence: [Double]
    /// The notes of whose titles the note has most words.
    private var titles: Set<Int> = []
    private let folder: Int64?

    private static let leastEvidence = 0.05
    private static let folderWeight = 0.06
    private static let dayWeight = 0.03
    /// The number of notes, best first, whose title is compared.
    private static let mostTitles = 300
    /// With this factor, a score compares to that of two rare words.
    private static let scale = 10.0

    init(_ index: NoteIndex, to note: RelatedTo) throws {
        self.note = note
        columns = try index.columns()
        rows = RowSet(capacity: columns.capacity)
        let row = try index.connection.first(
            sql: "SELECT n.id FROM file f CROSS JOIN note n ON n.file = f.id WHERE \(.isFile(note.path))"
        ) { Int($0.int(0)) }
        words = try SharedWords(index, note.words)
        links = try SharedLinks(index, of: row)
        keywords = try SharedKeywords(index, of: row)
        folder = row.flatMap { [columns] in columns.reader(.folder).value($0) }

        evidence = [Double](repeating: 0, count: columns.capacity)
        words.add(to: &evidence)
        links.add(to: &evidence)
        keywords.add(to: &evidence)
        if let row { evidence[row] = 0 }
        similar = try SimilarNotes(index, evidence)
        similar.add(to: &evidence)
        var excluded = RowSet(capacity: columns.capacity)
        if let row { excluded.insert(row) }
        if !note.includesLinked { for row in links.linked { excluded.insert(row) } }
        for row in excluded.rows { evidence[row] = 0 }

        var best = TopValues(limit: Self.mostTitles)
        for value in evidence where value > 0 { best.add(value.ordered) }
        let statement = try index.connection.prepare("SELECT title FROM note WHERE id = ?1")
        for row in evidence.indices where evidence[row] > 0 {
            if evidence[row].ordered >= best.least {
                let title = try statement.first([.int(row)]) { $0.text(0) } ?? ""
                let weight = words.weight(ofTitle: title)
                if weight > 0 { titles.insert(row) }
                evidence[row] += weight
            }
            if evidence[row] >= Self.leastEvidence { rows.insert(row) }
        }
        rows = rows.intersection(try columns.liveRows())
    }

    /// Returns the score of a note with enough evidence, else nil.
    func score(_ row: Int) -> Double? {
        guard rows.contains(row) else { return nil }
        var score = evidence[row]
        if isInSameFolder(row) { score += Self.folderWeight }
        if isOfSameDay(row) { score += Self.dayWeight }
        return score * Self.scale
    }

    private func isInSameFolder(_ row: Int) -> Bool { folder != nil && columns.reader(.folder).value(row) == folder }

    private func isOfSameDay(_ row: Int) -> Bool {
        guard let day = note.day, let created = columns.reader(.created).value(row) else { return false }
        let features = NoteFeatures(rawValue: columns.reader(.features).value(row) ?? 0)
        return features.contains(.ownCreated) && created >= day.lower?.microseconds ?? .min
            && created < day.upper?.microseconds ?? .max
    }

    /// Returns what a note has in common with the note.
    func reasons(_ row: Int, _ index: NoteIndex) throws -> RelatedReasons {
        var reasons = RelatedReasons()
        reasons.words = words.best(in: row)
        try links.explain(row, index.connection, in: &reasons)
        reasons.keywords = try keywords.shared(with: row).map { try index.name(ofTerm: $0) }
        reasons.similar = similar.linking(to: row)
        reasons.hasTitle = titles.contains(row)
        reasons.isInSameFolder = isInSameFolder(row)
        reasons.isOfSameDay = isOfSameDay(row)
        return reasons
    }
}

extension NoteIndex {
    /// Returns what two notes have in common, for notes that `like:` finds, else nothing.
    package func reasons(for path: VaultPath, relatedTo note: RelatedTo) throws -> RelatedReasons {
        let row = try connection.first(
            sql: "SELECT n.id FROM file f CROSS JOIN note n ON n.file = f.id WHERE \(.isFile(path))"
        ) { Int($0.int(0)) }
        return try row.map { try related(to: note).reasons($0, self) } ?? RelatedReasons()
    }
}
