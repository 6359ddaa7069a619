package import QueryLanguage
import SourceText

/// A row of the pane of folders: a folder, or the root of one of several vaults.
package struct BrowserFolder: Hashable, Sendable {
    package var address: NoteAddress
    /// The number of notes in it and its subfolders.
    package var notes: Int

    /// The name, without the folders that contain it.
    var name: String { address.path.isRoot ? address.vault?.name ?? "" : address.path.name.text }
    /// The number of rows above it that contain it: folders, a vault and all notes.
    var depth: Int { address.path.parts.count + (address.vault == nil ? 0 : 1) }
}

/// The pane of folders with their note counts.
package struct FolderTree: Sendable {
    package internal(set) var folders: [BrowserFolder] = []
    /// The selected row: 0 stands for all notes, 1 is the first folder.
    package internal(set) var selected = 0
    /// The first row on the screen.
    package internal(set) var top = 0

    /// The selected folder: the root without a vault for all notes.
    var selectedFolder: NoteAddress { selected == 0 ? NoteAddress(.root) : folders[selected - 1].address }

    /// Returns the paths of the folders of a vault, without its root.
    func paths(in vault: NoteHit.SourceVault?) -> [String] {
        folders.map(\.address).filter { $0.vault == vault && !$0.path.isRoot }.map(\.path.text)
    }

    /// Replaces the folders. The same one stays selected if it is still there.
    mutating func replace(with folders: [BrowserFolder]) {
        let before = selectedFolder
        self.folders = folders
        selected = folders.firstIndex { $0.address == before }.map { $0 + 1 } ?? min(selected, folders.count)
    }

    /// Selects a row, or the nearest one if there is none, and scrolls it into view.
    ///
    /// - Parameters:
    ///   - row: 0 for the root, then one for each folder, whether on the screen or not.
    ///   - rows: the height of the pane.
    mutating func select(_ row: Int, rows: Int) {
        selected = min(max(0, row), folders.count)
        let height = max(1, rows)
        top = min(top, selected)
        if selected >= top + height { top = selected - height + 1 }
    }

    /// Selects the row of a folder, or the first if there is none, and scrolls it into view.
    mutating func select(_ folder: NoteAddress, rows: Int) {
        select((folders.firstIndex { $0.address == folder } ?? -1) + 1, rows: rows)
    }

    mutating func scroll(by count: Int, rows: Int) { top = min(max(0, top + count), max(0, folders.count + 1 - rows)) }
}
