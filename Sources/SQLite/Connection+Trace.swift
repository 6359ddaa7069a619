internal import CSQLite
internal import Synchronization

/// Seeing what SQLite is asked, and how long that takes: https://sqlite.org/c3ref/trace_v2.html
extension Connection {
    /// - Parameters:
    ///   - sql: the statement, without the values that are bound to it.
    ///   - duration: from its first step to its end, with what was done between the steps.
    package typealias Tracer = @Sendable (_ sql: String, _ duration: Duration) -> Void

    fileprivate struct Trace {
        var tracer: Tracer?
        /// When the statements that are under way began; SQLite's own clock knows milliseconds.
        var begun: [UInt: ContinuousClock.Instant] = [:]
    }

    fileprivate static let trace = Mutex(Trace())

    /// Has every connection that is opened from now on tell of each statement when it ends.
    package static func trace(_ tracer: @escaping Tracer) { trace.withLock { $0.tracer = tracer } }

    func traceIfWanted() {
        guard Self.trace.withLock({ $0.tracer != nil }) else { return }
        _ = unsafe sqlite3_trace_v2(handle, UInt32(SQLITE_TRACE_STMT | SQLITE_TRACE_PROFILE), tellOfStatement, nil)
    }
}

/// Called by SQLite when a statement begins, and when it ends.
private func tellOfStatement(
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
