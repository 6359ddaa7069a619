import SQLite
import SearchIndex
import SourceText
package import System
package import VaultFiles

/// The watcher of a vault. It follows file system events, keeps the index fresh, and confirms this to readers, which
/// then need no scan.
///
/// A confirmation means that the index agrees with the files at the time of the request. The kernel queues an event
/// before the system call that made the change returns. On a request, the watcher drains the queue, checks the files
/// without events (`FilesWithoutEvents`), updates the index, and only then answers.
///
/// The watcher declines, and the reader scans, in these cases:
///
/// - Not all folders can be watched, or a file system is mounted below the vault.
/// - Events were lost, or too many are pending: the reader's own scan is faster.
/// - The reader has other rules (`WatchMessage`), or the index is in another time zone than the watcher's.
/// - Another process has written the index since the watcher's scan. It may have scanned earlier than the watcher and
///   restored a removed file. Only another scan can detect this.
/// - Something could not be read, and the reader must warn.
///
/// The watcher takes the index lock for writing, like every process. A reader that sends a request holds no lock on the
/// index and waits at most `WatcherClient.timeout`. The watcher never waits for the vault's lock, which it takes only to
/// merge late text (`LateTextWatch`). Deadlock is impossible.
///
/// The watcher does not notice a change through a shared mapping (mmap(2)) until the writer closes the file. A scan
/// detects it by the file's times. Editors do not write notes this way.
///
/// On a file system that other machines may change, the watcher ends at once, because it could only scan as readers do.
///
/// An automatic watcher (`AutomaticWatcher`) ends after a while without requests, and at once if it cannot confirm the
/// index.
///
/// It runs on the one thread that calls `step`. A crash is harmless: the lock is released with the process, and no
/// process listens at the remaining socket.
package final class Watcher {
    let root: [UInt8]
    let settings: WatchSettings
    let messages: WatchMessages
    private let environment: Environment
    let zone: String
    let zoneHasChanged: () -> Bool
    let location: IndexLocation
    private let identity: RootIdentity
    private let lock: FileLock
    private let listener: LocalListener
    let mounts: MountTable

    // The state of the vault. `begin` replaces all of it.
    var vault: Vault
    var keeper: IndexKeeper?
    var folders: WatchedFolders?
    var request: [UInt8] = []
    /// The reason why the index is not confirmed.
    var obstacle: VaultError?
    var trust = IndexTrust()
    private var hasBegun = false
    var schedule = WatchSchedule()
    var lateTexts: LateTextWatch
    private var debounced: DebouncedWork
    var clients: [(socket: LocalSocket, until: Int64)] = []
    /// The time of the last confirmation.
    var lastAnswer = Waiting.now()
    /// Whether the configuration enabled automatic watchers when this one started.
    private let isAutomatic: Bool

    /// Starts to follow the vault. The index is fresh when this returns.
    ///
    /// - Parameters:
    ///   - zoneHasChanged: whether the machine's time zone has changed since the calendar was created.
    ///   - afterChanges: called with the vault when it has not changed for a while, if its configuration asks for that. It
    ///     delays the answers of the watcher.
    /// - Throws: `VaultError` if another watcher follows the vault, or it is unusable. `IndexError`.
    package init(
        _ vault: Vault, _ environment: Environment, messages: any MessageSink, zoneHasChanged: @escaping () -> Bool,
        settings: WatchSettings = WatchSettings(), afterChanges: ((Vault) -> Void)? = nil
    ) throws {
        self.vault = vault
        root = vault.root
        self.settings = settings
        lateTexts = LateTextWatch(every: settings.lateTexts)
        debounced = DebouncedWork(interval: settings.debounce, body: afterChanges)
        self.messages = WatchMessages(messages)
        self.environment = environment
        zone = environment.calendar.signature
        isAutomatic = vault.configuration.watchesAutomatically && settings.idle != nil
        self.zoneHasChanged = zoneHasChanged
        location = try IndexLocation(of: vault)
        lock = try Self.lock(location.directory, vault)
        do {
            identity = try RootIdentity(vault.root)
            mounts = try MountTable()
            listener = try LocalListener(location.directory, WatchMessage.socketName)
        } catch {
            throw VaultError("cannot watch the vault: \(error)", help: "slip works without a watcher")
        }
        do { try begin() } catch let end as WatcherStopped { throw end.reason }
        if obstacle == nil { AutomaticWatcher.forget(vault) }
    }

    deinit {
        // While the lock is held, because afterwards another watcher may use the name. If the vault was replaced, one
        // may already.
        guard (try? RootIdentity(root)) == identity else { return }
        Files.discard(location.directory + [Byte.slash] + WatchMessage.socketName)
    }

    private static func lock(_ directory: [UInt8], _ vault: Vault) throws -> FileLock {
        do {
            return try FileLock(directory + [Byte.slash] + WatchMessage.lockName, waits: false)
        } catch {
            let name = String(decoding: vault.root, as: UTF8.self)
            if error.isLocked { throw VaultError("another watcher is already running for '\(name)'") }
            throw VaultError("cannot watch the vault: \(error)")
        }
    }

    /// The number of watched folders, or the reason why none is.
    package var state: (folders: Int, obstacle: String?) { (folders?.count ?? 0, obstacle?.message) }

    // MARK: Starting

    /// Reloads everything: the rules, the folders and, with a scan, the files.
    func begin() throws {
        folders = nil
        keeper = nil
        trust.reset()
        schedule.clear()
        try checkRoot()
        vault = try Vault(root: root.isEmpty ? [Byte.slash] : root)
        request = WatchMessage.request(for: vault)
        try checkFileSystem()
        var obstacle = findObstacle()
        // Watch before scanning, so that changes in between cause events.
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
        // Only the first scan changes the index to the watcher's time zone. Later the last reader's zone is kept.
        let isFirst = !hasBegun
        hasBegun = true
        if try isFirst || isInZone(keeper.connection) { try scan() }
        lateTexts.recordChange(of: vault)
        debounced.recordChange(of: vault)
    }

    private var gone: WatcherStopped {
        WatcherStopped("the vault '\(String(decoding: root, as: UTF8.self))' no longer exists, or has been replaced")
    }

    private func checkFileSystem() throws {
        // After any error here or below, the vault cannot be followed.
        guard let type = try? FileSystemType(of: vault.fullPath(.root)) else { throw gone }
        if type.reportsAllChanges { return }
        throw WatcherStopped(
            "cannot watch the vault: a watcher cannot see all changes on a file system \(type.name)",
            help: "slip works without a watcher")
    }

    /// Returns the reason why this vault's events are unreliable, if any.
    private func findObstacle() -> VaultError? {
        do {
            // Resets the state, so that only later changes are reported.
            _ = mounts.hasChanged()
            for point in try mounts.points() {
                guard let path = vault.path(ofFull: point), !path.isRoot,
                    !path.parts.contains(where: { $0.bytes.first == Byte.dot })
                else { continue }
                return VaultError("a file system is mounted in the vault, at '\(path.text)'", at: path)
            }
        } catch {
            return VaultError("cannot watch the vault: \(error)")
        }
        return nil
    }

    func setObstacle(_ new: VaultError?) {
        if let new, new != obstacle { messages.warn("\(new.message); searches check the files themselves") }
        if new == nil, obstacle != nil { messages.warn("the vault is being watched again") }
        obstacle = new
        guard new != nil else { return }
        folders = nil
        schedule.endBurst()
        schedule.set(to: Waiting.now() + settings.retry)
    }

    // MARK: Running

    /// Follows the vault until a signal asks to end.
    ///
    /// - Throws: a permanent failure, such as a vault that was deleted.
    package func run(until signals: EndSignals) throws {
        while try step(milliseconds: nil, until: signals.descriptor) {}
    }

    /// Waits for events, at most `milliseconds`, and processes them.
    ///
    /// - Parameter end: a descriptor that becomes readable when the watcher must end.
    /// - Returns: false if it must end.
    @discardableResult
    package func step(milliseconds: Int?, until end: Int32? = nil) throws -> Bool {
        do {
            return try wait(milliseconds, end)
        } catch let end as WatcherStopped {
            throw end.reason
        }
    }

    private func wait(_ milliseconds: Int?, _ end: Int32?) throws -> Bool {
        try endIfNotConfirmable()
        if isOver { return false }
        var descriptors = [listener.descriptor] + clients.map(\.socket.descriptor)
        if let end { descriptors.append(end) }
        if let folders { descriptors.append(folders.descriptor) }
        let now = Waiting.now()
        let idleEnd = settings.idle.map { lastAnswer + $0 }
        let timer = schedule.next(
            before: (clients.map(\.until) + [idleEnd, lateTexts.due, debounced.due].compactMap { $0 }).min())
        let wait = Int(clamping: max(0, timer - now))
        let ready = Waiting.ready(descriptors, mounts: mounts, milliseconds: min(wait, milliseconds ?? wait))
        if let end, ready.contains(end) { return false }
        if mounts.isAmong(ready) { try checkMounts() }
        if ready.contains(listener.descriptor) {
            while clients.count < 64, let client = listener.accept() {
                if client.peer == ThisProcess.user { clients.append((client, Waiting.now() + 1000)) }
            }
        }
        if let folders, ready.contains(folders.descriptor) { try guarded(readEvents) }
        try answerClients()
        lateTexts.examine(vault).forEach(messages.report)
        let later = Waiting.now()
        if later >= schedule.nextSweep {
            // Set first, as below, so that a failure is retried later and not at once.
            schedule.nextSweep = later + settings.sweep
            trust.isLost = true
            schedule.set(to: later)
        }
        if let due = schedule.due, due <= later {
            schedule.clear()
            try guarded(processBurst)
        }
        if debounced.takeDue() { try guarded(doDebouncedWork) }
        return true
    }

    /// Does the work that follows changes, on a fresh index.
    private func doDebouncedWork() throws {
        // `update` may start over, which plans the work again.
        guard try !trust.isLost && update() else { return debounced.postpone(to: schedule.due) }
        debounced.body?(vault)
    }

    /// Whether a watcher with a timeout has had no requests for that time, or is disabled by the configuration.
    private var isOver: Bool {
        guard let idle = settings.idle else { return false }
        if isAutomatic, !vault.configuration.watchesAutomatically { return true }
        return Waiting.now() >= lastAnswer + idle
    }

    /// Ends a watcher with a timeout if it cannot confirm the index. Records the reason for later commands.
    private func endIfNotConfirmable() throws {
        guard settings.idle != nil, let obstacle else { return }
        if isAutomatic { AutomaticWatcher.remember(obstacle.message, vault) }
        throw WatcherStopped(obstacle.message, help: obstacle.help)
    }

    /// Runs `body`. A temporary failure, such as a full disk, is reported and retried later.
    func guarded(_ body: () throws -> Void) throws {
        do {
            try body()
        } catch let error as SQLiteError {
            setObstacle(VaultError("cannot write the index (SQLite error \(error.code))"))
        } catch let error as IndexError {
            setObstacle(VaultError(error.message, help: error.help))
        } catch let error as VaultError {
            setObstacle(error)
        } catch let busy as IndexBusy {
            setObstacle(VaultError(busy.cause))
        }
    }

    func readEvents() throws {
        guard let folders else { return }
        let before = trust.dirty.count
        let summary = try folders.drain(into: &trust.dirty)
        lateTexts.recordChange(of: vault)
        if trust.dirty.count > before || summary.isOverflow { debounced.recordChange(of: vault) }
        if summary.isGone { throw gone }
        if summary.concernsRoot { try checkRoot() }
        if summary.concernsConfiguration { try checkConfiguration() }
        if summary.isOverflow {
            // The list of folders is unknown as well.
            trust.isLost = true
            scheduleUpdate()
        }
        if trust.dirty.count > settings.mostPaths {
            trust.dropPaths()
            scheduleUpdate()
        } else if trust.dirty.count > before || (!schedule.isInBurst && !trust.dirty.isEmpty) {
            scheduleUpdate()
        }
    }

    /// Schedules an update for when no event has come for a while.
    func scheduleUpdate() { schedule.recordEvent(at: Waiting.now(), settings) }

    func checkRoot() throws {
        guard let now = try? RootIdentity(root), now == identity else { throw gone }
    }

    /// Starts over if the rules in the configuration have changed.
    func checkConfiguration() throws {
        guard let new = try? Vault(root: root.isEmpty ? [Byte.slash] : root) else { return try checkRoot() }
        if WatchMessage.request(for: new) == request {
            vault = new
            return debounced.recordChange(of: vault)
        }
        trust.isLost = true
        scheduleUpdate()
    }

    /// Checks whether a new mount makes the events unreliable.
    func checkMounts() throws {
        try checkRoot()
        if let found = findObstacle() { return setObstacle(found) }
        // The obstacle may have been unmounted.
        if obstacle != nil { schedule.set(to: Waiting.now()) }
    }
}
