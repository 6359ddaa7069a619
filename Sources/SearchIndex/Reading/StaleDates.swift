import SQLite
package import SourceText

/// The notes whose content changed after the date in their own `modified:`.
package struct StaleDates {
    private let index: NoteIndex

    package init(_ index: NoteIndex) { self.index = index }

    /// Returns each note with the time of the change, in order of path. Empty if dates do not come from git.
    ///
    /// Complexity: O(notes found).
    package func notes() throws -> [(path: VaultPath, changed: Moment)] {
        try index.connection.all(
            """
            SELECT f.path, n.modified FROM note n CROSS JOIN file f ON f.id = n.file
            WHERE n.own_modified IS NOT NULL AND n.modified <> n.own_modified
            """
        ) { ($0.path(0), $0.moment(1)) }.sorted { $0.path < $1.path }
    }
}
