package import Documents
import Git
package import SQLite
package import SearchIndex
package import SourceText
import System
package import VaultFiles

/// The owner of a vault's index: it opens, rebuilds and updates the index.
///
/// Processes coordinate through a lock file. It is taken to open the index while another process may replace it, and
/// held while writing. A damaged, foreign or outdated index is rebuilt in a new file and replaced by a rename. Readers
/// never see a partial index.
package final class IndexKeeper {
    /// The numbers of notes that the last update changed.
    package struct Changes: Hashable, Sendable {
        package var added = 0
        package var changed = 0
        package var removed = 0
        /// Moves, recognized by content. They count as neither added nor removed.
        package var moved = 0
        package var isRebuilt = false
        /// Whether the rebuild was due to the number of changes, not to an error of the index.
        package var isCompaction = false

        package var isEmpty: Bool { added + changed + removed + moved == 0 && !isRebuilt }
    }

    private enum RebuildReason {
        /// There is no usable index. One that another process has built meanwhile is used.
        case missing
        /// The index has, or would get, too many deleted rows. One that another process has built meanwhile is used.
        case tooManyDeletedRows
        /// The index is damaged, or the user requested a rebuild.
        case requested
    }

    /// The time that a read-only command waits for another process to write the index, in milliseconds. Most updates
    /// take less, so that the answer includes changes saved before the command started.
    package static var readerTimeout: Int64 { 2000 }

    private let input: IndexInput
    private let access: IndexAccess
    /// The client that asks for confirmation before a scan. Nil in the watcher itself.
    private let watcher: WatcherClient?
    private var index: OpenIndex

    /// Whether opening built the index from the files as they were then, so that it needs no update right away.
    package private(set) var wasBuilt = false
    /// Whether the last update was skipped because a watcher confirmed the index.
    package private(set) var isConfirmed = false
    private var hasNoWatcher = false
    /// The duration of the last scan in milliseconds.
    private var scanDuration: Int64 = 0
    /// The changes made by the last opening or update.
    package private(set) var changes = Changes()
    private var faults: [VaultScan.Fault] = []
    /// The reason why the index may lack the latest changes, or nil if the last update was complete.
    package private(set) var staleness: String?

    /// Opens the index. Builds it if it is missing or unusable. An existing index may be stale: call `update`.
    ///
    /// - Parameters:
    ///   - rebuild: whether to rebuild the index even if it is valid.
    ///   - asksWatcher: whether a watcher's confirmation may replace the scan.
    ///   - committed: the source to index instead of the files on disk, in a separate index.
    ///   - timeout: how long to wait for another process that writes the index, in milliseconds, before using the stale
    ///     index (default: forever).
    package init(
        _ vault: Vault, _ environment: Environment, messages: any MessageSink, rebuild: Bool = false,
        asksWatcher: Bool = true, committed: GitSource? = nil, timeout: Int64? = nil
    ) throws {
        input = IndexInput(vault: vault, environment: environment, messages: messages, committed: committed)
        access = try IndexAccess(vault, at: committed, timeout: timeout, messages: messages)
        watcher = asksWatcher && committed == nil ? WatcherClient(access.location.directory, vault) : nil
        // A rebuild accepts any error in the old index.
        let opened = try rebuild ? (try? access.open()) : access.open()
        // A placeholder until the rebuild below: SQLite's in-memory database.
        index = OpenIndex(connection: try opened ?? Connection(Array(":memory:".utf8), .create), access: access)
        if rebuild || opened == nil { wasBuilt = try self.rebuild(rebuild ? .requested : .missing) }
    }

    // MARK: State

    /// The git source of the notes, or nil for the disk.
    package var committed: GitSource? { input.committed }
    package var source: any NoteSource { input.source }
    package var connection: Connection { index.connection }
    var builder: IndexBuilder { IndexBuilder(input: input, access: access) }

    /// The inaccessible files and folders, without notes that cannot be opened. None if a watcher confirmed the index,
    /// because a watcher declines if there are any.
    package var unreadable: [VaultPath] {
        isConfirmed ? [] : faults.filter { $0.kind == .unreadable }.map(\.path)
    }

    /// Returns the inaccessible files and folders of the vault, without notes that cannot be opened, and its unusable
    /// links. Scans for them if a watcher's confirmation replaced the scan.
    package func allFaults() throws -> [VaultScan.Fault] {
        if !isConfirmed { return faults }
        // Compared with the index, as in any other scan, so that unchanged folders need not be listed.
        return try source.scan(try IndexedTree(connection, at: .root), at: .root).faults
    }

    /// Whether reading the index takes megabytes: from several thousand notes on.
    package var isLarge: Bool { access.location.status.map { $0.size >= 4 << 20 } ?? false }

    /// Returns a number that grows with every change of the index.
    package func generation() throws -> Int64 { try IndexDatabase.generation(connection) }

    /// Returns whether to start a watcher: none was found, and the scan took long.
    ///
    /// - Parameter limit: the acceptable duration of a scan, in milliseconds.
    package func shouldStartWatcher(scanLongerThan limit: Int64) -> Bool {
        hasNoWatcher && scanDuration > limit && AutomaticWatcher.state(of: input.vault) == .ready
    }

    // MARK: Updating

    /// The number of paths up to which `update(changed:)` compares single files. For more, a scan of the vault is faster.
    private static let fewPaths = 100

    /// Updates the index from the disk. If another process writes it for longer than `timeout`, warns and leaves it
    /// stale. Without a timeout, which is that of a change, throws `VaultError` instead.
    ///
    /// - Parameter changed: the only paths that can have changed since the last update, because this process changed
    ///   them (default: any). What other programs changed meanwhile is found by the next update.
    package func update(changed: Set<VaultPath>? = nil) throws {
        staleness = nil
        let paths = changed.flatMap { $0.count > Self.fewPaths ? nil : $0 }
        do {
            if let timeout = access.timeout { connection.waitForOthers(atMost: timeout) }
            try update(at: paths)
        } catch let busy as IndexBusy {
            // A change must not be planned with a stale index.
            if access.timeout == nil {
                throw VaultError("cannot update the index: \(busy.cause)", help: "try again later")
            }
            staleness = busy.warning
            input.messages.warn(busy.warning)
        }
    }

    /// Updates the index at these paths: files, or folders with everything below them. A missing path is removed with
    /// everything below it. The rest of the index stays unchanged.
    ///
    /// A file that was read within one clock tick of its change is read again, even if its fingerprint is unchanged.
    package func update(paths: Set<VaultPath>) throws { try update(at: paths) }

    private func update(at paths: Set<VaultPath>?) throws {
        if input.isImmutable {
            // Only the time zone can change.
            _ = try retrying { try applyTimeZone() }
            return
        }
        changes = Changes()
        isConfirmed = false
        var needsRebuild = false
        try retrying {
            try IndexBusy.translatingBusyError(access.timeout) {
                try applyTimeZone()
                try history.updateForDates()
                // After `applyTimeZone`, because the watcher declines if the index is in another time zone.
                isConfirmed = try askWatcher()
                if !isConfirmed { needsRebuild = try !scan(paths) }
            }
        }
        if isConfirmed { return }
        guard try needsRebuild || retrying({ try IndexDatabase.hasTooManyDeletedRows(connection) }) else { return }
        // The index may lack changes that this process has found, or that were made meanwhile.
        if try !rebuild(.tooManyDeletedRows) { try update(at: paths) }
    }

    /// Recomputes dates without a time zone if this process's time zone is not that of the index. Returns whether it
    /// differed.
    @discardableResult
    private func applyTimeZone() throws -> Bool {
        try index.applyTimeZone(input.calendar) { try history.recomputeDates() }
    }

    /// Returns whether a watcher confirms the open index.
    private func askWatcher() throws -> Bool {
        guard let watcher else { return false }
        let answer = watcher.ask()
        hasNoWatcher = answer == .absent
        // A watcher in another time zone may have scanned and changed the dates just before it answered.
        let isLocal = try !applyTimeZone()
        return answer == .confirmed && isLocal && !connection.isReplaced
    }

    /// An error: files were moved while the vault was scanned, so a note may have been missed in both places.
    private struct MovedDuringScan: Error {}

    /// Compares the files with the index and writes the differences.
    ///
    /// If `slip` changes the vault meanwhile, or another program moves files, it scans again. The index then has the
    /// state before or after the change.
    ///
    /// - Parameter mostRetries: the number of further scans if the files of each one were moved.
    /// - Returns: false if it wrote nothing because a rebuild costs less.
    private func scan(_ paths: Set<VaultPath>?, mostRetries: Int = 3) throws -> Bool {
        if committed != nil { return try scan(paths) { _ in } }
        let mark = ChangeMark(input.vault)
        do {
            return try scan(paths) { mayHaveMissedMoves in
                if mostRetries > 0, mayHaveMissedMoves || !mark.isValid { throw MovedDuringScan() }
            }
        } catch is MovedDuringScan {
            var holder: LockHolder?
            do {
                let lock = try ChangeMark.lock(input.vault) { holder = $0 }
                defer { lock?.release() }
                return try scan(paths, mostRetries: mostRetries - 1)
            } catch let error as SystemError where error.isLocked {
                throw IndexBusy(holder: holder, work: "the vault is being changed")
            }
        }
    }

    /// - Parameter check: called before the differences are stored, with whether files may have been moved meanwhile.
    private func scan(
        _ paths: Set<VaultPath>?, check: (_ mayHaveMissedMoves: Bool) throws -> Void
    ) throws -> Bool {
        let synchronizer = Synchronizer(input, connection, from: indexedSource)
        let generation = try generation()
        let start = Waiting.now()
        var differences = try synchronizer.differences(at: paths)
        if let paths {
            faults = faults.filter { fault in !paths.contains { fault.path.isInside($0) } } + synchronizer.faults
        } else {
            scanDuration = Waiting.now() - start
            faults = synchronizer.faults
        }
        if differences.isEmpty { return true }
        if try hasTooManyDeletedRows(after: differences) { return false }
        let lock = try access.lockForWriting()
        defer { lock.release() }
        changes = try connection.transaction {
            // Another process may have done the same update meanwhile.
            if try self.generation() != generation { differences = try synchronizer.differences(at: paths) }
            if differences.isEmpty { return Changes() }
            let changes = try synchronizer.apply(differences)
            try check(synchronizer.mayHaveMissedMoves(differences))
            try index.recordChange()
            return changes
        }
        try index.checkpoint()
        let notes = differences.changed.filter { $0.kind == .note }.map(\.path)
        try history.storeConvertedBlobs(of: notes) { try index.change($0) }
        return true
    }

    /// The source of notes for indexing: it adds blob names if dates come from git. Unknown blob names are not compared.
    private var indexedSource: any NoteSource {
        if let committed { return committed }
        let state = input.takesDatesFromGit ? try? history.state() : nil
        return DiskSource(input.vault, blobFormat: state.flatMap { BlobName.Format(rawValue: $0.format) })
    }

    /// Returns whether a rebuild costs less than writing the changes and rebuilding afterwards. False if notes were
    /// removed, since they may have been moved and only the old index can detect that.
    private func hasTooManyDeletedRows(after differences: Synchronizer.Differences) throws -> Bool {
        let notes = differences.changed.filter { differences.known[$0.path]?.kind == .note }
        guard differences.removed.isEmpty, !notes.isEmpty,
            try IndexDatabase.hasTooManyDeletedRows(connection, adding: notes.count)
        else { return false }
        let source = source
        let haveChanged = Parallel.map(notes.count) { differences.hasChanged(notes[$0], in: source) }
        return try IndexDatabase.hasTooManyDeletedRows(connection, adding: haveChanged.count { $0 })
    }

    /// Stores the anchors of notes, by row, until the notes change. See `writeIfFree`.
    package func keepAnchors(_ anchors: [RowID: [Int64]]) {
        if !anchors.isEmpty { writeIfFree { try IndexDatabase.keepAnchors(anchors, in: $0) } }
    }

    /// Writes what can be computed again, in a transaction. If the index is locked or read-only, writes nothing and does not
    /// wait.
    package func writeIfFree(_ body: (Connection) throws -> Void) {
        // Errors of the index are reported by queries that need it.
        try? index.writeIfFree(body)
    }

    // MARK: Attachments

    /// Returns the text of an attachment: from the cache, else from the file, if it still has that content and can be
    /// read within a second.
    ///
    /// - Parameter document: the name of its content.
    package func text(ofAttachment path: VaultPath, document: String) throws -> DocumentText? {
        try attachmentUpdate.text(of: path, document: document, until: Waiting.now() + 1000)
    }

    /// Reads an attachment. Returns nil if slip reads no text from such files, it is missing, or it changes meanwhile.
    package func content(ofAttachment path: VaultPath) throws -> AttachmentContent? {
        try attachmentUpdate.read(path)?.content
    }

    var attachmentUpdate: AttachmentUpdate { AttachmentUpdate(input, index) }

    /// Reads the text of new and changed attachments into the index. See `AttachmentUpdate.run`. Does nothing for the
    /// notes of a commit.
    package func updateAttachments(
        _ extent: AttachmentUpdate.Extent, until deadline: Int64? = nil,
        progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) throws -> Int {
        if committed != nil { return 0 }
        do {
            return try retrying { try attachmentUpdate.run(extent, until: deadline, progress: progress) }
        } catch  where deadline != nil {
            // A search answers from what is stored.
            input.messages.warn("the text of attachments cannot be updated: \(error); results may lack some")
            return 0
        }
    }

    /// Reads the text of all new and changed attachments. If another process does so, waits for it first.
    ///
    /// - Returns: the number of files that changed meanwhile, or that cannot be read for the moment.
    package func updateAllAttachments(
        _ extent: AttachmentUpdate.Extent = .all, _ progress: (_ done: Int, _ total: Int) -> Void
    ) throws -> Int {
        let lock = try FileLock(access.location.attachmentLock) {
            input.messages.wait(LockHolder.words($0, "another process that reads attachments"))
        }
        defer { lock.release() }
        return try updateAttachments(extent, progress: progress)
    }

    /// Returns the numbers of attachments in the index.
    package func attachmentTotals() throws -> AttachmentTotals { try AttachmentTotals(connection) }

    /// Whether another process reads all attachments.
    package var areAttachmentsBeingRead: Bool {
        do throws(SystemError) {
            try FileLock(access.location.attachmentLock, waits: false).release()
            return false
        } catch {
            return error.isLocked
        }
    }

    // MARK: Rebuilding

    /// Rebuilds the index and keeps the moves that the old one knows. May use the index of another process instead.
    ///
    /// - Returns: whether the index now has the state of the files.
    private func rebuild(_ reason: RebuildReason) throws -> Bool {
        // Without an index no query can be answered, so wait for another process that builds one.
        var lock = try reason == .tooManyDeletedRows ? access.lockForWriting() : access.lock()
        defer { lock.release() }
        let mayUseOther = reason == .missing || reason == .tooManyDeletedRows && connection.isReplaced
        if mayUseOther, access.location.mayHaveIndex, let opened = try access.openPaired() {
            index.connection = opened
            return false
        }
        let mark = ChangeMark(input.vault)
        let built = try builder.replaceIndex(keeping: KnownMoves(in: connection), lock: &lock)
        index.connection = built.connection
        changes = built.changes
        changes.isRebuilt = true
        changes.isCompaction = reason == .tooManyDeletedRows
        faults = built.faults
        if committed != nil || mark.isValid && !built.mayHaveMissedMoves { return true }
        // Files may have been moved from a folder that was not listed yet to one that was.
        lock.release()
        let rebuilt = changes
        let isComplete: Bool
        do { isComplete = try scan(nil) } catch is IndexBusy { return false }
        try index.checkpoint(journalOf: 1)
        changes = rebuilt
        return isComplete
    }

    /// Runs `body`. If it finds the index damaged, rebuilds it and runs `body` once more.
    package func retrying<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as SQLiteError
            where error.isDamage || (error.isMistake && !IndexDatabase.hasOwnTables(connection))
        {
            input.messages.warn("the index is damaged and is being rebuilt")
            _ = try rebuild(.requested)
            do { return try body() } catch { throw Self.explained(error) }
        } catch {
            throw Self.explained(error)
        }
    }

    // MARK: History

    package var history: IndexHistory { IndexHistory(input, index) }
}
