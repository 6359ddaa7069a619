package import SourceText

/// The target of a reference.
package struct LinkTarget: Hashable, Sendable {
    package enum Kind: Hashable, Sendable { case note, attachment, folder }

    /// The id in `file`, or `.root` for the vault's root, which has no row.
    var file: FileID
    package var path: VaultPath
    package var kind: Kind
    /// The other files that match equally well, if only the path's length or the alphabet decided.
    package var rivals: [VaultPath] = []

    /// The vault's root if it has no index note.
    static let root = LinkTarget(file: .root, path: .root, kind: .folder)

    package var isNote: Bool { kind == .note }
    package var isAttachment: Bool { kind == .attachment }
    func isIndexNote(of folder: VaultPath) -> Bool {
        isNote && path.folder == folder && IndexNote.rank(path) != nil
    }

    package var isAmbiguous: Bool { !rivals.isEmpty }
}
