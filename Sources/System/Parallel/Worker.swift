import Dispatch

/// A dedicated thread for work that runs in the background.
package enum Worker {
    package static func start(_ name: String, _ body: @escaping @Sendable () -> Void) {
        DispatchQueue(label: name, qos: .userInitiated).async { body() }
    }
}
