package import SourceText
package import VaultFiles

/// What a server uses of the process that runs it: environment, clock, and how it learns of changes. Tests substitute
/// it.
package struct ServerHost: Sendable {
    package var environment: Environment
    package var now: @Sendable () -> Moment
    /// Whether the machine's time zone differs from that of the environment's calendar.
    package var zoneHasChanged: @Sendable () -> Bool
    /// Whether the server watches its vaults itself.
    package var watches: Bool
    /// The minimum time between two scans of a vault, in milliseconds, while no watcher confirms its index and the
    /// client reports no change.
    package var scanInterval: Int64

    /// The version of the program, for the client.
    package var version: String?

    package init(
        _ environment: Environment, now: @escaping @Sendable () -> Moment, version: String? = nil,
        zoneHasChanged: @escaping @Sendable () -> Bool = { false }, watches: Bool = true, scanInterval: Int64 = 1000
    ) {
        self.environment = environment
        self.now = now
        self.version = version
        self.zoneHasChanged = zoneHasChanged
        self.watches = watches
        self.scanInterval = scanInterval
    }
}
