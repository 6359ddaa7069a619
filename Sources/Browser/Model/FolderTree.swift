package import Searching
import SourceText

/// The pane of folders with their note counts.
package struct FolderTree: Sendable {
    package internal(set) var folders: [FolderCount] = []
    /// The selected row: 0 is the root, 1 the first folder.
    package internal(set) var selected = 0
    /// The first row on the screen.
    package internal(set) var top = 0

    var selectedPath: VaultPath { selected == 0 ? .root : folders[selected - 1].path }

    mutating func replace(with folders: [FolderCount]) {
        self.folders = folders
        selected = min(selected, max(0, folders.count))
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

    /// Selects the row of `path`, or the root if there is none, and scrolls it into view.
    mutating func select(_ path: VaultPath, rows: Int) {
        select((folders.firstIndex { $0.path == path } ?? -1) + 1, rows: rows)
    }

    mutating func scroll(by count: Int, rows: Int) { top = min(max(0, top + count), max(0, folders.count + 1 - rows)) }
}
