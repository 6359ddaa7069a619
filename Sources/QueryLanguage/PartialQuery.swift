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

    /// Complexity: O(bytes).
    package init(_ text: String) {
        let scalars = Array(text.unicodeScalars)
        var start = scalars.count
        var quotes = 0
        for (index, scalar) in scalars.enumerated() {
            if scalar == "\"" { quotes += 1 }
            if quotes % 2 == 0,
                scalar.isQuerySpace
                    || (scalar == "(" && (index == 0 || scalars[index - 1].isQuerySpace || scalars[index - 1] == "-"))
            {
                start = index + 1
            } else if index == 0 || start > index {
                start = min(start, index)
            }
        }
        if scalars.isEmpty { start = 0 }
        func string(_ range: Range<Int>) -> String {
            var view = String.UnicodeScalarView()
            view.append(contentsOf: scalars[range])
            return String(view)
        }
        before = string(0..<start)
        var term = string(start..<scalars.count)
        negation = ""
        while term.hasPrefix("-") {
            negation += "-"
            term.removeFirst()
        }
        if term.hasPrefix("#") {
            slot = .keyword(String(term.dropFirst()))
            kept = "#"
        } else if term.hasPrefix("@") {
            slot = .saved(String(term.dropFirst()))
            kept = "@"
        } else if let colon = term.firstIndex(of: ":"), colon != term.startIndex, !term.hasPrefix("\"") {
            let name = String(term[..<colon])
            let values = term[term.index(after: colon)...]
            let last = values.lastIndex(of: ",").map { values[values.index(after: $0)...] } ?? values
            var typed = String(last)
            kept = String(term.dropLast(typed.count))
            if typed.hasPrefix("\"") { typed.removeFirst() }
            if let field = Field(named: name) {
                slot = .value(field, typed)
            } else {
                slot = .property(name.lowercased().hasPrefix("prop.") ? String(name.dropFirst(5)) : name, typed)
            }
        } else {
            slot = .start(term.hasPrefix("\"") ? String(term.dropFirst()) : term)
            kept = ""
        }
    }
}
