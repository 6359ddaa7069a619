import Synchronization
import System

/// Calls a closure at a time, unless it is canceled first.
final class StatementTimer: Sendable {
    private let isCanceled = Atomic(false)

    /// - Parameter end: the time, as `Waiting.now()`.
    init(_ end: Int64, _ body: @escaping @Sendable () -> Void) {
        Worker.start("slip.statement") { [self] in
            while !isCanceled.load(ordering: .relaxed) {
                if Waiting.now() >= end { return body() }
                ThisProcess.sleep(.milliseconds(10))
            }
        }
    }

    func cancel() { isCanceled.store(true, ordering: .relaxed) }
}
