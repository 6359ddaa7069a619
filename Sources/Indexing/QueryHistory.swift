import System
package import VaultFiles

/// The history of interactive queries, one per line, most recent last. It is stored with the index and is as private.
package struct QueryHistory {
    private let path: [UInt8]

    private static let limit = 500

    /// - Throws: `VaultError` if there is no place for the file.
    package init(_ vault: Vault) throws { path = try IndexLocation(of: vault).directory + Array("/queries".utf8) }

    /// Returns the queries, oldest first, or none if the file cannot be read.
    package func queries() -> [String] {
        // Ignore a link or a file of another user.
        guard let status = FileStatus.seen(path), status.kind == .regular, status.owner == ThisProcess.user,
            let bytes = try? Files.read(path).bytes
        else { return [] }
        return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).map(String.init)
    }

    /// Appends a query. Ignores errors, since the history is only a convenience.
    package func add(_ query: String) {
        let line = query.filter { !$0.isNewline }
        if line.isEmpty { return }
        let lines = (queries().filter { $0 != line } + [line]).suffix(Self.limit)
        let fresh = path + Array(".\(ThisProcess.identifier)".utf8)
        do {
            try Files.create(fresh, Array((lines.joined(separator: "\n") + "\n").utf8), mode: 0o600)
            try Files.rename(fresh, path)
        } catch {
            Files.discard(fresh)
        }
    }
}
