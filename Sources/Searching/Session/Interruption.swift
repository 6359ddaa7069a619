import SQLite
import SearchIndex
import Synchronization

/// A handle to cancel a query of the index from another thread when its result is no longer needed.
///
/// Only queries inside `during` can be canceled, never a change of the index.
package final class Interruption: Sendable {
    private let open = Mutex<Interrupter?>(nil)

    package init() {}

    /// Whether an error was caused by a cancellation.
    package static func isCause(of error: any Error) -> Bool { (error as? SQLiteError)?.isInterrupt ?? false }

    /// Cancels the query that runs inside `during`, if any.
    package func interrupt() { open.withLock { $0?.interrupt() } }

    /// Runs `body`, whose queries to `snapshot` can be canceled.
    package func during<Value>(_ snapshot: VaultSnapshot, _ body: () throws -> Value) rethrows -> Value {
        open.withLock { $0 = snapshot.index.connection.interrupter }
        defer { open.withLock { $0 = nil } }
        return try body()
    }
}
