import SourceText

extension QueryParser {
    /// Parses `name:value`. Returns nil, and consumes nothing, if the next term is a word.
    mutating func field() throws(QueryError) -> FieldSyntax? {
        let start = index
        guard let first = scalar(0), first.properties.isAlphabetic else { return nil }
        var end = index
        while end < scalars.count, scalars[end].isNamePart { end += 1 }
        var name = name(start, end)
        var quotedName: String?
        if name.lowercased() == "prop.", end < scalars.count, scalars[end].isQuote {
            index = end
            let phrase = try quoted()
            quotedName = phrase.text
            end = index
            index = start
        }
        let nameEnd = end
        let steps = steps(after: &end)
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
        } else if subject == .tasks, let field = TaskField(named: name) {
            fieldName = .task(field)
        } else if let field = Field(named: name) {
            fieldName = .field(field)
        } else {
            fieldName = .property(name, isExplicit: false)
        }
        if let steps { try check(steps, of: fieldName, bytes(nameEnd, end)) }
        index = end + 1
        // `http://x` and `C:/Users/` are words. `folder:/` is the root, `title:/^a/` a regular expression.
        if next == "/", end - start == 1 || regexEnd(inValue: true) == nil {
            guard case .field(let field) = fieldName, field.takesPath || field.takesWords else {
                index = start
                return nil
            }
        }
        let nameRange = bytes(start, end)
        let value = try values(fieldName, after: nameRange)
        return FieldSyntax(
            name: fieldName, nameRange: nameRange, value: value, range: bytes(start, index), steps: steps)
    }

    /// Returns the number in `~2:` at `end`, and moves `end` to the colon. Returns nil if there is none.
    private func steps(after end: inout Int) -> Int? {
        guard end < scalars.count, scalars[end] == "~" else { return nil }
        let digits = scalars[(end + 1)...].prefix { ("0"..."9").contains($0) }
        guard !digits.isEmpty, digits.endIndex < scalars.count, scalars[digits.endIndex] == ":" else { return nil }
        end = digits.endIndex
        return Int(String(String.UnicodeScalarView(digits))) ?? .max
    }

    private func check(_ steps: Int, of name: FieldName, _ range: Range<Int>) throws(QueryError) {
        guard name == .field(.linksTo) || name == .field(.linkedFrom) else {
            throw QueryError(
                text, at: range, "'\(name.text):' takes no number of links",
                help: "only links-to: and linked-from: do, such as links-to~2:note")
        }
        guard (1...LinkWalk.mostSteps).contains(steps) else {
            throw QueryError(
                text, at: range, "the number of links must be from 1 to \(LinkWalk.mostSteps)",
                help: "such as \(name.text)~2:note")
        }
    }

    mutating func values(_ name: FieldName, after nameRange: Range<Int>? = nil) throws(QueryError) -> ValueSyntax {
        if scalar(0) == "(" {
            if let inner = name.querySubject {
                let outer = subject
                subject = inner
                defer { subject = outer }
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

    mutating func valueOr(_ name: FieldName) throws(QueryError) -> ValueSyntax {
        let branches = try branches { parser throws(QueryError) in try parser.valueAnd(name) }
        return branches.count == 1 ? branches[0] : .or(branches)
    }

    mutating func valueAnd(_ name: FieldName) throws(QueryError) -> ValueSyntax {
        var parts: [ValueSyntax] = []
        repeat {
            var operatorStart = index
            if let end = operatorEnd("AND") {
                if parts.isEmpty { throw missingOperand("AND", operatorStart) }
                index = end
                skipSpace()
                operatorStart = index
                if atTermEnd || operatorEnd("OR") != nil { throw missingOperand("AND", operatorStart) }
            }
            var negated = false
            while let end = operatorEnd("NOT") {
                index = end
                skipSpace()
                if atTermEnd { throw missingOperand("NOT", operatorStart) }
                negated.toggle()
            }
            // Before a digit, a hyphen is the sign of a number if the field takes numbers.
            if scalar(0) == "-", let next = scalar(1), !next.isQuerySpace,
                !(name.kind.takesSigns && ("0"..."9").contains(next))
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

    /// Throws an error for a field inside the parentheses after another field, which may contain only values.
    func refuseField(_ value: ValueSyntax, in name: FieldName) throws(QueryError) {
        guard case .one(let item) = value, case .plain(let atom) = item.form, !atom.isQuoted,
            let colon = atom.text.firstIndex(of: ":"), !atom.text[colon...].hasPrefix(":/"),
            atom.text[..<colon].unicodeScalars.allSatisfy(\.isNamePart),
            Field(named: String(atom.text[..<colon])) != nil || isKey(String(atom.text[..<colon]))
        else { return }
        throw QueryError(
            text, at: atom.range, "'\(name.text):( … )' cannot contain another field",
            help: "close the parenthesis before it, or quote it")
    }

    /// Parses one value of a list: an atom, a regular expression, or for ordered fields a comparison or a range.
    mutating func item(_ name: FieldName, after nameRange: Range<Int>?) throws(QueryError) -> ValueItem {
        let start = index
        if name.takesRegexSyntax, scalar(0) == "/", let (source, ignoresCase) = regex(inValue: true) {
            return ValueItem(form: .regex(source, ignoresCase: ignoresCase), range: bytes(start, index))
        }
        let compares = name.kind.compares
        try refuseSigns(name, compares: compares)
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
            guard let upper = try atom(stopsAtRange: false) else {
                throw missingValue(name, start, nameRange: nameRange)
            }
            return ValueItem(form: .range(nil, upper), range: bytes(start, index))
        }
        guard let atom = try atom(stopsAtRange: compares && comparison == nil) else {
            throw missingValue(name, start, nameRange: nameRange)
        }
        if let comparison { return ValueItem(form: .compared(comparison, atom), range: bytes(start, index)) }
        if compares, scalar(0) == ".", scalar(1) == "." {
            index += 2
            return ValueItem(form: .range(atom, try self.atom(stopsAtRange: false)), range: bytes(start, index))
        }
        return ValueItem(form: .plain(atom), range: bytes(start, index))
    }

    mutating func atom(stopsAtRange: Bool) throws(QueryError) -> Atom? {
        guard let first = scalar(0), !first.isQuerySpace, first != ",", first != ")" else { return nil }
        if first.isQuote { return try quoted() }
        let word = word(endsAtComma: true, stopsAtRange: stopsAtRange)
        return word.text.isEmpty ? nil : word
    }

    /// Parses a word, which ends before white space, a quote, or an unbalanced closing parenthesis. On request it also
    /// ends at a comma, or at `..`.
    mutating func word(endsAtComma: Bool, stopsAtRange: Bool = false) -> Atom {
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
                // After a backslash, a quote is part of the word and does not start a phrase.
                index += 1
            default: if next.isQuote, index > start, !scalars.isQuoteInWord(at: index) { break scan }
            }
            index += 1
        }
        return Atom(text: name(start, index), isQuoted: false, range: bytes(start, index))
    }

    /// Parses a phrase. An ASCII quote ends at an ASCII quote, a typographic one at any quote.
    mutating func quoted() throws(QueryError) -> Atom {
        let start = index
        let isASCII = scalars[index] == "\""
        index += 1
        var phrase = String.UnicodeScalarView()
        while let next = scalar(0) {
            index += 1
            if next == "\\", let escaped = scalar(0), escaped == "\\" || escaped.isQuote {
                phrase.append(escaped)
                index += 1
            } else if isASCII ? next == "\"" : next.isQuote, !scalars.isQuoteInWord(at: index - 1) {
                return Atom(text: String(phrase), isQuoted: true, range: bytes(start, index))
            } else {
                phrase.append(next)
            }
        }
        throw error(start, "this quote is never closed")
    }

    /// Returns the indices of the last slash and of the end of the regular expression that starts at `index` and is a
    /// whole term. Nil if there is none.
    ///
    /// - Parameter inValue: whether it is the value of a field. It may then end at a comma, and must not be empty.
    func regexEnd(inValue: Bool) -> (slash: Int, end: Int, ignoresCase: Bool)? {
        var slash = index + 1
        while slash < scalars.count, scalars[slash] != "/" { slash += scalars[slash] == "\\" ? 2 : 1 }
        guard slash < scalars.count, !inValue || slash > index + 1 else { return nil }
        var after = slash + 1
        let ignoresCase = after < scalars.count && scalars[after] == "i"
        if ignoresCase { after += 1 }
        guard
            after == scalars.count || scalars[after].isQuerySpace || scalars[after] == ")"
                || inValue && scalars[after] == ","
        else { return nil }
        return (slash, after, ignoresCase)
    }

    /// Parses `/…/` or `/…/i`. Returns nil, and consumes nothing, if the next term is not a regular expression.
    mutating func regex(inValue: Bool) -> (source: String, ignoresCase: Bool)? {
        guard let (slash, end, ignoresCase) = regexEnd(inValue: inValue) else { return nil }
        defer { index = end }
        return (name(index + 1, slash), ignoresCase)
    }

    /// Throws an error for `!=`, and for `<` and `>` if the field takes no comparisons. They are hardly meant as text.
    private func refuseSigns(_ name: FieldName, compares: Bool) throws(QueryError) {
        guard name != .field(.contains), let first = scalar(0) else { return }
        var rest = self
        if first == "!", scalar(1) == "=" {
            rest.index += 2
            // The value may be in quotes.
            let value = (try? rest.atom(stopsAtRange: false))?.text ?? ""
            let isText = name.takesAnyText && !Words.list(value).isEmpty
            let ways = [
                value.isEmpty || name.kind == .presentation ? nil : "write -\(name.term)\(QueryText.quoted(value))",
                isText ? "quote the text: \(name.term)\(QueryText.phrase("!=\(value)"))" : nil,
            ].compactMap { $0 }
            throw QueryError(
                text, at: bytes(index, index + 2), "'!=' is not supported; to negate, put '-' before the field",
                help: ways.isEmpty ? nil : ways.joined(separator: ", or "))
        }
        guard !compares, first == "<" || first == ">" else { return }
        while let sign = rest.scalar(0), "<>=".unicodeScalars.contains(sign) { rest.index += 1 }
        let signs = scalars.text(index..<rest.index)
        let value = (try? rest.atom(stopsAtRange: false))?.text ?? ""
        let counts: Field? =
            switch name {
            case .field(.keyword): .keywords
            case .field(.heading): .headings
            case .field(.task): .tasks
            case .field(.attachment): .attachments
            default: nil
            }
        let counted =
            NumberResolver.number(value) == nil ? nil : counts.map { "to count, \($0.rawValue):\(signs)\(value)" }
        let quoted =
            name.takesAnyText && !Words.list(value).isEmpty
            ? "to search for the text, quote it: \(name.term)\(QueryText.phrase(signs + value))" : nil
        let help = [counted, quoted].compactMap { $0 }
        throw QueryError(
            text, at: bytes(index, rest.index), "'\(name.text):' does not accept comparisons",
            help: help.isEmpty ? nil : help.joined(separator: "; "))
    }
}
