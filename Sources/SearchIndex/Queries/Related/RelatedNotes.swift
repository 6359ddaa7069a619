import QueryLanguage
import SQLite
import SourceText

/// The notes that are related to a note, with a score for each.
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
    /// The sum of the evidence in each row.
    private var evidence: [Double]
    /// What only the best notes are tested for, by row.
    private var finalists: [Int: Finalist] = [:]

    private static let leastEvidence = 0.06
    private static let folderWeight = 0.06
    private static let dayWeight = 0.03
    private static let mostFinalists = 100
    /// With this factor, a score compares to that of two rare words.
    private static let scale = 10.0

    init(_ index: NoteIndex, to note: RelatedTo) throws {
        self.note = note
        let capacity = try index.columns().capacity
        rows = RowSet(capacity: capacity)
        let row = try index.links.row(of: note.path)
        words = try SharedWords(index, note.words)
        links = try SharedLinks(index, of: row)
        keywords = try SharedKeywords(index, of: row)

        evidence = [Double](repeating: 0, count: capacity)
        words.add(to: &evidence)
        links.add(to: &evidence)
        try keywords.add(to: &evidence)
        if let row { evidence[row] = 0 }
        similar = try SimilarNotes(index, evidence)
        similar.add(to: &evidence)
        if let row { evidence[row] = 0 }
        if !note.includesLinked { for row in links.linked { evidence[row] = 0 } }
        try chooseFinalists(index, row)
        for row in evidence.indices where evidence[row] >= Self.leastEvidence { rows.insert(row) }
    }

    private mutating func chooseFinalists(_ index: NoteIndex, _ own: Int?) throws {
        var best = TopValues(limit: Self.mostFinalists)
        for value in evidence where value > 0 { best.add(value.ordered) }
        let reader = try FinalistReader(index, note, own)
        for row in evidence.indices where evidence[row] > 0 && evidence[row].ordered >= best.least {
            if finalists.count == Self.mostFinalists { break }
            finalists[row] = try reader.finalist(row, words)
            evidence[row] += finalists[row]?.title ?? 0
        }
    }

    /// Returns the score of a note with enough evidence, else nil.
    func score(_ row: Int) -> Double? {
        guard rows.contains(row) else { return nil }
        let finalist = finalists[row]
        return Self.scale
            * (evidence[row] + (finalist?.isInSameFolder == true ? Self.folderWeight : 0)
                + (finalist?.isOfSameDay == true ? Self.dayWeight : 0))
    }

    /// Returns what a note has in common with the note.
    func reasons(_ row: Int, _ index: NoteIndex) throws -> RelatedReasons {
        var reasons = RelatedReasons()
        reasons.words = words.best(in: row)
        try links.explain(row, index.connection, in: &reasons)
        reasons.keywords = try keywords.shared(with: row).map { try index.name(ofTerm: $0) }
        reasons.similar = similar.linking(to: row)
        let reader = { try FinalistReader(index, note, index.links.row(of: note.path)) }
        guard let finalist = try finalists[row] ?? reader().finalist(row, words) else { return reasons }
        reasons.hasTitle = finalist.hasTitle
        reasons.isInSameFolder = finalist.isInSameFolder
        reasons.isOfSameDay = finalist.isOfSameDay
        return reasons
    }
}

/// What only the best related notes are tested for.
private struct Finalist {
    /// The evidence of the title, and whether the note has all of its words.
    var title: Double
    var hasTitle: Bool
    var isInSameFolder: Bool
    var isOfSameDay: Bool
}

private struct FinalistReader {
    private let statement: Statement
    private let folder: Int64?
    private let day: Range<Int64>

    /// - Parameter own: the row of the note itself.
    init(_ index: NoteIndex, _ note: RelatedTo, _ own: Int?) throws {
        let statement = try index.connection.prepare("SELECT title, folder, created, flags FROM note WHERE id = ?1")
        self.statement = statement
        folder = try own.flatMap { try statement.first([.int($0)]) { $0.int(1) } }
        let lower = note.day?.lower?.microseconds ?? .max
        day = lower..<max(lower, note.day?.upper?.microseconds ?? .max)
    }

    func finalist(_ row: Int, _ words: SharedWords) throws -> Finalist? {
        try statement.first([.int(row)]) { note in
            let title = words.weight(ofTitle: note.text(0))
            let hasOwnDate = NoteFeatures(rawValue: note.int(3)).contains(.ownCreated)
            return Finalist(
                title: title.weight, hasTitle: title.hasAll, isInSameFolder: note.int(1) == folder,
                isOfSameDay: hasOwnDate && day.contains(note.int(2)))
        }
    }
}
