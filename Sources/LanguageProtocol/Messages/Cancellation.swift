import Synchronization

/// Whether an answer is still wanted; set by one thread, looked at by the one that works on it.
package final class Cancellation: Sendable {
    private let reason = Mutex<ResponseError?>(nil)

    package init() {}

    /// The first reason stands.
    package func cancel(_ error: ResponseError = ResponseError(.requestCancelled, "this request was cancelled")) {
        reason.withLock { $0 = $0 ?? error }
    }

    package var isCancelled: Bool { reason.withLock { $0 != nil } }

    /// - Throws: `ResponseError` where it is no longer wanted.
    package func check() throws(ResponseError) {
        if let error = reason.withLock({ $0 }) { throw error }
    }
}
