import Searching
import Terminal

extension BrowserState {
    mutating func mouse(_ mouse: TerminalEvent.Mouse) -> [BrowserEffect] {
        switch mouse.action {
        case .scrollUp: scroll(-1, mouse)
        case .scrollDown: scroll(1, mouse)
        case .press: click(mouse)
        case .release: []
        }
    }

    private mutating func scroll(_ direction: Int, _ mouse: TerminalEvent.Mouse) -> [BrowserEffect] {
        let layout = layout
        if overlay != nil {
            overlay?.scroll(by: direction * 3)
        } else if layout.preview.contains(mouse) {
            preview.scroll(by: direction * 3, rows: layout.preview.rows)
        } else if layout.folders.contains(mouse) {
            tree.scroll(by: direction * 3, rows: layout.folders.rows)
        } else {
            select(list.selected + direction, direction: direction)
            return requestMissing()
        }
        return []
    }

    private mutating func click(_ mouse: TerminalEvent.Mouse) -> [BrowserEffect] {
        if overlay != nil { return [] }
        let layout = layout
        message = nil
        if mouse.row == 0 {
            line.field.move(to: line.field.window(max(1, columns - 2)).start + max(0, mouse.column - 2))
            return focusSearch()
        } else if layout.folders.contains(mouse) {
            let row = tree.top + mouse.row - layout.folders.row
            guard row <= tree.folders.count else { return [] }
            focus = .folders
            tree.select(row, rows: layout.folders.rows)
            return open()
        } else if layout.preview.contains(mouse) {
            focus = .preview
        } else if layout.list.contains(mouse), let row = list.row(atLine: mouse.row - layout.list.row, in: layout) {
            focus = .list
            if list.results?.rows[row].hit == nil { return [] }
            // A second click on the selected note opens it.
            if row == list.selected { return open() }
            list.selected = row
            return requestMissing()
        }
        return []
    }
}
