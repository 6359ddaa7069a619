import SQLite
import SourceText
import System

/// The minimum cost of a full-text index of a vault: titles and bodies inserted into FTS5, and nothing else.
///
/// Alternatives were measured at 100,000 notes (205 MB) in seconds of processor time. The settings below took 3.6, on a
/// machine whose times drift by half. A hash of 32 MB, which leaves 5 segments instead of 10, took 4.5. One of 128 MB
/// took 4.7 to 5.2. 8 or 12 MB with merges down to twelve segments took 5.7 to 7. No effect beyond the drift had:
/// `unicode61` instead of `ascii`, caches of 16, 64 and 256 MB, pages of 4, 8 and 16 KB with a matching `pgsz`, a
/// journal in memory or none.
enum InsertBaseline {
    /// Builds the database and prints its numbers of rows and segments.
    ///
    /// - Parameters:
    ///   - count: the number of notes. It determines the size of FTS5's hash: about eleven fillings and so segments,
    ///     but no less than 16 MB, so that nothing has to be merged.
    ///   - keepsLengths: whether to store each row's length, which SQLite's own `bm25()` requires. Not part of the
    ///     measured time.
    static func run(vault: [UInt8], database: [UInt8], count: Int, keepsLengths: Bool) throws {
        for suffix in ["", "-journal"] { try? Files.remove(database + Array(suffix.utf8)) }
        let connection = try Connection(database, .create)
        try connection.execute(
            """
            PRAGMA page_size = \(Connection.pageSize); PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF;
            PRAGMA locking_mode = EXCLUSIVE; PRAGMA cache_size = -65536;
            CREATE VIRTUAL TABLE fts USING fts5(
                title, body, content='', tokenize='ascii', columnsize=\(keepsLengths ? 1 : 0)
            );
            INSERT INTO fts(fts, rank) VALUES('automerge', 0);
            INSERT INTO fts(fts, rank) VALUES('crisismerge', 1999);
            INSERT INTO fts(fts, rank) VALUES('hashsize', \(max(1 << 24, count * 172)));
            BEGIN
            """)
        var row: Int64 = 0
        try NoteFiles(vault).forEach { title, body in
            row += 1
            try connection.run(
                "INSERT INTO fts(rowid, title, body) VALUES(?1, ?2, ?3)", [.int(row), .text(title), .text(body)])
        }
        // FTS5 writes its hash to disk at the end of the transaction, so that its segments are counted.
        try connection.execute("COMMIT; BEGIN")
        while try segments(connection) > 12 {
            try connection.execute("INSERT INTO fts(fts, rank) VALUES('merge', -100000)")
        }
        try connection.execute("COMMIT")
        print("\(row) rows, \(try segments(connection)) segments")
    }

    private static func segments(_ connection: Connection) throws -> Int64 {
        try connection.first("SELECT count(DISTINCT segid) FROM fts_idx") { $0.int(0) } ?? 0
    }

    /// Writes the same rows as a file that the `sqlite3` shell imports, with the ASCII separators between fields and
    /// rows.
    static func writeRows(vault: [UInt8], file: [UInt8]) throws {
        try? Files.remove(file)
        var text: [UInt8] = []
        try NoteFiles(vault).forEach { title, body in text += title + [0x1F] + body + [0x1E] }
        try Files.create(file, text)
    }
}
