import QueryLanguage
import Rendering
import Searching
import SourceText
import Terminal
import VaultFiles

extension BrowserView {
    mutating func drawList() {
        let area = layout.list
        guard let results = state.list.results else { return }
        if results.rows.isEmpty { return drawNoResults(results) }
        var row = 0
        for index in results.rows.indices.dropFirst(state.list.top) {
            guard row < area.rows else { break }
            let height = state.list.height(of: results.rows[index], in: layout)
            switch results.rows[index] {
            case .section(let label, let count):
                var line = StyledLine(Self.safe(label), palette[.section])
                line.add("  \(count)", palette[.number])
                write(line, area, row: row)
            case .addition(let addition):
                write(StyledLine(addition.heading, palette[.label]), area, row: row)
            case .note(let hit):
                let isSelected = index == state.list.selected
                draw(hit, results, isSelected: isSelected, row: row, height: height)
            }
            row += height
        }
    }

    private mutating func drawNoResults(_ results: BrowserResults) {
        var lines = [
            StyledLine(results.request.query.isEmpty ? "There are no notes here" : "No notes found", palette[.title])
        ]
        lines += results.hints.map { StyledLine("  " + Self.safe($0), palette[.label]) }
        var row = 0
        for line in lines {
            for part in line.wrapped(to: max(4, layout.list.columns), indent: StyledLine("    ")) {
                write(part, layout.list, row: row)
                row += 1
            }
        }
    }

    private mutating func draw(_ hit: NoteHit, _ results: BrowserResults, isSelected: Bool, row: Int, height: Int) {
        let area = layout.list
        let isMarked = state.list.marked.contains(hit.address)
        // The first column shows the selection, for terminals without colors.
        let sign = StyledLine(isSelected ? ">" : " ") + StyledLine(isMarked ? "✓ " : "  ", palette[.mark])
        let facts = facts(hit, room: area.columns / 2)
        var title = StyledLine(Self.safe(hit.title), palette[.title])
        if hit.isFavorite { title.add(" ★", palette[.favorite]) }
        let room = max(4, area.columns - sign.columns - facts.columns - 1)
        let shown = results.request.place.onlyVault == nil ? hit.result.vault : nil
        let vault = shown.map { StyledLine("  " + Self.safe($0.name), palette[.label]).clipped(to: room / 2) }
        var head = title.clipped(to: room - (vault?.columns ?? 0)) + (vault ?? StyledLine())
        // The keywords that fit completely.
        var left = room - head.columns
        for keyword in hit.keywords {
            let text = " #" + Self.safe(keyword)
            let columns = TextWidth.columns(text)
            if columns > left { break }
            head.add(text, palette.keyword(keyword))
            left -= columns
        }
        write(sign + head.padded(to: room) + StyledLine(" ") + facts, area, row: row)
        if height > 1 { write(passage(hit, results), area, row: row + 1) }
        // If another pane has the focus, only the sign shows the selection.
        guard isSelected, state.focus == .list || state.focus == .search else { return }
        for line in 0..<height where row + line < area.rows {
            grid.select(
                palette[.selection], columns: area.column..<area.column + area.columns, row: area.row + row + line)
        }
    }

    /// The status and the date, at the right margin; empty if wider than `room`.
    private func facts(_ hit: NoteHit, room: Int) -> StyledLine {
        var line = StyledLine()
        let date = state.setting.calendar.civil(hit.created).dayText
        if layout.list.columns >= 50, let status = hit.shownStatus {
            line.add(Self.safe(status) + "  ", palette.status(status))
        }
        if layout.list.columns >= 36 { line.add(date, palette[.date]) }
        return line.columns > room ? StyledLine() : line
    }

    private func passage(_ hit: NoteHit, _ results: BrowserResults) -> StyledLine {
        var line = StyledLine("     ")
        guard let passage = results.passages[hit.address] else { return line }
        if let reason = passage.reason { line.add(Self.safe(reason) + "  ", palette[.label]) }
        for part in passage.snippet?.parts ?? [] {
            line.add(Self.safe(part.text), part.isMatch ? palette[.match] : .plain)
        }
        return line
    }
}
