internal import CSQLite

/// A handle to interrupt the running statements of a connection from another thread:
/// https://sqlite.org/c3ref/interrupt.html
///
/// An interrupted statement throws an error whose `isInterrupt` is true. Later statements are not affected. The caller
/// must keep the connection open.
@safe package struct Interrupter: @unchecked Sendable {
    // SQLite allows this call from any thread.
    private let handle: OpaquePointer

    init(_ connection: Connection) { unsafe handle = unsafe connection.handle }

    package func interrupt() { unsafe sqlite3_interrupt(handle) }
}

extension Connection {
    package var interrupter: Interrupter { Interrupter(self) }
}
