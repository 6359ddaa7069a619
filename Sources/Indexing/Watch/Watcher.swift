import SQLite
import SearchIndex
import SourceText
package import System
package import VaultFiles

/// Follows a vault by the system's file events, keeps its index up to date, and vouches for it to readers, so that these
/// need not walk.
///
/// What it vouches for: the index says what was on disk when the question came. The system queues an event before the
/// call that made the change returns; on a question the watcher reads the queue until it is empty, looks at what makes
/// no events (`UnobservedFiles`), brings the index up to date, and only then answers. Where anything is not as it should
/// be, it declines, and the reader walks:
///
/// - the folders cannot all be watched, or something is mounted below the vault;
/// - events were lost, or there are so many that the reader is quicker alone;
/// - the reader has other rules (`WatchMessage`), or the index is in another time zone than the watcher's;
/// - another process has written the index since the watcher walked. It may have done so by an older look at the disk
///   than the watcher's, and put back a file that was gone; only another walk tells;
/// - something could not be read, of which the reader is to warn.
///
/// It takes the lock on the index for writing, as everybody does, and never the one on the vault. A reader that asks
/// holds none on the index, and waits no longer than `WatcherClient.patience`, so that nobody waits for each other.
///
/// What it cannot hear of before the writer lets go is a change through a shared mapping of a file (mmap(2)), which a
/// walk sees by the file's times. No editor writes notes so.
///
/// On a file system that is changed by other machines it ends at once: it could only walk, as readers do.
///
/// One that came by itself (`AutomaticWatcher`) ends when nobody has asked for a while, and at once where it cannot
/// vouch.
///
/// It lives in one thread, which calls `step`. Dying costs nothing: the lock goes with the process, and the socket's
/// name, left behind, leads to nobody.
package final class Watcher {
    let root: [UInt8]
    let settings: WatchSettings
    let messages: WatchMessages
    private let environment: Environment
    let zone: String
    let zoneHasChanged: () -> Bool
    let directory: [UInt8]
    private let identity: RootIdentity
    private let lock: FileLock
    private let listener: LocalListener
    let mounts: MountTable

    // What is known of the vault, all of it learnt anew by `begin`.
    var vault: Vault
    var keeper: IndexKeeper?
    var folders: WatchedFolders?
    var request: [UInt8] = []
    /// Why the index is not vouched for.
    var obstacle: VaultError?
    var trust = IndexTrust()
    private var hasBegun = false
    var schedule = WatchSchedule()
    var clients: [(socket: LocalSocket, until: Int64)] = []
    /// When a reader was last told that the index is right.
    var lastAnswer = Waiting.now()
    /// Whether the configuration wanted watchers to come by themselves when this one began.
    private let cameByItself: Bool

    /// Begins to follow the vault: when this returns, the index is up to date.
    ///
    /// - Parameter zoneHasChanged: whether the machine's time zone is another than when the calendar was made.
    /// - Throws: `VaultError` where another watcher follows it already, or the vault cannot be used; `IndexError`.
    package init(
        _ vault: Vault, _ environment: Environment, messages: any MessageSink, zoneHasChanged: @escaping () -> Bool,
        settings: WatchSettings = WatchSettings()
    ) throws {
        self.vault = vault
        root = vault.root
        self.settings = settings
        self.messages = WatchMessages(messages)
        self.environment = environment
        zone = environment.calendar.signature
        cameByItself = vault.configuration.watchesByItself && settings.idle != nil
        self.zoneHasChanged = zoneHasChanged
        directory = try IndexKeeper.directory(vault)
        lock = try Self.lock(directory, vault)
        do {
            identity = try RootIdentity(vault.root)
            mounts = try MountTable()
            listener = try LocalListener(directory, WatchMessage.socketName)
        } catch {
            throw VaultError("the vault cannot be watched: \(error)", help: "slip works without a watcher")
        }
        do { try begin() } catch let end as WatcherEnd { throw end.reason }
        if obstacle == nil { AutomaticWatcher.forget(vault) }
    }

    deinit {
        // While the lock is held: from then on the name is another watcher's. In another vault it is so already.
        guard (try? RootIdentity(root)) == identity else { return }
        Files.discard(directory + [Byte.slash] + WatchMessage.socketName)
    }

    private static func lock(_ directory: [UInt8], _ vault: Vault) throws -> FileLock {
        do {
            return try FileLock(directory + [Byte.slash] + WatchMessage.lockName, waits: false)
        } catch {
            let name = String(decoding: vault.root, as: UTF8.self)
            if error.isLocked { throw VaultError("another watcher follows '\(name)' already") }
            throw VaultError("the vault cannot be watched: \(error)")
        }
    }

    /// How many folders are watched, or why none is.
    package var state: (folders: Int, obstacle: String?) { (folders?.count ?? 0, obstacle?.message) }

    // MARK: Beginning

    /// Learns everything anew: rules, folders, and by a walk what is on disk.
    func begin() throws {
        folders = nil
        keeper = nil
        trust.forget()
        schedule.clear()
        try checkRoot()
        vault = try Vault(root: root.isEmpty ? [Byte.slash] : root)
        request = WatchMessage.request(for: vault)
        try checkFileSystem()
        var obstacle = findObstacle()
        // Watched before it is walked: what is changed in between is heard of.
        if obstacle == nil {
            do {
                folders = try WatchedFolders(vault, settings)
            } catch let error as VaultError {
                obstacle = error
            }
        }
        let keeper = try IndexKeeper(vault, environment, messages: messages, asksWatcher: false)
        self.keeper = keeper
        setObstacle(obstacle)
        // The first time it takes the index into its own time zone, later it leaves it in that of the last reader.
        let isFirst = !hasBegun
        hasBegun = true
        if try isFirst || isInZone(keeper.connection) { try walk() }
    }

    private var gone: WatcherEnd {
        WatcherEnd("the vault '\(String(decoding: root, as: UTF8.self))' is gone, or another one is in its place")
    }

    private func checkFileSystem() throws {
        // Whatever keeps it from being looked at, it cannot be followed: so below.
        guard let type = try? FileSystemType(of: vault.fullPath(.root)) else { throw gone }
        if type.tellsAllChanges { return }
        throw WatcherEnd(
            "a file system \(type.name) may be changed by others without a word, so that it cannot be watched",
            help: "slip works without a watcher")
    }

    /// Why the events of this vault cannot be trusted, if so.
    private func findObstacle() -> VaultError? {
        do {
            // The answer is of use from the next change on.
            _ = mounts.hasChanged()
            for point in try mounts.points() {
                guard let path = vault.path(ofFull: point), !path.isRoot,
                    !path.parts.contains(where: { $0.bytes.first == Byte.dot })
                else { continue }
                return VaultError("something is mounted in the vault, at '\(path.text)'", at: path)
            }
        } catch {
            return VaultError("the vault cannot be watched: \(error)")
        }
        return nil
    }

    func setObstacle(_ new: VaultError?) {
        if let new, new != obstacle { messages.warn("\(new.message); searches look at the disk themselves") }
        if new == nil, obstacle != nil { messages.warn("the vault is followed again") }
        obstacle = new
        guard new != nil else { return }
        folders = nil
        schedule.endBurst()
        schedule.set(to: Waiting.now() + settings.retry)
    }

    // MARK: Living

    /// Follows the vault until a signal asks to end.
    ///
    /// - Throws: what keeps the watcher from going on, such as a vault that is gone.
    package func run(until signals: EndSignals) throws {
        while try step(milliseconds: nil, until: signals.descriptor) {}
    }

    /// Waits for something to happen, at most so long, and does what is to be done.
    ///
    /// - Parameter end: a descriptor that has something to read when it is over.
    /// - Returns: false where it is.
    @discardableResult
    package func step(milliseconds: Int?, until end: Int32? = nil) throws -> Bool {
        do {
            return try wait(milliseconds, end)
        } catch let end as WatcherEnd {
            throw end.reason
        }
    }

    private func wait(_ milliseconds: Int?, _ end: Int32?) throws -> Bool {
        try endWhereItCannotVouch()
        if isOver { return false }
        var descriptors = [listener.descriptor] + clients.map(\.socket.descriptor)
        if let end { descriptors.append(end) }
        if let folders { descriptors.append(folders.descriptor) }
        let now = Waiting.now()
        let idleEnd = settings.idle.map { lastAnswer + $0 }
        let timer = schedule.next(before: (clients.map(\.until) + [idleEnd].compactMap { $0 }).min())
        let wait = Int(clamping: max(0, timer - now))
        let ready = Waiting.ready(descriptors, mounts: mounts, milliseconds: min(wait, milliseconds ?? wait))
        if let end, ready.contains(end) { return false }
        if mounts.isAmong(ready) { try judgeMounts() }
        if ready.contains(listener.descriptor) {
            while clients.count < 64, let client = listener.accept() {
                if client.peer == ThisProcess.user { clients.append((client, Waiting.now() + 1000)) }
            }
        }
        if let folders, ready.contains(folders.descriptor) { try guarded(drain) }
        try answerClients()
        let later = Waiting.now()
        if later >= schedule.nextSweep {
            // Set first, as below: what fails is tried again then, not at once.
            schedule.nextSweep = later + settings.sweep
            trust.isLost = true
            schedule.set(to: later)
        }
        if let due = schedule.due, due <= later {
            schedule.clear()
            try guarded(work)
        }
        return true
    }

    /// Whether one that ends by itself has nobody left to vouch to, or is no longer wanted.
    private var isOver: Bool {
        guard let idle = settings.idle else { return false }
        if cameByItself, !vault.configuration.watchesByItself { return true }
        return Waiting.now() >= lastAnswer + idle
    }

    /// Ends one that ends by itself where something keeps it from vouching, and leaves word of that for the next.
    private func endWhereItCannotVouch() throws {
        guard settings.idle != nil, let obstacle else { return }
        if cameByItself { AutomaticWatcher.remember(obstacle.message, vault) }
        throw WatcherEnd(obstacle.message, help: obstacle.help)
    }

    /// Runs what may fail for a while, such as on a full disk: that is said, and tried again later.
    func guarded(_ body: () throws -> Void) throws {
        do {
            try body()
        } catch let error as SQLiteError {
            setObstacle(VaultError("the index cannot be written (code \(error.code))"))
        } catch let error as IndexError {
            setObstacle(VaultError(error.message, help: error.help))
        } catch let error as VaultError {
            setObstacle(error)
        }
    }

    /// Reads what the system has queued.
    func drain() throws {
        guard let folders else { return }
        let before = trust.dirty.count
        let news = try folders.drain(into: &trust.dirty)
        if news.isGone { throw gone }
        if news.concernsRoot { try checkRoot() }
        if news.concernsConfiguration { try checkConfiguration() }
        if news.isOverflow {
            // Which folders there are is no longer known either.
            trust.isLost = true
            hear()
        }
        if trust.dirty.count > settings.mostPaths {
            trust.forgetPaths()
            hear()
        } else if trust.dirty.count > before || (!schedule.isInBurst && !trust.dirty.isEmpty) {
            hear()
        }
    }

    /// Has the index brought up to date when no event came for a while.
    func hear() { schedule.hear(at: Waiting.now(), settings) }

    func checkRoot() throws {
        guard let now = try? RootIdentity(root), now == identity else { throw gone }
    }

    /// Has everything learnt anew where the configuration has other rules now.
    func checkConfiguration() throws {
        guard let new = try? Vault(root: root.isEmpty ? [Byte.slash] : root) else { return try checkRoot() }
        if WatchMessage.request(for: new) == request {
            vault = new
            return
        }
        trust.isLost = true
        hear()
    }

    /// Whether what was mounted meanwhile keeps the events from being trusted.
    func judgeMounts() throws {
        try checkRoot()
        if let found = findObstacle() { return setObstacle(found) }
        // What is no longer there may have been the obstacle.
        if obstacle != nil { schedule.set(to: Waiting.now()) }
    }
}
