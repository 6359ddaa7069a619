import SQLite
import SourceText

/// Statements as fragments with their values inline.
///
/// CROSS JOIN fixes the join order: the table with few rows comes first
/// (https://sqlite.org/optoverview.html#crossjoin). SQLite has no statistics to find this order. Gathering them would
/// take longer than many searches.
extension Connection {
    /// The row, note and token counts in `meta`.
    struct Totals {
        /// The next row of the full-text table.
        var next: Int64
        var notes: Int64
        /// The number of tokens in all notes.
        var tokens: Int64

        var deleted: Int64 { next - 1 - notes }
    }

    func run(sql statement: SQLFragment) throws { try run(statement.sql, statement.values) }

    func rows(sql statement: SQLFragment, _ body: (borrowing Row) throws -> Bool) throws {
        try rows(statement.sql, statement.values, body: body)
    }

    func all<Result>(sql statement: SQLFragment, _ read: (borrowing Row) throws -> Result) throws -> [Result] {
        try all(statement.sql, statement.values, read: read)
    }

    func first<Result>(sql statement: SQLFragment, _ read: (borrowing Row) throws -> Result) throws -> Result? {
        try first(statement.sql, statement.values, read: read)
    }

    func hasRow(_ statement: SQLFragment) throws -> Bool { try first(sql: statement) { _ in true } ?? false }

    // MARK: meta

    /// Returns a number of the table `meta`, or nil if it is not set.
    func meta(_ name: MetaName) throws -> Int64? {
        try first("SELECT value FROM meta WHERE name = ?1", [.text(name.rawValue)]) { $0.int(0) }
    }

    func metaText(_ name: MetaName) throws -> String? {
        try first("SELECT value FROM meta WHERE name = ?1", [.text(name.rawValue)]) { $0.text(0) }
    }

    /// Sets a value of the table `meta`; nil deletes it.
    func setMeta(_ name: MetaName, _ value: SQLValue?) throws {
        guard let value else { return try run("DELETE FROM meta WHERE name = ?1", [.text(name.rawValue)]) }
        try run("INSERT OR REPLACE INTO meta(name, value) VALUES(?1, ?2)", [.text(name.rawValue), value])
    }

    /// Records that the change of the index that is being written only gives notes new versions with the same names.
    func recordNewVersions() throws { try setMeta(.versions, .int((meta(.versions) ?? 0) + 1)) }

    /// Returns the row, note and token counts of the index.
    ///
    /// - Throws: `SQLiteError` for impossible numbers, which indicate corruption.
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

    func setTotals(_ totals: Totals) throws {
        try setMeta(.next, .int(totals.next))
        try setMeta(.notes, .int(totals.notes))
        try setMeta(.tokens, .int(totals.tokens))
    }

    /// Returns the value that `read` makes from the row of the file or folder at `path`, or nil if there is none.
    ///
    /// - Parameter columns: the columns to select, as SQL.
    func file<Result>(_ columns: String, at path: VaultPath, _ read: (borrowing Row) throws -> Result) throws -> Result?
    {
        try first(
            "SELECT \(columns) FROM file WHERE path_hash = ?1 AND path = ?2",
            [.number(NameKey.path(path)), .text(path.bytes)], read: read)
    }

    // MARK: Properties

    /// Returns the value by which a property is found.
    static func key(ofProperty name: String) -> SQLValue { .text(FrontMatterKey.identity(name)) }

    /// Returns the condition that a row of `property` belongs to a property. For one spelling, an equality keeps key
    /// order.
    func isOfProperty(_ name: String) throws -> SQLFragment {
        let key = Self.key(ofProperty: name)
        let terms = try all(sql: "SELECT id FROM term WHERE kind = \(TermKind.property) AND folded = \(key)") {
            SQLValue.int($0.int(0))
        }
        if terms.count == 1 { return "term = \(terms[0])" }
        return "term IN (SELECT id FROM term WHERE kind = \(TermKind.property) AND folded = \(key))"
    }
}
