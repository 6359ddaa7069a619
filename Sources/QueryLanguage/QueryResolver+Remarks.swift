import SourceText

/// What looks like another program's syntax and is plain text here: a remark, or an error, shows the other reading.
extension QueryResolver {
    /// `or`, `and` and `not` between words are words, and so are `NEAR` and `ADJ`, which notmuch has; one remark for each
    /// of them.
    mutating func remarkOnSmallOperators(_ parts: [QuerySyntax]) {
        guard parts.count > 2 else { return }
        var seen: Set<String> = []
        for index in 1..<parts.count - 1 {
            guard case .word(let word, let range) = parts[index] else { continue }
            let isNear = ["NEAR", "ADJ"].contains { word == $0 || word.hasPrefix($0 + "/") }
            let small = isNear ? "NEAR" : word.lowercased()
            guard ["or", "and", "not", "NEAR"].contains(small) else { continue }
            // `and not` is one operator, of which `not` is told.
            let isDouble = small == "not" && index > 1 && isWord(parts[index - 1], "and")
            if small == "and", isWord(parts[index + 1], "not"), index + 2 < parts.count { continue }
            guard seen.insert(small).inserted else { continue }
            let (left, right) = (short(parts[index - (isDouble ? 2 : 1)]), short(parts[index + 1]))
            let help =
                switch small {
                case "or": "either of them: \(left) OR \(right)"
                case "and": "terms side by side all have to hold: \(left) \(right)"
                case "NEAR": "words that follow each other stand in quotes: \"\(left) \(right)\""
                default: "to exclude: \(left) NOT \(right)"
                }
            remarks.append(
                Diagnostic(.query, at: range, "'\(word)' is searched as a word", help: help, severity: .note))
        }
    }

    private func isWord(_ syntax: QuerySyntax, _ wanted: String) -> Bool {
        if case .word(let word, _) = syntax { word.lowercased() == wanted } else { false }
    }

    private func short(_ syntax: QuerySyntax) -> String {
        let text = slice(syntax.range)
        return text.utf8.count <= 40 ? text : "…"
    }

    /// How a word would be written that looks like another program's syntax; nil for any other.
    func foreignReading(_ word: String, _ range: Range<Int>) throws -> String? {
        let bytes = Array(word.utf8)
        guard let first = bytes.first, let last = bytes.last else { return nil }
        switch first {
        case UInt8(ascii: "["): return try bracketReading(range)
        case UInt8(ascii: "!") where bytes.count > 1 && bytes[1] != first && !Words.list(word).isEmpty:
            return "to exclude it: -\(word.dropFirst())"
        case Byte.plus where bytes.count > 1 && bytes[1].isLetter:
            return "every term has to hold: leave out the '+'"
        default: break
        }
        if word.contains("|") {
            let sides = word.split(separator: "|").map(String.init)
            if sides.isEmpty { return "for either of two terms: a OR b" }
            if sides.count > 1 { return "for either of them: \(sides.joined(separator: " OR "))" }
            return "for either of two terms: a OR b"
        }
        if word.contains("&&") {
            let sides = word.replacing("&&", with: " ").split(separator: " ").map(String.init)
            return "terms side by side all have to hold" + (sides.isEmpty ? "" : ": \(sides.joined(separator: " "))")
        }
        // `word~` and `word~2`.
        let body = last.isDigit ? bytes.dropLast() : bytes[...]
        if body.last == UInt8(ascii: "~"), let letter = body.dropLast().last, letter.isLetter || letter >= 0x80 {
            let stem = String(decoding: body.dropLast(), as: UTF8.self)
            return "for words that begin so: \(stem)*"
        }
        return nil
    }

    /// `[[note]]`, `[key:value]` and `[key]` as fields; the word at `range` starts with a bracket.
    private func bracketReading(_ range: Range<Int>) throws -> String? {
        let rest = slice(range.lowerBound..<text.utf8.count)
        let isLink = rest.hasPrefix("[[")
        guard let close = rest.firstRange(of: isLink ? "]]" : "]") else { return nil }
        let inner = rest[rest.index(rest.startIndex, offsetBy: isLink ? 2 : 1)..<close.lowerBound]
        guard !inner.isEmpty, inner.utf8.count <= 200 else { return nil }
        if isLink {
            let target = inner.prefix { $0 != "|" && $0 != "#" }
            return target.isEmpty ? nil : "for notes that link there: links-to:\(quoted(String(target)))"
        }
        let parts = inner.split(separator: ":", maxSplits: 1).map {
            $0.filter { $0 != "\"" }.trimmingSpaces
        }
        guard let name = parts.first, try isKnown(name) else { return nil }
        if parts.count == 1 { return "for notes that have it: has:\(quoted(name))" }
        if parts[1].lowercased() == "null" { return "for notes without it: no:\(quoted(name))" }
        return "for the field: \(name):\(quoted(parts[1]))"
    }

    private func isKnown(_ name: String) throws -> Bool {
        if Field(named: name) != nil || context.keyNames.name(name) != nil { return true }
        return try context.isProperty(Folding.fold(name))
    }

    /// `status=draft` is a word nobody looks for, where there is such a field; `words>5` may be one.
    mutating func refuseAssignment(_ word: String, _ range: Range<Int>) throws {
        let scalars = Array(word.unicodeScalars)
        guard let first = scalars.first, first.properties.isAlphabetic,
            let end = scalars.firstIndex(where: { !$0.isNamePart }), "=!<>".unicodeScalars.contains(scalars[end])
        else { return }
        func string(_ range: Range<Int>) -> String {
            var view = String.UnicodeScalarView()
            view.append(contentsOf: scalars[range])
            return String(view)
        }
        let name = string(0..<end)
        let signs = scalars[end...].prefix { "=!<>".unicodeScalars.contains($0) }
        let sign = signs.map(String.init).joined()
        guard ["=", "==", "!=", "<", ">", "<=", ">="].contains(sign), try isKnown(name) else { return }
        let value = string(signs.endIndex..<scalars.count)
        let written = value.isEmpty ? "…" : quoted(value)
        switch sign {
        case "=", "==", "!=":
            throw error(
                range, "a field and its value are joined by ':'",
                help: "write \(sign == "!=" ? "-" : "")\(name):\(written), or quote the text: \(quoted(word))")
        default:
            let kind = Field(named: name)?.kind ?? .property
            guard kind.compares, kind != .span else { return }
            remarks.append(
                Diagnostic(
                    .query, at: range, "'\(word)' is searched as text", help: "to compare: \(name):\(sign)\(written)",
                    severity: .note))
        }
    }
}

extension String {
    fileprivate var trimmingSpaces: String {
        String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}
