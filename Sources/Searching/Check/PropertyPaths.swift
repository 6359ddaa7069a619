import SearchIndex
import SourceText
import VaultFiles

extension SuspectLink {
    /// Returns whether the value of a property that leads nowhere must be meant as a path in the vault: the name of a
    /// picture, or the path of an attachment in an existing folder.
    ///
    /// `source: report.pdf` may be any document, `as in p.png` a text, and `/img/p.png` a path on a web site.
    func isCertainPath(in snapshot: VaultSnapshot) throws -> Bool {
        let written = VaultPath(reference)
        if reference.hasPrefix("/") { return false }
        if !reference.contains("/") {
            return !reference.contains(" ") && Configuration.imageExtensions.contains(written.pathExtension)
        }
        guard snapshot.vault.configuration.attachmentExtensions.contains(written.pathExtension) else { return false }
        return try [path.folder, .root].contains { folder in
            guard let file = folder.resolving(written), file.staysInside else { return false }
            return try file.folder.isRoot || snapshot.index.lists.isFolder(file.folder)
        }
    }
}
