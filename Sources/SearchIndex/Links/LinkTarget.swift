package import SourceText

/// What a reference resolves to.
package struct LinkTarget: Hashable, Sendable {
    package enum Kind: Hashable, Sendable { case note, attachment, folder }

    /// The row of `file`; `.root` for the vault's root, which has none.
    var file: FileID
    package var path: VaultPath
    package var kind: Kind
    /// The other files that it could be, where only the path's length or the alphabet decided.
    package var rivals: [VaultPath] = []

    /// The vault's root, where it has no index note.
    static let root = LinkTarget(file: .root, path: .root, kind: .folder)

    package var isNote: Bool { kind == .note }
    package var isAttachment: Bool { kind == .attachment }
    /// Whether it is the note that stands for `folder`.
    func isIndexNote(of folder: VaultPath) -> Bool {
        isNote && path.folder == folder && IndexNote.rank(path) != nil
    }

    package var isAmbiguous: Bool { !rivals.isEmpty }
}
