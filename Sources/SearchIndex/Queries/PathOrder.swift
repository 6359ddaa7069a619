import SQLite
import SourceText

/// The positions of notes among the vault's folders when all paths are sorted.
///
/// The sort key of a path is the key of its folder followed by that of the file name. The notes of a folder are
/// contiguous, except that its subfolders are sorted among them by name. The position of a note is that of the last
/// folder with a smaller key. At one position, the notes of deeper folders come first.
struct PathOrder {
    /// A folder with the sort key and depth of its path.
    private struct FolderKeys {
        var key: [UInt8]
        var depth: Int
        /// The subfolders, which are the folders up to `end`, as prefixes of the rest of their keys.
        var end = 0
        var inside: [Int64] = []
    }

    private var folders: [FolderKeys] = []
    private var numbers = NumberTable()
    private let columns: NoteColumns

    /// Complexity: O(folders × (log folders + depth)).
    init(_ index: NoteIndex, _ columns: NoteColumns) throws {
        self.columns = columns
        var all: [(id: Int64, folder: FolderKeys)] = [(0, FolderKeys(key: [], depth: 0))]
        all += try index.connection.all(sql: "SELECT id, path FROM file WHERE kind = \(FileKind.folder)") { row in
            let path = row.path(1)
            let key = NaturalOrder.key(path.text + "/")
            // Counts slashes in the key, because a name may contain a character that folds to a slash.
            return (row.int(0), FolderKeys(key: key, depth: key.count { $0 == Byte.slash }))
        }
        all.sort { $0.folder.key.lexicographicallyPrecedes($1.folder.key) }
        folders = all.map(\.folder)
        for (number, (id, _)) in all.enumerated() { numbers[id] = number }
        for number in folders.indices {
            let key = folders[number].key
            var end = number + 1
            while end < folders.count, folders[end].key.starts(with: key) {
                folders[number].inside.append(SortPrefix.number(of: Array(folders[end].key[key.count...])))
                end += 1
            }
            folders[number].end = end
        }
    }

    /// Returns a number for each row, in path order. Rows get equal numbers if only their file names distinguish them.
    ///
    /// - Parameter key: returns the sort key of the path of `rows[i]`.
    func places(_ rows: [Int], key: (Int) -> [UInt8]) throws -> [Int64] {
        // Whole columns, because the last few rows are requested again.
        let folderOf = try columns.all(.folder)
        let names = try columns.all(.namePrefix)
        return rows.indices.map { number in
            let row = rows[number]
            guard let own = numbers[folderOf[row]] else { return 0 }
            let folder = folders[own]
            var place = own
            if !folder.inside.isEmpty {
                let name = names[row]
                var before = folder.inside.indices.partitioningIndex { folder.inside[$0] >= name }
                // If the prefixes are equal, the whole keys decide.
                while before < folder.inside.count, folder.inside[before] == name,
                    folders[own + 1 + before].key.lexicographicallyPrecedes(key(number))
                { before += 1 }
                place = own + before
            }
            return Int64(place) << 16 | Int64(0xFFFF - min(folder.depth, 0xFFFF))
        }
    }
}
