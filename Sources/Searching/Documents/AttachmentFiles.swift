package import QueryLanguage
package import SourceText
import System
import VaultFiles

/// The attachments of a note for display: each file once, with its size on disk.
package struct AttachmentFiles {
    /// An attachment, which may be missing.
    package struct File: Hashable, Sendable {
        package var path: VaultPath
        package var exists: Bool
        /// In bytes, or nil if the file is missing or its size is unknown.
        package var size: Int64?

        package init(path: VaultPath, exists: Bool, size: Int64? = nil) {
            (self.path, self.exists, self.size) = (path, exists, size)
        }
    }

    /// In the order of their first references.
    package let files: [File]

    /// - Parameter snapshot: the snapshot whose vault provides the sizes, or nil for the attachments of a commit.
    package init(_ hit: NoteHit, in snapshot: VaultSnapshot?) {
        var seen: Set<VaultPath> = []
        files = hit.attachments.filter { seen.insert($0.path).inserted }.map { attachment in
            let size = snapshot.flatMap { FileStatus.seen($0.vault.fullPath(attachment.path), follows: true)?.size }
            return File(
                path: attachment.path, exists: attachment.exists, size: attachment.exists ? size : nil)
        }
    }
}
