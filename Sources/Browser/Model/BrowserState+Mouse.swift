import Searching
import Terminal

extension BrowserState {
    mutating func mouse(_ mouse: TerminalEvent.Mouse) -> [BrowserEffect] {
        let layout = layout
        func holds(_ area: BrowserLayout.Area) -> Bool {
            !area.isEmpty && area.contains(column: mouse.column, row: mouse.row)
        }
        switch mouse.action {
        case .scrollUp, .scrollDown:
            let direction = mouse.action == .scrollDown ? 1 : -1
            if case .help(let top) = overlay {
                overlay = .help(top: max(0, top + direction * 3))
                return []
            }
            if overlay != nil { return [] }
            if holds(layout.preview) {
                preview.scroll(by: direction * 3, rows: layout.preview.rows)
                return []
            }
            if holds(layout.folders) {
                tree.top = min(max(0, tree.top + direction * 3), max(0, tree.folders.count + 1 - layout.folders.rows))
                return []
            }
            choose(selected + direction, direction)
            return askForMore()
        case .press:
            if overlay != nil { return [] }
            message = nil
            if mouse.row == 0 {
                focus = .search
                field.move(to: field.window(max(1, columns - 2)).start + max(0, mouse.column - 2))
                return []
            }
            if holds(layout.folders) {
                let row = tree.top + mouse.row - layout.folders.row
                guard row <= tree.folders.count else { return [] }
                (focus, tree.selected) = (.folders, row)
                return open()
            }
            if holds(layout.preview) {
                focus = .preview
                return []
            }
            guard holds(layout.list), let row = row(atLine: mouse.row - layout.list.row) else { return [] }
            focus = .list
            if results?.rows[row].hit == nil { return [] }
            // A second click on what is chosen opens it.
            if row == selected { return open() }
            selected = row
            return askForMore()
        case .release: return []
        }
    }

    /// The row of the list at a line of its area.
    private func row(atLine line: Int) -> Int? {
        guard let results else { return nil }
        var used = 0
        for index in results.rows.indices.dropFirst(top) {
            used += height(results.rows[index])
            if line < used { return index }
        }
        return nil
    }
}
