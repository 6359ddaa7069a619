import SQLite
import SourceText

/// Suggestions for names that no note has.
extension NoteIndex {
    /// Returns the title, file name, path, id or alias nearest to each of the names, or nil if none is near.
    ///
    /// Complexity: O(notes), regardless of the number of names.
    package func nearestNotes(to names: [String]) throws -> [String?] {
        var nearest = NearestNames(names)
        var hidden: Set<Int64> = []
        try connection.rows(
            "SELECT f.path, n.title, n.ident, f.id FROM note n CROSS JOIN file f ON f.id = n.file"
        ) { row in
            // The names of open notes come from the overlay below.
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
