import QueryLanguage
import Rendering
import Searching
import SourceText
import Terminal
import VaultFiles

/// Moving through the panes, opening notes and following links.
extension BrowserState {
    mutating func move(_ direction: Int, byPage: Bool = false) -> [BrowserEffect] {
        let layout = layout
        switch focus {
        case .preview:
            let rows = layout.preview.rows
            preview.scroll(by: direction * (byPage ? max(1, rows - 2) : 1), rows: rows)
            return []
        case .folders:
            let rows = layout.folders.rows
            tree.select(tree.selected + direction * (byPage ? max(1, rows - 1) : 1), rows: rows)
            return []
        case .search, .list: break
        }
        guard let results = list.results, !results.rows.isEmpty else { return direction < 0 ? showEarlier(1) : [] }
        if !byPage, focus == .search {
            // In the query line, Up from the first result goes back through the earlier queries, and Down returns.
            if line.earlier.index != nil { return showEarlier(-direction) }
            if direction < 0, list.isAtFirstNote { return showEarlier(1) }
        }
        let row = byPage ? list.rowAfterPage(direction: direction, in: layout) : list.selected + direction
        select(row, direction: direction)
        return requestMissing()
    }

    mutating func move(toStart: Bool) -> [BrowserEffect] {
        switch focus {
        case .preview: preview.scroll(by: preview.lines.count * (toStart ? -1 : 1), rows: layout.preview.rows)
        case .folders: tree.select(toStart ? 0 : tree.folders.count, rows: layout.folders.rows)
        case .search, .list:
            if !toStart { return selectLast() }
            select(0, direction: 1)
            return requestMissing()
        }
        return []
    }

    mutating func select(_ row: Int, direction: Int) {
        pending.selectsLast = false
        list.select(row, direction: direction, in: layout)
    }

    private mutating func showEarlier(_ step: Int) -> [BrowserEffect] { line.showEarlier(step) ? search() : [] }

    /// Moves the focus to the query line, and requests the tokens to show if it is empty.
    mutating func focusSearch() -> [BrowserEffect] {
        focus = .search
        return line.field.isEmpty ? suggest() : []
    }

    mutating func changePane(_ direction: Int) -> [BrowserEffect] {
        let panes = BrowserPane.allCases
        let index = panes.firstIndex(of: focus) ?? 0
        focus = panes[(index + direction + panes.count) % panes.count]
        line.completion.clear()
        if focus == .folders {
            tree.select(NoteAddress(controls.place.folder, in: controls.place.vault), rows: layout.folders.rows)
        }
        layOutPage(keepsPlace: true)
        list.keepInView(in: layout)
        return requestPage() + (focus == .search ? focusSearch() : [])
    }

    /// Scrolls the preview to the next match (1) or the previous one (-1), and wraps around.
    mutating func goToMatch(_ direction: Int) -> [BrowserEffect] {
        if preview.goToMatch(direction, rows: layout.preview.rows) { return [] }
        return say("this note has no match")
    }

    // MARK: Opening

    mutating func open() -> [BrowserEffect] {
        if focus == .folders {
            (controls.place.folder, controls.place.vault) = (tree.selectedFolder.path, tree.selectedFolder.vault)
            if controls.place.scope == .all { controls.place.scope = .folder }
            focus = .list
            return search()
        }
        guard let hit = list.selectedHit else { return [] }
        var effects: [BrowserEffect] = []
        if !line.isBlank {
            line.earlier.add(line.text)
            effects.append(.remember(query: line.text))
        }
        if setting.prints { return effects + [.finish(list.subjects, status: 0)] }
        if hit.isFile { return effects + [.openFile(hit.address)] }
        let shown = focus == .preview ? preview.sourceLine(of: hit.address, rows: layout.preview.rows) : nil
        return effects + [.edit(hit.address, line: shown ?? list.results?.passages[hit.address]?.line ?? 1)]
    }

    // MARK: Links

    mutating func followLinks(_ field: String) -> [BrowserEffect] {
        guard let hit = list.selectedHit else { return [] }
        if field == "linked-from", hit.links.allSatisfy({ $0.path == nil || $0.isFolder }) {
            return say("this note has no links to other notes")
        }
        visited.append(
            VisitedSearch(query: line.text, place: controls.place, selected: hit.address, results: list.results))
        line.replace(with: "\(field):\(QueryText.quoted(hit.address.text)) ")
        controls.place.scope = .all
        focus = .list
        return search()
    }

    /// Returns to the search that the user left last by following links. If there is none, shows a message.
    mutating func goBack() -> [BrowserEffect] {
        guard let search = visited.popLast() else { return say("there is no earlier search to go back to") }
        line.field.replace(with: search.query)
        controls.place = search.place
        // The results are shown at once, and stay if the query cannot be parsed.
        list.restore(search.results, selecting: search.selected, in: layout)
        preview.requested = nil
        pending.note = search.selected
        return self.search()
    }
}
