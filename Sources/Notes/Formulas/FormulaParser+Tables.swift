extension FormulaParser {
    /// Reads an environment after `\begin{name}`.
    mutating func environment(_ name: String) throws(FormulaError) -> FormulaNode {
        guard var environment = FormulaEnvironment.named(name) else {
            throw .unknownEnvironment(name)
        }
        let hasColumns = ["array", "tabular", "darray"].contains(name)
        if hasColumns || name.hasSuffix("ed") || name == "split", next == .character("[") { _ = try optionalArgument() }
        if hasColumns {
            environment.table.readColumns(try word())
        } else if name.hasPrefix("alignat") || ["alignedat", "subarray"].contains(name) {
            _ = try word()
        }
        try nested { parser throws(FormulaError) in try parser.readRows(&environment.table) }
        guard next == .command("end") else { throw unexpected() }
        index += 1
        let end = try word()
        if end != name { throw .unexpected("'\\end{\(end)}'") }
        let (opening, closing) = (environment.opening, environment.closing)
        return opening + closing == ""
            ? .table(environment.table) : .fenced(opening, [.table(environment.table)], closing)
    }

    /// Reads the cells of a table. Ends at what ends it: a brace, `\end` or the end of the formula.
    mutating func readRows(_ table: inout FormulaTable) throws(FormulaError) {
        var cells: [FormulaNode] = []
        while true {
            skipSpace()
            while cells.isEmpty, next == .command("hline") || next == .command("hdashline") {
                table.rowLines.insert(table.rows.count)
                index += 1
                skipSpace()
            }
            // The alphabet ends with the cell.
            let cell = try nested { parser throws(FormulaError) in try parser.row() }
            switch next {
            case .character("&"):
                cells.append(FormulaNode(cell))
                index += 1
            case .command("\\"), .command("cr"), .command("newline"):
                table.rows.append(cells + [FormulaNode(cell)])
                cells = []
                index += 1
                try skipRowSpace()
            default:
                // A line end after the last row begins no other one.
                if !cells.isEmpty || !cell.isEmpty { table.rows.append(cells + [FormulaNode(cell)]) }
                return
            }
        }
    }

    /// Skips the star and the length that can follow `\\`.
    private mutating func skipRowSpace() throws(FormulaError) {
        _ = take("*")
        guard next == .character("["), index + 1 < tokens.count,
            let first = tokens[index + 1].text.unicodeScalars.first,
            Self.isDigit(first) || first == "-" || first == "." || first == "+"
        else { return }
        // Brackets with other content, such as an interval, are content.
        var end = index + 1
        var text = ""
        while end < tokens.count, end < index + 12, tokens[end].text != "]" {
            text += tokens[end].text
            end += 1
        }
        let isLength = ["em", "ex", "mu", "pt", "px", "cm", "mm", "in"].contains { text.hasSuffix($0) }
        if isLength, end < tokens.count, tokens[end].text == "]" { index = end + 1 }
    }
}
