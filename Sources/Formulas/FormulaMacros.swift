/// The commands that the formulas of a note define. They hold in all later formulas of the note.
package struct FormulaMacros: Sendable {
    private struct Definition: Hashable, Sendable {
        var parameters: Int
        var body: [FormulaToken]
    }

    /// Bounds on the work for one formula, so that definitions which use each other end.
    private static let maximumDepth = 16
    private static let maximumTokens = 100_000

    private var definitions: [String: Definition] = [:]

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
            case "newcommand", "renewcommand", "providecommand", "def", "DeclareMathOperator":
                try define(by: name, tokens, &index)
                continue
            default: break
            }
            guard let definition = definitions[name] else {
                result.append(token)
                continue
            }
            if depth == Self.maximumDepth { throw .tooLarge }
            var arguments: [[FormulaToken]] = []
            for _ in 0..<definition.parameters { arguments.append(try Self.argument(tokens, &index)) }
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
        var parameters = 0
        if index + 2 < tokens.count, tokens[index].text == "[", tokens[index + 2].text == "]" {
            parameters = Int(tokens[index + 1].text) ?? 0
            index += 3
        }
        if command == "def" {
            while index + 1 < tokens.count, tokens[index].text == "#" {
                parameters += 1
                index += 2
            }
        }
        var body = try Self.argument(tokens, &index)
        if command == "DeclareMathOperator" {
            body = [.command("operatorname"), .character("{")] + body + [.character("}")]
        }
        definitions[name] = Definition(parameters: parameters, body: body)
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
