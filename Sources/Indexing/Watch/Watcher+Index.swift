import SQLite
import SearchIndex
import SourceText
import System
import VaultFiles

/// Index updates and confirmation.
extension Watcher {
    /// Performs the work that is due after a burst.
    func processBurst() throws {
        try checkRoot()
        if mounts.hasChanged() { try checkMounts() }
        try readEvents()
        schedule.clear()
        if isBeingWritten() { return postpone() }
        if trust.isLost || folders == nil || obstacle != nil { return try begin() }
        _ = try update()
    }

    /// Returns whether another process writes the index or changes the vault now. A declined reader makes the same
    /// update as the watcher would, so the second has little left to do. While the watcher waits for a lock, it cannot
    /// answer.
    private func isBeingWritten() -> Bool {
        if ChangeMark.isChanging(vault) { return true }
        do {
            try FileLock(location.lock, shared: true, waits: false).release()
            return false
        } catch {
            return error.isLocked
        }
    }

    /// Delays the next update so that a declined reader gets the lock first. Only the first decline since the last
    /// update postpones it.
    private func leaveToReader() {
        let later = Waiting.now() + settings.pause
        if trust.hasDeclined { schedule.bringForward(to: later) } else { schedule.set(to: later) }
        trust.hasDeclined = true
    }

    private func postpone() { schedule.bringForward(to: Waiting.now() + settings.pause) }

    /// Updates the index, by a scan or at the paths of events.
    ///
    /// - Returns: false if the index cannot be confirmed now.
    func update() throws -> Bool {
        guard let keeper, let folders else { return false }
        if keeper.connection.isReplaced {
            try takeOver()
            return false
        }
        guard try folders.updateFilesWithoutEvents(trust.dirty) else {
            trust.isLost = true
            scheduleUpdate()
            return false
        }
        if trust.dirty.isEmpty, try isConfirmed(keeper) { return true }
        if isBeingWritten() {
            postpone()
            return false
        }
        if try !isConfirmed(keeper) {
            // A reader in another time zone has changed the dates. Do not change them back.
            guard try isInZone(keeper.connection) else { return false }
            try scan()
            return trust.isComplete
        }
        let paths = trust.takeChangedPaths()
        schedule.clear()
        messages.warnings = []
        try keeper.update(paths: paths)
        try trust.recordGeneration()
        // Only a scan distinguishes a permanent error from a temporary one.
        if !messages.warnings.isEmpty || !trust.uses(keeper.connection) { try scan() }
        // Another process may have written older data just before the watcher did.
        return try isConfirmed(keeper)
    }

    /// Returns whether everything could be read, and no other process has written the index since the scan.
    private func isConfirmed(_ keeper: IndexKeeper) throws -> Bool {
        try !trust.hasFaults && trust.isScanned(keeper.connection)
    }

    /// Returns whether the index is in the watcher's time zone. Throws if the machine's time zone has changed since the
    /// watcher began.
    func isInZone(_ connection: Connection) throws -> Bool {
        if try IndexDatabase.zone(connection) == zone { return true }
        // The C library reads the machine's time zone only once.
        if zoneHasChanged() { throw WatcherStopped("the time zone has changed", help: "restart the watcher") }
        return false
    }

    func scan() throws {
        guard let keeper else { return }
        schedule.nextSweep = Waiting.now() + settings.sweep
        schedule.endBurst()
        trust.beginScan()
        // Scan again if the first scan warned of a possibly temporary problem, or rebuilt the index.
        for _ in 0..<2 {
            messages.warnings = []
            let connection = keeper.connection
            let version = try keeper.connection.dataVersion()
            try keeper.update()
            // Another process may have written a rebuilt index before its version was read.
            let isSame = connection === keeper.connection && !keeper.changes.isRebuilt
            try trust.endScan(isSame ? (connection, version) : nil, hasFaults: !messages.warnings.isEmpty)
            if trust.isComplete { break }
        }
        schedule.set(to: obstacle == nil && trust.isComplete ? nil : Waiting.now() + settings.retry)
        messages.resetReported()
    }

    /// Switches to an index with which another process has replaced the open one.
    private func takeOver() throws {
        try checkRoot()
        let old = request
        let vault = try Vault(root: root.isEmpty ? [Byte.slash] : root)
        let access = try IndexAccess(vault)
        let isOurs = try access.open() != nil
        if !isOurs, access.location.status != nil, WatchMessage.request(for: vault) == old {
            // If both versions rebuilt the index, they would do so forever.
            throw WatcherStopped(
                "the index was rebuilt by another version of slip", help: "restart the watcher with that version")
        }
        try begin()
    }

    // MARK: Answering

    func answerClients() throws {
        let now = Waiting.now()
        var waiting: [(socket: LocalSocket, until: Int64)] = []
        for client in clients {
            guard let message = client.socket.receive() else {
                if client.until > now { waiting.append(client) }
                continue
            }
            if !WatchMessage.isRequest(message) { continue }
            var isConfirmed = false
            try guarded { isConfirmed = try confirms(message) }
            // A watcher that only declines, such as one in another time zone, does not count as used.
            if isConfirmed { lastAnswer = now }
            _ = client.socket.send(isConfirmed ? WatchMessage.confirmed : WatchMessage.declined)
        }
        clients = waiting
    }

    /// Updates the index if few paths have changed, and returns whether it agrees with the files at the time of the
    /// request.
    private func confirms(_ message: [UInt8]) throws -> Bool {
        try checkRoot()
        guard message == request else {
            try checkConfiguration()
            return false
        }
        if mounts.hasChanged() { try checkMounts() }
        try readEvents()
        guard let folders, let keeper, obstacle == nil, !trust.isLost, !trust.hasFaults else { return false }
        trust.dirty.formUnion(folders.changesWithoutEvents())
        // The reader's own scan is as fast as the watcher's.
        guard trust.dirty.count <= settings.mostAtOnce, !keeper.connection.isReplaced, try isConfirmed(keeper) else {
            leaveToReader()
            return false
        }
        return try update()
    }
}
