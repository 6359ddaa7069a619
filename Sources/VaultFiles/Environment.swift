package import SourceText
import System

/// What a front end tells the core about where it runs: the clock, the zone, the place.
package struct Environment: Sendable {
    package var variables: [String: String]
    /// The current directory, a full path.
    package var directory: [UInt8]
    package var now: Moment
    package var calendar: LocalCalendar

    package init(variables: [String: String], directory: [UInt8], now: Moment, calendar: LocalCalendar) {
        self.variables = variables
        self.directory = directory
        self.now = now
        self.calendar = calendar
    }

    /// Whether whoever works on slip wants to see what happens: `SLIPBOX_DEBUG`.
    package var isDebugging: Bool { Self.isDebugging(variables) }

    /// The same, of variables alone.
    package static func isDebugging(_ variables: [String: String]) -> Bool {
        !["", "0"].contains(variables["SLIPBOX_DEBUG"] ?? "")
    }

    /// Where the index of a vault that cannot be written goes: `$XDG_CACHE_HOME`, else `~/.cache`
    /// (XDG Base Directory Specification).
    package static var cacheDirectory: [UInt8]? {
        ThisProcess.userFolder("XDG_CACHE_HOME", else: ".cache").map { Array($0.utf8) }
    }

    /// A folder in the cache for what cannot be in a vault; it need not be there.
    package static func cacheDirectory(of vault: Vault) -> [UInt8]? {
        let name = String(UInt64(bitPattern: ContentHash.hash(vault.root)), radix: 16)
        return cacheDirectory.map { $0 + Array("/slipbox/\(name)".utf8) }
    }
}
