import SearchIndex
import SourceText

/// The notes that disappeared and appeared between two scans, paired by their content.
struct MovePairing {
    private var removed: [VaultPath: Synchronizer.PreviousState] = [:]
    private(set) var added: [VaultPath: IndexedFile] = [:]

    /// In bytes. Shorter notes are often equal by chance, such as a heading from a template.
    private static let minimumSize: Int64 = 16

    var isEmpty: Bool { removed.isEmpty && added.isEmpty }

    mutating func addRemoved(_ path: VaultPath, _ known: Synchronizer.PreviousState) { removed[path] = known }

    mutating func addNew(_ file: IndexedFile) { added[file.path] = file }

    /// Stores the moves. Removes the stored moves to paths where a different note has appeared.
    ///
    /// - Returns: the number of moved notes, and the notes whose move history has changed.
    /// - Complexity: O(files) if something moved.
    func store(in table: MoveTable) throws -> (moved: Int, touched: Set<VaultPath>) {
        let outdated = try table.moves(to: Array(added.keys))
        try table.remove(outdated)
        var alike: [Int64: (old: [VaultPath], new: [IndexedFile])] = [:]
        for (path, known) in removed { alike[known.hash, default: ([], [])].old.append(path) }
        for file in added.values { alike[file.hash]?.new.append(file) }
        // Equal empty notes are no evidence of a move.
        alike = alike.filter { $1.new.first.map { $0.size > 0 } ?? false }
        let repeated = try table.repeated(Set(alike.filter { isUnambiguous($1) }.keys))
        var pairs: [ExternalMove] = []
        var moved = 0
        for (hash, notes) in alike {
            moved += min(notes.old.count, notes.new.count)
            let new = notes.new.sorted { $0.path < $1.path }
            for path in notes.old {
                guard let file = new.first(where: { $0.path.name == path.name }) ?? new.first else { continue }
                pairs.append(
                    ExternalMove(
                        from: path, to: file.path, isSure: isUnambiguous(notes) && !repeated.contains(hash)))
            }
        }
        for pair in pairs.sorted(by: { $0.from < $1.from }) { try table.add(pair) }
        return (moved, Set(outdated.map(\.to) + pairs.map(\.to)))
    }

    /// Returns whether the pair is unambiguous: one note disappeared and one appeared, it is long enough, and the
    /// creation time or the name is the same.
    private func isUnambiguous(_ notes: (old: [VaultPath], new: [IndexedFile])) -> Bool {
        guard notes.old.count == 1, notes.new.count == 1, let old = notes.old.first, let new = notes.new.first else {
            return false
        }
        let born = removed[old]?.born
        return new.size >= Self.minimumSize && ((born != nil && born == new.born) || old.name == new.path.name)
    }
}
