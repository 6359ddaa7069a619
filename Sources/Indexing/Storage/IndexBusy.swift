import SQLite
import System

/// An error: another process has written the index, or changed the vault, for longer than a reader waits.
struct IndexBusy: Error, CustomStringConvertible {
    var holder: LockHolder?
    var work = "the index is being updated"

    var cause: String {
        guard let holder else { return "\(work) by another process" }
        let state = holder.isStopped ? " (suspended; to resume it: fg or kill -CONT \(holder.process))" : ""
        return "\(work) by process \(holder.process)\(state)"
    }

    var description: String { "\(cause); try again later" }

    /// The warning when the stale index answers the query.
    var warning: String { "\(cause); results may lack the latest changes" }

    /// Runs `body`. Throws `IndexBusy` if SQLite finds the index locked for longer than `timeout`.
    static func translatingBusyError<Value>(_ timeout: Int64?, _ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as SQLiteError where error.isBusy && timeout != nil {
            throw IndexBusy(holder: nil)
        }
    }
}
