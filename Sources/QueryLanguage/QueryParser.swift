import SourceText

/// A recursive descent parser for queries. Parentheses may be nested 200 levels deep. A function that returns a part of
/// the syntax tree parses that part at the current position and moves past it.
package struct QueryParser {
    static let maximumDepth = 200
    static let maximumTerms = 2000

    let text: String
    let scalars: [Unicode.Scalar]
    /// The byte offsets of all scalars and of the end.
    let offsets: [Int]
    var index = 0
    var terms = 0
    var depth = 0
    /// Whether this parser only looks for what an error could propose.
    var isExplaining = false
    /// What the query at the current position finds.
    var subject: QuerySubject
    /// A function that returns whether a name is a front matter key. Only errors need it.
    let isKey: (String) -> Bool

    private init(_ text: String, _ subject: QuerySubject, _ isKey: @escaping (String) -> Bool) {
        self.text = text
        self.subject = subject
        self.isKey = isKey
        scalars = Array(text.unicodeScalars)
        offsets = scalars.reduce(into: [0]) { $0.append($0[$0.count - 1] + UTF8.width($1)) }
    }

    /// Parses a query. `isKey` is called only to explain an error. Complexity: O(bytes).
    package static func parse(
        _ text: String, subject: QuerySubject = .notes, isKey: @escaping (String) -> Bool = { _ in false }
    ) throws(QueryError) -> QuerySyntax {
        var parser = QueryParser(text, subject, isKey)
        parser.skipSpace()
        if parser.atEnd { return .empty }
        let syntax = try parser.or()
        if !parser.atEnd { throw parser.strayParenthesis() }
        return syntax
    }

    mutating func or() throws(QueryError) -> QuerySyntax {
        let start = index
        let branches = try branches { parser throws(QueryError) in try parser.and() }
        return branches.count == 1 ? branches[0] : .or(branches, bytes(start, index))
    }

    /// Parses operands that are joined by OR, each with `operand`.
    mutating func branches<Operand>(
        _ operand: (inout QueryParser) throws(QueryError) -> Operand
    ) throws(QueryError) -> [Operand] {
        depth += 1
        defer { depth -= 1 }
        if depth > Self.maximumDepth { throw error(index, "more than \(Self.maximumDepth) levels of parentheses") }
        var branches = [try operand(&self)]
        while let end = operatorEnd("OR") {
            let operatorStart = index
            index = end
            skipSpace()
            if atTermEnd { throw missingOperand("OR", operatorStart) }
            branches.append(try operand(&self))
        }
        return branches
    }

    mutating func and() throws(QueryError) -> QuerySyntax {
        let start = index
        if let end = operatorEnd("OR") ?? operatorEnd("AND") {
            throw missingOperand(name(index, end), index)
        }
        if scalar(0) == ")" { throw strayParenthesis() }
        var parts = [try not()]
        var end = index
        skipSpace()
        while !atTermEnd, operatorEnd("OR") == nil {
            if let next = operatorEnd("AND") {
                let operatorStart = index
                index = next
                skipSpace()
                if atTermEnd || operatorEnd("OR") != nil || operatorEnd("AND") != nil {
                    throw missingOperand("AND", operatorStart)
                }
            }
            parts.append(try not())
            end = index
            skipSpace()
        }
        return parts.count == 1 ? parts[0] : .and(parts, bytes(start, end))
    }

    mutating func not() throws(QueryError) -> QuerySyntax {
        let start = index
        if let end = operatorEnd("NOT") {
            index = end
            skipSpace()
            if atTermEnd || operatorEnd("OR") != nil || operatorEnd("AND") != nil {
                throw missingOperand("NOT", start)
            }
        } else if isNegation {
            index += 1
        } else {
            return try primary()
        }
        let negated = index
        if operatorEnd("NOT") != nil || isNegation {
            throw error(
                negated, "a term can be negated only once", help: "omit both, or put the inner one in parentheses")
        }
        return .not(try primary(), bytes(start, index))
    }

    /// Whether the next scalar is a hyphen that negates the next term.
    var isNegation: Bool {
        guard scalar(0) == "-", let next = scalar(1) else { return false }
        return !next.isQuerySpace && next != ")"
    }

    mutating func primary() throws(QueryError) -> QuerySyntax {
        terms += 1
        if terms > Self.maximumTerms { throw error(index, "more than \(Self.maximumTerms) terms") }
        let start = index
        switch scalar(0) {
        case "(":
            let inner = try parenthesized { parser throws(QueryError) in try parser.or() }
            return .group(inner, bytes(start, index))
        case "#" where scalar(1).map { !$0.isQuerySpace && $0 != ")" } ?? false:
            index += 1
            let name: FieldName = subject == .tasks ? .task(.keyword) : .field(.keyword)
            let value = try values(name)
            return .field(
                FieldSyntax(
                    name: name, nameRange: bytes(start, start + 1), value: value,
                    range: bytes(start, index)))
        case "@" where scalar(1).map { !$0.isQuerySpace && $0 != ")" } ?? false:
            index += 1
            // A name that contains spaces is quoted.
            let name = scalar(0)?.isQuote == true ? try quoted() : word(endsAtComma: false)
            return .saved(name.text, bytes(start, index))
        case "/":
            if let (source, ignoresCase) = regex(inValue: false) {
                return .regex(source, ignoresCase: ignoresCase, bytes(start, index))
            }
        case let quote? where quote.isQuote:
            let phrase = try quoted()
            return .phrase(phrase.text, phrase.range)
        default: break
        }
        if let field = try field() { return .field(field) }
        let word = word(endsAtComma: false)
        if word.text == "#" || word.text == "@" {
            throw QueryError(
                text, at: word.range, word.text == "#" ? "expected a keyword after '#'" : "expected a name after '@'")
        }
        return .word(word.text, word.range)
    }

    mutating func parenthesized<Value>(
        _ body: (inout QueryParser) throws(QueryError) -> Value
    ) throws(QueryError) -> Value {
        let open = index
        index += 1
        skipSpace()
        if scalar(0) == ")" {
            throw QueryError(text, at: bytes(open, index + 1), "these parentheses are empty")
        }
        if atEnd { throw unclosedParenthesis(open) }
        let value = try body(&self)
        skipSpace()
        if scalar(0) != ")" { throw unclosedParenthesis(open) }
        index += 1
        return value
    }

    func scalar(_ ahead: Int) -> Unicode.Scalar? {
        index + ahead < scalars.count ? scalars[index + ahead] : nil
    }

    var atEnd: Bool { index >= scalars.count }
    var atTermEnd: Bool { atEnd || scalars[index] == ")" }

    mutating func skipSpace() {
        while let next = scalar(0), next.isQuerySpace { index += 1 }
    }

    /// Returns the end of the operator at the current position; nil if there is none.
    func operatorEnd(_ name: String) -> Int? {
        let end = index + name.utf8.count
        guard end <= scalars.count, self.name(index, end) == name else { return nil }
        if end == scalars.count { return end }
        let next = scalars[end]
        return next.isQuerySpace || next == "(" || next == ")" || next.isQuote ? end : nil
    }

    func name(_ start: Int, _ end: Int) -> String { scalars.text(start..<end) }

    func bytes(_ start: Int, _ end: Int) -> Range<Int> { offsets[start]..<offsets[end] }

    func error(_ at: Int, _ message: String, help: String? = nil) -> QueryError {
        let end = min(at + 1, scalars.count)
        return QueryError(text, at: bytes(min(at, end), end), message, help: help)
    }

    func unclosedParenthesis(_ at: Int) -> QueryError {
        error(at, "this '(' is never closed", help: "to search for the character: contains:\"(\"")
    }

    func strayParenthesis() -> QueryError {
        error(index, "this ')' has no matching '('", help: "to search for the character: contains:\")\"")
    }

    func missingOperand(_ name: String, _ at: Int) -> QueryError {
        QueryError(
            text, at: bytes(at, min(at + name.utf8.count, scalars.count)),
            name == "NOT" ? "'NOT' requires a term after it" : "'\(name)' requires a term on both sides",
            help: "to search for the word, write it in lowercase or quote it: \"\(name)\"")
    }

    func missingValue(_ name: FieldName, _ at: Int, nameRange: Range<Int>?) -> QueryError {
        let range = nameRange.map { $0.lowerBound..<offsets[at] } ?? bytes(at, min(at + 1, scalars.count))
        var help: String?
        if nameRange != nil, !isExplaining, let value = valueAfterSpace(name, at) {
            help = "omit the space after the colon: \(name.term)\(value)"
        }
        if let nameRange, case .property(let word, isExplicit: false) = name, !isKey(word) {
            let quoted = "to search for the text, quote it: \"\(word):\""
            return QueryError(
                text, at: nameRange, "there is no field or front matter key '\(word)', and no value after it",
                help: help.map { "\($0); \(quoted)" } ?? quoted)
        }
        if help == nil, name.kind.compares {
            let isTime = name.kind == .date || name.kind == .span
            let example = name.kind == .span ? "7d" : isTime ? ">2024-03" : ">5"
            help = "the shell interprets '<' and '>'; quote the term: '\(name.term)\(example)'"
        }
        return QueryError(text, at: range, "expected a value after '\(name.text):'", help: help)
    }

    /// Returns the value that follows white space at an index, as written. Nil if there is none, or if it is not valid.
    private func valueAfterSpace(_ name: FieldName, _ at: Int) -> String? {
        var rest = self
        // Each missing value in it would look for the next one.
        rest.isExplaining = true
        rest.index = min(at, scalars.count)
        rest.skipSpace()
        let start = rest.index
        guard start > at, !rest.atTermEnd, !rest.isNegation,
            !["OR", "AND", "NOT"].contains(where: { rest.operatorEnd($0) != nil }), (try? rest.values(name)) != nil
        else { return nil }
        return scalars.text(start..<rest.index)
    }
}
