extension FormulaParser {
    /// Reads an environment after `\begin{name}`.
    mutating func environment(_ name: String) throws(FormulaError) -> FormulaNode {
        var table = FormulaTable()
        var fences = ("", "")
        switch name.hasSuffix("*") ? String(name.dropLast()) : name {
        case "matrix": break
        case "smallmatrix", "subarray":
            table.isSmall = true
            if name == "subarray" { _ = try word() }
        case "pmatrix": fences = ("(", ")")
        case "bmatrix": fences = ("[", "]")
        case "Bmatrix": fences = ("{", "}")
        case "vmatrix": fences = ("|", "|")
        case "Vmatrix": fences = ("‖", "‖")
        case "cases", "dcases":
            fences = ("{", "")
            table.alignments = [.left]
        case "rcases":
            fences = ("", "}")
            table.alignments = [.left]
        case "array", "tabular", "darray":
            _ = try optionalArgument()
            Self.read(columns: try word(), into: &table)
        case "aligned", "align", "split", "alignat", "alignedat", "flalign", "eqnarray":
            if name.hasPrefix("alignat") || name == "alignedat" { _ = try word() }
            if name.hasSuffix("ed") || name == "split", next == .character("[") { _ = try optionalArgument() }
            table.alignments = name.hasPrefix("eqn") ? [.right, .center, .left] : [.right, .left]
            table.isAligned = true
        case "gathered", "gather", "equation", "multline", "displaymath", "math": table.isAligned = true
        default: throw .unknownEnvironment(name)
        }
        try nested { parser throws(FormulaError) in try parser.readRows(&table) }
        guard next == .command("end") else { throw unexpected() }
        index += 1
        let end = try word()
        if end != name { throw .unexpected("'\\end{\(end)}'") }
        return fences == ("", "") ? .table(table) : .fenced(fences.0, [.table(table)], fences.1)
    }

    /// Reads a specification of columns such as `l|cr`.
    private static func read(columns: String, into table: inout FormulaTable) {
        table.alignments = []
        for character in columns {
            switch character {
            case "l", "p", "X": table.alignments.append(.left)
            case "c": table.alignments.append(.center)
            case "r": table.alignments.append(.right)
            case "|": table.columnLines.insert(table.alignments.count)
            default: break
            }
        }
        if table.alignments.isEmpty { table.alignments = [.center] }
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
