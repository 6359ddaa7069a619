package import SourceText
package import System
package import VaultFiles

/// The results of the last search in a terminal, for `%1`, `%2` and so on. They are stored with the index and are as
/// private.
package struct LastResults {
    private let path: [UInt8]
    private let session: [UInt8]

    /// A note and the line of its first match, or nil if the query had no text.
    package struct Result: Hashable, Sendable {
        package var path: VaultPath
        package var line: Int?

        package init(path: VaultPath, line: Int?) {
            self.path = path
            self.line = line
        }
    }

    private static let limit = 1000

    /// - Throws: `VaultError` if there is no place for the file.
    package init(_ vault: Vault, terminal: TerminalName) throws {
        session = Array(String(terminal.session).utf8)
        // One file per device, so that a new window overwrites the results of a closed one.
        let name = terminal.device.map { $0.isLetter || $0.isNumber ? $0 : "-" }
        path = try IndexLocation(of: vault).directory + Array("/results\(String(name))".utf8)
    }

    /// Replaces the stored results by the first 1000 of these. Ignores errors, since this is only a convenience.
    package func keep(_ results: [Result]) {
        let bytes = results.prefix(Self.limit).reduce(into: session + [0]) { bytes, result in
            bytes += Array("\(result.line ?? 0) ".utf8) + result.path.bytes + [0]
        }
        try? Files.replace(path, bytes, mode: 0o600)
    }

    /// Returns the result with a number, from 1, if any.
    package func result(_ number: Int) -> Result? {
        guard number > 0, let bytes = Files.ownContent(path) else { return nil }
        let parts = bytes.split(separator: 0)
        guard parts.first.map(Array.init) == session, number < parts.count,
            let blank = parts[number].firstIndex(of: UInt8(ascii: " ")),
            let line = Int(bytes.text(parts[number].startIndex..<blank))
        else { return nil }
        return Result(path: VaultPath(bytes: Array(parts[number][(blank + 1)...])), line: line > 0 ? line : nil)
    }
}
