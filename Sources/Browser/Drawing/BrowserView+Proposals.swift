import QueryLanguage
import Rendering
import Searching
import SourceText
import Terminal
import VaultFiles

extension BrowserView {
    /// Draws the view of proposals over the whole screen: the list above, and the difference of the selected one below.
    mutating func draw(_ proposals: BrowserProposals) {
        let blank = StyledLine(String(repeating: " ", count: state.columns))
        for row in 0..<state.rows { grid.write(blank, column: 0, row: row) }
        var head = StyledLine()
        if let count = proposals.entries?.count {
            head.add("\(count)", palette[.number])
            head.add(count == 1 ? " proposal" : " proposals", palette[.label])
        }
        grid.write(head.clipped(to: state.columns), column: 0, row: 0)
        if state.rows > 3 {
            grid.write(lastLine(proposals).clipped(to: state.columns), column: 0, row: state.rows - 1)
        }
        guard let entries = proposals.entries else { return }
        if entries.isEmpty {
            if state.rows > 1 { grid.write(StyledLine("No proposal is pending", palette[.title]), column: 0, row: 1) }
            return
        }
        let listed = max(1, min(entries.count, state.rows / 3))
        let top = max(0, min(proposals.selected - listed / 2, entries.count - listed))
        for (row, entry) in entries.dropFirst(top).prefix(listed).enumerated() where row + 1 < state.rows - 1 {
            draw(entry, isSelected: top + row == proposals.selected, row: row + 1)
        }
        drawDifference(proposals, from: listed + 1)
    }

    private mutating func draw(_ entry: BrowserProposals.Entry, isSelected: Bool, row: Int) {
        var line = StyledLine(isSelected ? ">" : " ")
        line.add("\(entry.address.number) ", palette[.number])
        line.add(Self.safe(entry.client) + " ", palette[.label])
        line.add(state.setting.calendar.civil(entry.created).dayText + " ", palette[.date])
        let others = entry.paths.count - 1
        line.add(Self.safe(entry.paths.first?.name.text ?? "") + (others > 0 ? " +\(others)" : ""), palette[.path])
        if !entry.reason.isEmpty { line.add("  " + Self.safe(entry.reason)) }
        if let vault = entry.address.vault { line.add("  " + Self.safe(vault.name), palette[.label]) }
        grid.write(line.clipped(to: state.columns), column: 0, row: row)
        if isSelected { grid.select(palette[.selection], columns: 0..<state.columns, row: row) }
    }

    private mutating func drawDifference(_ proposals: BrowserProposals, from row: Int) {
        let height = state.rows - 1 - row
        guard height > 0 else { return }
        grid.write(
            StyledLine(String(repeating: "─", count: state.columns), palette[.rule]), column: 0, row: row)
        guard let difference = proposals.shownDifference else { return }
        let notices =
            (difference.fault.map { [StyledLine(Self.safe($0), palette[.error])] } ?? [])
            + difference.notices.prefix(3).map { StyledLine(Self.safe($0), palette[.warning]) }
        let lines =
            notices.flatMap { $0.wrapped(to: max(4, state.columns)) }.prefix(max(1, height / 2))
            + difference.lines.dropFirst(proposals.top).prefix(height).map(patchLine)
        for (offset, line) in lines.prefix(height - 1).enumerated() {
            grid.write(line.clipped(to: state.columns), column: 0, row: row + 1 + offset)
        }
    }

    /// Returns a line of a patch in the colors of git.
    private func patchLine(_ text: String) -> StyledLine {
        let isHeader = ["+++", "---", "diff "].contains { text.hasPrefix($0) }
        let style: TextStyle =
            switch text.first {
            case _ where isHeader: palette[.heading]
            case "+": palette[.added]
            case "-": palette[.removed]
            case "@": palette[.path]
            default: .plain
            }
        return StyledLine(Self.safe(text), style)
    }

    private func lastLine(_ proposals: BrowserProposals) -> StyledLine {
        if proposals.asksToReject, let entry = proposals.selectedEntry {
            return StyledLine("Reject proposal \(entry.address.number)? y/N", palette[.warning])
        }
        if let message = state.message {
            return StyledLine(Self.safe(message.text), message.isError ? palette[.error] : TextStyle(nil, .bold))
        }
        var line = StyledLine()
        for row in BrowserKeys.proposals where ![.next, .previous, .pageUp].contains(row.action) {
            line.add(row.keys[0], TextStyle(nil, .bold))
            line.add(" \(row.summary)  ", palette[.label])
        }
        return line.withoutBlanksAtEnd
    }
}
