/// Writes a formula as one line of Unicode text.
enum FormulaText {
    private static let superscripts = scripts(
        "0⁰1¹2²3³4⁴5⁵6⁶7⁷8⁸9⁹+⁺−⁻=⁼(⁽)⁾aᵃbᵇcᶜdᵈeᵉfᶠgᵍhʰiⁱjʲkᵏlˡmᵐnⁿoᵒpᵖrʳsˢtᵗuᵘvᵛwʷxˣyʸzᶻAᴬBᴮDᴰEᴱGᴳHᴴIᴵJᴶKᴷLᴸMᴹNᴺOᴼPᴾRᴿTᵀUᵁVⱽWᵂαᵅβᵝγᵞδᵟθᶿϕᶲ′′"
    )
    private static let subscripts = scripts(
        "0₀1₁2₂3₃4₄5₅6₆7₇8₈9₉+₊−₋=₌(₍)₎aₐeₑhₕiᵢjⱼkₖlₗmₘnₙoₒpₚrᵣsₛtₜuᵤvᵥxₓβᵦγᵧρᵨφᵩχᵪ")
    private static let smallCharacters = Set(superscripts.values).union(subscripts.values)
    /// Combining characters for the marks of `\hat` and the like, over one letter.
    private static let marks = [
        "^": "\u{302}", "¯": "\u{304}", "‾": "\u{305}", "→": "\u{20D7}", "~": "\u{303}", "˙": "\u{307}", "¨": "\u{308}",
        "ˇ": "\u{30C}", "˘": "\u{306}", "´": "\u{301}", "`": "\u{300}", "˚": "\u{30A}", "_": "\u{332}",
        "\u{20DB}": "\u{20DB}",
    ]

    private static func scripts(_ text: String) -> [Character: Character] {
        let characters = Array(text)
        return Dictionary(
            stride(from: 0, to: characters.count, by: 2).map { (characters[$0], characters[$0 + 1]) },
            uniquingKeysWith: { first, _ in first })
    }

    /// Returns the text of a formula, or nil if it needs more than one line.
    static func line(_ node: FormulaNode) -> String? {
        guard let text = text(node) else { return nil }
        return String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }

    private static func text(_ node: FormulaNode) -> String? {
        switch node {
        case .row(let nodes): return row(nodes)
        case .letter(let text, _), .number(let text), .text(let text, _), .delimiter(let text, _, _): return text
        case .name(let text, _): return text
        case .symbol(let text, _): return text
        case .space(let width): return width >= 0.2 ? " " : ""
        case .fraction(let above, let below, hasLine: true, isDisplay: _):
            guard let above = operand(above), let below = operand(below) else { return nil }
            return "\(above)/\(below)"
        case .root(let content, let index):
            guard let content = operand(content) else { return nil }
            switch index {
            case nil, .number("2"): return "√" + content
            case .number("3"): return "∛" + content
            case .number("4"): return "∜" + content
            default: return nil
            }
        case .scripts(let base, let sub, let sup, _):
            guard var result = base == .row([]) ? "" : text(base) else { return nil }
            if case .delimiter = base { return nil }
            if case .accent(_, _, _, isStretchy: true) = base { return nil }
            for (script, map, sign) in [(sub, subscripts, "_"), (sup, superscripts, "^")] {
                guard let script else { continue }
                guard let written = self.script(script, map, sign: sign) else { return nil }
                result += written
            }
            return result
        case .accent(let base, let mark, _, _):
            guard let text = text(base), text.count == 1, let mark = marks[mark] else { return nil }
            return text + mark
        case .fenced(let opening, let nodes, let closing):
            if case .fraction(_, _, hasLine: false, isDisplay: _)? = nodes.first { return nil }
            return row(nodes).map { opening + $0 + closing }
        case .style(_, _, let content), .color(_, let content), .enclosed(let content, notation: "box"):
            return text(content)
        case .fraction, .table, .phantom, .enclosed: return nil
        }
    }

    private static func row(_ nodes: [FormulaNode]) -> String? {
        var result = ""
        var isAfterOperand = false
        var isAfterName = false
        for (index, node) in nodes.enumerated() {
            guard let text = text(node) else { return nil }
            var isOperand = true
            switch node {
            case .symbol(_, .relation), .symbol(_, .binary):
                isOperand = false
                let isBinary = isAfterOperand && index + 1 < nodes.count
                let isRelation = if case .symbol(_, .relation) = node { true } else { false }
                if !result.isEmpty, result.last != " ", isBinary || isRelation { result += " " }
                result += text + (isBinary || isRelation ? " " : "")
            case .symbol(_, .punctuation):
                isOperand = false
                result += text + (index + 1 < nodes.count ? " " : "")
            default:
                if case .symbol(_, .opening) = node { isOperand = false }
                let isName = node.isWord
                let isApart = isName && isAfterOperand || isAfterName && !text.hasPrefix("(")
                if isApart, result.last != " ", text != " ", !result.isEmpty { result += " " }
                result += text.hasPrefix(" ") && result.last == " " ? String(text.dropFirst()) : text
                isAfterName = isName
            }
            if case .space = node { continue }
            if !isOperand { isAfterName = false }
            isAfterOperand = isOperand
        }
        return result
    }

    /// Returns a part of a fraction or the content of a root, in parentheses unless it is one operand.
    private static func operand(_ node: FormulaNode) -> String? {
        guard let text = text(node), !text.isEmpty else { return nil }
        switch node {
        case .row, .fraction, .style: break
        default: return text
        }
        let isPlain = text.unicodeScalars.allSatisfy { $0.properties.isAlphabetic || $0.properties.numericType != nil }
        return isPlain ? text : "(\(text))"
    }

    /// Returns a subscript or superscript: small characters if there are such, otherwise as in LaTeX.
    private static func script(_ node: FormulaNode, _ map: [Character: Character], sign: String) -> String? {
        guard let text = text(node), !text.isEmpty else { return nil }
        let dense = text.filter { $0 != " " }
        let small = dense.map { map[$0] }
        if !small.contains(nil) { return String(small.compactMap(\.self)) }
        // Scripts of scripts would be hard to read.
        let hasScripts = dense.contains { "_^/".contains($0) || $0 != "′" && smallCharacters.contains($0) }
        if hasScripts { return nil }
        return text.count == 1 ? sign + text : "\(sign){\(dense)}"
    }
}

extension FormulaNode {
    /// Whether this is the name of a function or a large operation, possibly with scripts.
    fileprivate var isWord: Bool {
        switch self {
        case .name, .symbol(_, .operation), .symbol(_, .integral): true
        case .scripts(let base, _, _, _): base.isWord
        default: false
        }
    }
}
