import SQLite
import SourceText

/// What somebody may have meant by the name of a note that there is not.
extension NoteIndex {
    /// The titles, file names, paths, ids or aliases nearest to names that no note has; nil where none is near.
    ///
    /// Complexity: O(notes), whatever the number of names.
    package func nearestNotes(to names: [String]) throws -> [String?] {
        var nearest = NearestNames(names)
        var hidden: Set<Int64> = []
        try connection.rows(
            "SELECT f.path, n.title, n.ident, f.id FROM note n CROSS JOIN file f ON f.id = n.file"
        ) { row in
            // What is open is called otherwise, or may be.
            if !overlay.isEmpty, overlay.holds(VaultPath(bytes: row.bytes(0))) {
                hidden.insert(row.int(3))
                return true
            }
            row.withBytes(0) { path in
                let name = (path.indices.last { path[$0] == Byte.slash } ?? -1) + 1
                let dot = path.indices[name...].dropFirst().last { path[$0] == Byte.dot } ?? path.count
                for start in name == 0 ? [0] : [0, name] {
                    nearest.consider(path.extracting(start..<path.count))
                    if dot < path.count { nearest.consider(path.extracting(start..<dot)) }
                }
            }
            row.withBytes(1) { nearest.consider($0) }
            row.withBytes(2) { nearest.consider($0) }
            return true
        }
        try connection.rows("SELECT name, file FROM alias") { row in
            if hidden.isEmpty || !hidden.contains(row.int(1)) { row.withBytes(0) { nearest.consider($0) } }
            return true
        }
        for note in overlay.names {
            let paths = [note.path, note.path.withoutExtension, note.path.name, note.path.stem].map(\.bytes)
            let names = ([note.title, note.id].compactMap { $0 } + note.aliases).map { Array($0.utf8) }
            for name in paths + names { nearest.consider(name.span) }
        }
        return nearest.nearest
    }
}
