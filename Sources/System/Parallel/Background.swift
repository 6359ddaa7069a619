import Dispatch
import Synchronization

/// A value that is computed on another thread.
package final class Background<Value: Sendable>: Sendable {
    private let result = Mutex<Result<Value, any Error>?>(nil)
    private let isDone = DispatchSemaphore(value: 0)

    package init(_ body: @escaping @Sendable () throws -> Value) {
        DispatchQueue.global(qos: .userInitiated).async {
            let value = Result { try body() }
            self.result.withLock { $0 = value }
            self.isDone.signal()
        }
    }

    /// Waits for the result and returns it.
    package func value() throws -> Value {
        isDone.wait()
        // Allows further calls of this function.
        isDone.signal()
        while true { if let value = result.withLock({ $0 }) { return try value.get() } }
    }
}
