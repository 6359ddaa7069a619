import SQLite
import System
import VaultFiles

/// An error: another process has written the index for longer than a reader waits.
struct IndexBusy: Error, CustomStringConvertible {
    /// The process, if known.
    var holder: LockHolder?

    var cause: String {
        guard let holder else { return "the index is being updated by another process" }
        let state = holder.isStopped ? " (stopped: fg or kill -CONT \(holder.process) resumes it)" : ""
        return "the index is being updated by process \(holder.process)\(state)"
    }

    var description: String { "\(cause); try again later" }

    /// The warning when the stale index answers the query.
    var warning: String { "\(cause); the answer may lack the latest changes" }

    /// Runs `body`. Throws `IndexBusy` if SQLite finds the index locked for longer than `patience`.
    static func telling<Value>(_ patience: Int64?, _ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as SQLiteError where error.isBusy && patience != nil {
            throw IndexBusy(holder: nil)
        }
    }
}

extension IndexKeeper {
    /// The time that a read-only command waits for another process to write the index, in milliseconds. Most updates
    /// take less, so that the answer includes changes saved before the command started.
    package static var readerPatience: Int64 { 2000 }

    /// Takes the lock on the index, and reports the process that holds it.
    ///
    /// - Throws: `IndexBusy` if that takes longer than `patience`.
    func lockForWriting() throws -> FileLock {
        try Self.lock(directory, patience: patience) { messages.wait(LockHolder.words($0)) }
    }

    /// Takes the lock. A file that cannot be locked, such as a link or another user's file, is removed if permitted. A
    /// folder that is not empty is kept.
    ///
    /// - Throws: `IndexBusy` if another process holds the lock for longer than `patience`. `VaultError`.
    static func lock(
        _ directory: [UInt8], shared: Bool = false, patience: Int64? = nil,
        waiting: (LockHolder?) -> Void = { _ in }
    ) throws -> FileLock {
        let path = lockPath(directory)
        var holder: LockHolder?
        func take() throws -> FileLock {
            try FileLock(path, shared: shared, patience: patience) {
                holder = $0
                if patience == nil { waiting($0) }
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
                    help: "move '\(String(decoding: path, as: UTF8.self))' out of the way")
            }
        }
    }
}
