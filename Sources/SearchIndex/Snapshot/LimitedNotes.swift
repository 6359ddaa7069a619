import SQLite
package import SourceText

/// Some notes of a snapshot of the index, for searches that must not depend on the others: on their links, tasks, words
/// and number. Whether a link of these notes is broken, and what `like:` finds, is still decided among all notes.
package final class LimitedNotes {
    let columns: NoteColumns
    let totals: Connection.Totals

    /// Complexity: O(notes).
    package init(_ index: NoteIndex, where isIncluded: (VaultPath) -> Bool) throws {
        var totals = try index.totals()
        var rows = RowSet(capacity: try index.columns().capacity)
        try index.connection.rows(
            sql: "SELECT n.id, f.path FROM note n CROSS JOIN file f ON f.id = n.file WHERE n.id >= 0"
        ) { row in
            if isIncluded(row.path(1)) { rows.insert(Int(row.int(0))) }
            return true
        }
        columns = try NoteColumns(index.connection, totals, limit: rows)
        let lengths = try columns.all(.length)
        let live = try columns.liveRows()
        (totals.notes, totals.tokens) = (Int64(live.count), 0)
        live.forEach { totals.tokens += lengths[$0] }
        self.totals = totals
    }
}
