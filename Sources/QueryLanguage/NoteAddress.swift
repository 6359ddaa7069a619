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
    package var text: String { vault.prefix + path.text }
}

extension NoteHit.SourceVault? {
    /// The beginning of a text about the vault, as in `work: `. Empty without a vault.
    package var prefix: String { map { "\($0.name): " } ?? "" }

    /// The end of a text about something in the vault, as in ` in work`. Empty without a vault.
    package var suffix: String { map { " in \($0.name)" } ?? "" }
}

extension NoteHit {
    package var address: NoteAddress { NoteAddress(path, in: result.vault) }
}
