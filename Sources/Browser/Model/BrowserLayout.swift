import Terminal

/// The panes that are shown, and their areas on the screen. Depends on the size of the screen and, if not all panes
/// fit, on the focus. A pane that is not shown has an empty area, except the list: see `isListShown`.
package struct BrowserLayout: Hashable, Sendable {
    package struct ScreenArea: Hashable, Sendable {
        package var column = 0
        package var row = 0
        package var columns = 0
        package var rows = 0

        package var isEmpty: Bool { columns == 0 || rows == 0 }

        func contains(_ mouse: TerminalEvent.Mouse) -> Bool {
            (column..<column + columns).contains(mouse.column) && (row..<row + rows).contains(mouse.row)
        }
    }

    /// The width from which the preview is shown next to the list, and that from which the folders are shown too.
    static let withPreview = 100
    static let withFolders = 150

    package var hasChips: Bool
    /// Whether a note in the list may take a second line for its passage.
    package var hasPassages: Bool
    package var folders = ScreenArea()
    package var list = ScreenArea()
    package var preview = ScreenArea()
    package var isListShown = true

    init(columns: Int, rows: Int, focus: BrowserPane) {
        hasChips = rows >= 7
        hasPassages = rows >= 8
        let top = hasChips ? 2 : 1
        // The last line is for key hints and messages.
        let height = max(1, rows - top - 1)
        func area(_ column: Int, _ width: Int) -> ScreenArea {
            ScreenArea(column: column, row: top, columns: max(width, 1), rows: height)
        }
        if columns < Self.withPreview {
            switch focus {
            case .folders: folders = area(0, columns)
            case .preview: preview = area(0, columns)
            case .search, .list: break
            }
            // A hidden list keeps its area: scrolling needs its height.
            list = area(0, columns)
            if focus == .folders || focus == .preview { isListShown = false }
        } else if columns < Self.withFolders {
            let width = columns * 45 / 100
            if focus == .folders {
                folders = area(0, width)
                isListShown = false
            }
            list = area(0, width)
            preview = area(width + 1, columns - width - 1)
        } else {
            let tree = min(32, columns / 6)
            let width = (columns - tree) * 45 / 100
            folders = area(0, tree)
            list = area(tree + 1, width)
            preview = area(tree + width + 2, columns - tree - width - 2)
        }
    }
}
