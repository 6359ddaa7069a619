import SearchIndex
import SourceText
import VaultChanges

/// What an index knows of moves, which one that is built anew cannot find out.
struct KnownMoves {
    /// By contents.
    var outside: [NoteIndex.OutsideMove] = []
    /// By slip's records, which may be gone by now.
    var origins: [VaultPath: VaultPath] = [:]

    var isEmpty: Bool { outside.isEmpty && origins.isEmpty }
}

extension PastMoves {
    /// Has the index know under which names of the last commit notes are known that slip moved since.
    ///
    /// - Parameters:
    ///   - notes: those of which that may be another now.
    ///   - new: those of them that were not there before: what was known of their paths was of others.
    /// - Returns: those of which something else is known now.
    func settle(_ notes: Set<VaultPath>, new: Set<VaultPath> = [], in table: HistoryTable) throws -> Set<VaultPath> {
        let open = try notes.filter { try table.commitTime(of: $0) == nil }
        let found = try origins(of: open) { try table.commitTime(of: $0) }
        var touched: Set<VaultPath> = []
        for path in open {
            let known = try table.origin(of: path)
            guard found[path] != known, found[path] != nil || new.contains(path) else { continue }
            try table.setOrigin(of: path, found[path])
            touched.insert(path)
        }
        return touched
    }
}
