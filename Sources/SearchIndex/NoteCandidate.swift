package import SourceText

/// A note whose text is to be tested, with what the index knows of it.
package struct NoteCandidate: Sendable {
    package var id: Int64
    package var path: VaultPath
    package var title: [UInt8]
    /// Of the file whose content the index knows; nil where a later content might look the same.
    package var fingerprint: Fingerprint?
    /// Whether an alias or a keyword of the note passes one of the tests, so that its front matter has to be read.
    package var isSuspect: Bool

    /// What tells whether a file is still as it was when it was indexed.
    package struct Fingerprint: Hashable, Sendable {
        package var size: Int64
        package var device: Int64
        package var inode: Int64
        package var modified: Int64
        package var changed: Int64

        package init(size: Int64, device: Int64, inode: Int64, modified: Int64, changed: Int64) {
            self.size = size
            self.device = device
            self.inode = inode
            self.modified = modified
            self.changed = changed
        }
    }
}
