package import QueryLanguage
package import Searching
package import SourceText
package import VaultFiles

/// A vault that the browser shows.
package struct BrowserVault: Sendable {
    /// Nil if it is the only one.
    package var source: NoteHit.SourceVault?
    package var vault: Vault

    package init(_ vault: Vault, named source: NoteHit.SourceVault? = nil) {
        self.vault = vault
        self.source = source
    }
}

extension [BrowserVault] {
    /// The configured statuses of each vault.
    package var statuses: [NoteHit.SourceVault?: [String]] {
        Dictionary(map { ($0.source, $0.vault.configuration.statuses) }) { first, _ in first }
    }
}

/// The notes that the browser searches: those of all vaults, or a place in one.
package struct BrowserPlace: Hashable, Sendable {
    /// One of several vaults. Nil for all of them, or for the only one.
    package var vault: NoteHit.SourceVault?
    package var scope: Scope
    package var folder: VaultPath

    package init(_ scope: Scope, _ folder: VaultPath, in vault: NoteHit.SourceVault? = nil) {
        self.vault = vault
        self.scope = scope
        self.folder = folder
    }

    /// The vault that is searched alone, or nil if all are.
    package var onlyVault: NoteHit.SourceVault? { scope == .all ? nil : vault }

    /// The place in each vault.
    package var inVault: SearchPlace { SearchPlace(scope, folder) }

    /// The folder after the name of its vault, as in `work/ideas`. Empty for all notes.
    var name: String {
        [vault?.name, folder.isRoot ? nil : folder.text].compactMap(\.self).joined(separator: "/")
    }
}
