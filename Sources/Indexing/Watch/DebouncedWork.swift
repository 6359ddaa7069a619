import System
import VaultFiles

/// Work of a watcher that begins when the vault has not changed for a while, such as the refresh of live blocks.
struct DebouncedWork {
    /// The time without changes, in milliseconds.
    let interval: Int64
    /// Called with the vault if its configuration asks for this work. Nil if there is none.
    let body: ((Vault) -> Void)?
    /// The time of the work, or nil if nothing has changed since.
    private(set) var due: Int64?

    /// Delays the work, or plans it. Call it after the vault has changed.
    mutating func recordChange(of vault: Vault) {
        due = body != nil && vault.configuration.refreshesBlocks ? Waiting.now() + interval : nil
    }

    /// Whether it is time for the work, which then has no time any more.
    mutating func takeDue() -> Bool {
        guard let due, due <= Waiting.now() else { return false }
        self.due = nil
        return true
    }

    /// Delays the work until some time after another action of the watcher, or after now.
    mutating func postpone(to next: Int64?) { due = max(next ?? 0, Waiting.now()) + interval }
}
