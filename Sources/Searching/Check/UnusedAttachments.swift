import Notes
import SearchIndex
import SourceText
import VaultFiles

/// The attachments that no note and no canvas references.
enum UnusedAttachments {
    /// Returns those whose extension the configuration names, in order of path. A canvas needs no reference.
    static func all(in snapshot: VaultSnapshot) throws -> [VaultPath] {
        let extensions = snapshot.vault.configuration.attachmentExtensions
        return try snapshot.index.findings.unusedFiles(countsCanvases: true).filter {
            extensions.contains($0.pathExtension) && !Canvas.isCanvas($0)
        }
    }
}
