package import SourceText
package import System
package import VaultFiles

/// What the last search of a terminal found, for `%1`, `%2` and so on; beside the index, and as private.
package struct LastResults {
    private let path: [UInt8]
    private let session: [UInt8]

    /// A note, and the line at which what was searched for stands first; nil where no text was asked for.
    package struct Result: Hashable, Sendable {
        package var path: VaultPath
        package var line: Int?

        package init(path: VaultPath, line: Int?) {
            self.path = path
            self.line = line
        }
    }

    /// So many can be named.
    private static let most = 1000

    /// - Throws: `VaultError` where there is no place for it.
    package init(_ vault: Vault, terminal: TerminalName) throws {
        session = Array(String(terminal.session).utf8)
        // One file for each device: what a window that is gone has found is written over.
        let name = terminal.device.map { $0.isLetter || $0.isNumber ? $0 : "-" }
        path = try IndexKeeper.directory(vault) + Array("/results\(String(name))".utf8)
    }

    /// Keeps what was found, in its order. Nothing where it cannot be written: to name notes so is a comfort.
    package func keep(_ results: [Result]) {
        let bytes = results.prefix(Self.most).reduce(into: session + [0]) { bytes, result in
            bytes += Array("\(result.line ?? 0) ".utf8) + result.path.bytes + [0]
        }
        try? Files.replace(path, bytes, mode: 0o600)
    }

    /// The result of a number, from 1; nil where there is none.
    package func result(_ number: Int) -> Result? {
        // What is a link, or another user's, is none of ours.
        guard number > 0, let status = FileStatus.seen(path), status.kind == .regular, status.owner == ThisProcess.user,
            let bytes = try? Files.read(path).bytes
        else { return nil }
        let parts = bytes.split(separator: 0)
        guard parts.first.map(Array.init) == session, number < parts.count,
            let blank = parts[number].firstIndex(of: UInt8(ascii: " ")),
            let line = Int(bytes.text(parts[number].startIndex..<blank))
        else { return nil }
        return Result(path: VaultPath(bytes: Array(parts[number][(blank + 1)...])), line: line > 0 ? line : nil)
    }
}
