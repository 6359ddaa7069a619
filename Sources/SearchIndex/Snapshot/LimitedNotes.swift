import SQLite
package import SourceText

/// Some notes of a snapshot of the index, for searches that must not depend on the others: on their links, words and
/// number.
package final class LimitedNotes {
    let columns: NoteColumns

    /// Complexity: O(notes).
    package init(_ index: NoteIndex, where isIncluded: (VaultPath) -> Bool) throws {
        let totals = try index.totals()
        var rows = RowSet(capacity: try index.columns().capacity)
        try index.connection.rows(
            sql: "SELECT n.id, f.path FROM note n CROSS JOIN file f ON f.id = n.file WHERE n.id >= 0"
        ) { row in
            if isIncluded(row.path(1)) { rows.insert(Int(row.int(0))) }
            return true
        }
        columns = try NoteColumns(index.connection, totals, limit: rows)
    }
}
