import SQLite
import SourceText

/// A kind as a column holds it. In SQL it stands as its number, not as a parameter: SQLite uses a partial index only
/// where it sees that its condition holds (https://sqlite.org/partialindex.html#queries_using_partial_indexes).
package protocol SchemaKind: RawRepresentable<Int64>, Sendable {}

extension SQLValue {
    static func kind(_ kind: some SchemaKind) -> SQLValue { .int(kind.rawValue) }
}

/// Statements as fragments, whose values stand where they are meant.
///
/// Wherever tables are joined by CROSS JOIN the order is meant: few rows come first, and each finds its own in the next
/// table. SQLite keeps to it (https://sqlite.org/optoverview.html#crossjoin), and has no statistics to know it by itself,
/// since gathering them would take longer than many a search.
extension Connection {
    /// What `meta` says of the notes.
    struct Totals {
        /// The next row of the full-text table.
        var next: Int64
        var notes: Int64
        /// In all of them.
        var tokens: Int64

        /// The rows that nobody's note has any more.
        var dead: Int64 { next - 1 - notes }
    }

    func run(sql statement: SQLFragment) throws { try run(statement.sql, statement.values) }

    func rows(sql statement: SQLFragment, _ body: (borrowing Row) throws -> Bool) throws {
        try rows(statement.sql, statement.values, body: body)
    }

    func all<Value>(sql statement: SQLFragment, _ read: (borrowing Row) throws -> Value) throws -> [Value] {
        try all(statement.sql, statement.values, read: read)
    }

    func first<Value>(sql statement: SQLFragment, _ read: (borrowing Row) throws -> Value) throws -> Value? {
        try first(statement.sql, statement.values, read: read)
    }

    // MARK: meta

    /// A whole number kept in `meta`.
    func meta(_ name: MetaName) throws -> Int64? {
        try first("SELECT value FROM meta WHERE name = ?1", [.text(name.rawValue)]) { $0.int(0) }
    }

    /// A text kept in `meta`.
    func metaText(_ name: MetaName) throws -> String? {
        try first("SELECT value FROM meta WHERE name = ?1", [.text(name.rawValue)]) { $0.text(0) }
    }

    func setMeta(_ name: MetaName, _ value: SQLValue) throws {
        try run("INSERT OR REPLACE INTO meta(name, value) VALUES(?1, ?2)", [.text(name.rawValue), value])
    }

    /// How many notes the index has.
    ///
    /// - Throws: `SQLiteError` for numbers that no writer of ours can have put there.
    func totals() throws -> Totals {
        var totals = Totals(next: 1, notes: 0, tokens: 0)
        try rows("SELECT name, value FROM meta WHERE name IN ('next', 'notes', 'tokens')") { row in
            switch MetaName(rawValue: row.text(0)) {
            case .next: totals.next = row.int(1)
            case .notes: totals.notes = row.int(1)
            case .tokens: totals.tokens = row.int(1)
            default: break
            }
            return true
        }
        guard totals.next > 0, totals.next <= Int32.max, totals.notes >= 0, totals.notes < totals.next,
            totals.tokens >= 0, totals.tokens < 1 << 53
        else { throw SQLiteError.damage("numbers that cannot be: \(totals)", in: "meta") }
        return totals
    }

    /// What is read from the row of the file or folder at `path`; nil where there is none.
    func file<Value>(
        _ columns: String, at path: VaultPath, _ read: (borrowing Row) throws -> Value
    ) throws -> Value? {
        try first(
            "SELECT \(columns) FROM file WHERE path_hash = ?1 AND path = ?2",
            [.number(NameKey.path(path)), .text(path.bytes)], read: read)
    }
}
