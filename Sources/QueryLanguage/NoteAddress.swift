package import SourceText

/// The address of a note or another file: its path, and its vault if there are several.
package struct NoteAddress: Hashable, Sendable {
    package var path: VaultPath
    package var vault: NoteHit.SourceVault?

    package init(_ path: VaultPath, in vault: NoteHit.SourceVault? = nil) {
        self.path = path
        self.vault = vault
    }

    /// The path after the name of the vault, as in `work: ideas/box.md`, or the path alone.
    package var text: String { (vault.map { "\($0.name): " } ?? "") + path.text }
}

extension NoteHit {
    package var address: NoteAddress { NoteAddress(path, in: result.vault) }
}
