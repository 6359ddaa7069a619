import Git
package import Indexing
import QueryLanguage
import SQLite
package import SearchIndex
package import SourceText
import Synchronization
import System
package import VaultFiles

/// An open vault with its index. Everything that reads notes does so in `read`.
package final class VaultSession {
    package let vault: Vault
    package private(set) var environment: Environment
    package let keeper: IndexKeeper
    package private(set) var index: NoteIndex
    let messages: any MessageSink
    package let git: VaultGit
    let history: RequiredHistory
    let attachments: RequiredAttachments
    private let scanner: FileScanner
    /// The data that reads have in common, in a session that lasts.
    private var cache: ReadCache?
    /// A callback before a query is repeated on a rebuilt index. It discards the output of the first attempt.
    package var beforeRetry: () throws -> Void = {}

    /// Opens the vault's index and updates it.
    ///
    /// - Parameters:
    ///   - syncs: whether to compare the index with the disk first.
    ///   - rebuild: whether to rebuild the index, even if it is intact.
    ///   - asksWatcher: whether a running watcher may make the comparison unnecessary.
    ///   - committed: the git source to query instead of the files on disk.
    ///   - asksGit: whether to compute the differences from the last commit in parallel with the update.
    ///   - timeout: as in `IndexKeeper`.
    ///   - reading: how far queries read attachments first.
    package init(
        _ vault: Vault, _ environment: Environment, messages: any MessageSink, syncs: Bool = true,
        rebuild: Bool = false, asksWatcher: Bool = true, committed: GitSource? = nil,
        asksGit: Bool = false, timeout: Int64? = nil, reading: AttachmentReading = .complete
    ) throws {
        self.vault = vault
        self.environment = environment
        self.messages = messages
        git = VaultGit(vault, environment, committed: committed, asksAhead: asksGit)
        do {
            keeper = try IndexKeeper(
                vault, environment, messages: messages, rebuild: rebuild, asksWatcher: asksWatcher,
                committed: committed, timeout: timeout)
            if Self.keepsMemory.load(ordering: .relaxed), keeper.isLarge { ThisProcess.expectMuchMemory() }
            if syncs, !keeper.wasBuilt { try keeper.update() }
            index = try NoteIndex(keeper.connection)
            scanner = FileScanner(keeper.source, rules: vault.configuration.rules, messages: messages)
        } catch {
            throw IndexKeeper.explained(error)
        }
        history = RequiredHistory(keeper, messages)
        attachments = RequiredAttachments(keeper, messages, reading) {
            environment.startSlip(AttachmentUpdate.arguments(vault))
        }
        index.scanner = scanner
        index.workTree = git
        if vault.configuration.takesDatesFromGit { try history.warnIfShallow() }
    }

    private static let keepsMemory = Atomic(false)

    /// Declares that only the main thread of the process uses sessions, so that SQLite needs no locks. Must be called
    /// before the first session is opened.
    ///
    /// - Parameter endsSoon: whether the process ends after one command, so that it need not return memory.
    package static func useOneThread(endsSoon: Bool) {
        Connection.useOneThread()
        keepsMemory.store(endsSoon, ordering: .relaxed)
    }

    /// Calls `tell` with every SQL statement and its duration.
    package static func trace(_ tell: @escaping @Sendable (_ sql: String, _ duration: Duration) -> Void) {
        Connection.trace(tell)
    }

    // MARK: Updating

    /// Updates the index after the vault was changed.
    ///
    /// - Parameters:
    ///   - now: the current time, in a session that lasts. Data from the index is then cached until it changes.
    ///   - changed: the paths that this process has changed since the last update. See `IndexKeeper.update(changed:)`.
    package func refresh(at now: Moment? = nil, changed: Set<VaultPath>? = nil) throws {
        try keeper.update(changed: changed)
        git.forgetDifferences()
        history.expire()
        attachments.expire()
        if let now { try reuse(at: now) } else { try read { _ in } }
    }

    /// Reuses the index without rescanning. The caller has just checked that it is fresh.
    package func reuse(at now: Moment) throws {
        environment.now = now
        // A process may keep several connections open for long.
        if cache == nil || index.connection !== keeper.connection {
            try keeper.connection.setPageCache(kibibytes: 2048)
        }
        cache = cache ?? ReadCache()
        index.cachesHits = true
    }

    /// Whether a watcher confirmed at the last update that the index is fresh, at the cost of a socket round trip.
    package var isConfirmed: Bool { keeper.isConfirmed }
    /// The reason why answers may lack the latest changes, or nil if the index is fresh.
    package var staleness: String? { keeper.staleness }
    /// The changes that the last update made.
    package var changes: IndexKeeper.Changes { keeper.changes }

    /// Whether the open index is no longer the vault's because it was rebuilt or deleted.
    package var isReplaced: Bool { keeper.connection.isReplaced }

    /// Reads the text of all new and changed attachments, after another process that does so. Reports the progress.
    package func readAttachments() throws { try attachments.loadAll() }

    /// A notice that the last search of attachments lacks some that are not read yet, or nil.
    package var unreadNotice: String? { attachments.notice }

    // MARK: Reading

    /// Runs `body` on one snapshot of the index. If the index turns out to be damaged, runs it again on a rebuilt one.
    ///
    /// If `body` needs the git history, reads the history and runs `body` again.
    ///
    /// - Parameter openNotes: the documents that are open in an editor. Their names and texts replace those of their
    ///   files, but searches find what the files contain.
    package func read<Value>(
        with openNotes: OpenNotes = OpenNotes(), _ body: (VaultSnapshot) throws -> Value
    ) throws -> Value {
        try retrying { try inSnapshot(openNotes, keepsTexts: false, body) }
    }

    /// Runs `body` as if the open documents were saved: the index contains their text until `body` returns.
    ///
    /// Complexity: that of indexing the open documents whose text differs from the index.
    package func readAsSaved<Value>(
        with openNotes: OpenNotes, _ body: (VaultSnapshot) throws -> Value
    ) throws -> Value {
        try retrying {
            let unsaved = try openNotes.unsaved(index)
            return try unsaved.isEmpty
                ? inSnapshot(openNotes, keepsTexts: true, body) : supposing(unsaved, openNotes, body)
        }
    }

    /// Runs `body` to plan a change, as if the open documents were saved.
    ///
    /// To preview moves, a plan writes to its snapshot, which is rolled back. If another process updates the index
    /// meanwhile, `body` runs again, in a transaction that keeps others from writing to the index. With open documents,
    /// it runs in such a transaction at once. Its queries do not lack any attachment.
    package func plan<Value>(
        with openNotes: OpenNotes = OpenNotes(), _ body: (VaultSnapshot) throws -> Value
    ) throws -> Value {
        attachments.isPlanning = true
        defer { attachments.isPlanning = false }
        return try retrying {
            if !openNotes.notes.isEmpty { return try supposing(openNotes.unsaved(index), openNotes, body) }
            do {
                return try inSnapshot(openNotes, keepsTexts: true, body)
            } catch let error as SQLiteError where error.isBusy {
                return try supposing([], openNotes, body)
            }
        }
    }

    private func inSnapshot<Value>(
        _ openNotes: OpenNotes, keepsTexts: Bool, _ body: (VaultSnapshot) throws -> Value
    ) throws -> Value {
        index.overlay = openNotes.overlay
        scanner.openNotes = keepsTexts ? openNotes : OpenNotes()
        let cache = cache ?? ReadCache()
        return try keeper.connection.snapshot {
            if try cache.update(version: keeper.connection.version(), index.overlay) { index.forget() }
            return try body(VaultSnapshot(self, openNotes, cache: cache, keepsTexts: keepsTexts))
        }
    }

    private func supposing<Value>(
        _ unsaved: [OpenNote], _ openNotes: OpenNotes, _ body: (VaultSnapshot) throws -> Value
    ) throws -> Value {
        index.overlay = NameOverlay()
        scanner.openNotes = openNotes
        let rows = unsaved.map { $0.rows(at: environment.now) }
        // Similar names stay cached: they are slow to find, and an outdated one is only a worse hint.
        let cache = cache ?? ReadCache()
        cache.links.clear()
        defer { cache.links.clear() }
        return try index.withTemporaryNotes(
            rows, calendar: environment.calendar, extensions: vault.configuration.fileExtensions
        ) {
            try body(VaultSnapshot(self, openNotes, cache: cache, keepsTexts: true))
        }
    }

    private func retrying<Value>(_ body: () throws -> Value) throws -> Value {
        var isRetry = false
        func run() throws -> Value {
            try keeper.retrying {
                if isRetry { try beforeRetry() }
                isRetry = true
                try adoptConnection()
                return try body()
            }
        }
        while true {
            do {
                return try run()
            } catch let missing as RequiredHistory.Missing where missing.owner == ObjectIdentifier(history) {
                try history.load()
            } catch let missing as RequiredAttachments.Missing where missing.owner == ObjectIdentifier(attachments) {
                try attachments.load(missing.extent)
            }
        }
    }

    /// Rebuilds the index if a page of it cannot be read. Returns whether it did.
    ///
    /// Complexity: reads the whole index.
    func rebuildIfDamaged() throws -> Bool {
        let isIntact = (try? keeper.connection.first("PRAGMA quick_check(1)") { $0.text(0) == "ok" }) ?? false
        if isIntact { return false }
        var isReported = false
        try keeper.retrying {
            if isReported { return }
            isReported = true
            throw SQLiteError.damage("a page cannot be read", in: "index")
        }
        try beforeRetry()
        return true
    }

    /// Switches to the keeper's connection if the index was rebuilt.
    private func adoptConnection() throws {
        if index.connection === keeper.connection { return }
        index = try NoteIndex(keeper.connection)
        index.scanner = scanner
        index.workTree = git
        index.cachesHits = cache != nil
        attachments.expire()
        cache?.expire()
    }
}
