import SQLite
import SourceText

/// Where notes stand among the folders of the vault when all paths are in order.
///
/// The key of a path is that of its folder and of the file's name, one after the other. So a folder's notes stand
/// together, but for the folders in it, which stand among them by their names. A note's place is that of the last folder
/// whose key comes before its own, and there the deeper folder's notes come first.
struct PathOrder {
    private struct Folder {
        var key: [UInt8]
        var depth: Int
        /// The folders inside, by the beginnings of what their keys have more: all that follow it up to `end`.
        var end = 0
        var inside: [Int64] = []
    }

    private var folders: [Folder] = []
    private var numbers = NumberTable()
    private let columns: NoteColumns

    /// Complexity: O(folders × (log folders + depth)).
    init(_ index: NoteIndex, _ columns: NoteColumns) throws {
        self.columns = columns
        var all: [(id: Int64, folder: Folder)] = [(0, Folder(key: [], depth: 0))]
        all += try index.connection.all(sql: "SELECT id, path FROM file WHERE kind = \(FileKind.folder)") { row in
            let path = VaultPath(bytes: row.bytes(1))
            let key = NaturalOrder.key(path.text + "/")
            // Slashes of the key, for a name may hold a sign that folds to one.
            return (row.int(0), Folder(key: key, depth: key.count { $0 == Byte.slash }))
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

    /// A number for each row, in the order of their paths; equal for those that only their names tell apart.
    ///
    /// - Parameter key: the sort key of the path of the note with that number among `rows`.
    func places(_ rows: [Int], key: (Int) -> [UInt8]) throws -> [Int64] {
        // Of the last few it is asked once more.
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
                // Where the beginnings are equal, all of the keys decides.
                while before < folder.inside.count, folder.inside[before] == name,
                    folders[own + 1 + before].key.lexicographicallyPrecedes(key(number))
                { before += 1 }
                place = own + before
            }
            return Int64(place) << 16 | Int64(0xFFFF - min(folder.depth, 0xFFFF))
        }
    }
}
