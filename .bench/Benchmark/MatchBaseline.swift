import SQLite

/// SQLite's own full-text search, run repeatedly in one process. Prints the median time in milliseconds, then the
/// result.
enum MatchBaseline {
    private static let statements = [
        "count": "SELECT count(*) FROM fts WHERE fts MATCH ?1",
        // The same weights for title and body as in slip.
        "best": "SELECT rowid FROM fts WHERE fts MATCH ?1 ORDER BY bm25(fts, 10, 1) LIMIT 20",
    ]

    /// Runs one query in the database of `InsertBaseline`.
    ///
    /// - Parameters:
    ///   - kind: `count`, or `best` for the first twenty by `bm25()`.
    ///   - expression: the query in FTS5's syntax.
    static func run(database: [UInt8], kind: String, expression: String) throws {
        guard let sql = statements[kind] else { throw BenchmarkError("there is no kind '\(kind)'") }
        let connection = try Connection(database, .readWrite)
        var times: [Double] = []
        var answer: Int64 = 0
        let clock = ContinuousClock()
        let begin = clock.now
        // Half a second is enough for a median. Slower queries run six times, the first of which does not count.
        while times.count < 6 || times.count < 101 && clock.now - begin < .milliseconds(500) {
            let start = clock.now
            try connection.rows(sql, [.text(expression)]) { row in
                answer = row.int(0)
                return true
            }
            times.append((clock.now - start) / .milliseconds(1))
        }
        // The first run reads the pages.
        print("\(Series(Array(times.dropFirst())).median)\n\(answer)")
    }
}
