import System
package import VaultFiles

/// The queries that were asked interactively, one a line, the last at the end; beside the index, and as private.
package struct QueryHistory {
    private let path: [UInt8]

    /// So many are kept.
    private static let most = 500

    /// - Throws: `VaultError` where there is no place for it.
    package init(_ vault: Vault) throws { path = try IndexKeeper.directory(vault) + Array("/queries".utf8) }

    /// The first asked longest ago; none where nothing can be read.
    package func queries() -> [String] {
        // What is a link, or another user's, is none of ours.
        guard let status = FileStatus.seen(path), status.kind == .regular, status.owner == ThisProcess.user,
            let bytes = try? Files.read(path).bytes
        else { return [] }
        return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).map(String.init)
    }

    /// Keeps a query as the last. Nothing where it cannot be written: a history is a comfort.
    package func add(_ query: String) {
        let line = query.filter { !$0.isNewline }
        if line.isEmpty { return }
        let lines = (queries().filter { $0 != line } + [line]).suffix(Self.most)
        let fresh = path + Array(".\(ThisProcess.identifier)".utf8)
        do {
            try Files.create(fresh, Array((lines.joined(separator: "\n") + "\n").utf8), mode: 0o600)
            try Files.rename(fresh, path)
        } catch {
            Files.discard(fresh)
        }
    }
}
