import SourceText

/// A reader of other programs' syntax, which is plain text here. Notices and errors show the form to use.
struct ForeignSyntax {
    let context: ResolverContext

    /// Adds a notice for `or`, `and` and `not` between words, and for `NEAR` and `ADJ`, which are operators of notmuch.
    func noticeWordOperators(_ operands: [QuerySyntax]) {
        guard operands.count > 2 else { return }
        var noticed: Set<String> = []
        for index in 1..<operands.count - 1 {
            guard case .word(let word, let range) = operands[index] else { continue }
            let isNear = ["NEAR", "ADJ"].contains { word == $0 || word.hasPrefix($0 + "/") }
            let name = isNear ? "NEAR" : word.lowercased()
            guard ["or", "and", "not", "NEAR"].contains(name) else { continue }
            // `and not` is one operator. The notice is about its `not`.
            let isDouble = name == "not" && index > 1 && isWord(operands[index - 1], "and")
            if name == "and", isWord(operands[index + 1], "not"), index + 2 < operands.count { continue }
            guard noticed.insert(name).inserted else { continue }
            let (left, right) = (operands[index - (isDouble ? 2 : 1)], operands[index + 1])
            context.notices.add(
                range, "'\(word)' is searched as a word", help: help(withOperator: name, between: left, and: right))
        }
    }

    /// Adds a notice for `"two words"~5`, which is a distance in other programs, and `"two words"*`.
    func noticeDistances(_ operands: [QuerySyntax]) {
        for (first, second) in zip(operands, operands.dropFirst()) {
            guard case .phrase(let phrase, let range) = first, case .word(let word, let end) = second,
                range.upperBound == end.lowerBound, word.hasPrefix("~"), word.dropFirst().allSatisfy(\.isNumber)
            else { continue }
            let words = Words.list(phrase).joined(separator: " ")
            context.notices.add(
                range.lowerBound..<end.upperBound, "'\(word)' after a phrase is searched as a word",
                help: "distances are not available; for notes with all the words: \(words)")
        }
    }

    private func help(withOperator name: String, between left: QuerySyntax, and right: QuerySyntax) -> String {
        if name == "NEAR" {
            let words = [left, right].map { (syntax: QuerySyntax) -> [String] in
                switch syntax {
                case .word(let text, _), .phrase(let text, _): Words.list(text)
                default: []
                }
            }
            let phrase = Words.joined(words.flatMap { $0 })
            return words.contains([])
                ? "distances are not available; to match adjacent words, quote them"
                : "to match adjacent words, quote them: \(QueryText.phrase(phrase))"
        }
        let (lead, word) =
            switch name {
            case "or": ("to match any of them", " OR ")
            case "and": ("to match all of them", " ")
            default: ("to exclude", " NOT ")
            }
        let (first, second) = (context.slice(left.range), context.slice(right.range))
        let isShort = first.utf8.count <= 40 && second.utf8.count <= 40
        return (isShort ? context.proposal(first + word + second) : nil).map { "\(lead): \($0)" }
            ?? (word == " " ? "\(lead), omit it" : "\(lead), write it in capitals:\(word.dropLast())")
    }

    private func isWord(_ syntax: QuerySyntax, _ name: String) -> Bool {
        if case .word(let word, _) = syntax { word.lowercased() == name } else { false }
    }

    /// Returns advice for a word in another program's syntax: `to exclude it: -draft` for `!draft`. Nil for any other
    /// word.
    func reading(_ word: String, _ range: Range<Int>) throws -> String? {
        let bytes = Array(word.utf8)
        guard let first = bytes.first, let last = bytes.last else { return nil }
        switch first {
        case UInt8(ascii: "["): return try bracketReading(range)
        case UInt8(ascii: "!") where bytes.count > 1 && bytes[1] != first && !Words.list(word).isEmpty:
            return context.proposal("-\(word.dropFirst())").map { "to exclude it: \($0)" }
        case Byte.plus where bytes.count > 1 && bytes[1].isLetter:
            return "all terms must match: omit the '+'"
        default: break
        }
        if bytes.contains(UInt8(ascii: "|")) {
            let sides = operands(word.split(separator: "|"))
            let query = sides.count > 1 ? context.proposal(sides.joined(separator: " OR ")) : nil
            return query.map { "to match any of them: \($0)" } ?? "to match any of several terms: a OR b"
        }
        if bytes.contains(Byte.ampersand), word.contains("&&") {
            let sides = operands(word.replacing("&&", with: " ").split(separator: " "))
            let query = sides.isEmpty ? nil : context.proposal(sides.joined(separator: " "))
            return "all terms must match: " + (query ?? "omit the '&&'")
        }
        // `word~` and `word~2`.
        let body = last.isDigit ? bytes.dropLast() : bytes[...]
        if body.last == UInt8(ascii: "~"), let letter = body.dropLast().last, letter.isLetter || letter >= 0x80 {
            let stem = String(decoding: body.dropLast(), as: UTF8.self)
            return context.proposal(stem + "*").map { "for words that start with it: \($0)" }
        }
        return nil
    }

    /// Returns the parts of a word as terms: without those that have no word, and with quoted operators.
    private func operands(_ parts: some Sequence<some StringProtocol>) -> [String] {
        parts.map { String($0) }.filter { !Words.list($0).isEmpty }.map {
            ["OR", "AND", "NOT"].contains($0) ? QueryText.phrase($0) : $0
        }
    }

    /// Returns advice to use a field for `[[note]]`, `[key:value]` or `[key]`, or nil for other text. The word at
    /// `range` starts with a bracket. The text may extend beyond it.
    private func bracketReading(_ range: Range<Int>) throws -> String? {
        let rest = context.slice(range.lowerBound..<context.text.utf8.count)
        let isLink = rest.hasPrefix("[[")
        guard let close = rest.firstRange(of: isLink ? "]]" : "]") else { return nil }
        let inner = rest[rest.index(rest.startIndex, offsetBy: isLink ? 2 : 1)..<close.lowerBound]
        guard !inner.isEmpty, inner.utf8.count <= 200 else { return nil }
        if isLink {
            let target = inner.prefix { $0 != "|" && $0 != "#" }
            if target.isEmpty { return nil }
            let query = context.proposal("links-to:\(QueryText.quoted(String(target)))")
            return query.map { "for notes that link to it: \($0)" }
                ?? "for notes with such a link: contains:\(QueryText.phrase("[[\(target)"))"
        }
        let parts = inner.split(separator: ":", maxSplits: 1).map {
            $0.filter { $0 != "\"" }.trimmingSpaces
        }
        guard let name = parts.first, try isKnown(name) else { return nil }
        func advice(_ lead: String, _ query: String) -> String? { context.proposal(query).map { "\(lead): \($0)" } }
        if parts.count == 1 { return advice("for notes with it", "has:\(QueryText.quoted(name))") }
        if parts[1].lowercased() == "null" { return advice("for notes without it", "no:\(QueryText.quoted(name))") }
        let isProperty = Field(named: name) == nil && context.vault.keyNames.name(name) == nil
        let field = Field(named: name) == nil ? QueryText.propertyTerm(name) : "\(name):"
        let values = parts[1].split(separator: " OR ").map { Self.value(String($0).trimmingSpaces, isPart: isProperty) }
        return advice("for the field", field + values.joined(separator: ","))
    }

    /// Returns a value of Obsidian's `[key:value]`: a comparison, or a text.
    ///
    /// - Parameter isPart: whether the text may be a part of the value, as in properties of Obsidian.
    private static func value(_ text: String, isPart: Bool) -> String {
        if let sign = [">=", "<=", ">", "<"].first(where: text.hasPrefix) {
            return sign + QueryText.quoted(String(text.dropFirst(sign.count)).trimmingSpaces)
        }
        let isText = NumberResolver.number(text) == nil && DateText(text) == nil && Words.list(text).count > 0
        if !isPart || !isText || ["true", "false"].contains(text.lowercased()) { return QueryText.quoted(text) }
        return QueryText.quoted(text) == text ? "*\(text)*" : QueryText.phrase("*\(text)*")
    }

    private func isKnown(_ name: String) throws -> Bool {
        if Field(named: name) != nil || context.vault.keyNames.name(name) != nil { return true }
        return try context.vault.isProperty(Folding.fold(name))
    }

    /// Throws an error for `status=draft` if the field exists. Adds a notice for `words>5`, which may be meant as text.
    func refuseAssignment(_ word: String, _ range: Range<Int>) throws {
        let scalars = Array(word.unicodeScalars)
        guard let first = scalars.first, first.properties.isAlphabetic,
            let end = scalars.firstIndex(where: { !$0.isNamePart }), "=!<>".unicodeScalars.contains(scalars[end])
        else { return }
        let name = scalars.text(0..<end)
        let signs = scalars[end...].prefix { "=!<>".unicodeScalars.contains($0) }
        let sign = signs.map(String.init).joined()
        guard ["=", "==", "!=", "<", ">", "<=", ">="].contains(sign), try isKnown(name) else { return }
        let value = scalars.text(signs.endIndex..<scalars.count)
        let written = value.isEmpty ? "…" : QueryText.quoted(value)
        switch sign {
        case "=", "==", "!=":
            let term = context.proposal("\(sign == "!=" ? "-" : "")\(name):\(written)")
            throw context.error(
                range, "a field and its value must be separated by ':'",
                help: (term.map { "write \($0), or quote" } ?? "quote") + " the text: \(QueryText.phrase(word))")
        default:
            let kind = Field(named: name)?.kind ?? .property
            guard kind.compares, kind != .span, let term = context.proposal("\(name):\(sign)\(written)") else { return }
            context.notices.add(range, "'\(word)' is searched as text", help: "to compare: \(term)")
        }
    }
}

extension String {
    fileprivate var trimmingSpaces: String {
        String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}
