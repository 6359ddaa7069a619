package import SourceText

/// A file or folder of the vault as found by the scan.
package struct FoundFile: Hashable, Sendable {
    package var path: VaultPath
    package var kind: FileKind
    package var fingerprint: Fingerprint
    /// The final target of a symbolic link to another file of the vault; nil for other files.
    package var real: VaultPath?

    package init(path: VaultPath, kind: FileKind, fingerprint: Fingerprint, real: VaultPath? = nil) {
        self.path = path
        self.kind = kind
        self.fingerprint = fingerprint
        self.real = real
    }
}
