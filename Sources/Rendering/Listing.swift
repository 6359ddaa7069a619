import SourceText
import Terminal
package import VaultFiles

/// A list of names with numbers: in columns with a heading on a terminal, else separated by tabs.
package struct Listing {
    /// A cell: text in a role or the color of a keyword, or a right-aligned number.
    package struct Cell {
        private enum TextStyles {
            case plain
            case role(Role)
            case keyword
        }

        private let text: String
        private let textStyles: TextStyles
        fileprivate let isNumber: Bool

        package static func text(_ text: String, _ role: Role? = nil) -> Cell {
            Cell(text: text, textStyles: role.map(TextStyles.role) ?? .plain, isNumber: false)
        }

        /// Returns a cell for a keyword, without `#` and in its own color.
        package static func keyword(_ name: String) -> Cell { Cell(text: name, textStyles: .keyword, isNumber: false) }

        /// Returns a right-aligned cell.
        package static func number(_ number: Int) -> Cell {
            Cell(text: String(number), textStyles: .plain, isNumber: true)
        }

        fileprivate func line(_ style: Style) -> StyledLine {
            switch textStyles {
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

    /// Returns the lines, on a terminal cut to its width. The first column, which has the names, shrinks first.
    /// Complexity: O(cells).
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
