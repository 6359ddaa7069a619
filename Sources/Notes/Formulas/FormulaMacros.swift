/// The commands that the formulas of a note define. They hold in all later formulas of the note.
package struct FormulaMacros: Sendable {
    private struct Macro: Hashable, Sendable {
        var parameters = 0
        /// The first argument if a use has none in brackets. Nil if the first argument is in braces, too.
        var option: [FormulaToken]?
        var body: [FormulaToken]
        /// Whether the body keeps the meaning that it has now, as with `\let`.
        var isFinal = false
    }

    /// Bounds on the work for one formula, so that definitions which use each other end.
    private static let maximumDepth = 16
    private static let maximumTokens = 100_000

    /// The definitions of `FormulaCommand.macros`.
    private static let standard: [String: Macro] = {
        var macros = FormulaMacros()
        // The definitions are complete, as a test of their commands shows.
        _ = try? macros.expand(FormulaToken.all(in: FormulaCommand.macros))
        return macros.definitions
    }()

    private var definitions: [String: Macro] = [:]

    package init() {}

    /// Returns tokens with the macros in them replaced, and stores definitions. Complexity: O(tokens returned).
    mutating func expand(_ tokens: [FormulaToken]) throws(FormulaError) -> [FormulaToken] {
        var result: [FormulaToken] = []
        var budget = Self.maximumTokens
        try expand(tokens, depth: 0, budget: &budget, into: &result)
        return result
    }

    private mutating func expand(
        _ tokens: [FormulaToken], depth: Int, budget: inout Int, into result: inout [FormulaToken]
    ) throws(FormulaError) {
        var index = 0
        while index < tokens.count {
            let token = tokens[index]
            index += 1
            budget -= 1
            if budget < 0 { throw .tooLarge }
            guard case .command(let name) = token else {
                result.append(token)
                continue
            }
            switch name {
            case "newcommand", "renewcommand", "providecommand", "def", "gdef", "let", "DeclareMathOperator":
                try define(by: name, tokens, &index)
                continue
            default: break
            }
            guard let definition = definitions[name] ?? Self.standard[name] else {
                result.append(token)
                continue
            }
            if definition.isFinal {
                result += definition.body
                continue
            }
            if depth == Self.maximumDepth { throw .tooLarge }
            var arguments: [[FormulaToken]] = []
            if let option = definition.option { arguments.append(Self.option(tokens, &index) ?? option) }
            while arguments.count < definition.parameters { arguments.append(try Self.argument(tokens, &index)) }
            let body = try Self.filled(definition.body, with: arguments, limit: budget)
            try expand(body, depth: depth + 1, budget: &budget, into: &result)
        }
    }

    /// Returns the body of a macro with its arguments in place of `#1` to `#9`.
    private static func filled(
        _ body: [FormulaToken], with arguments: [[FormulaToken]], limit: Int
    ) throws(FormulaError) -> [FormulaToken] {
        if arguments.isEmpty { return body }
        var result: [FormulaToken] = []
        var index = 0
        while index < body.count {
            if body[index].text == "#", index + 1 < body.count, let number = Int(body[index + 1].text),
                arguments.indices.contains(number - 1)
            {
                result += arguments[number - 1]
                index += 2
            } else {
                result.append(body[index])
                index += 1
            }
            if result.count > limit { throw .tooLarge }
        }
        return result
    }

    private mutating func define(by command: String, _ tokens: [FormulaToken], _ index: inout Int) throws(FormulaError)
    {
        if index < tokens.count, tokens[index].text == "*" { index += 1 }
        let nameTokens = try Self.argument(tokens, &index).filter { $0 != .space }
        guard nameTokens.count == 1, case .command(let name) = nameTokens[0] else {
            throw .unexpected("name of a macro")
        }
        var definition = Macro(body: [])
        switch command {
        case "let":
            while index < tokens.count, tokens[index] == .space || tokens[index].text == "=" { index += 1 }
            definition.body = Array(try Self.argument(tokens, &index).prefix(1))
            definition.isFinal = true
            if case .command(let other)? = definition.body.first, let known = definitions[other] ?? Self.standard[other]
            {
                definition = known
            }
        case "def", "gdef":
            while index + 1 < tokens.count, tokens[index].text == "#" {
                definition.parameters += 1
                index += 2
            }
            definition.body = try Self.argument(tokens, &index)
        case "DeclareMathOperator":
            let body = try Self.argument(tokens, &index)
            definition.body = [.command("operatorname"), .character("{")] + body + [.character("}")]
        default:
            let count = Self.option(tokens, &index)
            definition.parameters = count.flatMap { Int($0.map(\.text).joined()) } ?? 0
            if definition.parameters > 0 { definition.option = Self.option(tokens, &index) }
            definition.body = try Self.argument(tokens, &index)
        }
        definitions[name] = definition
    }

    /// Returns the tokens of the next argument in brackets, or nil if there is none. It ends before the next bracket that
    /// opens, so that brackets without an end take linear time.
    private static func option(_ tokens: [FormulaToken], _ index: inout Int) -> [FormulaToken]? {
        var start = index
        while start < tokens.count, tokens[start] == .space { start += 1 }
        guard start < tokens.count, tokens[start].text == "[" else { return nil }
        start += 1
        var depth = 0
        for end in start..<tokens.count {
            switch tokens[end].text {
            case "[": return nil
            case "{": depth += 1
            case "}": depth -= 1
            case "]" where depth == 0:
                index = end + 1
                return Array(tokens[start..<end])
            default: break
            }
        }
        return nil
    }

    /// Returns the tokens of the next argument: a group without its braces, or one token.
    private static func argument(_ tokens: [FormulaToken], _ index: inout Int) throws(FormulaError) -> [FormulaToken] {
        while index < tokens.count, tokens[index] == .space { index += 1 }
        guard index < tokens.count, tokens[index].text != "}" else { throw .unexpected("end of a macro") }
        let start = index
        var depth = 0
        repeat {
            guard index < tokens.count else { throw .unexpected("end of a macro") }
            if tokens[index].text == "{" { depth += 1 } else if tokens[index].text == "}" { depth -= 1 }
            index += 1
        } while depth > 0
        return tokens[start].text == "{" ? Array(tokens[start + 1..<index - 1]) : [tokens[start]]
    }
}
