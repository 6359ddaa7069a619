import SourceText

/// Reads a query by the grammar of the query language; recursive descent, at most 200 levels deep.
package struct QueryParser {
    static let maximumDepth = 200
    static let maximumTerms = 2000

    private let text: String
    private let scalars: [Unicode.Scalar]
    /// The byte offset of each scalar, and of the end.
    private let offsets: [Int]
    private var index = 0
    private var terms = 0
    private var depth = 0

    private init(_ text: String) {
        self.text = text
        scalars = Array(text.unicodeScalars)
        var offsets: [Int] = []
        offsets.reserveCapacity(scalars.count + 1)
        var offset = 0
        for scalar in scalars {
            offsets.append(offset)
            offset += UTF8.width(scalar)
        }
        offsets.append(offset)
        self.offsets = offsets
    }

    /// Complexity: O(bytes).
    package static func parse(_ text: String) throws(QueryError) -> QuerySyntax {
        var parser = QueryParser(text)
        parser.skipSpace()
        if parser.atEnd { return .empty }
        let syntax = try parser.or()
        if !parser.atEnd { throw parser.strayParenthesis() }
        return syntax
    }

    // MARK: The levels of the grammar

    private mutating func or() throws(QueryError) -> QuerySyntax {
        depth += 1
        defer { depth -= 1 }
        if depth > Self.maximumDepth { throw error(index, "more than \(Self.maximumDepth) levels of parentheses") }
        let start = index
        var branches = [try and()]
        while let end = operatorEnd("OR") {
            let place = index
            index = end
            skipSpace()
            if atTermEnd { throw missingOperand("OR", place) }
            branches.append(try and())
        }
        return branches.count == 1 ? branches[0] : .or(branches, bytes(start, index))
    }

    private mutating func and() throws(QueryError) -> QuerySyntax {
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
                let place = index
                index = next
                skipSpace()
                if atTermEnd || operatorEnd("OR") != nil || operatorEnd("AND") != nil {
                    throw missingOperand("AND", place)
                }
            }
            parts.append(try not())
            end = index
            skipSpace()
        }
        return parts.count == 1 ? parts[0] : .and(parts, bytes(start, end))
    }

    private mutating func not() throws(QueryError) -> QuerySyntax {
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
            throw error(negated, "a term is negated once", help: "leave out both, or put the inner one in parentheses")
        }
        return .not(try primary(), bytes(start, index))
    }

    /// Whether a hyphen stands here that negates what follows.
    private var isNegation: Bool {
        guard scalar(0) == "-", let next = scalar(1) else { return false }
        return !next.isQuerySpace && next != ")"
    }

    private mutating func primary() throws(QueryError) -> QuerySyntax {
        terms += 1
        if terms > Self.maximumTerms { throw error(index, "more than \(Self.maximumTerms) terms") }
        let start = index
        switch scalar(0) {
        case "(":
            let inner = try parenthesized { parser throws(QueryError) in try parser.or() }
            return .group(inner, bytes(start, index))
        case "#" where scalar(1).map { !$0.isQuerySpace && $0 != ")" } ?? false:
            index += 1
            let value = try values(.field(.keyword))
            return .field(
                FieldSyntax(
                    name: .field(.keyword), nameRange: bytes(start, start + 1), value: value,
                    range: bytes(start, index)))
        case "@" where scalar(1).map { !$0.isQuerySpace && $0 != ")" } ?? false:
            index += 1
            let name = word(endsAtComma: false)
            return .saved(name.text, bytes(start, index))
        case "/":
            if let regex = regex() { return regex }
        case let quote? where quote.isOpeningQuote:
            let phrase = try quoted()
            return .phrase(phrase.text, phrase.range)
        default: break
        }
        if let field = try field() { return .field(field) }
        let word = word(endsAtComma: false)
        if word.text == "#" || word.text == "@" {
            throw QueryError(
                text, word.range, word.text == "#" ? "expected a keyword after '#'" : "expected a name after '@'")
        }
        return .word(word.text, word.range)
    }

    private mutating func parenthesized<Value>(
        _ body: (inout QueryParser) throws(QueryError) -> Value
    ) throws(QueryError) -> Value {
        let open = index
        index += 1
        skipSpace()
        if scalar(0) == ")" {
            throw QueryError(text, bytes(open, index + 1), "nothing stands between these parentheses")
        }
        if atEnd { throw error(open, "this '(' is never closed", help: "to search for the sign: contains:\"(\"") }
        let value = try body(&self)
        skipSpace()
        guard scalar(0) == ")" else {
            throw error(open, "this '(' is never closed", help: "to search for the sign: contains:\"(\"")
        }
        index += 1
        return value
    }

    // MARK: Terms

    /// `name:value`, or nil where what stands here is a word.
    private mutating func field() throws(QueryError) -> FieldSyntax? {
        let start = index
        guard let first = scalar(0), first.properties.isAlphabetic else { return nil }
        var end = index
        while end < scalars.count, scalars[end].isNamePart { end += 1 }
        var name = name(start, end)
        var quotedName: String?
        if name.lowercased() == "prop.", end < scalars.count, scalars[end].isOpeningQuote {
            index = end
            let phrase = try quoted()
            quotedName = phrase.text
            end = index
            index = start
        }
        guard end < scalars.count, scalars[end] == ":" else {
            if quotedName != nil {
                throw error(end, "expected ':' and a value after the name of the key")
            }
            return nil
        }
        let next = end + 1 < scalars.count ? scalars[end + 1] : nil
        if next == ":" || next == "\\" { return nil }
        let fieldName: FieldName
        if let quotedName {
            fieldName = .property(quotedName, isExplicit: true)
        } else if name.lowercased().hasPrefix("prop."), name.count > 5 {
            name.removeFirst(5)
            fieldName = .property(name, isExplicit: true)
        } else if let field = Field(named: name) {
            fieldName = .field(field)
        } else {
            fieldName = .property(name, isExplicit: false)
        }
        // `http://x` is a word; `folder:/` is the root.
        if next == "/" {
            guard case .field(let field) = fieldName, field.takesPath || field.takesWords else { return nil }
        }
        index = end + 1
        let nameRange = bytes(start, end)
        let value = try values(fieldName, after: nameRange)
        return FieldSyntax(name: fieldName, nameRange: nameRange, value: value, range: bytes(start, index))
    }

    private mutating func values(_ name: FieldName, after nameRange: Range<Int>? = nil) throws(QueryError)
        -> ValueSyntax
    {
        if scalar(0) == "(" {
            if name.kind == .note {
                return .query(try parenthesized { parser throws(QueryError) in try parser.or() })
            }
            return try parenthesized { parser throws(QueryError) in try parser.valueOr(name) }
        }
        let first = try item(name, after: nameRange)
        var items: [ValueSyntax] = [.one(first)]
        while scalar(0) == "," {
            index += 1
            items.append(.one(try item(name, after: nil)))
        }
        return items.count == 1 ? items[0] : .or(items)
    }

    private mutating func valueOr(_ name: FieldName) throws(QueryError) -> ValueSyntax {
        depth += 1
        defer { depth -= 1 }
        if depth > Self.maximumDepth { throw error(index, "more than \(Self.maximumDepth) levels of parentheses") }
        var branches = [try valueAnd(name)]
        while let end = operatorEnd("OR") {
            let place = index
            index = end
            skipSpace()
            if atTermEnd { throw missingOperand("OR", place) }
            branches.append(try valueAnd(name))
        }
        return branches.count == 1 ? branches[0] : .or(branches)
    }

    private mutating func valueAnd(_ name: FieldName) throws(QueryError) -> ValueSyntax {
        var parts: [ValueSyntax] = []
        repeat {
            var place = index
            if let end = operatorEnd("AND") {
                if parts.isEmpty { throw missingOperand("AND", place) }
                index = end
                skipSpace()
                place = index
                if atTermEnd || operatorEnd("OR") != nil { throw missingOperand("AND", place) }
            }
            var negated = false
            while let end = operatorEnd("NOT") {
                index = end
                skipSpace()
                if atTermEnd { throw missingOperand("NOT", place) }
                negated.toggle()
            }
            // Before a digit it is a sign where numbers may stand.
            let takesNumbers = name.kind == .number || name.kind == .property
            if scalar(0) == "-", let next = scalar(1), !next.isQuerySpace,
                !(takesNumbers && ("0"..."9").contains(next))
            {
                index += 1
                negated.toggle()
            }
            if operatorEnd("OR") != nil { throw missingOperand("OR", index) }
            terms += 1
            if terms > Self.maximumTerms { throw error(index, "more than \(Self.maximumTerms) terms") }
            let value = try values(name)
            try refuseField(value, in: name)
            parts.append(negated ? .not(value) : value)
            skipSpace()
        } while !atTermEnd && operatorEnd("OR") == nil
        return parts.count == 1 ? parts[0] : .and(parts)
    }

    /// In the parentheses after `title:` stand values, not other fields.
    private func refuseField(_ value: ValueSyntax, in name: FieldName) throws(QueryError) {
        guard case .one(let item) = value, case .plain(let atom) = item.form, !atom.isQuoted,
            let colon = atom.text.firstIndex(of: ":"), Field(named: String(atom.text[..<colon])) != nil
        else { return }
        throw QueryError(
            text, atom.range, "another field cannot stand inside '\(name.text):( … )'",
            help: "close the parenthesis before it, or quote it")
    }

    /// One value of a list: an atom, compared or a range where the field has an order.
    private mutating func item(_ name: FieldName, after nameRange: Range<Int>?) throws(QueryError) -> ValueItem {
        let start = index
        let compares = [.date, .number, .span, .property].contains(name.kind)
        var comparison: ValueItem.Comparison?
        if let first = scalar(0), first == "<" || first == ">" || first == "=" {
            if first == "=" {
                comparison = .equals
            } else if compares {
                comparison = scalar(1) == "=" ? (first == "<" ? .atMost : .atLeast) : (first == "<" ? .less : .greater)
            }
            index += comparison.map { $0.rawValue.unicodeScalars.count } ?? 0
        }
        if compares, comparison == nil, scalar(0) == ".", scalar(1) == "." {
            index += 2
            guard let upper = try atom(stopsAtRange: false) else { throw missingValue(name, start, nameRange) }
            return ValueItem(form: .range(nil, upper), range: bytes(start, index))
        }
        guard let atom = try atom(stopsAtRange: compares && comparison == nil) else {
            throw missingValue(name, start, nameRange)
        }
        if let comparison { return ValueItem(form: .compared(comparison, atom), range: bytes(start, index)) }
        if compares, scalar(0) == ".", scalar(1) == "." {
            index += 2
            return ValueItem(form: .range(atom, try self.atom(stopsAtRange: false)), range: bytes(start, index))
        }
        return ValueItem(form: .plain(atom), range: bytes(start, index))
    }

    private mutating func atom(stopsAtRange: Bool) throws(QueryError) -> Atom? {
        guard let first = scalar(0), !first.isQuerySpace, first != ",", first != ")" else { return nil }
        if first.isOpeningQuote { return try quoted() }
        let word = word(endsAtComma: true, stopsAtRange: stopsAtRange)
        return word.text.isEmpty ? nil : word
    }

    /// A run of anything up to white space, a quote, or a parenthesis that it did not open.
    private mutating func word(endsAtComma: Bool, stopsAtRange: Bool = false) -> Atom {
        let start = index
        var open = 0
        scan: while let next = scalar(0), !next.isQuerySpace {
            switch next {
            case "(": open += 1
            case ")":
                if open == 0 { break scan }
                open -= 1
            case "," where endsAtComma: break scan
            case "." where stopsAtRange && scalar(1) == ".": break scan
            case "\\" where index + 1 < scalars.count && scalars[index + 1] == "\"":
                // A backslash keeps a quote inside the word: \" is a quote, not the start of a phrase.
                index += 1
            default: if next.isQuote, index > start { break scan }
            }
            index += 1
        }
        return Atom(text: name(start, index), isQuoted: false, range: bytes(start, index))
    }

    /// A phrase: ASCII quotes close ASCII quotes; typographic ones are closed by any.
    private mutating func quoted() throws(QueryError) -> Atom {
        let start = index
        let isASCII = scalars[index] == "\""
        index += 1
        var phrase = String.UnicodeScalarView()
        while let next = scalar(0) {
            index += 1
            if next == "\\", let escaped = scalar(0), escaped == "\\" || escaped.isQuote {
                phrase.append(escaped)
                index += 1
            } else if isASCII ? next == "\"" : next.isQuote {
                return Atom(text: String(phrase), isQuoted: true, range: bytes(start, index))
            } else {
                phrase.append(next)
            }
        }
        throw error(start, "this quote is never closed")
    }

    /// `/…/` or `/…/i`, if what follows ends a term; otherwise nothing is read.
    private mutating func regex() -> QuerySyntax? {
        var end = index + 1
        while end < scalars.count, scalars[end] != "/" { end += scalars[end] == "\\" ? 2 : 1 }
        guard end < scalars.count else { return nil }
        var after = end + 1
        let ignoresCase = after < scalars.count && scalars[after] == "i"
        if ignoresCase { after += 1 }
        guard after == scalars.count || scalars[after].isQuerySpace || scalars[after] == ")" else { return nil }
        let start = index
        index = after
        return .regex(name(start + 1, end), ignoresCase: ignoresCase, bytes(start, after))
    }

    // MARK: Small readings

    private func scalar(_ ahead: Int) -> Unicode.Scalar? {
        index + ahead < scalars.count ? scalars[index + ahead] : nil
    }

    private var atEnd: Bool { index >= scalars.count }
    private var atTermEnd: Bool { atEnd || scalars[index] == ")" }

    private mutating func skipSpace() {
        while let next = scalar(0), next.isQuerySpace { index += 1 }
    }

    /// Where the operator that stands here ends; nil where none does.
    private func operatorEnd(_ name: String) -> Int? {
        let end = index + name.utf8.count
        guard end <= scalars.count, self.name(index, end) == name else { return nil }
        if end == scalars.count { return end }
        let next = scalars[end]
        return next.isQuerySpace || next == "(" || next == ")" || next.isOpeningQuote ? end : nil
    }

    private func name(_ start: Int, _ end: Int) -> String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars[start..<end])
        return String(view)
    }

    private func bytes(_ start: Int, _ end: Int) -> Range<Int> { offsets[start]..<offsets[end] }

    private func error(_ at: Int, _ message: String, help: String? = nil) -> QueryError {
        let end = min(at + 1, scalars.count)
        return QueryError(text, bytes(min(at, end), end), message, help: help)
    }

    private func strayParenthesis() -> QueryError {
        error(index, "this ')' closes nothing", help: "to search for the sign: contains:\")\"")
    }

    private func missingOperand(_ name: String, _ at: Int) -> QueryError {
        QueryError(
            text, bytes(at, min(at + name.utf8.count, scalars.count)),
            name == "NOT" ? "'NOT' needs a term after it" : "'\(name)' needs a term on either side",
            help: "to search for the word, write it small or quote it: \"\(name)\"")
    }

    private func missingValue(_ name: FieldName, _ at: Int, _ nameRange: Range<Int>?) -> QueryError {
        let place = nameRange.map { $0.lowerBound..<offsets[at] } ?? bytes(at, min(at + 1, scalars.count))
        var help: String?
        switch name.kind {
        case .date, .number, .property, .span:
            help = "a shell takes '<' and '>' for itself; quote the term: '\(name.text):>…'"
        default: break
        }
        return QueryError(text, place, "expected a value after '\(name.text):'", help: help)
    }
}

extension Unicode.Scalar {
    var isQuerySpace: Bool { properties.isWhitespace }

    var isQuote: Bool { self == "\"" || isTypographicQuote }

    private var isTypographicQuote: Bool {
        switch value {
        case 0x201C, 0x201D, 0x201E, 0x201F: true
        default: false
        }
    }

    var isOpeningQuote: Bool { isQuote }

    /// Letters and digits of any script, `_`, `.` and `-`.
    var isNamePart: Bool {
        self == "_" || self == "." || self == "-" || properties.isAlphabetic || properties.numericType == .decimal
    }
}
