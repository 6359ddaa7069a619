import SQLite
import SearchIndex
import SourceText
import VaultFiles

/// The moves that an index knows. They are copied to a new index, because a rebuild cannot detect them.
struct KnownMoves {
    /// Moves detected by content.
    var detected: [ExternalMove] = []
    /// Moves from slip's own records, which may be deleted by now: the path in the last commit, by the current path.
    var origins: [VaultPath: VaultPath] = [:]

    var isEmpty: Bool { detected.isEmpty && origins.isEmpty }

    init(in connection: Connection) {
        do {
            // If the note was deleted, a later note at that path is a different one.
            func isNote(_ path: VaultPath) throws -> Bool { try IndexDatabase.file(connection, path)?.kind == .note }
            let detected = try MoveTable(connection).all().filter { try isNote($0.to) }
            origins = try HistoryTable(connection).origins().filter { try isNote($0.key) }
            self.detected = detected
        } catch {
            // An unreadable index, which is rebuilt for that reason, knows no moves.
        }
    }
}

extension MoveHistory {
    /// Stores the path in the last commit of each note that slip moved since.
    ///
    /// - Parameters:
    ///   - notes: the notes whose origin may have changed.
    ///   - new: the new notes among them. What the index knew of their paths belonged to other notes.
    /// - Returns: the notes whose origin changed.
    func updateOrigins(
        of notes: Set<VaultPath>, new: Set<VaultPath> = [], in table: HistoryTable
    ) throws -> Set<VaultPath> {
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
