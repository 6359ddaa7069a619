import Pages
import SourceText
import Terminal
package import VaultFiles

/// A list of things with their numbers: in columns under a heading on a terminal, elsewhere with tabs between.
package struct Listing {
    package struct Cell {
        private enum Looks {
            case plain
            case role(Role)
            case keyword
        }

        private let text: String
        private let looks: Looks
        fileprivate let isNumber: Bool

        /// Something as it is called.
        package static func text(_ text: String, _ role: Role? = nil) -> Cell {
            Cell(text: text, looks: role.map(Looks.role) ?? .plain, isNumber: false)
        }

        /// Without the sign before it, in its own colour.
        package static func keyword(_ name: String) -> Cell { Cell(text: name, looks: .keyword, isNumber: false) }

        /// Set against the right.
        package static func number(_ number: Int) -> Cell {
            Cell(text: String(number), looks: .plain, isNumber: true)
        }

        fileprivate func line(_ style: Style) -> StyledLine {
            switch looks {
            case .plain: style.run(text)
            case .role(let role): style.run(text, role)
            case .keyword: StyledLine(SafeText.escaped(text), style.palette.keyword(text))
            }
        }
    }

    private let heading: [String]
    private var rows: [[Cell]] = []

    package init(_ heading: [String]) { self.heading = heading }

    package mutating func add(_ cells: [Cell]) { rows.append(cells) }

    /// On a terminal no wider than its width: the first column gives way, which holds the names, then what is at the end.
    ///
    /// - Complexity: O(cells).
    package func lines(_ style: Style, isTerminal: Bool) -> [String] {
        let cells = rows.map { row in row.map { $0.line(style) } }
        guard isTerminal, let kinds = rows.first?.map(\.isNumber) else {
            return cells.map { $0.map(style.text).joined(separator: "\t") }
        }
        let all = [heading.map { style.run($0, .label) }] + cells
        var widths = heading.indices.map { column in all.map { column < $0.count ? $0[column].columns : 0 }.max() ?? 0 }
        let excess = widths.reduce(2 * (widths.count - 1), +) - max(style.width, 20)
        if excess > 0 { widths[0] = max(min(widths[0], 12), widths[0] - excess) }
        return all.map { row in
            var line = StyledLine()
            for (column, cell) in row.enumerated() {
                if column > 0 { line.add("  ") }
                let cell = cell.clipped(to: widths[column])
                let blanks = StyledLine(String(repeating: " ", count: widths[column] - cell.columns))
                line.add(column < kinds.count && kinds[column] ? blanks + cell : cell + blanks)
            }
            return style.text(line.withoutBlanksAtEnd.clipped(to: max(style.width, 20)))
        }
    }
}
