import SQLite
import TestSupport
import Testing

@testable import SearchIndex

/// Tables built in memory compared with tables that FTS5 fills itself.
@Suite struct FullTextBuilderTests {
    private typealias Rows = [[String]]

    private static let columns = ["body", "title", "alias", "name", "keyword", "heading"]

    /// Returns an empty full-text table with small pages.
    private static func table(pageSize: Int) throws -> Connection {
        let connection = try Connection(Array(":memory:".utf8), .create)
        try connection.execute(Schema.tables)
        try connection.execute("INSERT INTO fts(fts, rank) VALUES('automerge', 0), ('pgsz', \(pageSize))")
        for kind in ["row", "col", "instance"] {
            try connection.execute("CREATE VIRTUAL TABLE temp.\(kind)_words USING fts5vocab(main, fts, \(kind))")
        }
        return connection
    }

    private static func insert(_ rows: Rows, after last: Int = 0, into connection: Connection) throws {
        try connection.transaction {
            for (index, row) in rows.enumerated() {
                try connection.run(
                    "INSERT INTO fts(rowid, body, title, alias, name, keyword, heading) VALUES(?, ?, ?, ?, ?, ?, ?)",
                    [.int(last + index + 1)] + row.map { .text($0) })
            }
        }
    }

    /// Returns the same rows inserted, and built into segments of about `limit` words.
    private static func tables(
        _ rows: Rows, pageSize: Int, limit: Int = 3_000_000
    ) throws -> (inserted: Connection, built: Connection, vocabulary: Vocabulary) {
        let (inserted, built) = (try table(pageSize: pageSize), try table(pageSize: pageSize))
        try insert(rows, into: inserted)
        var vocabulary = Vocabulary()
        try built.transaction {
            let builder = try #require(try FullTextBuilder(built, SegmentBuilder(limit: limit)))
            for (index, row) in rows.enumerated() {
                try builder.add(RowID(Int64(index + 1)), row.map { Array($0.utf8) })
            }
            vocabulary = try builder.finish()
        }
        return (inserted, built, vocabulary)
    }

    private static func words(_ connection: Connection, _ kind: String) throws -> [[String]] {
        try connection.all("SELECT * FROM temp.\(kind)_words") { row in (0..<row.count).map { row.text($0) } }
    }

    private static func rows(_ connection: Connection, _ expression: String) throws -> [Int64] {
        try connection.all("SELECT rowid FROM fts WHERE fts MATCH ?1", [.text(expression)]) { $0.int(0) }
    }

    /// Checks that FTS5 finds no fault in either table and reads the same words from both.
    private static func compare(_ inserted: Connection, _ built: Connection) throws {
        for connection in [inserted, built] {
            try connection.execute("INSERT INTO fts(fts) VALUES('integrity-check')")
        }
        for kind in ["row", "col", "instance"] {
            let expected = try words(inserted, kind)
            #expect(try words(built, kind) == expected, "\(kind)")
        }
        let averages = "SELECT block FROM fts_data WHERE id = 1"
        #expect(try inserted.first(averages) { $0.bytes(0) } == built.first(averages) { $0.bytes(0) })
    }

    /// Returns rows with frequent and rare words, empty columns, and words longer than a page.
    private static func text(_ random: inout FixedGenerator, rows: Int) -> Rows {
        let special = [
            "\u{E000}", "äöü", "図", "a", "eightchr", "longerthaneight", String(repeating: "x", count: 5000),
            String(repeating: "y", count: 40_000), String(repeating: "y", count: 32_768),
        ]
        return (0..<rows).map { row in
            columns.indices.map { column in
                let words = random.pick(column == 0 ? [0, 10, 100, row.isMultiple(of: 50) ? 3000 : 10] : [0, 1, 5])
                return (0..<words).map { _ in
                    let word = random.once(in: 300) ? random.pick(special) : "w\(random.below(200))"
                    return (random.once(in: 2) ? "common" : word) + " "
                }.joined()
            }
        }
    }

    @Test(arguments: [(32, 3000), (64, 1_000_000), (200, 10_000), (4000, 20_000), (4000, 1_000_000)])
    func `a built table has the words, positions and answers of an inserted one`(pageSize: Int, limit: Int) throws {
        var random = FixedGenerator(UInt64(pageSize + limit))
        let rows = Self.text(&random, rows: 150)
        let (inserted, built, vocabulary) = try Self.tables(rows, pageSize: pageSize, limit: limit)
        try Self.compare(inserted, built)
        let listed = (0..<vocabulary.count).map { vocabulary.text($0) }
        #expect(try listed == Self.words(built, "row").map { $0[0] }.filter { $0.utf8.count <= Vocabulary.longest })
        for _ in 0..<200 {
            let words = (0..<2).map { _ in random.once(in: 3) ? "common" : "w\(random.below(210))" }
            let expression = random.pick([
                words[0], "\(words[0])*", "\"\(words[0]) \(words[1])\"", "NEAR(\(words[0]) \(words[1]), 5)",
                "{title name} : \(words[0])", "\(words[0]) AND \(words[1])", "\(words[0]) NOT \(words[1])",
                "\(words[0]) OR \(words[1])",
            ])
            #expect(try Self.rows(built, expression) == Self.rows(inserted, expression), "\(expression)")
        }
    }

    @Test func `a built table can be extended and merged`() throws {
        var random = FixedGenerator(7)
        let rows = Self.text(&random, rows: 60)
        let (inserted, built, _) = try Self.tables(rows, pageSize: 200, limit: 5000)
        for round in 0..<20 {
            let more = Self.text(&random, rows: 3)
            for connection in [inserted, built] { try Self.insert(more, after: 60 + round * 3, into: connection) }
        }
        try Self.compare(inserted, built)
        for connection in [inserted, built] { try connection.execute("INSERT INTO fts(fts) VALUES('optimize')") }
        try Self.compare(inserted, built)
    }

    @Test func `the index of a very long list has several levels`() throws {
        let rows = (0..<3000).map { _ in ["common ", "", "", "", "", ""] }
        let (inserted, built, _) = try Self.tables(rows, pageSize: 32)
        let pages = "SELECT max(id >> 31 & 31) FROM fts_data WHERE id >> 36 & 1"
        #expect(try built.first(pages) { $0.int(0) } ?? 0 >= 1)
        try Self.compare(inserted, built)
        // Descending order reads the list from its end.
        for order in ["ASC", "DESC"] {
            let sql = "SELECT rowid FROM fts WHERE fts MATCH 'common' AND rowid > 1500 ORDER BY rowid \(order)"
            #expect(try built.all(sql) { $0.int(0) } == inserted.all(sql) { $0.int(0) })
        }
    }

    @Test func `a table without rows stays empty`() throws {
        let (inserted, built, vocabulary) = try Self.tables([], pageSize: 200)
        #expect(vocabulary.count == 0)
        try built.execute("INSERT INTO fts(fts) VALUES('integrity-check')")
        #expect(try Self.words(built, "row") == Self.words(inserted, "row"))
    }

    @Test func `a table of an unknown format is not built in memory`() throws {
        let connection = try Self.table(pageSize: 200)
        try connection.execute("DELETE FROM fts_config WHERE k = 'pgsz'")
        let builder = try FullTextBuilder(connection)
        #expect(builder === nil)
    }
}
