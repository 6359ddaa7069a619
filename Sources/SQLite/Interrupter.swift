internal import CSQLite
import Synchronization

/// A handle to interrupt the statements of a connection from another thread: https://sqlite.org/c3ref/interrupt.html
///
/// The running statement throws an error whose `isInterrupt` is true. So does each later one, as long as the connection
/// has this interrupter. The caller must keep the connection open.
@safe package final class Interrupter: @unchecked Sendable {
    // SQLite allows this call from any thread.
    private let handle: OpaquePointer
    private let flag = Atomic(false)

    package init(_ connection: Connection) { unsafe handle = unsafe connection.handle }

    var isInterrupted: Bool { flag.load(ordering: .relaxed) }

    package func interrupt() {
        flag.store(true, ordering: .relaxed)
        unsafe sqlite3_interrupt(handle)
    }
}
