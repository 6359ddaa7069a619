import System
package import VaultFiles

extension Files {
    /// Returns the content of a file of this user. Returns nil for a link or a file of another user.
    static func ownContent(_ path: [UInt8]) -> [UInt8]? {
        guard let status = FileStatus.seen(path), status.kind == .regular, status.owner == ThisProcess.user else {
            return nil
        }
        // What cannot be read counts as missing.
        return try? read(path).bytes
    }
}

/// The history of interactive queries, one per line, most recent last. It is stored with the index and is as private.
package struct QueryHistory {
    private let path: [UInt8]

    private static let limit = 500

    /// - Throws: `VaultError` if there is no place for the file.
    package init(_ vault: Vault) throws { path = try IndexLocation(of: vault).directory + Array("/queries".utf8) }

    /// Returns the queries, oldest first, or none if the file cannot be read.
    package func queries() -> [String] {
        let text = String(decoding: Files.ownContent(path) ?? [], as: UTF8.self)
        return text.split(whereSeparator: \.isNewline).map(String.init)
    }

    /// Appends a query and removes earlier occurrences of it. At most 500 queries are kept. Ignores errors, since the
    /// history is only a convenience.
    package func add(_ query: String) {
        let line = query.filter { !$0.isNewline }
        if line.isEmpty { return }
        let lines = (queries().filter { $0 != line } + [line]).suffix(Self.limit)
        try? Files.replace(path, Array((lines.joined(separator: "\n") + "\n").utf8), mode: 0o600)
    }
}
