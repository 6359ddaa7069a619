internal import CSQLite
internal import Synchronization

/// Tracing of SQL statements and their durations: https://sqlite.org/c3ref/trace_v2.html
extension Connection {
    /// A function that is called at the end of each statement.
    ///
    /// - Parameters:
    ///   - sql: the statement, without its bound values.
    ///   - duration: the time from the first step to the end, including the caller's work between the steps.
    package typealias Tracer = @Sendable (_ sql: String, _ duration: Duration) -> Void

    fileprivate struct Trace {
        var tracer: Tracer?
        /// The start times of running statements. SQLite's own clock has only millisecond resolution.
        var begun: [UInt: ContinuousClock.Instant] = [:]
    }

    fileprivate static let trace = Mutex(Trace())

    /// Calls `tracer` at the end of each statement of every connection that is opened after this call.
    package static func trace(_ tracer: @escaping Tracer) { trace.withLock { $0.tracer = tracer } }

    func traceIfWanted() {
        guard Self.trace.withLock({ $0.tracer != nil }) else { return }
        _ = unsafe sqlite3_trace_v2(handle, UInt32(SQLITE_TRACE_STMT | SQLITE_TRACE_PROFILE), traceStatement, nil)
    }
}

/// Handles the callbacks that SQLite makes when a statement starts and ends.
private func traceStatement(
    _ kind: UInt32, _ context: UnsafeMutableRawPointer?, statement: UnsafeMutableRawPointer?,
    detail: UnsafeMutableRawPointer?
) -> Int32 {
    guard let statement = unsafe statement else { return 0 }
    let now = ContinuousClock.now
    let key = UInt(bitPattern: statement)
    if kind == UInt32(SQLITE_TRACE_STMT) {
        Connection.trace.withLock { $0.begun[key] = now }
        return 0
    }
    guard let text = unsafe sqlite3_sql(OpaquePointer(statement)) else { return 0 }
    let sql = unsafe String(cString: text)
    let (tracer, begun) = Connection.trace.withLock { ($0.tracer, $0.begun.removeValue(forKey: key)) }
    tracer?(sql, begun.map { now - $0 } ?? .zero)
    return 0
}
