extension FormulaParser {
    /// Reads a command that is not in the table.
    mutating func construct(_ name: String) throws(FormulaError) -> FormulaNode {
        switch name {
        case "sqrt":
            let index = try optionalArgument()
            return .root(try argument(), index: index)
        case "left": return try fence()
        case "middle": return .delimiter(try delimiter(), .relation, size: nil)
        case "begin": return try environment(try word())
        case "substack":
            try expect("{")
            var table = FormulaTable()
            table.isSmall = true
            try nested { parser throws(FormulaError) in try parser.readRows(&table) }
            try expect("}")
            return .table(table)
        case "overset", "stackrel", "underset":
            let script = try argument()
            let base = try argument()
            return name == "underset"
                ? .scripts(base, sub: script, sup: nil, .limits) : .scripts(base, sub: nil, sup: script, .limits)
        case "operatorname":
            let takesLimits = take("*")
            let content = try nested { parser throws(FormulaError) in
                parser.alphabet = .upright
                return try parser.argument()
            }
            if let text = Self.name(content) { return .name(text, takesLimits: takesLimits) }
            return takesLimits ? .scripts(content, sub: nil, sup: nil, .movable) : content
        case "mathop", "mathrel", "mathbin", "mathord", "mathopen", "mathclose", "mathpunct", "mathinner":
            return Self.reclassified(try argument(), name)
        case "not":
            let node = try argument()
            if case .symbol(let text, _) = node { return .symbol(FormulaCommand.negated(text), .relation) }
            if case .letter(let text, let isUpright) = node { return .letter(text + "\u{338}", isUpright: isUpright) }
            throw .unexpected("'\\not'")
        case "tag":
            let hasParentheses = !take("*")
            let label = try text(.roman)
            return .row(
                hasParentheses ? [.space(2), .text("(", .roman), label, .text(")", .roman)] : [.space(2), label])
        case "genfrac": return try fractionWithFences()
        case "textcolor", "color":
            let color = try color()
            return .color(color, try argument())
        case "phantom": return .phantom(try argument(), hasWidth: true, hasHeight: true)
        case "hphantom": return .phantom(try argument(), hasWidth: true, hasHeight: false)
        case "vphantom": return .phantom(try argument(), hasWidth: false, hasHeight: true)
        case "hspace", "mspace", "hskip", "kern", "mkern", "mskip":
            _ = take("*")
            return .space(try length())
        case "textcircled": return try circled()
        default: throw .unknownCommand(name)
        }
    }

    /// Reads the name of a color. In another model, such as `[rgb]`, it is no color of CSS.
    mutating func color() throws(FormulaError) -> String {
        _ = try optionalArgument()
        return try word()
    }

    /// Reads `\genfrac{opening}{closing}{thickness}{style}{above}{below}` without the command.
    private mutating func fractionWithFences() throws(FormulaError) -> FormulaNode {
        var fences: [String] = []
        for _ in 0..<2 { fences.append(FormulaToken.all(in: try word()).first.flatMap(FormulaCommand.delimiter) ?? "") }
        let thickness = try word()
        let style = try word()
        let above = try argument()
        let fraction = FormulaNode.fraction(
            above, try argument(), hasLine: Double(thickness.prefix { $0.isNumber || $0 == "." }) != 0,
            isDisplay: style.isEmpty ? nil : style == "0")
        return fences == ["", ""] ? fraction : .fenced(fences[0], [fraction], fences[1])
    }

    /// Returns the text of a node that consists of letters and spaces only, or nil.
    private static func name(_ node: FormulaNode) -> String? {
        switch node {
        case .letter(let text, _), .number(let text), .text(let text, _): return text
        case .symbol("−", _): return "-"
        case .space: return "\u{2009}"
        case .row(let nodes):
            let parts = nodes.map(name)
            return parts.contains(nil) || nodes.isEmpty ? nil : parts.compactMap(\.self).joined()
        default: return nil
        }
    }

    private static func reclassified(_ node: FormulaNode, _ name: String) -> FormulaNode {
        let kinds: [String: SymbolClass] = [
            "mathrel": .relation, "mathbin": .binary, "mathord": .ordinary, "mathopen": .opening,
            "mathclose": .closing, "mathpunct": .punctuation, "mathop": .operation,
        ]
        switch node {
        case .symbol(let text, _): return .symbol(text, kinds[name] ?? .ordinary)
        default:
            if name != "mathop" { return node }
            return Self.name(node).map { .name($0, takesLimits: true) } ?? .scripts(node, sub: nil, sup: nil, .movable)
        }
    }

    /// Reads the length of a space, and returns it in em.
    private mutating func length() throws(FormulaError) -> Double {
        var text = ""
        skipSpace()
        if next == .character("{") {
            text = try word()
        } else {
            while let character = next?.text, text.count < 10,
                !["em", "ex", "mu", "pt", "cm", "mm", "in"].contains(
                    String(text.suffix(2))), !character.isEmpty
            {
                text += character
                index += 1
            }
        }
        let units = ["em": 1, "ex": 0.43, "mu": 1.0 / 18, "pt": 0.1, "px": 0.075, "cm": 2.85, "mm": 0.285, "in": 7.23]
        let parts = text.filter { $0 != " " }
        guard let number = Double(parts.dropLast(2)), let unit = units[String(parts.suffix(2))],
            abs(number * unit) < 100
        else { throw .unexpected("length '\(text)'") }
        return number * unit
    }

    private mutating func circled() throws(FormulaError) -> FormulaNode {
        let node = try argument()
        switch node {
        case .number(let text):
            guard let number = UInt32(text), (1...20).contains(number), let scalar = Unicode.Scalar(0x245F + number)
            else { return .text(text + "\u{20DD}", .roman) }
            return .text(String(scalar), .roman)
        case .letter(let text, _): return .text(text + "\u{20DD}", .roman)
        case .symbol(let text, _): return .text(text + "\u{20DD}", .roman)
        default: throw .unexpected("'\\textcircled'")
        }
    }

    private mutating func fence() throws(FormulaError) -> FormulaNode {
        let opening = try delimiter()
        let nodes = try nested { parser throws(FormulaError) in try parser.row() }
        guard next == .command("right") else { throw unexpected() }
        index += 1
        return .fenced(opening, nodes, try delimiter())
    }
}
