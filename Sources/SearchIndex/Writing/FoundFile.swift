package import SourceText

/// A file or folder of the vault as the walk found it.
package struct FoundFile: Hashable, Sendable {
    package var path: VaultPath
    package var kind: FileKind
    /// What the system says of it, as one number (`FilePrint`): while that stays, its content does. 0 is no print: the
    /// file is looked at again next time, whatever it looks like then.
    package var print: Int64
    /// Where a symbolic link to another file of the vault leads in the end; nil for what is none.
    package var real: VaultPath?

    package init(path: VaultPath, kind: FileKind, print: Int64, real: VaultPath? = nil) {
        self.path = path
        self.kind = kind
        self.print = print
        self.real = real
    }
}
