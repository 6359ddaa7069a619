package import QueryLanguage
import VaultFiles

/// A vault of a collection, as a read sees it.
package struct VaultMember {
    /// Nil for a vault that is always searched alone.
    package var name: String?
    package var snapshot: VaultSnapshot

    /// The vault, or nil if it has no name.
    package var source: NoteHit.SourceVault? {
        name.map { NoteHit.SourceVault(name: $0, root: snapshot.vault.root) }
    }
}
