/// A list of things with their numbers: in columns under a heading on a terminal, elsewhere with tabs between.
package struct Listing {
    package struct Cell {
        var text: String
        var ink: Style.Ink?
        var isNumber: Bool

        package static func text(_ text: String, _ ink: Style.Ink? = nil) -> Cell {
            Cell(text: text, ink: ink, isNumber: false)
        }

        package static func number(_ number: Int) -> Cell { Cell(text: String(number), ink: nil, isNumber: true) }
    }

    private let heading: [String]
    private var rows: [[Cell]] = []

    package init(_ heading: [String]) { self.heading = heading }

    package mutating func add(_ cells: [Cell]) { rows.append(cells) }

    /// - Complexity: O(cells).
    package func lines(_ style: Style, isTerminal: Bool) -> [String] {
        let shown = rows.map { row in row.map { Style.escaped($0.text) } }
        guard isTerminal, !rows.isEmpty else {
            return zip(rows, shown).map { row, texts in
                zip(row, texts).map { cell, text in cell.ink.map { style.ink(text, $0) } ?? text }
                    .joined(separator: "\t")
            }
        }
        let widths = heading.indices.map { column in
            shown.map { column < $0.count ? DiagnosticText.columns($0[column]) : 0 }.max()
                .map { max($0, heading[column].count) } ?? 0
        }
        func line(_ texts: [String], _ appearance: (Int, String) -> String, isNumber: (Int) -> Bool) -> String {
            var line = ""
            for (column, text) in texts.enumerated() {
                let blanks = String(repeating: " ", count: max(0, widths[column] - DiagnosticText.columns(text)))
                let isLast = column == texts.count - 1
                if column > 0 { line += "  " }
                line +=
                    isNumber(column)
                    ? blanks + appearance(column, text) : appearance(column, text) + (isLast ? "" : blanks)
            }
            return line
        }
        let numbers = rows[0].map(\.isNumber)
        let head = line(heading, { style.ink($1, .dim) }, isNumber: { $0 < numbers.count && numbers[$0] })
        return [head]
            + zip(rows, shown).map { row, texts in
                line(
                    texts, { column, text in row[column].ink.map { style.ink(text, $0) } ?? text },
                    isNumber: { row[$0].isNumber }
                )
            }
    }
}
