package import QueryLanguage
package import SourceText

/// The part of the vault that a search covers. `here` is a folder without its subfolders.
package enum Scope: String, CaseIterable, Sendable {
    case all, folder, here
}

/// The notes that a query searches: the whole vault, a folder with its subfolders, or that folder alone.
package struct SearchPlace: Hashable, Sendable {
    package var scope: Scope
    package var folder: VaultPath

    package static let wholeVault = SearchPlace(.all, .root)

    package init(_ scope: Scope, _ folder: VaultPath) {
        self.scope = scope
        self.folder = folder
    }

    /// The condition that its notes satisfy.
    package var condition: Condition {
        switch scope {
        case .all: .all
        case .folder: folder.isRoot ? .all : .folder(folder, deep: true)
        case .here: .folder(folder, deep: false)
        }
    }

    package func contains(_ path: VaultPath) -> Bool {
        switch scope {
        case .all: true
        case .folder: path.isInside(folder)
        case .here: path.folder == folder
        }
    }

    package var coversWholeVault: Bool { scope == .all || (scope == .folder && folder.isRoot) }
}
