import SQLite

/// The properties that contain a date in some note.
package struct DateProperties {
    private let index: NoteIndex

    package init(_ index: NoteIndex) { self.index = index }

    /// Returns the number of dates under a folded name, and of other values. Empty values do not count.
    ///
    /// Complexity: O(values of the property).
    ///
    /// - Parameter ignores: returns whether a text, which is folded, does not count either.
    package func counts(_ name: String, ignores: (String) -> Bool) throws -> (dates: Int, others: Int) {
        var counts = (dates: 0, others: 0)
        try index.connection.rows(
            sql: """
                SELECT kind, CASE kind WHEN \(PropertyKind.text) THEN folded END, count(*) FROM property
                WHERE \(try index.connection.isOfProperty(name)) AND \(PropertyKind.hasValue) GROUP BY 1, 2
                """
        ) { row in
            switch PropertyKind(rawValue: row.int(0)) {
            case .date: counts.dates += Int(row.int(2))
            case .text where ignores(row.text(1)): break
            default: counts.others += Int(row.int(2))
            }
            return true
        }
        return counts
    }

    /// Returns whether some note has a date under this folded name. Complexity: O(rows of the property).
    package func contains(_ name: String) throws -> Bool {
        try index.connection.hasRow(
            "SELECT 1 FROM property WHERE \(try index.connection.isOfProperty(name)) AND kind = \(PropertyKind.date) LIMIT 1"
        )
    }
}
