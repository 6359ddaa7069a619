import SQLite
import SearchIndex
import Synchronization

/// A handle to cancel queries of the index from another thread when their results are no longer needed.
///
/// Only queries inside `during` can be canceled, never a change of the index.
package final class Interruption: Sendable {
    private let open = Mutex<[Interrupter]>([])

    package init() {}

    /// Whether an error was caused by a cancellation.
    package static func isCause(of error: any Error) -> Bool { (error as? SQLiteError)?.isInterrupt ?? false }

    /// Cancels the queries of the body that runs inside `during`, if any.
    package func interrupt() { open.withLock { for interrupter in $0 { interrupter.interrupt() } } }

    /// Runs `body`, which must not call `during`. If it is canceled, its current query of the snapshots and all later
    /// ones throw, also in the middle of a scan of files.
    package func during<Value>(_ snapshots: [VaultSnapshot], _ body: () throws -> Value) rethrows -> Value {
        let connections = snapshots.map(\.index.connection)
        let interrupters = connections.map { Interrupter($0) }
        for (connection, interrupter) in zip(connections, interrupters) { connection.interrupter = interrupter }
        open.withLock { $0 = interrupters }
        defer {
            open.withLock { $0 = [] }
            for connection in connections { connection.interrupter = nil }
        }
        return try body()
    }
}
