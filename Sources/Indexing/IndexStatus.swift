import SearchIndex
import SourceText
import System
package import VaultFiles

/// The state of a vault's index, determined without changing it.
package struct IndexStatus: Sendable {
    package var path: [UInt8]
    package var exists: Bool
    /// The number of notes, or nil if the index is unusable.
    package var notes: Int?
    package var size: Int64
    /// The number of files that differ from the index.
    package var pending = 0
    /// Whether a watcher follows the vault.
    package var isWatched = false
    /// Whether a watcher would be started automatically.
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
        // Files that were read within one clock tick of their change count only if their content differs.
        pending = differences.removed.count + differences.changed.count { differences.isOther($0, in: source) }
    }
}

/// A sink that discards all messages.
private final class SilentMessages: MessageSink {
    func warn(_ message: String) {}
    func progress(_ what: String, _ done: Int, of total: Int?) {}
}
