import Git
import Notes
package import SQLite
package import SearchIndex
package import SourceText
import System
package import VaultFiles

/// The owner of a vault's index: it locates, opens, rebuilds and updates the index.
///
/// Processes coordinate through a lock file. It is taken to open the index while another process may replace it, and
/// held while writing. A damaged, foreign or outdated index is rebuilt in a new file and replaced by a rename. Readers
/// never see a partial index.
package final class IndexKeeper {
    let vault: Vault
    let environment: Environment
    let messages: any MessageSink
    let directory: [UInt8]
    let stamp: IndexDatabase.Stamp
    private var calendar: LocalCalendar { environment.calendar }
    /// The git source of the notes, or nil for the disk.
    package let committed: GitSource?
    package private(set) var connection: Connection

    package struct Changes: Hashable, Sendable {
        package var added = 0
        package var changed = 0
        package var removed = 0
        /// Moves, recognized by content. They count as neither added nor removed.
        package var moved = 0
        package var isRebuilt = false
        /// Whether the rebuild was due to the number of changes, not to an error of the index.
        package var isRenewal = false

        package var isEmpty: Bool { added + changed + removed + moved == 0 && !isRebuilt }
    }

    /// Whether opening built the index, and no update has followed.
    private var isFresh = false
    /// The client that asks for confirmation before a scan. Nil in the watcher itself.
    private let watcher: WatcherClient?
    /// The time to wait for another process that writes the index, in milliseconds. Nil: forever.
    let patience: Int64?
    /// Whether the last update was skipped because a watcher confirmed the index.
    package private(set) var isVouchedFor = false
    /// Whether the last request found no watcher.
    private var hasNoWatcher = false
    /// The duration of the last scan in milliseconds.
    private var lookingTime: Int64 = 0

    /// The changes made by the last opening or update.
    package private(set) var changes = Changes()
    private(set) var faults: [VaultScan.Fault] = []
    /// The reason why the index may lack the latest changes, or nil if the last update was complete.
    package private(set) var staleness: String?

    /// - Parameters:
    ///   - asksWatcher: whether a watcher's confirmation may replace the scan.
    ///   - committed: the source to index instead of the files on disk, in a separate index.
    ///   - patience: how long to wait for another process that writes the index, in milliseconds, before using the
    ///     stale index (default: forever).
    package init(
        _ vault: Vault, _ environment: Environment, messages: any MessageSink, rebuild: Bool = false,
        asksWatcher: Bool = true, committed: GitSource? = nil, patience: Int64? = nil
    ) throws {
        self.vault = vault
        self.patience = patience
        self.environment = environment
        self.messages = messages
        self.committed = committed
        directory = try committed.map { try Self.directory(vault, of: $0) } ?? Self.directory(vault)
        stamp = Self.stamp(vault, of: committed)
        watcher = asksWatcher && committed == nil ? WatcherClient(directory, vault) : nil
        var opened: Connection?
        do {
            opened = try Self.open(directory, stamp, patience: patience) { messages.wait(LockHolder.words($0)) }
        } catch {
            // A rebuild accepts any error in the old index.
            if !rebuild { throw error }
        }
        // A placeholder until the rebuild below: SQLite's in-memory database.
        connection = try opened ?? Connection(Array(":memory:".utf8), .create)
        if rebuild || opened == nil { try self.rebuild(rebuild ? .asked : .missing) }
    }

    /// Whether to start a watcher: none was found, and the scan took long.
    ///
    /// - Parameter patience: the acceptable duration of a scan, in milliseconds.
    package func callsForWatcher(after patience: Int64) -> Bool {
        hasNoWatcher && lookingTime > patience && AutomaticWatcher.state(of: vault) == .ready
    }

    // MARK: State

    /// The source of notes and their texts.
    package var source: any NoteSource { committed ?? DiskSource(vault) }

    /// The same source for indexing: it adds blob names if dates come from git. Unknown blob names are not compared.
    private var indexedSource: any NoteSource {
        if let committed { return committed }
        let format =
            givesDates ? (try? HistoryTable.state(connection))?.flatMap { BlobName.Format(rawValue: $0.format) } : nil
        return DiskSource(vault, blobFormat: format)
    }

    /// Whether dates come from the history. Always true for the index of a commit.
    var givesDates: Bool { committed.map { $0.shared == nil } ?? vault.configuration.takesDatesFromGit }

    /// Changes the index in a transaction, with the lock held.
    func write(_ body: () throws -> Void) throws {
        let lock = try lockForWriting()
        defer { lock.release() }
        try change(body)
        try checkpoint()
    }

    /// Changes the index in a transaction. The caller holds the lock.
    func change(_ body: () throws -> Void) throws {
        try connection.transaction {
            try body()
            try IndexDatabase.raiseGeneration(connection)
            try IndexDatabase.setPairing(connection, Self.fingerprint(indexPath))
        }
    }

    // MARK: Opening and building

    /// Whether there is a file of this user that may be an index. Its size must be a multiple of the page size, since
    /// SQLite reads a truncated last page as zeros.
    static func isUsable(_ path: [UInt8]) -> Bool {
        guard let status = FileStatus.seen(path), status.kind == .regular, status.owner == ThisProcess.user else {
            return false
        }
        return status.size > 0 && status.size % IndexDatabase.pageSize == 0
    }

    private enum RebuildReason {
        /// There is no usable index. One that another process has built meanwhile is used.
        case missing
        /// The index has, or would get, too many deleted rows. One that another process has built meanwhile is used.
        case worn
        /// The index is damaged, or the user requested a rebuild.
        case asked
    }

    /// Rebuilds the index in a new file and replaces the old one. Keeps the moves that the old one knows.
    ///
    /// - Returns: false if the index of another process is used instead.
    @discardableResult
    private func rebuild(_ reason: RebuildReason) throws -> Bool {
        // Without an index no query can be answered, so wait for another process that builds one.
        let lock =
            try reason == .worn
            ? lockForWriting() : Self.lock(directory) { messages.wait(LockHolder.words($0)) }
        defer { lock.release() }
        let path = Self.indexPath(directory)
        let mayBeTaken =
            switch reason {
            case .missing: true
            case .worn: connection.hasMoved
            case .asked: false
            }
        if mayBeTaken, Self.isUsable(path), let opened = try Self.openPaired(path, stamp) {
            connection = opened
            return false
        }
        let moves = knownMoves()
        let fresh = directory + Array("/index.new.db".utf8)
        try Self.removeDatabase(fresh)
        do {
            try Files.create(fresh, [], mode: 0o600)
            let (building, built, faults) = try build(fresh, moves)
            changes = built
            changes.isRebuilt = true
            changes.isRenewal = reason == .worn
            isFresh = true
            self.faults = faults
            try IndexDatabase.seal(building)
        } catch {
            // The original error is more useful. The next rebuild removes the file first.
            try? Self.removeDatabase(fresh)
            throw Self.explained(error)
        }
        do {
            try Files.synchronize(fresh)
            // SQLite would use the companion files of the old index for the new one.
            try Self.removeDatabase(path)
            try Files.rename(fresh, path)
        } catch let error as SystemError {
            throw VaultError("cannot put the new index in its place: \(error)")
        }
        guard let opened = try IndexDatabase.open(path, stamp) else {
            throw VaultError("the index cannot be opened right after it was built", help: "is the disk full?")
        }
        connection = opened
        return true
    }

    /// Builds an index of the current files into an empty database.
    ///
    /// - Parameter moves: the moves that another index knows.
    func build(
        _ path: [UInt8], _ moves: KnownMoves
    ) throws -> (connection: Connection, changes: Changes, faults: [VaultScan.Fault]) {
        let building = try IndexDatabase.create(path, stamp)
        try building.execute("BEGIN")
        try IndexDatabase.setZone(building, calendar)
        let history = try historyAhead()
        let synchronizer = Synchronizer(
            source, vault.configuration, building, calendar: calendar, messages: messages,
            versions: versions, isNew: true)
        let differences = try synchronizer.differences()
        if committed == nil, let history { synchronizer.source = DiskSource(vault, blobFormat: history.format) }
        let changes = try synchronizer.apply(differences)
        if !moves.isEmpty || history != nil {
            let notes = Set(differences.changed.filter { $0.kind == .note }.map(\.path))
            // Before the history, which continues under old names.
            try IndexDatabase.keepMoves(moves.outside.filter { notes.contains($0.to) }, in: building)
            try write(history, of: notes, moves.origins, into: building)
            if history != nil { try settleBlobs(nil, in: building) { try $0() } }
        }
        try IndexDatabase.raiseGeneration(building)
        try building.execute("COMMIT")
        return (building, changes, synchronizer.faults)
    }

    // MARK: Updating

    /// Updates the index from the disk. If another process writes it for longer than `patience`, warns and leaves it
    /// stale.
    package func update() throws {
        staleness = nil
        do {
            if let patience { connection.waitForOthers(atMost: patience) }
            try update(at: nil)
        } catch let busy as IndexBusy {
            staleness = busy.warning
            messages.warn(busy.warning)
        }
    }

    /// Updates the index at these paths: files, or folders with everything below them. A missing path is removed with
    /// everything below it. The rest of the index stays unchanged.
    ///
    /// A file that was read within one clock tick of its change is read again, even if its fingerprint is unchanged.
    package func update(paths: Set<VaultPath>) throws { try update(at: paths) }

    private func update(at paths: Set<VaultPath>?) throws {
        let wasFresh = isFresh
        isFresh = false
        if wasFresh, paths == nil { return }
        // Only the time zone of a commit's index can change.
        if let committed, committed.shared == nil {
            _ = try retrying { try localise() }
            return
        }
        changes = Changes()
        isVouchedFor = false
        var isToBeRebuilt = false
        try retrying {
            try IndexBusy.telling(patience) {
                try localise()
                try updateHistoryForDates()
                // After `localise`, because the watcher declines if the index is in another time zone.
                if let watcher {
                    let answer = watcher.ask()
                    hasNoWatcher = answer == .absent
                    // A watcher in another time zone may have scanned and changed the dates just before it answered.
                    let isLocal = try !localise()
                    if answer == .confirmed, isLocal, !connection.hasMoved {
                        isVouchedFor = true
                        return
                    }
                }
                let synchronizer = Synchronizer(
                    indexedSource, vault.configuration, connection, calendar: calendar, messages: messages,
                    versions: versions, ownMoves: ownMoves)
                let generation = try IndexDatabase.generation(connection)
                let start = Waiting.now()
                var differences = try synchronizer.differences(at: paths)
                lookingTime = Waiting.now() - start
                faults = synchronizer.faults
                if differences.isEmpty { return }
                if try wearsOut(differences) {
                    isToBeRebuilt = true
                    return
                }
                let lock = try lockForWriting()
                defer { lock.release() }
                changes = try connection.transaction {
                    // Another process may have done the same update meanwhile.
                    if try IndexDatabase.generation(connection) != generation {
                        differences = try synchronizer.differences(at: paths)
                    }
                    if differences.isEmpty { return Changes() }
                    let changes = try synchronizer.apply(differences)
                    try IndexDatabase.raiseGeneration(connection)
                    try IndexDatabase.setPairing(connection, Self.fingerprint(indexPath))
                    return changes
                }
                try checkpoint()
                let notes = differences.changed.filter { $0.kind == .note }.map(\.path)
                try settleBlobs(notes, in: connection) { try change($0) }
            }
        }
        if isVouchedFor { return }
        guard try isToBeRebuilt || retrying({ try IndexDatabase.isWorn(connection) }) else { return }
        let isBuilt = try rebuild(.worn)
        isFresh = false
        // The index of another process may lack changes that this one has found.
        if !isBuilt { try update(at: paths) }
    }

    /// Converts dates without a time zone to that of this process. Returns whether they changed.
    @discardableResult
    private func localise() throws -> Bool {
        try IndexDatabase.localise(connection, calendar, pairing: try Self.fingerprint(indexPath)) { try settleDates() }
    }

    /// Whether a rebuild costs less than writing the changes and rebuilding afterwards. Removed notes prevent it, since
    /// they may have been moved and only the old index can detect that.
    private func wearsOut(_ differences: Synchronizer.Differences) throws -> Bool {
        let notes = differences.changed.filter { differences.known[$0.path]?.kind == .note }
        guard differences.removed.isEmpty, !notes.isEmpty,
            try IndexDatabase.isWorn(connection, after: notes.count)
        else { return false }
        let source = source
        let areOther = Parallel.map(notes.count) { differences.isOther(notes[$0], in: source) }
        return try IndexDatabase.isWorn(connection, after: areOther.count { $0 })
    }

    /// Stores the anchors of notes, by row, until the notes change.
    ///
    /// Anchors can be computed again. If the index is locked or read-only, stores nothing and does not wait.
    package func keepAnchors(_ anchors: [RowID: [Int64]]) {
        if anchors.isEmpty { return }
        do {
            let lock = try FileLock(Self.lockPath(directory), waits: false)
            defer { lock.release() }
            try connection.transaction {
                try IndexDatabase.keepAnchors(anchors, in: connection)
                try IndexDatabase.setPairing(connection, Self.fingerprint(indexPath))
            }
            try checkpoint()
        } catch {
            // Errors of the index are reported by queries that need it.
        }
    }

    /// Returns a number that grows with every change of the index.
    package func generation() throws -> Int64 { try IndexDatabase.generation(connection) }

    /// Runs `body`. If it finds the index damaged, rebuilds it and runs `body` once more.
    package func retrying<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as SQLiteError
            where error.isDamage || (error.isMistake && !IndexDatabase.hasOwnTables(connection))
        {
            messages.warn("the index is damaged; it is built anew")
            try rebuild(.asked)
            isFresh = false
            do { return try body() } catch { throw Self.explained(error) }
        } catch {
            throw Self.explained(error)
        }
    }
}
