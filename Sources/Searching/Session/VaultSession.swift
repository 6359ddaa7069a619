import Git
package import Indexing
package import Notes
import QueryLanguage
import SQLite
package import SearchIndex
package import SourceText
import System
package import VaultFiles

/// An open vault with its index, ready to be asked: what every command that reads works with.
package final class VaultSession {
    package let vault: Vault
    package private(set) var environment: Environment
    package let keeper: IndexKeeper
    package private(set) var index: NoteIndex
    let messages: any MessageSink
    /// The repository that the vault lies in, once it was asked for.
    var openedRepository: Repository?
    /// What git says of the files, once it was asked for, or already while the index is brought up to date.
    var workTreeState: Background<WorkTreeState>?
    private var toldOfCut = false
    /// Whether what was read of the index is kept from one question to the next.
    private var keepsWhatItRead = false
    /// Whether the history was brought up to date for this session.
    private var knowsHistory = false
    /// Called before something is asked for once more because the index was damaged: what was given out is taken back.
    package var beforeRetry: () throws -> Void = {}
    private var lastRead: (path: VaultPath, text: NoteText)?
    /// The documents that are open in an editor, which are asked in the place of their files.
    package var openNotes = OpenNotes() {
        didSet {
            lastRead = nil
            index.overlay = openNotes.overlay
        }
    }
    /// What a question in `supposingOpenNotes` has read.
    var keptTexts: KeptTexts?
    /// What the index was when it was asked last; there in a session that is asked many times.
    private var lastVersion: [Int64]?
    private var lastOverlay = NameOverlay()
    var linkEnds = LinkEnds()
    /// What is near to names that no note has, as far as it was asked for.
    package internal(set) var nearestNames: [String: String?] = [:]
    /// What that was before the last change, which most often is what it will be again.
    var formerNames: [String: String?] = [:]
    /// How many links of each form some notes have, once it was asked for.
    var sampledLinks: (wiki: Int, markdown: Int)?

    /// Opens the vault's index and brings it up to date.
    ///
    /// - Parameters:
    ///   - syncs: whether to compare the index with the disk first.
    ///   - rebuild: whether to build the index anew, whatever it is.
    ///   - asksWatcher: whether a watcher that follows the vault may spare the comparison.
    ///   - committed: what is to be asked instead of the files on disk.
    ///   - asksGit: whether git is asked how the files differ from the last commit while the index is brought up to date.
    ///   - patience: as of `IndexKeeper`.
    package init(
        _ vault: Vault, _ environment: Environment, messages: any MessageSink, syncs: Bool = true,
        rebuild: Bool = false, asksWatcher: Bool = true, committed: GitSource? = nil,
        asksGit: Bool = false, patience: Int64? = nil
    ) throws {
        self.vault = vault
        self.environment = environment
        self.messages = messages
        if asksGit, HeadStamp(of: vault.root, environment.variables) != nil {
            workTreeState = Self.workTreeAhead(vault, environment)
        }
        do {
            keeper = try IndexKeeper(
                vault, environment, messages: messages, rebuild: rebuild, asksWatcher: asksWatcher,
                committed: committed, patience: patience)
            if syncs { try keeper.update() }
            index = try NoteIndex(keeper.connection)
        } catch {
            throw IndexKeeper.explained(error)
        }
        index.scanner = self
        index.workTree = self
        if vault.configuration.takesDatesFromGit { try tellOfCut() }
    }

    /// Says that sessions are used by one thread of the process alone, which spares SQLite its locks. To be called before
    /// the first is opened.
    package static func useOneThread() { Connection.useOneThread() }

    /// Has every statement that is sent to an index told of, with how long it took.
    package static func trace(_ tell: @escaping @Sendable (_ sql: String, _ duration: Duration) -> Void) {
        Connection.trace(tell)
    }

    /// Brings the index up to date again, after the vault was changed.
    ///
    /// - Parameter now: the time that it is by now, in a session that lasts; what was read of the index is then kept as
    ///   long as that stays the same.
    package func refresh(at now: Moment? = nil) throws {
        try keeper.update()
        (workTreeState, knowsHistory) = (nil, false)
        if let now { try stay(at: now) } else { try withSnapshot {} }
    }

    /// Whether a watcher said that the index was right when it was asked last, which costs next to nothing.
    package var isVouchedFor: Bool { keeper.isVouchedFor }
    /// Why answers may lack the latest changes; nil if the index is up to date.
    package var staleness: String? { keeper.staleness }

    /// Goes on with the index as it is, which was looked at a moment ago by somebody else.
    package func stay(at now: Moment) throws {
        environment.now = now
        lastRead = nil
        if !keepsWhatItRead || index.connection !== keeper.connection { try keeper.connection.keepSmall() }
        keepsWhatItRead = true
        index.keepsHits = true
    }

    /// Runs `body` on one snapshot of the index; where the index turns out to be damaged, on a new one.
    ///
    /// Where `body` needs the history, which is read then, it is run once more.
    package func withSnapshot<Value>(_ body: () throws -> Value) throws -> Value {
        var isRetry = false
        do {
            return try withSnapshot(isRetry: &isRetry, body)
        } catch is HistoryNeeded {
            try keeper.requireHistory()
            knowsHistory = true
            return try withSnapshot(isRetry: &isRetry, body)
        }
    }

    /// The history in git has to be read before this can be answered.
    private struct HistoryNeeded: Error {}

    package func requireHistory() throws {
        if !knowsHistory, try !keeper.isHistoryCurrent() { throw HistoryNeeded() }
        try tellOfCut()
        knowsHistory = true
    }

    /// Says once that the history does not go back to its beginning.
    private func tellOfCut() throws {
        if toldOfCut { return }
        guard try keeper.historyState()?.isShallow == true else { return }
        toldOfCut = true
        messages.warn("this clone's history is cut: dates and commits before that are not known; git fetch --unshallow")
    }

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

    /// Asks the index that the keeper has, where it was built anew.
    func adoptConnection() throws {
        if index.connection === keeper.connection { return }
        let overlay = index.overlay
        index = try NoteIndex(keeper.connection)
        index.scanner = self
        index.workTree = self
        index.overlay = overlay
        index.keepsHits = keepsWhatItRead
        lastVersion = nil
    }

    /// What the names near to others depend on: the same in every session that has the same names before it.
    package func namesStamp() throws -> Int {
        var hasher = Hasher()
        hasher.combine(try indexGeneration())
        hasher.combine(index.overlay)
        return hasher.finalize()
    }

    /// Takes over what another session has found to be near to names that no note has.
    ///
    /// - Parameter stamp: `namesStamp` when it was found; of another one it serves until it is found anew.
    package func learn(nearest names: [String: String?], stamp: Int) throws {
        if try stamp == namesStamp() {
            nearestNames.merge(names) { own, _ in own }
        } else {
            keepFormer(names)
        }
    }

    /// Whether the index that is asked is no longer the vault's: it was built anew, or deleted.
    package var hasMoved: Bool { keeper.connection.hasMoved }

    private func keepFormer(_ names: [String: String?]) {
        if formerNames.count > Self.mostFormer { formerNames = [:] }
        formerNames.merge(names) { _, new in new }
    }

    private static let mostFormer = 10_000

    /// Grows with every change of the index, whichever process makes it.
    package func indexGeneration() throws -> Int64 { try keeper.generation() }

    /// How notes are read here.
    package var rules: NoteRules { vault.configuration.rules }

    // MARK: The text of notes

    /// The text of a note's file; nil, with a warning, where it cannot be read.
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
            warnOfUnread(path, error)
            return nil
        }
    }

    func warnOfUnread(_ path: VaultPath, _ error: SystemError) {
        // Deleted since the index was brought up to date: it is no longer there to be found.
        if !error.isMissing { messages.warn("cannot read '\(path.text)': \(error.reason)") }
    }

    /// The bytes of the configuration as it is where notes come from; nil where there is none.
    func configurationBytes() throws -> [UInt8]? {
        keeper.committed == nil
            ? try vault.configurationBytes() : try keeper.source.read(Vault.configurationPath).bytes
    }

    /// Says how far long work has got: of a few hundred parts nobody would read it.
    package func progress(_ what: String, _ done: Int, of total: Int) {
        if total > 256, done > 0, done.isMultiple(of: 256) { messages.progress(what, done, of: total) }
    }

    /// The notes and folders that cannot be read now, so that what they hold cannot follow a change of names. A note above
    /// the size that is read is none of them: it counts as an attachment does.
    package func unread() throws -> [VaultPath] {
        let notes = try index.paths(of: .unreadable).filter {
            FileStatus.seen(vault.fullPath($0)).map { $0.size <= Files.defaultLimit } ?? true
        }
        return Set(notes + keeper.unreadable).sorted()
    }

    /// The bytes of a note's file.
    package func bytes(_ path: VaultPath) throws -> [UInt8] {
        do {
            return try reader.bytes(path)
        } catch {
            throw VaultError("cannot read '\(path.text)': \(error.reason)", at: path)
        }
    }
}

extension VaultSession: QueryContext {
    package var now: Moment { environment.now }
    package var calendar: LocalCalendar { environment.calendar }
    package var statuses: [String] { rules.statuses }
    package var keyNames: KeyNames { rules.keys }
    package var noteExtensions: Set<String> { vault.configuration.extensions }
    package var attachmentExtensions: Set<String> { vault.configuration.attachmentExtensions }
    package var savedSearches: [String: String] { vault.configuration.searches }
    package func propertyNames() throws -> [String] { try index.propertyNames() }
    package func isProperty(_ name: String) throws -> Bool { try index.isProperty(name) }
    package func holdsDates(_ name: String) throws -> Bool { try DateProperties(index).contains(name) }
    package func statusesInUse() throws -> [String] { try index.statuses().map { Folding.fold($0.name) } }
    package func isFolder(_ path: VaultPath) throws -> Bool { try index.isFolder(path) }
    package func folders() throws -> [VaultPath] { try index.folders().map(\.path) }
    package func notes(named name: String) throws -> [VaultPath] { try index.notes(named: name) }
    package func nearestNote(to name: String) throws -> String? { try nearestNotes(to: [name])[0] }
    /// Complexity: O(notes), but in a session that lasts once for each name until the index changes.
    func nearestNotes(to names: [String]) throws -> [String?] {
        let unknown = names.filter { nearestNames[$0] == nil }
        if !unknown.isEmpty {
            // Longer ones than any name that somebody mistyped are near to none.
            let found = try index.nearestNotes(to: unknown.map { $0.utf8.count > 255 ? "" : $0 })
            if !keepsWhatItRead { return found }
            for (name, near) in zip(unknown, found) { nearestNames[name] = .some(near) }
        }
        return names.map { nearestNames[$0] ?? nil }
    }
}
