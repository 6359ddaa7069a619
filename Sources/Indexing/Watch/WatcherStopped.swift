import VaultFiles

/// An error that ends a watcher, unlike temporary failures.
struct WatcherStopped: Error {
    let reason: VaultError

    init(_ message: String, help: String? = nil) { reason = VaultError(message, help: help) }
}
