package import SourceText
package import VaultFiles

/// What the server uses of the process that runs it, and the options of `slip mcp`.
package struct AgentOptions: Sendable {
    package var environment: Environment
    package var now: @Sendable () -> Moment
    /// Whether the machine's time zone differs from that of the environment's calendar.
    package var zoneHasChanged: @Sendable () -> Bool = { false }
    /// Whether the server watches its vaults, so that a search need not scan the files.
    package var watches = true
    /// The folders of the vaults, or empty for the vault of the current directory.
    package var vaults: [[UInt8]] = []
    /// The names of the vaults, in the same order, or empty to name them after their folders.
    package var vaultNames: [String] = []
    package var permission = WritePermission.none
    /// Which changes become proposals if `permission` does not allow them.
    package var proposals = WritePermission.none
    /// The most notes that one call may change or propose to change, or nil.
    package var mostNotes: Int?
    /// Whether the tools `context` and `list` are listed too.
    package var listsAllTools = false
    /// The name under which all changes are recorded, or nil for that of the client.
    package var clientName: String?
    /// A random word for the connection. By default, `undo` affects only its changes.
    package let session = String(UInt64.random(in: .min ... .max), radix: 36)
    package var version: String
    /// Writes a message for the user, not for the model.
    package var report: @Sendable (String) -> Void = { _ in }

    package init(_ environment: Environment, now: @escaping @Sendable () -> Moment, version: String) {
        self.environment = environment
        self.now = now
        self.version = version
    }
}
