import SQLite
import SearchIndex
import Synchronization

/// Has a question to the index end that nobody waits for any more, from another thread.
///
/// Only what is asked inside `during` is ended so, never a change of the index.
package final class Interruption: Sendable {
    private let open = Mutex<Interrupter?>(nil)

    package init() {}

    /// Whether an error says that a question was ended so.
    package static func isCause(of error: any Error) -> Bool { (error as? SQLiteError)?.isInterrupt ?? false }

    /// Ends what is asked inside `during` at this moment, if anything is.
    package func interrupt() { open.withLock { $0?.interrupt() } }

    /// Runs `body`, which asks a session and may be ended.
    package func during<Value>(_ session: VaultSession, _ body: () throws -> Value) rethrows -> Value {
        open.withLock { $0 = session.index.connection.interrupter }
        defer { open.withLock { $0 = nil } }
        return try body()
    }
}
