import SourceText

/// Words, phrases, fields with their values, regular expressions.
extension QueryParser {
    /// `name:value`, or nil where what stands here is a word.
    mutating func field() throws(QueryError) -> FieldSyntax? {
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
        index = end + 1
        // `http://x` and `C:/Users/` are words; `folder:/` is the root, `title:/^a/` a regular expression.
        if next == "/", end - start == 1 || regexEnd(inValue: true) == nil {
            guard case .field(let field) = fieldName, field.takesPath || field.takesWords else {
                index = start
                return nil
            }
        }
        let nameRange = bytes(start, end)
        let value = try values(fieldName, after: nameRange)
        return FieldSyntax(name: fieldName, nameRange: nameRange, value: value, range: bytes(start, index))
    }

    mutating func values(_ name: FieldName, after nameRange: Range<Int>? = nil) throws(QueryError)
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

    mutating func valueOr(_ name: FieldName) throws(QueryError) -> ValueSyntax {
        depth += 1
        defer { depth -= 1 }
        if depth > Self.maximumDepth { throw error(index, "more than \(Self.maximumDepth) levels of parentheses") }
        var branches = [try valueAnd(name)]
        while let end = operatorEnd("OR") {
            let operatorStart = index
            index = end
            skipSpace()
            if atTermEnd { throw missingOperand("OR", operatorStart) }
            branches.append(try valueAnd(name))
        }
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
            // Before a digit it is a sign where numbers may stand.
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

    /// In the parentheses after `title:` stand values, not other fields.
    func refuseField(_ value: ValueSyntax, in name: FieldName) throws(QueryError) {
        guard case .one(let item) = value, case .plain(let atom) = item.form, !atom.isQuoted,
            let colon = atom.text.firstIndex(of: ":"), !atom.text[colon...].hasPrefix(":/"),
            atom.text[..<colon].unicodeScalars.allSatisfy(\.isNamePart),
            Field(named: String(atom.text[..<colon])) != nil || isKey(String(atom.text[..<colon]))
        else { return }
        throw QueryError(
            text, at: atom.range, "another field cannot stand inside '\(name.text):( … )'",
            help: "close the parenthesis before it, or quote it")
    }

    /// One value of a list: an atom, compared or a range where the field has an order.
    mutating func item(_ name: FieldName, after nameRange: Range<Int>?) throws(QueryError) -> ValueItem {
        let start = index
        if name.takesRegexSyntax, scalar(0) == "/", let regex = regexValue() { return regex }
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
        if first.isOpeningQuote { return try quoted() }
        let word = word(endsAtComma: true, stopsAtRange: stopsAtRange)
        return word.text.isEmpty ? nil : word
    }

    /// A run of anything up to white space, a quote, or a parenthesis that it did not open.
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
                // A backslash keeps a quote inside the word: \" is a quote, not the start of a phrase.
                index += 1
            default: if next.isQuote, index > start, !scalars.isQuoteInWord(at: index) { break scan }
            }
            index += 1
        }
        return Atom(text: name(start, index), isQuoted: false, range: bytes(start, index))
    }

    /// A phrase: ASCII quotes close ASCII quotes; typographic ones are closed by any.
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

    /// Where the regular expression that begins here has its last slash and where it ends, if what follows ends a term.
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

    /// `/…/` or `/…/i`; nil, and nothing is read, where none stands here.
    mutating func regex() -> QuerySyntax? {
        guard let (slash, end, ignoresCase) = regexEnd(inValue: false) else { return nil }
        let start = index
        index = end
        return .regex(name(start + 1, slash), ignoresCase: ignoresCase, bytes(start, end))
    }

    private mutating func regexValue() -> ValueItem? {
        guard let (slash, end, ignoresCase) = regexEnd(inValue: true) else { return nil }
        let start = index
        index = end
        return ValueItem(form: .regex(name(start + 1, slash), ignoresCase: ignoresCase), range: bytes(start, end))
    }

    /// `!=` nowhere, and `<` and `>` where nothing is compared, would be text that nobody means.
    private func refuseSigns(_ name: FieldName, compares: Bool) throws(QueryError) {
        guard name != .field(.contains), let first = scalar(0) else { return }
        if first == "!", scalar(1) == "=" {
            var rest = self
            rest.index += 2
            let value = rest.word(endsAtComma: true).text
            throw QueryError(
                text, at: bytes(index, index + 2), "there is no '!=': a '-' before the field negates",
                help: "write -\(name.text):\(QueryText.quoted(value)), or quote the text: \(name.text):\"!=\(value)\"")
        }
        guard !compares, first == "<" || first == ">" else { return }
        var rest = self
        let value = rest.word(endsAtComma: true).text
        let counts: Field? =
            switch name {
            case .field(.keyword): .keywords
            case .field(.heading): .headings
            case .field(.task): .tasks
            case .field(.attachment): .attachments
            default: nil
            }
        let counted = counts.map { "to count, \($0.rawValue):\(value); " } ?? ""
        throw QueryError(
            text, at: bytes(index, rest.index), "'\(name.text):' cannot be compared",
            help: "\(counted)for the text itself quote it: \(name.text):\"\(value)\"")
    }
}
