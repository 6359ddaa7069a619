import Dispatch

/// A thread of its own for work that goes on beside everything else.
package enum Worker {
    package static func start(_ name: String, _ body: @escaping @Sendable () -> Void) {
        DispatchQueue(label: name, qos: .userInitiated).async { body() }
    }
}
