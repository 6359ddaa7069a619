import SQLite
import SearchIndex
package import SourceText
import System
package import VaultFiles

/// The numbers of attachments whose text was read.
package struct AttachmentTotals: Hashable, Sendable {
    package var files = 0
    package var pages = 0
    /// The size of the text in bytes.
    package var size = 0
    package var failures = 0
}

extension AttachmentTotals {
    init(_ connection: Connection) throws {
        let totals = try AttachmentTable(connection).totals()
        self.init(files: totals.files, pages: totals.pages, size: totals.size, failures: totals.failures)
    }
}

/// The state of a vault's index, determined without changing it.
package struct IndexStatus: Sendable {
    package var path: [UInt8]
    package var exists: Bool
    /// The number of notes, or nil if the index is unusable.
    package var notes: Int?
    package var size: Int64
    /// The number of folders in the index.
    package var folders = 0
    /// The notes with merge conflict markers, as of the index.
    package var conflicts: [VaultPath] = []
    /// The number of files that differ from the index.
    package var pending = 0
    package var attachments = AttachmentTotals()
    /// Whether a watcher follows the vault.
    package var isWatched = false
    /// Whether other programs wait while slip replaces a note (`FileLease`).
    package var hasLeases: Bool
    /// Whether a watcher would be started automatically.
    package var automatic: AutomaticWatcher.State

    package init(_ vault: Vault, _ environment: Environment) throws {
        automatic = AutomaticWatcher.state(of: vault)
        hasLeases = FileLease.isAvailable(in: vault.fullPath(.root))
        let access = try IndexAccess(vault)
        let status = access.location.status
        (path, exists, size) = (access.location.database, status != nil, status?.size ?? 0)
        let answer = WatcherClient(access.location.directory, vault).ask()
        isWatched = answer == .confirmed || answer == .declined
        guard let connection = try access.open() else { return }
        let index = try NoteIndex(connection)
        notes = try index.noteCount()
        folders = try index.lists.folders().count
        conflicts = try index.findings.notes(with: .conflict)
        attachments = try AttachmentTotals(connection)
        let input = IndexInput(vault: vault, environment: environment, messages: SilentMessages(), committed: nil)
        let source = input.source
        let differences = try Synchronizer(input, connection, from: source).differences()
        // Files that were read within one clock tick of their change count only if their content differs.
        pending = differences.removed.count + differences.changed.count { differences.hasChanged($0, in: source) }
    }
}
