import SourceText

/// Functions that write or edit the text of queries.
package enum QueryText {
    /// Returns `text` as one atom, in quotes if it needs them.
    package static func quoted(_ text: String) -> String {
        // The parser reads scalars. As characters, a sign and a combining mark after it are one.
        let scalars = text.unicodeScalars
        let isPlain =
            !text.isEmpty
            && !zip(text.utf8, text.utf8.dropFirst()).contains { $0 == Byte.dot && $1 == Byte.dot }
            && !["OR", "AND", "NOT"].contains(text)
            && !"-/!".unicodeScalars.contains { $0 == scalars.first }
            && scalars.allSatisfy {
                !$0.isQuerySpace && !$0.isQuote && !"(),<>=*?\\".unicodeScalars.contains($0)
            }
        return isPlain ? text : phrase(text)
    }

    /// Returns `text` as one atom in quotes.
    package static func phrase(_ text: String) -> String {
        var quoted = String.UnicodeScalarView("\"".unicodeScalars)
        for scalar in text.unicodeScalars {
            if scalar == "\\" || scalar == "\"" { quoted.append("\\") }
            quoted.append(scalar)
        }
        quoted.append("\"")
        return String(quoted)
    }

    /// Returns `text` as a value that matches only itself: with escaped pattern signs, and quoted if it needs quotes.
    package static func value(_ text: String) -> String {
        var literal = ""
        for scalar in text.unicodeScalars {
            if scalar == "*" || scalar == "?" || scalar == "\\" { literal += "\\" }
            literal.unicodeScalars.append(scalar)
        }
        return quoted(literal)
    }

    /// Returns the start of a term for a property: `priority:`, or `prop.` and the name if `name:` is not a property.
    package static func propertyTerm(_ name: String) -> String {
        if !name.unicodeScalars.allSatisfy(\.isNamePart) || name.unicodeScalars.first?.properties.isAlphabetic != true {
            return "prop.\(phrase(name)):"
        }
        return Field(named: name) == nil ? "\(name):" : "prop.\(name):"
    }

    /// Joins the arguments of a command line into one query.
    ///
    /// The shell removes quotes. If one of several arguments is `field:value` followed by plain words, it is read as
    /// `field:"value and words"`, and a notice reports it.
    package static func joined(_ arguments: [String]) -> (query: String, notices: [String]) {
        if arguments.count < 2 { return (arguments.first ?? "", []) }
        var notices: [String] = []
        let parts = arguments.map { argument in
            guard let repaired = repaired(argument) else { return argument }
            notices.append("'\(argument)' is read as \(repaired)")
            return repaired
        }
        return (parts.joined(separator: " "), notices)
    }

    private static func repaired(_ argument: String) -> String? {
        let words = argument.split(separator: " ", omittingEmptySubsequences: true)
        guard words.count > 1, argument.first != " ", let colon = words[0].firstIndex(of: ":"),
            !argument.contains("\""), !argument.contains("(")
        else { return nil }
        var name = words[0][..<colon]
        if name.hasPrefix("-") { name.removeFirst() }
        let value = words[0][words[0].index(after: colon)...]
        guard let first = name.unicodeScalars.first, first.properties.isAlphabetic,
            name.unicodeScalars.allSatisfy(\.isNamePart), let start = value.first, !"/:\\<>=,".contains(start)
        else { return nil }
        let isPlain = words.dropFirst().allSatisfy { word in
            !word.contains(":") && !["OR", "AND", "NOT"].contains(word) && !"-#@/".contains(word.first ?? "-")
        }
        if !isPlain { return nil }
        let rest = argument.dropFirst(words[0].count - value.count)
        return "\(words[0][...colon])\(quoted(String(rest)))"
    }
}
