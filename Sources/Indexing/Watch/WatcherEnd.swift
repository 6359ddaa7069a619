import VaultFiles

/// What a watcher cannot go on after, unlike what may be over in a while.
struct WatcherEnd: Error {
    let reason: VaultError

    init(_ message: String, help: String? = nil) { reason = VaultError(message, help: help) }
}
