import Dispatch

/// Jobs that run on one background thread, in order.
package final class JobQueue: Sendable {
    private let queue: DispatchQueue
    private let slots: DispatchSemaphore

    /// - Parameter mostWaiting: the largest number of unfinished jobs. `submit` then waits, so that memory stays
    ///   bounded.
    package init(_ name: String, mostWaiting: Int) {
        queue = DispatchQueue(label: name, qos: .userInitiated)
        slots = DispatchSemaphore(value: mostWaiting)
    }

    package func submit(_ job: @escaping @Sendable () -> Void) {
        slots.wait()
        queue.async {
            job()
            self.slots.signal()
        }
    }

    /// Waits until all submitted jobs are done.
    package func wait() { queue.sync {} }
}
