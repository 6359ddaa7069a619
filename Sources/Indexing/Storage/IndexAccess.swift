import SQLite
import SearchIndex
import System
import VaultFiles

/// Access to an index that other processes may open, write or replace: opening and locking.
///
/// SQLite would apply a journal (https://sqlite.org/wal.html) to any file with the database's name, such as a restored
/// older copy. The journal therefore records the fingerprint of the database at its start. An index with another
/// fingerprint is not used.
struct IndexAccess {
    let location: IndexLocation
    let stamp: IndexDatabase.Stamp
    /// The time to wait for another process that writes the index, in milliseconds. Nil: forever.
    let timeout: Int64?
    /// The sink for messages about the process that holds the lock, or nil for none.
    private let messages: (any MessageSink)?

    /// - Parameter committed: the source of the index, or nil for the vault's files on disk.
    init(
        _ vault: Vault, at committed: GitSource? = nil, timeout: Int64? = nil, messages: (any MessageSink)? = nil
    ) throws {
        location = try committed.map { try IndexLocation(of: vault, at: $0) } ?? IndexLocation(of: vault)
        let suffix = committed.map { "\n\($0.name)" } ?? ""
        stamp = IndexDatabase.Stamp(
            vaults: VaultStamps(vault).texts.map { $0 + suffix }, rules: vault.configuration.signature)
        self.timeout = timeout
        self.messages = messages
    }

    // MARK: Opening

    /// Opens the index without building or changing it. Returns nil if it is missing or unusable.
    ///
    /// Does not wait for a process that writes the index, since the writer may be suspended. Reports a process that
    /// takes long to replace it.
    func open() throws -> Connection? {
        guard location.mayHaveIndex else { return nil }
        // The lock keeps other processes from replacing the file between opening and first reading it.
        if let lock = try? FileLock(location.lock, shared: true, waits: false) {
            defer { lock.release() }
            return try openPaired(timeout: timeout)
        }
        // A process that replaces the index removes the old file before the journal (`IndexLocation.removeDatabase`). If
        // the opened file still has its name after the first read, it was read with its own journal.
        if let opened = try? openPaired(timeout: timeout), !opened.isReplaced { return opened }
        let lock = try lock(shared: true)
        defer { lock.release() }
        return try openPaired(timeout: timeout)
    }

    /// Opens the index. Returns nil if it is unusable, or if the journal belongs to another file.
    ///
    /// - Parameter timeout: how long to wait for exclusive access of another process to end, in milliseconds (default:
    ///   one minute).
    func openPaired(timeout: Int64? = nil) throws -> Connection? {
        let fingerprint = try location.fingerprint()
        guard let connection = try IndexDatabase.open(location.database, stamp, timeout: timeout) else { return nil }
        if location.journalSize == 0 { return connection }
        let pairing = try IndexDatabase.pairing(connection)
        return pairing == nil || pairing == fingerprint ? connection : nil
    }

    // MARK: Locking

    /// Takes the lock for writing.
    ///
    /// - Throws: `IndexBusy` if that takes longer than `timeout`. `VaultError`.
    func lockForWriting() throws -> FileLock { try lock(timeout: timeout) }

    /// Takes the lock. A file that cannot be locked, such as a link or another user's file, is removed if permitted. A
    /// folder that is not empty is kept.
    ///
    /// - Parameters:
    ///   - shared: as of `FileLock`.
    ///   - timeout: how long to wait, in milliseconds (default: forever, and the process that holds the lock is reported).
    /// - Throws: `IndexBusy` if another process holds the lock for longer than `timeout`. `VaultError`.
    func lock(shared: Bool = false, timeout: Int64? = nil) throws -> FileLock {
        let path = location.lock
        var holder: LockHolder?
        func take() throws -> FileLock {
            while true {
                let lock = try FileLock(path, shared: shared, timeout: timeout) {
                    holder = $0
                    if timeout == nil { messages?.wait(LockHolder.words($0)) }
                }
                // The file may have been removed while this process waited for the lock.
                if try lock.isInPlace() { return lock }
            }
        }
        do {
            return try take()
        } catch let error as SystemError where error.isLocked {
            throw IndexBusy(holder: holder)
        } catch {
            do {
                try Files.removeAlone(path)
                return try take()
            } catch {
                throw VaultError(
                    "cannot lock the index: \(error)",
                    help: "move '\(String(decoding: path, as: UTF8.self))' elsewhere")
            }
        }
    }
}
