import SQLite
import Synchronization
import System

/// A builder of the full-text table of a new index.
///
/// It builds FTS5's segments in memory on a background thread (`SegmentBuilder`) and writes them to FTS5's own tables,
/// which takes a third of the time of inserting rows. The tables have format version 4, as
/// https://sqlite.org/fts5.html#fts5_data_structures describes it.
final class FullTextBuilder {
    /// Notes that are handed to the background thread together.
    private typealias Batch = [(row: RowID, columns: [[UInt8]])]

    /// The size of a batch in bytes.
    private static let batchLimit = 1 << 18

    private let connection: Connection
    private let pageSize: Int
    private let insertPage: Statement
    private let insertTerm: Statement
    private let work: Work
    private let queue = JobQueue("full text", mostWaiting: 16)
    private var batch: Batch = []
    private var batchSize = 0
    /// The last page of each written segment, in order.
    private var lastPages: [Int] = []
    private var rows = 0
    private var wordsPerColumn: [Int] = []
    private var vocabulary = Vocabulary()

    /// The state that is shared with the background thread.
    private final class Work: Sendable {
        let builder: Mutex<SegmentBuilder>
        let finished = Mutex<[Segment]>([])

        init(_ builder: SegmentBuilder) { self.builder = Mutex(builder) }

        func add(_ batch: Batch, pageSize: Int) {
            builder.withLock { builder in
                for (row, columns) in batch {
                    builder.add(row, columns)
                    if builder.isFull { finishSegment(&builder, pageSize: pageSize) }
                }
            }
        }

        func finish(pageSize: Int) {
            builder.withLock { builder in
                if !builder.isEmpty { finishSegment(&builder, pageSize: pageSize) }
            }
        }

        private func finishSegment(_ builder: inout SegmentBuilder, pageSize: Int) {
            let segment = builder.finish(pageSize: pageSize)
            finished.withLock { $0.append(segment) }
        }
    }

    /// Returns nil if the table has an unknown format. Then rows must be inserted. The table must be empty.
    init?(_ connection: Connection, _ builder: SegmentBuilder = SegmentBuilder()) throws {
        // FTS5 keeps the structure record that it has read. This drops it, so that FTS5 reads the one written here. It
        // also stores FTS5's own format version.
        try connection.execute("INSERT INTO fts(fts) VALUES('delete-all')")
        func setting(_ name: String) throws -> Int64? {
            try connection.first("SELECT v FROM fts_config WHERE k = ?1", [.text(name)]) { $0.int(0) }
        }
        let structure = try connection.first(
            "SELECT block FROM fts_data WHERE id = ?1", [.int(SegmentLevels.record)]
        ) { $0.bytes(0) }
        guard try setting("version") == 4, let pageSize = try setting("pgsz"), let structure,
            // No levels, no segments, no written pages.
            structure.count == 7, structure.suffix(3) == [0, 0, 0]
        else { return nil }
        self.connection = connection
        work = Work(builder)
        self.pageSize = Int(pageSize)
        insertPage = try connection.prepare("INSERT INTO fts_data(id, block) VALUES(?1, ?2)")
        insertTerm = try connection.prepare("INSERT INTO fts_idx(segid, term, pgno) VALUES(?1, ?2, ?3)")
    }

    /// Adds a row, whose number is higher than those before.
    ///
    /// - Parameter columns: as in `FullText`.
    func add(_ row: RowID, _ columns: [[UInt8]]) throws {
        batch.append((row, columns))
        batchSize += columns.reduce(0) { $0 + $1.count }
        if batchSize > Self.batchLimit { submit() }
        try writeFinished()
    }

    /// Writes the remaining rows. Returns the words of all rows.
    func finish() throws -> Vocabulary {
        submit()
        let (work, pageSize) = (work, pageSize)
        queue.submit { work.finish(pageSize: pageSize) }
        queue.wait()
        try writeFinished()
        try writeStructure()
        return vocabulary
    }

    private func submit() {
        let (work, batch, pageSize) = (work, batch, pageSize)
        queue.submit { work.add(batch, pageSize: pageSize) }
        self.batch = []
        batchSize = 0
    }

    private func writeFinished() throws {
        let segments = work.finished.withLock { finished in
            defer { finished = [] }
            return finished
        }
        for segment in segments { try write(segment) }
    }

    private func write(_ segment: Segment) throws {
        // Rows without words have no segment. FTS5 would call one without pages corrupt.
        if !segment.content.leaves.isEmpty { try write(segment.content) }
        vocabulary.merge(segment.vocabulary)
        rows += segment.rows
        if wordsPerColumn.isEmpty { wordsPerColumn = segment.wordsPerColumn.map { _ in 0 } }
        for (column, words) in segment.wordsPerColumn.enumerated() { wordsPerColumn[column] += words }
    }

    private func write(_ content: SegmentPages.Content) throws {
        let number = lastPages.count + 1
        let first = Int64(number) << 37
        for (index, page) in content.leaves.enumerated() {
            try insertPage.run([.int(first + Int64(index + 1)), .blob(page)])
        }
        for (id, page) in content.listIndexes { try insertPage.run([.int(first + id), .blob(page)]) }
        for (term, page) in content.firstTerms { try insertTerm.run([.int(number), .blob(term), .int(page)]) }
        lastPages.append(content.leaves.count)
    }

    /// Writes the record with the numbers of rows and words, and the structure record (`SegmentLevels`).
    private func writeStructure() throws {
        if rows == 0 { return }
        var averages: [UInt8] = []
        for number in [rows] + wordsPerColumn { Varint.append(number, to: &averages) }
        try connection.run("UPDATE fts_data SET block = ?1 WHERE id = 1", [.blob(averages)])
        if lastPages.isEmpty { return }
        var structure: [UInt8] = []
        // One level, no written pages on record, and no segment of the level in a merge.
        var numbers = [1, lastPages.count, 0, 0, lastPages.count]
        for (index, last) in lastPages.enumerated() { numbers += [index + 1, 1, last] }
        for number in numbers { Varint.append(number, to: &structure) }
        try connection.run(
            "UPDATE fts_data SET block = CAST(substr(block, 1, 4) || ?1 AS BLOB) WHERE id = ?2",
            [.blob(structure), .int(SegmentLevels.record)])
    }
}
