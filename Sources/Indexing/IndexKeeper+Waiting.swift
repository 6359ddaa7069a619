import SQLite
import System
import VaultFiles

/// Another process has written the index for longer than a reader waits.
struct IndexBusy: Error, CustomStringConvertible {
    /// The process, where the system names it.
    var holder: LockHolder?

    var cause: String {
        guard let holder else { return "the index is being updated by another process" }
        let state = holder.isStopped ? " (stopped: fg or kill -CONT \(holder.process) resumes it)" : ""
        return "the index is being updated by process \(holder.process)\(state)"
    }

    var description: String { "\(cause); try again later" }

    /// What a reader is told whose answer comes from the index as it is.
    var warning: String { "\(cause); the answer may lack the latest changes" }

    /// Runs `body`, and throws `IndexBusy` where SQLite finds the index locked for longer than `patience`.
    static func telling<Value>(_ patience: Int64?, _ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as SQLiteError where error.isBusy && patience != nil {
            throw IndexBusy(holder: nil)
        }
    }
}

extension IndexKeeper {
    /// How long a command that only reads waits for another process that writes the index, in milliseconds. Most updates
    /// take less, and what was saved before the command began is then in its answer.
    package static var readerPatience: Int64 { 2000 }

    /// Takes the lock on the index, and reports a process that it waits for.
    ///
    /// - Throws: `IndexBusy` where that takes longer than `patience`.
    func lockForWriting() throws -> FileLock {
        try Self.lock(directory, patience: patience) { messages.wait(LockHolder.words($0)) }
    }

    /// Takes the lock. What lies in its place and cannot be locked, such as a link or the file of another user, is
    /// nobody's lock: it is removed where that is allowed, but for a folder with something in it.
    ///
    /// - Throws: `IndexBusy` where another process holds it for longer than `patience`; `VaultError`.
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
