import SQLite
import SearchIndex
import Synchronization

/// A handle to cancel queries of the index from another thread when their results are no longer needed.
///
/// Only queries inside `during` can be canceled, never a change of the index.
package final class Interruption: Sendable {
    private let open = Mutex<Interrupter?>(nil)

    package init() {}

    /// Whether an error was caused by a cancellation.
    package static func isCause(of error: any Error) -> Bool { (error as? SQLiteError)?.isInterrupt ?? false }

    /// Cancels the queries of the body that runs inside `during`, if any.
    package func interrupt() { open.withLock { $0?.interrupt() } }

    /// Runs `body`, which must not call `during`. If it is canceled, its current query of `snapshot` and all later ones
    /// throw, also in the middle of a scan of files.
    package func during<Value>(_ snapshot: VaultSnapshot, _ body: () throws -> Value) rethrows -> Value {
        let connection = snapshot.index.connection
        let interrupter = Interrupter(connection)
        connection.interrupter = interrupter
        open.withLock { $0 = interrupter }
        defer {
            open.withLock { $0 = nil }
            connection.interrupter = nil
        }
        return try body()
    }
}
