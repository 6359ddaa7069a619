import Editing
import Indexing
import QueryLanguage
import Searching
import SourceText
import System
import VaultFiles

/// A vault of the browser with its session, which is opened again when the configuration changes.
final class BrowserSession {
    /// The settings that all sessions share.
    struct Common {
        var environment: Environment
        var scans: ScanLimit
        var messages: any MessageSink
        var now: () -> Moment
    }

    /// Nil for the only vault.
    let source: NoteHit.SourceVault?
    private(set) var vault: Vault
    private let common: Common
    private var opened: VaultSession?
    /// Whether the vault was gone at the last attempt.
    private var isGone = false
    /// The fingerprint of the configuration file when the session was opened.
    private var configuration: [Int64]?
    /// Whether the configuration was reloaded and the browser does not know it yet.
    var isReconfigured = false
    /// Whether the last search left it out.
    var isLeftOut = false
    private(set) var follower: NoteFollower?
    /// The generation of the index at the last search; -1 if the configuration has changed since.
    private var generation: Int64?
    /// Whether the names of all notes are loaded, which happens in pieces.
    private(set) var areNamesReady = false

    /// The time to wait for another process that writes the index, in milliseconds. Every key waits that long then.
    private static let timeout: Int64 = 200

    init(_ vault: BrowserVault, _ common: Common) {
        source = vault.source
        self.vault = vault.vault
        self.common = common
    }

    /// Returns the session. Updates the index only if a watcher confirms it, which is cheap, or if the index was replaced.
    /// Otherwise `update` scans the files later, so that typing never waits for a scan.
    ///
    /// - Throws: `VaultError`, also if the vault is gone.
    func current() throws -> VaultSession {
        let session: VaultSession
        if !Vault.isVault(vault.root) {
            isGone = true
            throw VaultError("'\(String(decoding: vault.root, as: UTF8.self))' is no longer a vault")
        }
        let configuration = FileStatus.seen(vault.fullPath(Vault.configurationPath)).map {
            [$0.modified, $0.size, Int64(bitPattern: $0.inode)]
        }
        if isGone || opened != nil && configuration != self.configuration {
            isGone = false
            // Saved searches, statuses and colors may have changed, also by a change of this process.
            vault = (try? Vault(root: vault.root)) ?? vault
            opened = nil
            areNamesReady = false
            isReconfigured = true
            // A generation that no index has makes the browser repeat its search.
            if generation != nil { generation = -1 }
        }
        self.configuration = configuration
        if let opened {
            session = opened
        } else {
            session = try VaultSession(
                vault, common.environment, messages: common.messages, syncs: false, timeout: Self.timeout,
                reading: .inBackground)
            opened = session
        }
        if session.isConfirmed || session.isReplaced {
            try session.refresh(at: common.now())
        } else {
            try session.reuse(at: common.now())
        }
        return session
    }

    func read<Value>(_ body: (VaultSnapshot) throws -> Value) throws -> Value { try current().read { try body($0) } }

    /// A notice that the last search of attachments lacks some that are not read yet, or nil.
    var unreadNotice: String? { opened?.unreadNotice }

    /// Remembers the state at the first search, with which later ones are compared.
    func begin(_ snapshot: VaultSnapshot) throws {
        if generation == nil { generation = try snapshot.indexGeneration() }
        if follower == nil { follower = try NoteFollower(snapshot, start: common.now()) }
    }

    /// Updates the index if it is due.
    ///
    /// - Parameter loadsNames: whether to load the names of all notes too.
    /// - Returns: whether it has changed since the last search, and the reason why it may be stale.
    func update(loadsNames: Bool, _ isObsolete: () -> Bool) throws -> (isNew: Bool, staleness: String?) {
        let session = try current()
        let now = common.now
        if !session.isConfirmed {
            // If another thread scans the vault, this one uses its result.
            if try !common.scans.scanIfDue(vault, { try session.refresh(at: now()) }) {
                try session.refresh(at: now())
            }
        }
        let generation = try session.read { try $0.indexGeneration() }
        // In pieces, until another request waits.
        while loadsNames, !areNamesReady, !isObsolete() { areNamesReady = try session.read { try $0.prepareNames() } }
        defer { self.generation = generation }
        defer { isLeftOut = false }
        return (isLeftOut || self.generation.map { $0 != generation } ?? false, session.staleness)
    }
}
