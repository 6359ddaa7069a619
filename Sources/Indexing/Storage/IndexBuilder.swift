import SQLite
import SearchIndex
import SourceText
import System
import VaultFiles

/// Builds a new index from all notes: in place of the old one (`replaceIndex`), or apart, to verify the old one
/// (`build`).
struct IndexBuilder {
    struct BuiltIndex {
        var connection: Connection
        var changes: IndexKeeper.Changes
        var faults: [VaultScan.Fault]
        var mayHaveMissedMoves: Bool
    }

    let input: IndexInput
    let access: IndexAccess

    /// Builds an index in a new file and replaces the old one by a rename. Starts over once if the new file is removed
    /// meanwhile.
    ///
    /// - Parameters:
    ///   - moves: the moves that the old index knows.
    ///   - lock: the lock, which is taken again if its file was removed meanwhile.
    /// - Returns: the new index, opened in its place.
    func replaceIndex(
        keeping moves: KnownMoves, lock: inout FileLock, mayStartOver: Bool = true
    ) throws -> BuiltIndex {
        let (path, fresh) = (access.location.database, access.location.newDatabase())
        IndexLocation.removeAbandoned(in: access.location.directory)
        var built: BuiltIndex
        do {
            try Files.create(fresh, [], mode: 0o600)
            built = try build(at: fresh, keeping: moves)
            try IndexDatabase.seal(built.connection)
        } catch {
            // The original error is more useful.
            try? IndexLocation.removeDatabase(fresh)
            throw IndexKeeper.explained(error)
        }
        do {
            try Files.synchronize(fresh)
            // Otherwise another process may be replacing the index now.
            if try !lock.isInPlace() { lock = try access.lock() }
            // SQLite would use the companion files of the old index for the new one.
            try IndexLocation.removeDatabase(path)
            try Files.rename(fresh, path)
        } catch let error as SystemError {
            if error.isMissing, mayStartOver {
                return try replaceIndex(keeping: moves, lock: &lock, mayStartOver: false)
            }
            try? IndexLocation.removeDatabase(fresh)
            throw VaultError("cannot replace the index: \(error)")
        }
        guard let opened = try IndexDatabase.open(path, access.stamp) else {
            throw VaultError("cannot open the index that was just built", help: "check the free disk space")
        }
        built.connection = opened
        return built
    }

    /// Builds an index of the current files into an empty database.
    ///
    /// - Parameters:
    ///   - path: an empty file, or an empty path for a private temporary database.
    ///   - moves: the moves that another index knows.
    func build(at path: [UInt8], keeping moves: KnownMoves) throws -> BuiltIndex {
        let building = try IndexDatabase.create(path, access.stamp)
        try building.execute("BEGIN")
        try IndexDatabase.setZone(building, input.calendar)
        let history = try HistoryPrefetch.start(for: input)
        let synchronizer = Synchronizer(input, building, from: input.source, isNew: true)
        let differences = try synchronizer.differences()
        if input.committed == nil, let history {
            synchronizer.source = DiskSource(input.vault, blobFormat: history.format)
        }
        let changes = try synchronizer.apply(differences)
        if !moves.isEmpty || history != nil {
            let notes = Set(differences.changed.filter { $0.kind == .note }.map(\.path))
            // Before the history, which continues under old names.
            try MoveTable(building).insert(moves.detected.filter { notes.contains($0.to) })
            try history?.write(of: notes, origins: moves.origins, into: building)
            if history != nil {
                let index = OpenIndex(connection: building, access: access)
                try IndexHistory(input, index).storeConvertedBlobs(of: nil) { try $0() }
            }
        }
        try IndexDatabase.raiseGeneration(building)
        try building.execute("COMMIT")
        return BuiltIndex(
            connection: building, changes: changes, faults: synchronizer.faults,
            mayHaveMissedMoves: synchronizer.mayHaveMissedMoves(differences))
    }
}
