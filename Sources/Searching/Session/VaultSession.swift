import Git
package import Indexing
package import Notes
import QueryLanguage
import SQLite
package import SearchIndex
package import SourceText
import System
package import VaultFiles

/// An open vault with its index. Every command that reads notes uses one.
package final class VaultSession {
    package let vault: Vault
    package private(set) var environment: Environment
    package let keeper: IndexKeeper
    package private(set) var index: NoteIndex
    let messages: any MessageSink
    package let git: VaultGit
    private let scanner: FileScanner
    private var hasWarnedAboutShallowHistory = false
    /// Whether data read from the index is cached across queries.
    private var keepsWhatItRead = false
    /// Whether this session has updated the history.
    private var knowsHistory = false
    /// A callback before a query is repeated on a rebuilt index. It discards the output of the first attempt.
    package var beforeRetry: () throws -> Void = {}
    private var lastRead: (path: VaultPath, text: NoteText)?
    /// The documents that are open in an editor. Queries use them instead of their files.
    package var openNotes = OpenNotes() {
        didSet {
            lastRead = nil
            index.overlay = openNotes.overlay
        }
    }
    /// A cache of the texts that one request in `supposingOpenNotes` reads.
    var keptTexts: KeptTexts?
    /// The version of the index at the last query. Set only in a session that lasts.
    private var lastVersion: [Int64]?
    private var lastOverlay = NameOverlay()
    var linkEnds = LinkEnds()
    /// Names similar to those that no note has, as far as they have been computed.
    package internal(set) var nearestNames: [String: String?] = [:]
    /// The similar names before the last change, which rarely affects them.
    var formerNames: [String: String?] = [:]
    /// The number of links of each form in a sample of notes, once it was needed.
    var sampledLinks: (wiki: Int, markdown: Int)?

    /// Opens the vault's index and updates it.
    ///
    /// - Parameters:
    ///   - syncs: whether to compare the index with the disk first.
    ///   - rebuild: whether to rebuild the index, even if it is intact.
    ///   - asksWatcher: whether a running watcher may make the comparison unnecessary.
    ///   - committed: the git source to query instead of the files on disk.
    ///   - asksGit: whether to compute the differences from the last commit in parallel with the update.
    ///   - timeout: as in `IndexKeeper`.
    package init(
        _ vault: Vault, _ environment: Environment, messages: any MessageSink, syncs: Bool = true,
        rebuild: Bool = false, asksWatcher: Bool = true, committed: GitSource? = nil,
        asksGit: Bool = false, timeout: Int64? = nil
    ) throws {
        self.vault = vault
        self.environment = environment
        self.messages = messages
        git = VaultGit(vault, environment, committed: committed, asksAhead: asksGit)
        do {
            keeper = try IndexKeeper(
                vault, environment, messages: messages, rebuild: rebuild, asksWatcher: asksWatcher,
                committed: committed, timeout: timeout)
            if syncs { try keeper.update() }
            index = try NoteIndex(keeper.connection)
            scanner = FileScanner(keeper.source, rules: vault.configuration.rules, messages: messages)
        } catch {
            throw IndexKeeper.explained(error)
        }
        index.scanner = scanner
        index.workTree = git
        if vault.configuration.takesDatesFromGit { try warnAboutShallowHistory() }
    }

    /// Declares that only one thread of the process uses sessions, so that SQLite needs no locks. Must be called before
    /// the first session is opened.
    package static func useOneThread() { Connection.useOneThread() }

    /// Calls `tell` with every SQL statement and its duration.
    package static func trace(_ tell: @escaping @Sendable (_ sql: String, _ duration: Duration) -> Void) {
        Connection.trace(tell)
    }

    /// Updates the index after the vault was changed.
    ///
    /// - Parameter now: the current time, in a session that lasts. Data read from the index is then cached until the
    ///   index changes.
    package func refresh(at now: Moment? = nil) throws {
        try keeper.update()
        git.forgetDifferences()
        knowsHistory = false
        if let now { try stay(at: now) } else { try withSnapshot {} }
    }

    /// Whether a watcher confirmed at the last update that the index is fresh, at the cost of a socket round trip.
    package var isConfirmed: Bool { keeper.isConfirmed }
    /// The reason why answers may lack the latest changes, or nil if the index is fresh.
    package var staleness: String? { keeper.staleness }

    /// Reuses the index without rescanning. The caller has just checked that it is fresh.
    package func stay(at now: Moment) throws {
        environment.now = now
        lastRead = nil
        if !keepsWhatItRead || index.connection !== keeper.connection { try keeper.connection.keepSmall() }
        keepsWhatItRead = true
        index.keepsHits = true
    }

    /// Runs `body` on one snapshot of the index. If the index turns out to be damaged, runs it again on a rebuilt one.
    ///
    /// If `body` needs the git history, reads the history and runs `body` again.
    package func withSnapshot<Value>(_ body: () throws -> Value) throws -> Value {
        var isRetry = false
        do {
            return try withSnapshot(isRetry: &isRetry, body)
        } catch is HistoryNeeded {
            try keeper.history.require()
            knowsHistory = true
            return try withSnapshot(isRetry: &isRetry, body)
        }
    }

    /// An error: the git history must be read before a query can be answered.
    private struct HistoryNeeded: Error {}

    package func requireHistory() throws {
        if !knowsHistory, try !keeper.history.isCurrent() { throw HistoryNeeded() }
        try warnAboutShallowHistory()
        knowsHistory = true
    }

    /// Warns once that the history comes from a shallow clone.
    private func warnAboutShallowHistory() throws {
        if hasWarnedAboutShallowHistory { return }
        guard try isHistoryShallow() else { return }
        hasWarnedAboutShallowHistory = true
        messages.warn(
            "this clone is shallow: older dates and commits are unknown; to fetch them: git fetch --unshallow")
    }

    /// Whether the indexed history comes from a shallow clone.
    package func isHistoryShallow() throws -> Bool { try keeper.history.state()?.isShallow == true }

    private func withSnapshot<Value>(isRetry: inout Bool, _ body: () throws -> Value) throws -> Value {
        try keeper.retrying {
            if isRetry { try beforeRetry() }
            isRetry = true
            try adoptConnection()
            if !keepsWhatItRead {
                index.forget()
                linkEnds = LinkEnds()
                return try keeper.connection.snapshot(body)
            }
            return try keeper.connection.snapshot {
                let version = try keeper.connection.version()
                if version != lastVersion { index.forget() }
                if version != lastVersion || index.overlay != lastOverlay {
                    keepFormer(nearestNames)
                    nearestNames = [:]
                }
                (lastVersion, lastOverlay) = (version, index.overlay)
                linkEnds.prepare(index, version: version)
                return try body()
            }
        }
    }

    /// Switches to the keeper's connection if the index was rebuilt.
    func adoptConnection() throws {
        if index.connection === keeper.connection { return }
        let overlay = index.overlay
        index = try NoteIndex(keeper.connection)
        index.scanner = scanner
        index.workTree = git
        index.overlay = overlay
        index.keepsHits = keepsWhatItRead
        lastVersion = nil
    }

    /// Returns a hash of the data that similar names depend on. It is equal in all sessions with the same names.
    package func namesStamp() throws -> Int {
        var hasher = Hasher()
        hasher.combine(try indexGeneration())
        hasher.combine(index.overlay)
        return hasher.finalize()
    }

    /// Adopts the similar names that another session has found.
    ///
    /// - Parameter stamp: `namesStamp` when they were found. If it differs now, they serve until they are recomputed.
    package func learn(nearest names: [String: String?], stamp: Int) throws {
        if try stamp == namesStamp() {
            nearestNames.merge(names) { own, _ in own }
        } else {
            keepFormer(names)
        }
    }

    /// Whether the open index is no longer the vault's because it was rebuilt or deleted.
    package var hasMoved: Bool { keeper.connection.hasMoved }

    private func keepFormer(_ names: [String: String?]) {
        if formerNames.count > Self.mostFormer { formerNames = [:] }
        formerNames.merge(names) { _, new in new }
    }

    private static let mostFormer = 10_000

    /// Returns a number that grows with every change of the index by any process.
    package func indexGeneration() throws -> Int64 { try keeper.generation() }

    /// The rules for parsing notes in this vault.
    package var rules: NoteRules { vault.configuration.rules }

    // MARK: The text of notes

    /// Returns the text of a note. If it cannot be read, writes a warning and returns nil.
    package func text(_ path: VaultPath) -> NoteText? {
        if let lastRead, lastRead.path == path { return lastRead.text }
        if let open = openNotes[path] {
            let text = NoteText(open.bytes, path: path, rules: rules)
            lastRead = (path, text)
            return text
        }
        do {
            let text = NoteText(try reader.bytes(path), path: path, rules: rules)
            lastRead = (path, text)
            return text
        } catch {
            warnAboutUnreadable(path, error)
            return nil
        }
    }

    func warnAboutUnreadable(_ path: VaultPath, _ error: SystemError) {
        // A note that was deleted since the last update is no longer a result.
        if !error.isMissing { messages.warn("cannot read '\(path.text)': \(error.reason)") }
    }

    /// Returns the configuration from the source of the notes, or nil if there is none.
    func configurationBytes() throws -> [UInt8]? {
        keeper.committed == nil
            ? try vault.configurationBytes() : try keeper.source.read(Vault.configurationPath).bytes
    }

    /// Reports the progress of long work. With 256 parts or fewer, it ends too soon for a report.
    package func progress(_ what: String, _ done: Int, of total: Int) {
        if total > 256, done > 0, done.isMultiple(of: 256) { messages.progress(what, done, of: total) }
    }

    /// Returns the notes and folders that cannot be read now, so that references in them cannot be updated. Notes above
    /// the size limit are excluded: they count as attachments.
    package func unread() throws -> [VaultPath] {
        let notes = try index.links.paths(of: .unreadable).filter {
            FileStatus.seen(vault.fullPath($0)).map { $0.size <= Files.defaultLimit } ?? true
        }
        return Set(notes + keeper.unreadable).sorted()
    }

    /// - Throws: `VaultError` if the note cannot be read.
    package func bytes(_ path: VaultPath) throws -> [UInt8] {
        do {
            return try reader.bytes(path)
        } catch {
            throw VaultError("cannot read '\(path.text)': \(error.reason)", at: path)
        }
    }
}

extension VaultSession {
    package var now: Moment { environment.now }
    package var calendar: LocalCalendar { environment.calendar }
    package var statuses: [String] { rules.statuses }
    package var keyNames: KeyNames { rules.keys }

    /// Returns the nearest name for each of the names. Complexity: O(notes). A session that lasts caches each result
    /// until the index changes.
    func nearestNotes(to names: [String]) throws -> [String?] {
        let unknown = names.filter { nearestNames[$0] == nil }
        if !unknown.isEmpty {
            // A name longer than 255 bytes is not a typo of any other.
            let found = try index.names.nearestNotes(to: unknown.map { $0.utf8.count > 255 ? "" : $0 })
            if !keepsWhatItRead { return found }
            for (name, near) in zip(unknown, found) { nearestNames[name] = .some(near) }
        }
        return names.map { nearestNames[$0] ?? nil }
    }
}
