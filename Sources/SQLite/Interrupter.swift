internal import CSQLite

/// Has what a connection does at this moment end, from another thread: https://sqlite.org/c3ref/interrupt.html
///
/// What is interrupted throws an error that `isInterrupt`; nothing that begins later is concerned. To be used only as long
/// as the connection is open, which whoever keeps this sees to.
@safe package struct Interrupter: @unchecked Sendable {
    // SQLite allows this one call from any thread.
    private let handle: OpaquePointer

    init(_ connection: Connection) { unsafe handle = unsafe connection.handle }

    package func interrupt() { unsafe sqlite3_interrupt(handle) }
}

extension Connection {
    package var interrupter: Interrupter { Interrupter(self) }
}
