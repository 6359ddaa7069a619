import SourceText

/// A partly typed query, split before the part of its last term that a suggestion replaces.
package struct PartialQuery: Hashable, Sendable {
    /// The part of the query that is being typed, with its text so far.
    package enum Slot: Hashable, Sendable {
        /// The start of a word, or of the name of a field or property.
        case start(String)
        case keyword(String)
        case saved(String)
        /// The start of a value of a field.
        case value(Field, String)
        /// The start of a value of a field of tasks.
        case task(TaskField, String)
        /// The name of a property, and the start of a value.
        case property(String, String)
    }

    /// What the part of the query finds that contains the last term: tasks in `task:(…)`.
    package let subject: QuerySubject
    /// The text before the last term.
    package var before: String
    /// The hyphens before the last term.
    package var negation: String
    package var slot: Slot
    /// The part of the last term that a suggestion keeps: `keyword:a,`.
    package var keptPrefix: String
    /// The folded values before the last one, without quotes: `a`, `b` in `keyword:a,b,` and `keyword:(a OR b OR `.
    private var otherValues: Set<String> = []
    /// The number of open parentheses before the last term.
    package var openParentheses: Int

    /// Whether the last term is the whole query, so that both have the same hits.
    package var isAlone: Bool {
        before.allSatisfy(\.isWhitespace) && negation.isEmpty && openParentheses == 0 && !keptPrefix.contains(",")
    }

    /// Finds the last term of `text`. Complexity: O(bytes).
    ///
    /// - Parameter subject: what the whole query finds.
    package init(_ text: String, of subject: QuerySubject = .notes) {
        let scan = TermScan(Array(text.unicodeScalars))
        let (subject, isQuery) = scan.subject(of: subject)
        self.subject = subject
        openParentheses = scan.open.count
        before = scan.scalars.text(0..<scan.start)
        var term = scan.scalars.text(scan.start..<scan.scalars.count)
        negation = ""
        while term.hasPrefix("-") {
            negation += "-"
            term.removeFirst()
        }
        if let group = scan.open.last, !group.field.isEmpty, !isQuery {
            (slot, keptPrefix) = (Self.value(group.field, term, of: subject), "")
            otherValues = Self.values(in: scan.scalars.text(min(group.start, scan.start)..<scan.start))
        } else if term.hasPrefix("#") {
            (slot, keptPrefix) = (.keyword(Self.unquoted(term.dropFirst())), "#")
        } else if term.hasPrefix("@") {
            (slot, keptPrefix) = (.saved(Self.unquoted(term.dropFirst())), "@")
        } else if let colon = Self.colon(term) {
            let name = String(term[..<colon])
            let values = term[term.index(after: colon)...]
            let typed = values[Self.lastValue(values)...]
            keptPrefix = String(term[..<typed.startIndex])
            slot = Self.value(name, String(typed), of: subject)
            otherValues = Self.values(in: String(values[..<typed.startIndex]))
        } else {
            (slot, keptPrefix) = (.start(Self.unquoted(term[...])), "")
        }
    }

    /// Whether the query already contains the value that a suggested term adds.
    package func containsValue(of term: String) -> Bool {
        guard !otherValues.isEmpty, term.hasPrefix(keptPrefix) else { return false }
        return otherValues.contains(Self.folded(term.dropFirst(keptPrefix.count)))
    }

    /// Returns the folded values of a list. Commas, spaces or operators separate them.
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

    /// Returns the colon after the name of a field: after `prop."due date"`, not inside a phrase.
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

    /// Returns the start of the last value of a list. A comma in quotes does not separate values.
    private static func lastValue(_ values: Substring) -> String.Index {
        var start = values.startIndex
        var isQuoted = false
        for index in values.indices {
            if values[index] == "\"" { isQuoted.toggle() }
            if values[index] == ",", !isQuoted { start = values.index(after: index) }
        }
        return start
    }

    private static func value(_ name: String, _ typed: String, of subject: QuerySubject) -> Slot {
        let typed = unquoted(typed[...])
        if subject == .tasks, let field = TaskField(named: name) { return .task(field, typed) }
        if let field = Field(named: name) { return .value(field, typed) }
        // `links-to~2:` takes the values of `links-to:`.
        if let field = Field(named: String(name.prefix { $0 != "~" })), field.kind == .note {
            return .value(field, typed)
        }
        var key = name
        if key.lowercased().hasPrefix("prop.") { key.removeFirst(5) }
        return .property(key.filter { $0 != "\"" }, typed)
    }

    /// Removes the quotes around `text`, of which the closing one may be missing.
    private static func unquoted(_ text: Substring) -> String {
        guard let first = text.unicodeScalars.first, first.isQuote else { return String(text) }
        var text = text.dropFirst()
        if text.unicodeScalars.last?.isQuote == true { text.removeLast() }
        return String(text)
    }
}

/// A scan for the start of the last term. Spaces and parentheses in quotes do not separate terms.
private struct TermScan {
    let scalars: [Unicode.Scalar]
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

    /// Returns what the query in the last open parentheses finds, and whether they contain a query rather than values.
    ///
    /// - Parameter subject: what the whole query finds.
    func subject(of subject: QuerySubject) -> (QuerySubject, isQuery: Bool) {
        var subject = subject
        var isQuery = true
        for group in open {
            switch subject {
            case .notes where Field(named: group.field) == .task: (subject, isQuery) = (.tasks, true)
            case .tasks where TaskField(named: group.field) == .note: (subject, isQuery) = (.notes, true)
            case .notes, .tasks: isQuery = false
            }
        }
        return (subject, isQuery)
    }

    private mutating func openParenthesis(at index: Int) {
        let before = scalars.text(start..<index)
        guard before.isEmpty || before == "-" || before.hasSuffix(":") else { return }
        start = index + 1
        open.append((String(before.drop { $0 == "-" }.dropLast()), start))
    }
}
