import SQLite
import SearchIndex
import SourceText
import System
import VaultFiles

/// Bringing the index up to date, and vouching for it.
extension Watcher {
    /// What is to be done once a burst is over.
    func work() throws {
        try checkRoot()
        if mounts.hasChanged() { try judgeMounts() }
        try drain()
        schedule.clear()
        if isBeingWritten() { return putOff() }
        if trust.isLost || folders == nil || obstacle != nil { return try begin() }
        _ = try bringUpToDate()
    }

    /// Whether another process writes the index now. A reader that had to walk makes the same changes that the watcher
    /// would: whoever comes second has little left to do, and a watcher that waits for a lock answers nobody.
    private func isBeingWritten() -> Bool {
        do {
            try FileLock(IndexKeeper.lockPath(directory), shared: true, waits: false).release()
            return false
        } catch {
            return error.isLocked
        }
    }

    /// Lets the reader that is sent to walk have the lock first; once, however many ask until the index is up to date.
    private func leaveToReader() {
        let later = Waiting.now() + settings.pause
        if trust.hasDeclined { schedule.bringForward(to: later) } else { schedule.set(to: later) }
        trust.hasDeclined = true
    }

    private func putOff() { schedule.bringForward(to: Waiting.now() + settings.pause) }

    /// Makes the index say what is on disk, by a walk or at the paths that events named.
    ///
    /// - Returns: false where it could not be vouched for now.
    private func bringUpToDate() throws -> Bool {
        guard let keeper, let folders else { return false }
        if keeper.connection.hasMoved {
            try takeOver()
            return false
        }
        guard try folders.considerUnobserved(trust.dirty) else {
            trust.isLost = true
            hear()
            return false
        }
        if trust.dirty.isEmpty, try isVouchedFor(keeper) { return true }
        if isBeingWritten() {
            putOff()
            return false
        }
        if try !isVouchedFor(keeper) {
            // A reader in another time zone made the dates its own, and is not to be argued with.
            guard try isInZone(keeper.connection) else { return false }
            try walk()
            return trust.isWhole
        }
        let paths = trust.takeDirty()
        schedule.clear()
        messages.warnings = []
        try keeper.update(paths: paths)
        try trust.learnGeneration()
        // Nothing tells a lasting fault from a passing one; a walk does.
        if !messages.warnings.isEmpty || !trust.isOf(keeper.connection) { try walk() }
        // Somebody may have written by an older look just before the watcher did.
        return try isVouchedFor(keeper)
    }

    /// Whether all of it could be read, and nobody else has written the index since it was walked.
    private func isVouchedFor(_ keeper: IndexKeeper) throws -> Bool {
        try !trust.hasFaults && trust.isWalked(keeper.connection)
    }

    func isInZone(_ connection: Connection) throws -> Bool {
        if try IndexDatabase.zone(connection) == zone { return true }
        // The C library reads the machine's zone once.
        if zoneHasChanged() { throw WatcherEnd("the time zone is another now", help: "start the watcher again") }
        return false
    }

    /// Walks the whole vault.
    func walk() throws {
        guard let keeper else { return }
        schedule.nextSweep = Waiting.now() + settings.sweep
        schedule.endBurst()
        trust.beginWalk()
        // Twice where the first has something to say, which may be over, or has built the index anew.
        for _ in 0..<2 {
            messages.warnings = []
            let connection = keeper.connection
            let version = try keeper.connection.dataVersion()
            try keeper.update()
            // Between the building of an index and this reading of its version another one may have written.
            let isSame = connection === keeper.connection && !keeper.changes.isRebuilt
            try trust.endWalk(isSame ? (connection, version) : nil, hasFaults: !messages.warnings.isEmpty)
            if trust.isWhole { break }
        }
        schedule.set(to: obstacle == nil && trust.isWhole ? nil : Waiting.now() + settings.retry)
        messages.forgetOld()
    }

    /// Turns to an index that another process has put in the place of the one that was open.
    private func takeOver() throws {
        try checkRoot()
        let old = request
        let vault = try Vault(root: root.isEmpty ? [Byte.slash] : root)
        let isOurs = try IndexKeeper.peek(vault) != nil
        if !isOurs, try IndexKeeper.file(of: vault).exists, WatchMessage.request(for: vault) == old {
            // Building it anew would begin a quarrel without an end.
            throw WatcherEnd(
                "the index was built anew by another version of slip", help: "start the watcher again, with that one")
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
            // One that only ever declines, for it is in another time zone than who asks, is of no use to them.
            if isConfirmed { lastAnswer = now }
            _ = client.socket.send(isConfirmed ? WatchMessage.confirmed : WatchMessage.declined)
        }
        clients = waiting
    }

    /// Whether the index says what was on disk when the question came.
    private func confirms(_ message: [UInt8]) throws -> Bool {
        try checkRoot()
        guard message == request else {
            try checkConfiguration()
            return false
        }
        if mounts.hasChanged() { try judgeMounts() }
        try drain()
        guard let folders, let keeper, obstacle == nil, !trust.isLost, !trust.hasFaults else { return false }
        trust.dirty.formUnion(folders.unobservedChanges())
        // The walk that the reader makes now is no slower than the watcher's.
        guard trust.dirty.count <= settings.mostAtOnce, !keeper.connection.hasMoved, try isVouchedFor(keeper) else {
            leaveToReader()
            return false
        }
        return try bringUpToDate()
    }
}
