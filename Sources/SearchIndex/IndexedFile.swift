package import SourceText

/// A file or folder of the vault as the walk found it, and as the index remembers it.
package struct IndexedFile: Hashable, Sendable {
    package var path: VaultPath
    package var kind: FileKind
    package var size: Int64
    package var device: Int64
    package var inode: Int64
    /// Nanoseconds since 1970.
    package var modified: Int64
    /// When the system last changed the file's content or metadata; nanoseconds since 1970.
    package var changed: Int64
    package var born: Int64?
    /// Of a note's content; 0 for anything else.
    package var hash: Int64 = 0
    /// False where the file changed so shortly before it was read that a later change might bear the same times.
    package var isSettled = true

    package init(
        path: VaultPath, kind: FileKind, size: Int64, device: Int64, inode: Int64, modified: Int64, changed: Int64,
        born: Int64?
    ) {
        self.path = path
        self.kind = kind
        self.size = size
        self.device = device
        self.inode = inode
        self.modified = modified
        self.changed = changed
        self.born = born
    }

    /// Whether nothing tells this file from `other`: what has to be so for its content to be taken as unchanged.
    package func looksLike(_ other: IndexedFile) -> Bool {
        kind == other.kind && size == other.size && device == other.device && inode == other.inode
            && modified == other.modified && changed == other.changed && born == other.born
    }
}
