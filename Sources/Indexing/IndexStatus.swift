import SearchIndex
import SourceText
import System
package import VaultFiles

/// What is known of a vault's index without changing it.
package struct IndexStatus: Sendable {
    package var path: [UInt8]
    package var exists: Bool
    /// Nil where the index cannot be used.
    package var notes: Int?
    package var size: Int64
    /// Files whose state on disk is another than the index says.
    package var pending = 0
    /// Whether a watcher follows the vault.
    package var isWatched = false
    /// Whether one would come by itself.
    package var automatic: AutomaticWatcher.State

    package init(_ vault: Vault, _ environment: Environment) throws {
        automatic = AutomaticWatcher.state(of: vault)
        (path, exists, size) = try IndexKeeper.file(of: vault)
        let answer = WatcherClient(try IndexKeeper.directory(vault), vault).ask()
        isWatched = answer == .confirmed || answer == .declined
        guard let connection = try IndexKeeper.peek(vault) else { return }
        let index = try NoteIndex(connection)
        notes = try index.noteCount()
        let source = DiskSource(vault)
        let differences = try Synchronizer(
            source, vault.configuration, connection, calendar: environment.calendar, messages: SilentMessages()
        ).differences()
        // What was read within the tick of its change is looked at again, but differs only if its content does.
        pending = differences.removed.count + differences.changed.count { differences.isOther($0, in: source) }
    }
}

/// Says nothing.
private final class SilentMessages: MessageSink {
    func warn(_ message: String) {}
    func progress(_ what: String, _ done: Int, of total: Int?) {}
}
