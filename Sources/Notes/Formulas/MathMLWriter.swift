import SourceText

/// Writes a formula as MathML Core.
struct MathMLWriter {
    private var output = ""

    /// Returns the element of a formula. Complexity: O(nodes + length of `source`).
    static func math(_ node: FormulaNode, source: String, isDisplay: Bool) -> String {
        var writer = MathMLWriter()
        writer.output = isDisplay ? "<math display=\"block\">" : "<math>"
        writer.output += "<semantics>"
        writer.group(node)
        writer.output +=
            "<annotation encoding=\"application/x-tex\">\(MarkupText.escaped(source))</annotation></semantics></math>"
        return writer.output
    }

    private mutating func add(_ element: String, _ text: String, attributes: String = "") {
        output += "<\(element)\(attributes)>\(MarkupText.escaped(text))</\(element)>"
    }

    private mutating func add(
        _ element: String, attributes: String = "", _ content: (inout MathMLWriter) -> Void
    ) {
        output += "<\(element)\(attributes)>"
        content(&self)
        output += "</\(element)>"
    }

    /// Writes a node as exactly one element, as scripts and fractions require.
    private mutating func group(_ node: FormulaNode) {
        if case .row(let nodes) = node { return add("mrow") { $0.row(nodes) } }
        write(node, after: nil, isLast: false)
    }

    private mutating func row(_ nodes: [FormulaNode]) {
        var before: SymbolClass?
        for (index, node) in nodes.enumerated() {
            // TeX puts a thin space between the name of a function and its argument.
            let kind = node.outerClass
            let isAfterName = nodes[..<index].last?.isName == true
            if node.isName ? isAfterName || before == .ordinary || before == .closing : kind == .ordinary && isAfterName
            {
                output += "<mspace width=\"0.167em\"></mspace>"
            }
            write(node, after: before, isLast: index == nodes.count - 1)
            before = kind ?? before
        }
    }

    private mutating func write(_ node: FormulaNode, after before: SymbolClass?, isLast: Bool) {
        switch node {
        case .row(let nodes): add("mrow") { $0.row(nodes) }
        case .letter(let text, let isUpright):
            // One letter alone is italic.
            let isItalic = text.unicodeScalars.count == 1 && text.unicodeScalars.allSatisfy(\.properties.isAlphabetic)
            add("mi", text, attributes: isUpright && isItalic ? " mathvariant=\"normal\"" : "")
        case .number(let text): add("mn", text)
        case .symbol(let text, let kind): symbol(text, kind, after: before, isLast: isLast)
        case .name(let text, let takesLimits):
            add(
                takesLimits ? "mo" : "mi", text,
                attributes: takesLimits ? " movablelimits=\"true\" lspace=\"0em\" rspace=\"0em\"" : "")
        case .text(let text, let font):
            add("mtext", text, attributes: font == .roman ? "" : " class=\"\(font.rawValue)\"")
        case .space(let width): output += "<mspace width=\"\(Self.em(width))\"></mspace>"
        case .fraction(let above, let below, let hasLine, let isDisplay):
            let style = isDisplay.map { Self.style(isDisplay: $0, level: 0) }
            if let style { output += "<mstyle\(style)>" }
            add("mfrac", attributes: hasLine ? "" : " linethickness=\"0\"") {
                $0.group(above)
                $0.group(below)
            }
            if style != nil { output += "</mstyle>" }
        case .root(let content, let index):
            add(index == nil ? "msqrt" : "mroot") {
                $0.group(content)
                if let index { $0.group(index) }
            }
        case .scripts(let base, let sub, let sup, let placement):
            scripts(of: base, sub: sub, sup: sup, placement, after: before)
        case .accent(let base, let mark, let isOver, let isStretchy):
            // Few fonts can stretch a line, so the style sheet draws it as a border.
            let line = mark == "‾" ? " class=\"over\"" : mark == "_" ? " class=\"under\"" : ""
            add(isOver ? "mover" : "munder", attributes: (isOver ? " accent=\"true\"" : " accentunder=\"true\"") + line)
            {
                $0.group(base)
                $0.add("mo", mark, attributes: " stretchy=\"\(isStretchy)\"")
            }
        case .fenced(let opening, let nodes, let closing):
            add("mrow") {
                if !opening.isEmpty { $0.add("mo", opening, attributes: Self.fence("prefix")) }
                $0.row(nodes)
                if !closing.isEmpty { $0.add("mo", closing, attributes: Self.fence("postfix")) }
            }
        case .delimiter(let text, let kind, let size): delimiter(text, kind, size: size)
        case .table(let table): self.table(table)
        case .style(let isDisplay, let level, let content):
            add("mstyle", attributes: Self.style(isDisplay: isDisplay, level: level)) { $0.group(content) }
        case .color(let name, let content):
            // Other text would not be a color of CSS.
            let isColor =
                !name.isEmpty && name.utf8.allSatisfy { ($0 | 0x20) &- 0x61 < 26 || $0 &- 0x30 < 10 || $0 == 0x23 }
            add("mstyle", attributes: isColor ? " mathcolor=\"\(name)\"" : "") { $0.group(content) }
        case .phantom(let content, let hasWidth, let hasHeight):
            let attributes = (hasWidth ? "" : " width=\"0\"") + (hasHeight ? "" : " height=\"0\" depth=\"0\"")
            add("mpadded", attributes: attributes) { $0.add("mphantom") { $0.group(content) } }
        case .enclosed(let content, let notation): enclosed(content, notation: notation)
        }
    }

    private mutating func enclosed(_ content: FormulaNode, notation: String) {
        // The style sheet draws a box in all browsers, but not all know `menclose`.
        if notation == "box" { return add("mrow", attributes: " class=\"box\"") { $0.group(content) } }
        add("menclose", attributes: " notation=\"\(notation)\"") { $0.group(content) }
    }

    private static func style(isDisplay: Bool, level: Int) -> String {
        " displaystyle=\"\(isDisplay)\" scriptlevel=\"\(level)\""
    }

    private static func fence(_ form: String) -> String { " form=\"\(form)\" fence=\"true\" stretchy=\"true\"" }

    private static func em(_ width: Double) -> String {
        let thousandths = Int((width * 1000).rounded())
        let digits = String(abs(thousandths) % 1000 + 1000).dropFirst()
        return "\(thousandths < 0 ? "-" : "")\(abs(thousandths) / 1000).\(digits)em"
    }

    private mutating func symbol(_ text: String, _ kind: SymbolClass, after before: SymbolClass?, isLast: Bool) {
        let attributes =
            switch kind {
            case .ordinary: " stretchy=\"false\" lspace=\"0em\" rspace=\"0em\""
            // A sign at the beginning is not an operation on two operands.
            case .binary
            where before == nil || before == .binary || before == .relation || before == .opening
                || before == .punctuation || before == .operation:
                " form=\"prefix\" lspace=\"0em\" rspace=\"0em\""
            case .binary: isLast ? " form=\"postfix\" lspace=\"0em\" rspace=\"0em\"" : ""
            case .relation: " stretchy=\"false\""
            case .opening: " form=\"prefix\" stretchy=\"false\""
            case .closing: " form=\"postfix\" stretchy=\"false\""
            case .punctuation: " separator=\"true\" lspace=\"0em\" rspace=\"0.167em\""
            case .operation, .integral: ""
            }
        add("mo", text, attributes: attributes)
    }

    private mutating func delimiter(_ text: String, _ kind: SymbolClass, size: Double?) {
        let form = kind == .opening ? " form=\"prefix\"" : kind == .closing ? " form=\"postfix\"" : ""
        let space = kind == .relation && size != nil ? "" : " lspace=\"0em\" rspace=\"0em\""
        let height = size.map { " minsize=\"\(Self.em($0))\" maxsize=\"\(Self.em($0))\"" } ?? ""
        add("mo", text, attributes: "\(form) stretchy=\"true\" symmetric=\"\(size != nil)\"\(space)\(height)")
    }

    private mutating func scripts(
        of base: FormulaNode, sub: FormulaNode?, sup: FormulaNode?, _ placement: FormulaNode.Placement,
        after before: SymbolClass?
    ) {
        guard sub != nil || sup != nil else { return group(base) }
        let both = sub != nil && sup != nil
        let element =
            placement == .beside
            ? both ? "msubsup" : sub != nil ? "msub" : "msup" : both ? "munderover" : sub != nil ? "munder" : "mover"
        add(element) {
            if placement == .limits, case .symbol(let text, let kind) = base, kind == .operation || kind == .integral {
                $0.add("mo", text, attributes: " movablelimits=\"false\"")
            } else if placement == .limits, case .name(let text, _) = base {
                $0.add("mo", text, attributes: " movablelimits=\"false\" lspace=\"0em\" rspace=\"0em\"")
            } else if placement == .movable, case .scripts(let inner, nil, nil, .movable) = base {
                $0.group(inner)
            } else if case .row = base {
                $0.group(base)
            } else {
                $0.write(base, after: before, isLast: false)
            }
            if let sub { $0.group(sub) }
            if let sup { $0.group(sup) }
        }
    }

    private mutating func table(_ table: FormulaTable) {
        let attributes = table.isAligned ? " displaystyle=\"true\" class=\"aligned\"" : ""
        // A table has no attribute for the script level in MathML Core, but its style has.
        if table.isSmall { output += "<mstyle scriptlevel=\"1\">" }
        let columns = table.rows.map(\.count).max() ?? 0
        add("mtable", attributes: table.isSmall ? " class=\"small\"" : attributes) {
            for (index, cells) in table.rows.enumerated() {
                $0.add("mtr") {
                    for (column, cell) in cells.enumerated() {
                        var classes: [String] = []
                        switch table.alignments[column % table.alignments.count] {
                        case .left: classes.append("l")
                        case .right: classes.append("r")
                        case .center: break
                        }
                        if table.rowLines.contains(index) { classes.append("top") }
                        if index == table.rows.count - 1, table.rowLines.contains(index + 1) {
                            classes.append("bottom")
                        }
                        if table.columnLines.contains(column) { classes.append("start") }
                        if column == columns - 1, table.columnLines.contains(columns) { classes.append("end") }
                        $0.add("mtd", attributes: classes.isEmpty ? "" : " class=\"\(classes.joined(separator: " "))\"")
                        {
                            if case .row(let nodes) = cell {
                                $0.cell(nodes, column: column, of: table)
                            } else {
                                $0.cell([cell], column: column, of: table)
                            }
                        }
                    }
                }
            }
        }
        if table.isSmall { output += "</mstyle>" }
    }

    /// Writes the content of a cell. In aligned equations, the operand before a relation is in the cell before.
    private mutating func cell(_ nodes: [FormulaNode], column: Int, of table: FormulaTable) {
        if table.isAligned, column % 2 == 1, case .symbol(_, .binary)? = nodes.first {
            return row([.row([])] + nodes)
        }
        row(nodes)
    }
}

extension FormulaNode {
    fileprivate var isName: Bool {
        switch self {
        case .name, .symbol(_, .operation), .symbol(_, .integral): true
        case .scripts(let base, _, _, _): base.isName
        default: false
        }
    }

    /// The class that decides the space beside this node, or nil if it has no effect.
    fileprivate var outerClass: SymbolClass? {
        switch self {
        case .symbol(_, let kind), .delimiter(_, let kind, _): kind
        case .name: .operation
        case .space: nil
        case .scripts(let base, _, _, _): base.outerClass ?? .ordinary
        case .style(_, _, let content), .color(_, let content): content.outerClass
        case .row(let nodes): nodes.isEmpty ? .ordinary : nodes.count == 1 ? nodes[0].outerClass : .ordinary
        default: .ordinary
        }
    }
}
