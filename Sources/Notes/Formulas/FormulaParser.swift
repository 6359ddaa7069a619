/// Reads tokens of LaTeX as a tree. Each token is read once, and nesting is bounded.
struct FormulaParser {
    static let maximumDepth = 64

    let tokens: [FormulaToken]
    var index = 0
    private var depth = 0
    /// The alphabet of letters and digits, or nil for that of variables.
    var alphabet: MathAlphabet?
    /// Whether `]` ends the current row, as in the index of a root.
    private var endsAtBracket = false

    /// Returns the tree of a formula. Complexity: O(tokens).
    static func node(_ tokens: [FormulaToken]) throws(FormulaError) -> FormulaNode {
        var parser = FormulaParser(tokens: tokens)
        var table = FormulaTable()
        try parser.readRows(&table)
        if parser.index < tokens.count { throw parser.unexpected() }
        // Lines without an environment are centered, as in `gather`.
        table.isAligned = true
        if table.rows.contains(where: { $0.count > 1 }) { throw .unexpected("'&'") }
        return table.rows.count > 1 ? .table(table) : FormulaNode(table.rows.first ?? [])
    }

    init(tokens: [FormulaToken]) { self.tokens = tokens }

    // MARK: Tokens

    var next: FormulaToken? { index < tokens.count ? tokens[index] : nil }

    mutating func skipSpace() { while next == .space { index += 1 } }

    mutating func take(_ character: String) -> Bool {
        guard next == .character(character) else { return false }
        index += 1
        return true
    }

    func unexpected() -> FormulaError {
        switch next {
        case .command(let name): .unexpected("'\\\(name)'")
        case .character(let text): .unexpected("'\(text)'")
        case .space, nil: .unexpected("end")
        }
    }

    mutating func expect(_ character: String) throws(FormulaError) {
        if !take(character) { throw unexpected() }
    }

    /// Returns the text of a group in braces that is not a formula, such as a name, with the braces inside.
    mutating func word() throws(FormulaError) -> String {
        skipSpace()
        try expect("{")
        var text = ""
        var depth = 0
        while let token = next, depth > 0 || token.text != "}" {
            switch token {
            case .character(let character):
                text += character
                depth += character == "{" ? 1 : character == "}" ? -1 : 0
            case .command(let name): text += "\\" + name
            case .space: text += " "
            }
            index += 1
        }
        try expect("}")
        return text
    }

    /// Whether the next token ends a row.
    private var isAtEnd: Bool {
        switch next {
        case .character("}"), .character("&"), .character("$"): true
        case .command("\\"), .command("cr"), .command("newline"), .command("end"), .command("right"): true
        case .character("]"): endsAtBracket
        case nil: true
        default: false
        }
    }

    // MARK: Rows

    mutating func nested<Value>(
        _ read: (inout FormulaParser) throws(FormulaError) -> Value
    ) throws(FormulaError) -> Value {
        depth += 1
        if depth > Self.maximumDepth { throw .tooLarge }
        let (alphabet, endsAtBracket) = (alphabet, endsAtBracket)
        self.endsAtBracket = false
        let value = try read(&self)
        (self.alphabet, self.endsAtBracket) = (alphabet, endsAtBracket)
        depth -= 1
        return value
    }

    /// Reads elements up to the end of a group, cell or formula.
    mutating func row() throws(FormulaError) -> [FormulaNode] {
        var nodes: [FormulaNode] = []
        while true {
            skipSpace()
            if isAtEnd { return nodes }
            guard case .command(let name)? = next else {
                nodes.append(try element())
                continue
            }
            let command = FormulaCommand.named(name)
            switch command {
            case .infix(let hasLine, let fences):
                index += 1
                let below = try nested { parser throws(FormulaError) in try parser.row() }
                let fraction = FormulaNode.fraction(
                    FormulaNode(nodes), FormulaNode(below), hasLine: hasLine, isDisplay: nil)
                return [Self.fenced(fraction, fences)]
            case .style(let isDisplay, let level):
                index += 1
                let rest = try nested { parser throws(FormulaError) in try parser.row() }
                return nodes + [.style(isDisplay: isDisplay, level: level, FormulaNode(rest))]
            case .alphabetSwitch(let new):
                index += 1
                alphabet = new
            case nil where name == "color":
                index += 1
                let color = try color()
                skipSpace()
                // With a group, MathJax colors the group. Without, LaTeX colors the rest.
                if next == .character("{") {
                    nodes.append(.color(color, try argument()))
                } else {
                    let rest = try nested { parser throws(FormulaError) in try parser.row() }
                    return nodes + [.color(color, FormulaNode(rest))]
                }
            default: nodes.append(try element())
            }
        }
    }

    /// Reads an atom with its scripts.
    private mutating func element() throws(FormulaError) -> FormulaNode {
        let startsWithScript = ["^", "_", "'"].contains(next?.text)
        let base = startsWithScript ? FormulaNode.row([]) : try atom(isArgument: false)
        var placement = Self.placement(base)
        var (sub, sup): (FormulaNode?, FormulaNode?)
        var primes: [FormulaNode] = []
        while true {
            skipSpace()
            if take("'") || take("′") {
                primes.append(.symbol("′", .ordinary))
            } else if next == .character("^"), sup == nil {
                index += 1
                sup = try argument()
            } else if next == .character("_"), sub == nil {
                index += 1
                sub = try argument()
            } else if next == .command("limits") || next == .command("nolimits") {
                placement = next == .command("limits") ? .limits : .beside
                index += 1
            } else if next == .character("^") || next == .character("_") {
                throw unexpected()
            } else {
                break
            }
        }
        if !primes.isEmpty { sup = FormulaNode(primes + (sup.map { [$0] } ?? [])) }
        return sub == nil && sup == nil ? base : .scripts(base, sub: sub, sup: sup, placement)
    }

    private static func placement(_ base: FormulaNode) -> FormulaNode.Placement {
        switch base {
        case .symbol(_, .operation), .name(_, takesLimits: true), .scripts(_, sub: nil, sup: nil, .movable): .movable
        case .accent(_, "⏞", _, _), .accent(_, "⏟", _, _), .accent(_, "⎴", _, _), .accent(_, "⎵", _, _): .limits
        default: .beside
        }
    }

    /// Reads an argument: a group, or one atom without scripts.
    mutating func argument() throws(FormulaError) -> FormulaNode {
        skipSpace()
        if isAtEnd { throw unexpected() }
        return try nested { parser throws(FormulaError) in try parser.atom(isArgument: true) }
    }

    mutating func optionalArgument() throws(FormulaError) -> FormulaNode? {
        skipSpace()
        guard take("[") else { return nil }
        let nodes = try nested { parser throws(FormulaError) in
            parser.endsAtBracket = true
            return try parser.row()
        }
        try expect("]")
        return FormulaNode(nodes)
    }

    // MARK: Atoms

    private mutating func atom(isArgument: Bool) throws(FormulaError) -> FormulaNode {
        guard let token = next else { throw unexpected() }
        index += 1
        switch token {
        case .command(let name): return try command(name)
        case .space: throw .unexpected("space")
        case .character("{"):
            let nodes = try nested { parser throws(FormulaError) in try parser.row() }
            try expect("}")
            // Braces take the space around a symbol away: `3{,}5`.
            if !isArgument, nodes.count == 1, case .symbol(let text, let kind) = nodes[0],
                kind == .binary || kind == .relation || kind == .punctuation
            {
                return .symbol(text, .ordinary)
            }
            return FormulaNode(nodes)
        case .character("~"): return .space(0.25)
        case .character("#"), .character("^"), .character("_"):
            index -= 1
            throw unexpected()
        case .character(let text):
            return character(text, isArgument: isArgument)
        }
    }

    private mutating func character(_ first: String, isArgument: Bool) -> FormulaNode {
        var text = first
        /// Adds the characters that follow, because one element for all is shorter and upright.
        func addWhile(_ parser: inout FormulaParser, _ isPart: (Unicode.Scalar) -> Bool) {
            while !isArgument, let scalar = parser.next?.text.unicodeScalars.first, isPart(scalar) {
                text += parser.next?.text ?? ""
                parser.index += 1
            }
        }
        guard let scalar = first.unicodeScalars.first else { return .row([]) }
        if Self.isDigit(scalar) {
            addWhile(&self, Self.isDigit)
            if !isArgument, next == .character("."), index + 1 < tokens.count,
                tokens[index + 1].text.unicodeScalars.first.map(Self.isDigit) == true
            {
                text += "."
                index += 1
                addWhile(&self, Self.isDigit)
            }
            return .number(alphabet.map { style in text.map { style.styled(String($0)) }.joined() } ?? text)
        }
        if scalar.isASCII, scalar.properties.isAlphabetic {
            guard let alphabet else { return .letter(text, isUpright: false) }
            if alphabet == .upright { addWhile(&self) { $0.isASCII && $0.properties.isAlphabetic } }
            return .letter(alphabet.styled(text), isUpright: alphabet == .upright)
        }
        if let kind = FormulaCommand.symbolClass(of: first) {
            return .symbol(first == "-" ? "−" : first == "*" ? "∗" : first, kind)
        }
        if (0x370...0x3FF).contains(scalar.value) || !scalar.properties.isAlphabetic {
            return .letter(alphabet?.styled(text) ?? text, isUpright: scalar.properties.isUppercase)
        }
        addWhile(&self) { !$0.isASCII && $0.properties.isAlphabetic && !(0x370...0x3FF).contains($0.value) }
        return .text(text, .roman)
    }

    static func isDigit(_ scalar: Unicode.Scalar) -> Bool { scalar >= "0" && scalar <= "9" }

    mutating func command(_ name: String) throws(FormulaError) -> FormulaNode {
        guard let command = FormulaCommand.named(name) else { return try construct(name) }
        switch command {
        case .symbol(let text, let kind): return .symbol(text, kind)
        case .letter(let text, let isUpright):
            return .letter(alphabet?.styled(text) ?? text, isUpright: isUpright || alphabet == .upright)
        case .name(let text, let takesLimits): return .name(text, takesLimits: takesLimits)
        case .space(let width): return .space(width)
        case .accent(let mark, let isOver, let isStretchy):
            return .accent(try argument(), mark, isOver: isOver, isStretchy: isStretchy)
        case .arrow(let arrow):
            let below = try optionalArgument()
            let above = FormulaNode.style(isDisplay: false, level: 1, try argument())
            let base = FormulaNode.delimiter(arrow, .relation, size: nil)
            return .scripts(base, sub: below, sup: above, .limits)
        case .alphabet(let new):
            return try nested { parser throws(FormulaError) in
                parser.alphabet = new
                return try parser.argument()
            }
        case .text(let font): return try text(font)
        case .enclosure(let notation): return .enclosed(try argument(), notation: notation)
        case .size(let size, let kind): return .delimiter(try delimiter(), kind, size: size)
        case .fraction(let hasLine, let isDisplay, let fences):
            if name == "cfrac" { _ = try optionalArgument() }
            let above = try argument()
            let fraction = FormulaNode.fraction(above, try argument(), hasLine: hasLine, isDisplay: isDisplay)
            return Self.fenced(fraction, fences)
        case .ignored(let arguments):
            for _ in 0..<arguments { _ = try word() }
            return .row([])
        case .infix, .style, .alphabetSwitch:
            // As an argument without braces: `\sqrt\displaystyle x`.
            index -= 1
            return FormulaNode(try row())
        }
    }

    private static func fenced(_ node: FormulaNode, _ fences: String) -> FormulaNode {
        guard let opening = fences.first, let closing = fences.last else { return node }
        return .fenced(String(opening), [node], String(closing))
    }

    mutating func delimiter() throws(FormulaError) -> String {
        skipSpace()
        guard let token = next, let text = FormulaCommand.delimiter(token) else { throw unexpected() }
        index += 1
        return text
    }

    // MARK: Text

    mutating func text(_ font: TextFont) throws(FormulaError) -> FormulaNode {
        skipSpace()
        if next != .character("{"), next != nil {
            // One character can be text without braces.
            defer { index += 1 }
            if let character = next?.text, !character.isEmpty, !isAtEnd { return .text(character, font) }
            throw unexpected()
        }
        try expect("{")
        return try nested { parser throws(FormulaError) in
            parser.alphabet = nil
            return FormulaNode(try parser.textGroup(font))
        }
    }

    private mutating func textGroup(_ font: TextFont) throws(FormulaError) -> [FormulaNode] {
        var nodes: [FormulaNode] = []
        var text = ""
        func endText() {
            if !text.isEmpty { nodes.append(.text(text, font)) }
            text = ""
        }
        while !take("}") {
            guard let token = next else { throw unexpected() }
            index += 1
            switch token {
            case .space, .character("~"): text += "\u{A0}"
            case .character("{"):
                endText()
                nodes += try nested { parser throws(FormulaError) in try parser.textGroup(font) }
            case .character("$"):
                endText()
                nodes += try nested { parser throws(FormulaError) in try parser.row() }
                try expect("$")
            case .character(let character): text += character
            case .command(let name) where name == " " || "{}_%#&$".contains(name): text += name == " " ? "\u{A0}" : name
            case .command(let name):
                endText()
                nodes.append(try command(name))
            }
        }
        endText()
        return nodes
    }
}
