package import SourceText
import System

/// The environment that a front end passes to the core: variables, current directory, clock, time
/// zone, and other processes of slip.
package struct Environment: Sendable {
    package var variables: [String: String]
    /// The current directory, as an absolute path.
    package var directory: [UInt8]
    package var now: Moment
    package var calendar: LocalCalendar
    /// Starts `slip` with arguments in the background, without waiting for it. By default does nothing.
    package var startSlip: @Sendable (_ arguments: [[UInt8]]) -> Void = { _ in }

    package init(variables: [String: String], directory: [UInt8], now: Moment, calendar: LocalCalendar) {
        self.variables = variables
        self.directory = directory
        self.now = now
        self.calendar = calendar
    }

    /// Whether debugging output for developers of slip is on: `SLIPBOX_DEBUG`.
    package var isDebugging: Bool { Self.isDebugging(variables) }

    package static func isDebugging(_ variables: [String: String]) -> Bool {
        !["", "0"].contains(variables["SLIPBOX_DEBUG"] ?? "")
    }

    /// The name under which changes are recorded, if one is given: `SLIPBOX_CLIENT`.
    package var client: String? { variables["SLIPBOX_CLIENT"].flatMap { $0.isEmpty ? nil : $0 } }

    /// The directory for indexes of read-only vaults: `$XDG_CACHE_HOME`, else `~/.cache` (XDG Base Directory
    /// Specification).
    package static var cacheDirectory: [UInt8]? {
        ThisProcess.userFolder("XDG_CACHE_HOME", else: ".cache").map { Array($0.utf8) }
    }

    /// Returns the cache directory of a vault that cannot be written. It need not exist.
    package static func cacheDirectory(of vault: Vault) -> [UInt8]? {
        let name = String(UInt64(bitPattern: ContentHash.hash(vault.root)), radix: 16)
        return cacheDirectory.map { $0 + Array("/slipbox/\(name)".utf8) }
    }
}
