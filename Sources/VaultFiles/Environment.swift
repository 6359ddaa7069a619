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
        if let path = ThisProcess.variable("XDG_CACHE_HOME"), path.hasPrefix("/") { return Array(path.utf8) }
        // A relative one would be another place in each folder.
        return ThisProcess.variable("HOME").flatMap { $0.hasPrefix("/") ? Array("\($0)/.cache".utf8) : nil }
    }

    /// A folder in the cache for what cannot be in a vault; it need not be there.
    package static func cacheDirectory(of vault: Vault) -> [UInt8]? {
        let name = String(UInt64(bitPattern: ContentHash.hash(vault.root)), radix: 16)
        return cacheDirectory.map { $0 + Array("/slipbox/\(name)".utf8) }
    }
}
