import SQLite

/// The properties that contain a date in some note.
package struct DateProperties {
    private let index: NoteIndex

    package init(_ index: NoteIndex) { self.index = index }

    /// Returns whether some note has a date under this folded name. Complexity: O(rows of the property).
    package func contains(_ name: String) throws -> Bool {
        try index.connection.hasRow(
            "SELECT 1 FROM property WHERE \(try index.lists.isOfProperty(name)) AND kind = \(PropertyKind.date) LIMIT 1"
        )
    }
}
