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

extension IndexKeeper {
    /// What the open index knows of moves.
    func knownMoves() -> KnownMoves {
        do {
            // Where the note is gone another may come, of which this says nothing.
            let outside = try IndexDatabase.moves(connection).filter {
                try IndexDatabase.file(connection, $0.to)?.kind == .note
            }
            let origins = try HistoryTable(connection).origins().filter {
                try IndexDatabase.file(connection, $0.key)?.kind == .note
            }
            return KnownMoves(outside: outside, origins: origins)
        } catch {
            // One that cannot be read, and is built anew for that, knows nothing any more.
            return KnownMoves()
        }
    }

    /// What slip moved itself, where notes are on disk.
    var ownMoves: PastMoves? { committed == nil ? PastMoves(vault) : nil }
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
