package import SourceText
package import VaultFiles

/// Where a server runs.
package struct ServerWorld: Sendable {
    package var environment: Environment
    package var now: @Sendable () -> Moment
    /// Whether the machine's time zone is another now than the environment's calendar has.
    package var zoneHasChanged: @Sendable () -> Bool
    /// Whether the server follows its vaults itself.
    package var watches: Bool

    package init(
        _ environment: Environment, now: @escaping @Sendable () -> Moment,
        zoneHasChanged: @escaping @Sendable () -> Bool = { false }, watches: Bool = true
    ) {
        self.environment = environment
        self.now = now
        self.zoneHasChanged = zoneHasChanged
        self.watches = watches
    }
}
