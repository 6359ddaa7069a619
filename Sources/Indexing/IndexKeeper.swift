import Git
import Notes
package import SQLite
package import SearchIndex
package import SourceText
import System
package import VaultFiles

/// Keeps a vault's index: finds a place for it, opens it, builds it anew where it cannot be used, and brings it up to
/// date with the disk.
///
/// Processes agree through a lock file: opening takes it while another one may swap the index, writing holds it.
/// A damaged, foreign or outdated index is built anew beside and renamed over, so that nobody ever reads half of one.
package final class IndexKeeper {
    let vault: Vault
    let environment: Environment
    let messages: any MessageSink
    let directory: [UInt8]
    let stamp: IndexDatabase.Stamp
    private var calendar: LocalCalendar { environment.calendar }
    /// Where notes come from that are told by git; nil for the disk.
    package let committed: GitSource?
    package private(set) var connection: Connection

    package struct Changes: Hashable, Sendable {
        package var added = 0
        package var changed = 0
        package var removed = 0
        /// Moves, recognised by content; they count as neither added nor removed.
        package var moved = 0
        package var isRebuilt = false
        /// Whether that was because so much had changed, and for no fault of the index.
        package var isRenewal = false

        package var isEmpty: Bool { added + changed + removed + moved == 0 && !isRebuilt }
    }

    /// Whether the index was built by the opening itself, and has not been asked to be brought up to date since.
    private var isFresh = false
    /// Asked before walking; nil in the watcher itself.
    private let watcher: WatcherClient?
    /// How long another process that writes the index is waited for, in milliseconds; nil: without end.
    let patience: Int64?
    /// Whether the last bringing up to date was spared, because a watcher vouched for the index.
    package private(set) var isVouchedFor = false
    /// Whether a watcher was asked for, and there was none.
    private var hasNoWatcher = false
    /// How long the files were looked at, in milliseconds.
    private var lookingTime: Int64 = 0

    /// What the last opening or bringing up to date changed.
    package private(set) var changes = Changes()
    private(set) var faults: [VaultScan.Fault] = []
    /// Why the index may lack the latest changes; nil if the last update was complete.
    package private(set) var staleness: String?

    /// - Parameters:
    ///   - asksWatcher: whether a watcher that follows the vault may spare the walk.
    ///   - committed: what is to be indexed instead of the files on disk, in an index of its own.
    ///   - patience: how long to wait for another process that writes the index, in milliseconds, before the index is used
    ///     as it is (default: without end).
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
            // What is to be built anew may be anything.
            if !rebuild { throw error }
        }
        // Else set anew at once; SQLite's in-memory database only holds the place.
        connection = try opened ?? Connection(Array(":memory:".utf8), .create)
        if rebuild || opened == nil { try self.rebuild(rebuild ? .asked : .missing) }
    }

    /// Whether a watcher is to be started, since there is none and looking at the files took long.
    ///
    /// - Parameter patience: how long it may take, in milliseconds.
    package func callsForWatcher(after patience: Int64) -> Bool {
        hasNoWatcher && lookingTime > patience && AutomaticWatcher.state(of: vault) == .ready
    }

    // MARK: What it says

    /// Where notes and their texts come from.
    package var source: any NoteSource { committed ?? DiskSource(vault) }

    /// The same, for notes that are to be indexed: with the names that git has for their contents, where dates come from
    /// there. Where these are not known yet they are not compared either.
    private var indexedSource: any NoteSource {
        if let committed { return committed }
        let format =
            givesDates ? (try? HistoryTable.state(connection))?.flatMap { BlobName.Format(rawValue: $0.format) } : nil
        return DiskSource(vault, blobFormat: format)
    }

    /// Whether dates come from the history: always where there are no files.
    var givesDates: Bool { committed.map { $0.shared == nil } ?? vault.configuration.takesDatesFromGit }

    /// Changes the index as one other process sees: inside a transaction, with the lock held.
    func write(_ body: () throws -> Void) throws {
        let lock = try lockForWriting()
        defer { lock.release() }
        try change(body)
        try checkpoint()
    }

    /// Changes the index inside a transaction, while the lock is held.
    func change(_ body: () throws -> Void) throws {
        try connection.transaction {
            try body()
            try IndexDatabase.raiseGeneration(connection)
            try IndexDatabase.setPairing(connection, Self.fingerprint(indexPath))
        }
    }

    // MARK: Opening and building

    /// Whether a file of this user's is there that may be an index: whole pages, for SQLite takes what is missing of the
    /// last one for zeros.
    static func isUsable(_ path: [UInt8]) -> Bool {
        guard let status = FileStatus.seen(path), status.kind == .regular, status.owner == ThisProcess.user else {
            return false
        }
        return status.size > 0 && status.size % IndexDatabase.pageSize == 0
    }

    private enum RebuildReason {
        /// There is none to be used, unless another process has built one meanwhile.
        case missing
        /// So many of its rows are dead, or would be, unless another process has built it anew meanwhile.
        case worn
        /// It is damaged, or is to be built anew whatever it is.
        case asked
    }

    /// Builds the index anew beside and puts it in the old one's place. What that knows of moves is handed over.
    ///
    /// - Returns: false where that of another process is taken instead.
    @discardableResult
    private func rebuild(_ reason: RebuildReason) throws -> Bool {
        // Without an index there is nothing to answer from: that of another process is waited for.
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
            // The error that is there says more, and whoever builds next begins by removing it.
            try? Self.removeDatabase(fresh)
            throw Self.explained(error)
        }
        do {
            try Files.synchronize(fresh)
            // The old one's companions would be taken for the new one's.
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

    /// Builds an index of what is there now into an empty database.
    ///
    /// - Parameter moves: what another index knows of moves.
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
            // Before the history, which goes on under old names.
            try IndexDatabase.keepMoves(moves.outside.filter { notes.contains($0.to) }, in: building)
            try write(history, of: notes, moves.origins, into: building)
            if history != nil { try settleBlobs(nil, in: building) { try $0() } }
        }
        try IndexDatabase.raiseGeneration(building)
        try building.execute("COMMIT")
        return (building, changes, synchronizer.faults)
    }

    // MARK: Bringing up to date

    /// Brings the index up to date with the disk. Where another process writes it for longer than `patience`, the index is
    /// left as it is, with a warning.
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

    /// Makes the index say what is on disk now at these paths: files, or folders with everything below them. A path
    /// that is not there any more is removed with everything below. Nothing is said of what lies elsewhere.
    ///
    /// A file that was read within the tick of its change is read again, however it looks.
    package func update(paths: Set<VaultPath>) throws { try update(at: paths) }

    private func update(at paths: Set<VaultPath>?) throws {
        let wasFresh = isFresh
        isFresh = false
        if wasFresh, paths == nil { return }
        // Of a commit nothing ever changes, but for the zone in which its dates are read.
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
                // Asked after that, since the watcher declines where the index is in another zone than its own.
                if let watcher {
                    let answer = watcher.ask()
                    hasNoWatcher = answer == .absent
                    // A watcher in another zone may have walked, and made the dates its own, just before it answered.
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
                    // Another process may have done the same work meanwhile.
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
        // What another process built may not have seen what this one has.
        if !isBuilt { try update(at: paths) }
    }

    /// Makes the dates without a zone those of this process's; whether they were others.
    @discardableResult
    private func localise() throws -> Bool {
        try IndexDatabase.localise(connection, calendar, pairing: try Self.fingerprint(indexPath)) { try settleDates() }
    }

    /// Whether building the index anew costs less than to write the changes and build it anew after them. Where notes went
    /// they are written all the same: they may have been moved, which only an index tells that knew them.
    private func wearsOut(_ differences: Synchronizer.Differences) throws -> Bool {
        let notes = differences.changed.filter { differences.known[$0.path]?.kind == .note }
        guard differences.removed.isEmpty, !notes.isEmpty,
            try IndexDatabase.isWorn(connection, after: notes.count)
        else { return false }
        let source = source
        let areOther = Parallel.map(notes.count) { differences.isOther(notes[$0], in: source) }
        return try IndexDatabase.isWorn(connection, after: areOther.count { $0 })
    }

    /// Keeps what parts links may name in notes, by the rows of these, until they change.
    ///
    /// It can be learnt again: where another process writes the index, or it cannot be written, nothing is kept, and
    /// nobody waits.
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
            // What is wrong with the index is said by whoever needs it.
        }
    }

    /// Grows with every change of the index.
    package func generation() throws -> Int64 { try IndexDatabase.generation(connection) }

    /// Runs `body`; where it finds the index damaged, builds it anew and runs it once more.
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
