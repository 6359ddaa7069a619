package import QueryLanguage
package import SourceText

/// A form of vault paths in which they open from the current directory.
package struct PathStyle: Sendable {
    private let root: [UInt8]
    private let directory: [UInt8]

    /// - Parameters:
    ///   - root: the vault's root.
    ///   - directory: the current directory. Both are full paths without symbolic links.
    package init(root: [UInt8], directory: [UInt8]) {
        self.root = root
        self.directory = directory
    }

    /// Returns the path relative to the current directory, or the absolute path if not even the top-level folder is the
    /// same. `./` precedes a hyphen, which would start an option.
    package func bytes(_ path: VaultPath) -> [UInt8] { bytes(path, in: root) }

    /// Returns the path of a result, which may be in another vault.
    package func bytes(_ hit: NoteHit) -> [UInt8] { bytes(hit.path, in: hit.result.vault?.root ?? root) }

    private func bytes(_ path: VaultPath, in root: [UInt8]) -> [UInt8] {
        let full = VaultPath(bytes: Array(root.dropFirst())).appending(path)
        let base = VaultPath(bytes: Array(directory.dropFirst()))
        guard let first = base.parts.first else { return full.bytes }
        guard full.parts.first == first else { return [Byte.slash] + full.bytes }
        let relative = full.relative(to: base).bytes
        return relative.first == Byte.hyphen ? [Byte.dot, Byte.slash] + relative : relative
    }

    package func text(_ path: VaultPath) -> String { String(decoding: bytes(path), as: UTF8.self) }

    package func text(_ hit: NoteHit) -> String { String(decoding: bytes(hit), as: UTF8.self) }
}
