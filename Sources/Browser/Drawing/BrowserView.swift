import QueryLanguage
import Rendering
import Searching
import SourceText
package import Terminal
import VaultFiles

/// Draws the screen of the interactive search from its state alone.
package struct BrowserView {
    let state: BrowserState
    let palette: Palette
    let layout: BrowserLayout
    var grid: Grid

    /// Returns the screen, and the place of the cursor; the place is nil if the cursor is hidden. Complexity: O(cells).
    package static func draw(_ state: BrowserState) -> (grid: Grid, cursor: Screen.Place?) {
        var view = BrowserView(state)
        view.drawQueryLine()
        if view.layout.hasChips { view.drawChips() }
        view.drawFolders()
        if view.layout.isListShown { view.drawList() }
        view.drawPreview()
        view.drawRules()
        view.drawLastLine()
        view.drawSuggestions()
        let cursor = view.drawOverlay() ?? view.cursor
        return (view.grid, cursor)
    }

    private init(_ state: BrowserState) {
        self.state = state
        palette = state.setting.palette
        layout = state.layout
        grid = Grid(columns: state.columns, rows: state.rows)
    }

    // MARK: Lines

    mutating func write(_ line: StyledLine, _ area: BrowserLayout.ScreenArea, row: Int) {
        guard row >= 0, row < area.rows else { return }
        grid.write(
            line.clipped(to: area.columns), column: area.column, row: area.row + row, end: area.column + area.columns)
    }

    static func safe(_ text: String) -> String { SafeText.escaped(text.replacing("\t", with: " ")) }

    // MARK: The query line

    private var queryWidth: Int { max(1, state.columns - 2) }

    private mutating func drawQueryLine() {
        let isFocused = state.focus == .search
        grid.write(StyledLine("> ", isFocused ? palette[.prompt] : palette[.label]), column: 0, row: 0)
        let window = state.line.field.window(queryWidth)
        if state.line.field.isEmpty {
            grid.write(placeholder, column: 2, row: 0)
        }
        var line = StyledLine()
        var offset = window.bytesBefore
        let fault = state.line.fault?.range
        for character in window.text {
            let isWrong = fault?.contains(offset) == true || fault == offset..<offset
            // Characters that could move the cursor are replaced one for one, so that columns stay right.
            let text = SafeText.escaped(String(character)) == String(character) ? String(character) : "\u{FFFD}"
            line.add(text, isWrong ? palette[.error].with(TextStyle(nil, .underline)) : .plain)
            offset += character.utf8.count
        }
        if let fault, fault.lowerBound >= offset {
            // An error past the end means that something is missing there.
            line.add(" ", palette[.error].with(TextStyle(nil, .underline)))
        }
        // Without colors it would look like typed text.
        if isFocused, palette.depth != .none, let ghost = state.line.ghost {
            line.add(Self.safe(ghost), palette.offer)
        }
        grid.write(line, column: 2, row: 0)
    }

    /// The text in an empty query line, with as many of the offered tokens as fit.
    private var placeholder: StyledLine {
        var line = StyledLine("type to search \(Self.safe(state.setting.vault))", palette.offer)
        for token in state.focus == .search ? state.line.offers : [] {
            let next =
                StyledLine("  " + Self.safe(token.term), palette.offer)
                + StyledLine(token.notes.map { " \($0)" } ?? "", palette[.label])
            if line.columns + next.columns > queryWidth { break }
            line.add(next)
        }
        return line.clipped(to: queryWidth)
    }

    private var cursor: Screen.Place? {
        state.focus == .search
            ? Screen.Place(column: min(state.columns - 1, 2 + state.line.field.window(queryWidth).cursorColumn), row: 0)
            : nil
    }

    private mutating func drawChips() {
        var line = StyledLine("  ")
        let name = state.controls.place.name
        let scope =
            switch state.controls.place.scope {
            case .all: "everywhere"
            case .folder: name.isEmpty ? "everywhere" : "\(name)/"
            case .here:
                name.isEmpty ? state.setting.vaults.isEmpty ? "the root only" : "the roots only" : "\(name)/ only"
            }
        func chip(_ name: String, _ value: String) {
            line.add(name, palette[.label])
            line.add(Self.safe(value))
            line.add("  ")
        }
        chip("in ", TextWidth.clippedInside(scope, to: max(8, state.columns / 4)))
        if let results = state.list.results {
            chip("by ", results.sort)
            if let group = results.group { chip("group ", group) }
            if results.limit < .max { chip("limit ", "\(results.limit)") }
        }
        let counts = counts
        let room = state.columns - counts.columns - 1
        grid.write(line.clipped(to: max(0, room)), column: 0, row: 1)
        grid.write(counts, column: max(0, state.columns - counts.columns), row: 1)
    }

    /// The number of marked notes and results, and the progress of the index update.
    private var counts: StyledLine {
        var line = StyledLine()
        if !state.list.marked.isEmpty { line.add("\(state.list.marked.count) marked  ", palette[.mark]) }
        if let progress = state.indexUpdate.progress {
            line.add(Self.safe(progress) + "  ", palette[.warning])
        } else if !state.indexUpdate.isDone {
            line.add("checking files  ", palette[.label])
        }
        if let results = state.list.results {
            line.add(state.line.fault == nil ? "" : "previous: ", palette[.label])
            line.add(results.isPartial ? "…" : "\(results.total)", palette[.number])
            line.add(results.total == 1 && !results.isPartial ? " note" : " notes", palette[.label])
        }
        return line
    }

    // MARK: Folders

    private mutating func drawFolders() {
        let area = layout.folders
        guard !area.isEmpty else { return }
        for row in 0..<area.rows {
            let index = state.tree.top + row
            guard index <= state.tree.folders.count else { break }
            let folder = index == 0 ? nil : state.tree.folders[index - 1]
            let name = folder.map { String(repeating: "  ", count: $0.depth) + $0.name } ?? state.setting.vault
            let place = state.controls.place
            let isHere =
                place.scope != .all
                && folder?.address ?? NoteAddress(.root) == NoteAddress(place.folder, in: place.vault)
            let isSelected = index == state.tree.selected && state.focus == .folders
            let number = folder.map { " \($0.notes)" } ?? ""
            var line = StyledLine((isSelected ? ">" : " ") + Self.safe(name), isHere ? palette[.title] : .plain)
                .clipped(to: max(1, area.columns - number.count - 1))
            line = line.padded(to: area.columns - number.count)
            line.add(number, palette[.number])
            write(line, area, row: row)
            if isSelected {
                grid.select(
                    palette[.selection], columns: area.column..<area.column + area.columns, row: area.row + row)
            }
        }
    }

    // MARK: The preview

    private mutating func drawPreview() {
        let area = layout.preview
        guard !area.isEmpty else { return }
        let preview = state.preview
        if let fault = preview.fault { return write(StyledLine(Self.safe(fault), palette[.error]), area, row: 0) }
        for (row, line) in preview.lines.dropFirst(preview.top).prefix(area.rows).enumerated() {
            write(line.line, area, row: row)
        }
        guard preview.lines.count > area.rows, area.columns > 2 else { return }
        // The scroll bar.
        let size = max(1, area.rows * area.rows / preview.lines.count)
        let start = preview.top * (area.rows - size) / max(1, preview.lastTop(rows: area.rows))
        for row in start..<min(area.rows, start + size) {
            grid.write(StyledLine("▐", palette[.rule]), column: area.column + area.columns - 1, row: area.row + row)
        }
    }

    private mutating func drawRules() {
        for area in [layout.list, layout.preview] where area.column > 0 && !area.isEmpty {
            let textStyle = area == layout.preview && state.focus == .preview ? palette[.prompt] : palette[.rule]
            for row in 0..<area.rows {
                grid.write(StyledLine("│", textStyle), column: area.column - 1, row: area.row + row)
            }
        }
    }

    // MARK: The last line

    private mutating func drawLastLine() {
        let row = state.rows - 1
        guard row > 0 else { return }
        if let message = state.message {
            let textStyle = message.isError ? palette[.error] : TextStyle(nil, .bold)
            return writeLast(StyledLine(Self.safe(message.text), textStyle))
        }
        if let fault = state.line.fault {
            var line = StyledLine(Self.safe(fault.message), palette[.error])
            if let help = fault.help { line.add("  " + Self.safe(help), palette[.label]) }
            return writeLast(line)
        }
        if let notices = state.list.results?.notices, !notices.isEmpty {
            return writeLast(StyledLine(Self.safe(notices.joined(separator: "; ")), palette[.warning]))
        }
        grid.write(hints.clipped(to: state.columns), column: 0, row: row)
    }

    /// Draws a message at the bottom of the screen, on as many lines as it takes, but at most a third of them.
    private mutating func writeLast(_ line: StyledLine) {
        let lines = line.wrapped(to: state.columns).prefix(max(1, state.rows / 3))
        for (index, line) in lines.enumerated() {
            grid.write(
                line.clipped(to: state.columns).padded(to: state.columns), column: 0,
                row: state.rows - lines.count + index)
        }
    }

    private func leavingHint(_ hint: (String, String) -> StyledLine) -> StyledLine {
        switch (state.setting.keys.style, state.focus) {
        case (.vim, .search): hint("Esc", "list")
        case (.vim, _): hint("q", "leave")
        case (.usual, .preview), (.usual, .folders): hint("Esc", "search")
        case (.usual, _): hint("Esc", "leave")
        }
    }

    /// The most important keys of the pane that has the focus.
    private var hints: StyledLine {
        func hint(_ key: String, _ text: String) -> StyledLine {
            StyledLine(key, TextStyle(nil, .bold)) + StyledLine(" \(text)  ", palette[.label])
        }
        let end = hint(state.focus == .search ? "F1" : "?", "keys") + leavingHint(hint)
        var line = StyledLine()
        for binding in BrowserKeys.bindings(state.setting.keys.style) {
            guard let text = binding.hint, binding.panes.isEmpty || binding.panes.contains(state.focus),
                let key = binding.keys.first
            else { continue }
            let completes = binding.action == .nextPane && state.focus == .search && state.line.canComplete
            let isPrint = binding.action == .open && state.setting.prints
            let next = hint(key, completes ? "complete" : isPrint ? "print" : text)
            // Hints that fit completely before the last two, which are always shown.
            if line.columns + next.columns + end.columns > state.columns + 2 { break }
            line.add(next)
        }
        line.add(end)
        return line.withoutBlanksAtEnd
    }
}
