package import SourceText

/// A file or folder of the vault as the walk found it.
package struct FoundFile: Hashable, Sendable {
    package var path: VaultPath
    package var kind: FileKind
    package var fingerprint: Fingerprint
    /// Where a symbolic link to another file of the vault leads in the end; nil for what is none.
    package var real: VaultPath?

    package init(path: VaultPath, kind: FileKind, fingerprint: Fingerprint, real: VaultPath? = nil) {
        self.path = path
        self.kind = kind
        self.fingerprint = fingerprint
        self.real = real
    }
}
