import SourceText

/// A query that is still being typed: what its last term may become.
package struct PartialQuery: Hashable, Sendable {
    package enum Slot: Hashable, Sendable {
        /// A word, a field's name or a property's: what was typed of it.
        case start(String)
        case keyword(String)
        case saved(String)
        /// The value of a token.
        case value(Field, String)
        case property(String, String)
    }

    /// What comes before the last term, as typed.
    package var before: String
    /// `-` where the last term is negated.
    package var negation: String
    package var slot: Slot
    /// What of the last term stays before a completed value: `keyword:a,`.
    package var kept: String
    /// The values that stand beside the last one: `a` and `b` in `keyword:a,b,` and in `keyword:(a OR b OR `. Folded,
    /// without quotes.
    private var otherValues: Set<String> = []
    /// The parentheses that are still open before the last term.
    package var openParentheses: Int

    /// Whether the last term is all there is, so that the query finds what the term does.
    package var isAlone: Bool {
        before.allSatisfy(\.isWhitespace) && negation.isEmpty && openParentheses == 0 && !kept.contains(",")
    }

    /// Finds the last term of `text`.
    ///
    /// Complexity: O(bytes).
    package init(_ text: String) {
        let scan = TermScan(Array(text.unicodeScalars))
        openParentheses = scan.open.count
        before = scan.scalars.text(0..<scan.start)
        var term = scan.scalars.text(scan.start..<scan.scalars.count)
        negation = ""
        while term.hasPrefix("-") {
            negation += "-"
            term.removeFirst()
        }
        if let group = scan.open.last, !group.field.isEmpty {
            (slot, kept) = (Self.value(group.field, term), "")
            otherValues = Self.values(in: scan.scalars.text(min(group.start, scan.start)..<scan.start))
        } else if term.hasPrefix("#") {
            (slot, kept) = (.keyword(Self.unquoted(term.dropFirst())), "#")
        } else if term.hasPrefix("@") {
            (slot, kept) = (.saved(Self.unquoted(term.dropFirst())), "@")
        } else if let colon = Self.colon(term) {
            let name = String(term[..<colon])
            let values = term[term.index(after: colon)...]
            let typed = values[Self.lastValue(values)...]
            kept = String(term[..<typed.startIndex])
            slot = Self.value(name, String(typed))
            otherValues = Self.values(in: String(values[..<typed.startIndex]))
        } else {
            (slot, kept) = (.start(Self.unquoted(term[...])), "")
        }
    }

    /// Whether the value of a term that completes the query stands beside it already.
    package func containsValue(of term: String) -> Bool {
        guard !otherValues.isEmpty, term.hasPrefix(kept) else { return false }
        return otherValues.contains(Self.folded(term.dropFirst(kept.count)))
    }

    /// The values of a list, joined by commas, spaces or operators.
    private static func values(in list: String) -> Set<String> {
        var values: Set<String> = []
        var value = ""
        var isQuoted = false
        for character in list + " " {
            if character == "\"" { isQuoted.toggle() }
            if isQuoted || !(character == "," || character.isWhitespace) {
                value.append(character)
            } else {
                if !value.isEmpty, !["AND", "OR", "NOT"].contains(value) { values.insert(folded(value[...])) }
                value = ""
            }
        }
        return values
    }

    private static func folded(_ value: Substring) -> String { Folding.fold(unquoted(value.drop { $0 == "-" })) }

    /// The colon after a field's name: behind `prop."due date"`, not inside a phrase.
    private static func colon(_ term: String) -> String.Index? {
        var rest = term[...]
        if rest.lowercased().hasPrefix("prop.\"") {
            guard let end = rest.dropFirst(6).firstIndex(of: "\"") else { return nil }
            rest = rest[end...]
        } else if rest.hasPrefix("\"") {
            return nil
        }
        guard let colon = rest.firstIndex(of: ":"), colon != term.startIndex else { return nil }
        return colon
    }

    /// Where the last of several values begins; a comma in quotes is none between them.
    private static func lastValue(_ values: Substring) -> String.Index {
        var start = values.startIndex
        var isQuoted = false
        for index in values.indices {
            if values[index] == "\"" { isQuoted.toggle() }
            if values[index] == ",", !isQuoted { start = values.index(after: index) }
        }
        return start
    }

    private static func value(_ name: String, _ typed: String) -> Slot {
        let typed = unquoted(typed[...])
        if let field = Field(named: name) { return .value(field, typed) }
        var key = name
        if key.lowercased().hasPrefix("prop.") { key.removeFirst(5) }
        return .property(key.filter { $0 != "\"" }, typed)
    }

    /// Without the quote that opens it.
    private static func unquoted(_ text: Substring) -> String {
        guard let first = text.unicodeScalars.first, first.isQuote else { return String(text) }
        var text = text.dropFirst()
        if text.unicodeScalars.last?.isQuote == true { text.removeLast() }
        return String(text)
    }
}

/// A scan for the last term of a partial query, outside of quotes.
private struct TermScan {
    let scalars: [Unicode.Scalar]
    /// The index of the first scalar of the last term.
    private(set) var start = 0
    /// The open parentheses: the field of the values in each (empty if there is none), and the start of these values.
    private(set) var open: [(field: String, start: Int)] = []

    init(_ scalars: [Unicode.Scalar]) {
        self.scalars = scalars
        var isQuoted = false
        var index = 0
        while index < scalars.count {
            let scalar = scalars[index]
            if scalar.isQuote, !scalars.isQuoteInWord(at: index) {
                isQuoted.toggle()
            } else if isQuoted {
                if scalar == "\\" { index += 1 }
            } else if scalar.isQuerySpace {
                start = index + 1
            } else if scalar == "(" {
                openParenthesis(at: index)
            } else if scalar == ")", !open.isEmpty {
                open.removeLast()
                start = index + 1
            }
            index += 1
        }
        start = min(start, scalars.count)
    }

    private mutating func openParenthesis(at index: Int) {
        let before = scalars.text(start..<index)
        if before.isEmpty || before == "-" {
            open.append(("", index + 1))
        } else if before.hasSuffix(":") {
            open.append((String(before.drop { $0 == "-" }.dropLast()), index + 1))
        } else {
            return
        }
        start = index + 1
    }
}
