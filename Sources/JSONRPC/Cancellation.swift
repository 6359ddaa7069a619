import Synchronization

/// A flag that one thread sets to cancel the work of another thread.
package final class Cancellation: Sendable {
    private let reason = Mutex<ResponseError?>(nil)

    package init() {}

    /// Cancels the work, which then ends with an error. If it is called repeatedly, the first error counts.
    package func cancel(_ error: ResponseError) {
        reason.withLock { $0 = $0 ?? error }
    }

    /// Throws the error of `cancel` if the work was cancelled. The working thread calls this regularly.
    package func check() throws(ResponseError) {
        if let error = reason.withLock({ $0 }) { throw error }
    }
}
