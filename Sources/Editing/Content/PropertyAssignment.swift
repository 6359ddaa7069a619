import Notes
import SourceText
import VaultFiles

/// A `KEY=VALUE` argument of `slip set`.
package struct PropertyAssignment: Hashable, Sendable {
    /// The effect of an argument: `KEY=VALUE`, `KEY=`, `KEY+=VALUE` or `KEY-=VALUE`.
    package enum Action: Hashable, Sendable {
        case set(String)
        /// Sets a text, even if it looks like a number. An argument has the text in quotes.
        case text(String)
        /// Sets a number or boolean. No argument has this effect.
        case typed(String)
        /// Sets a list of exactly these entries, which stay text if `areText`. No argument has this effect.
        case list([String], areText: Bool)
        case remove
        case add(String)
        case take(String)

        /// Returns the action that the value in an argument means: no value removes the key, and quotes make a text.
        package static func value(_ written: String) -> Action {
            if written.isEmpty { return .remove }
            return PropertyAssignment.quoted(written).map(Action.text) ?? .set(written)
        }
    }

    package var key: String
    package var action: Action

    package init(key: String, action: Action) {
        self.key = key
        self.action = action
    }

    /// Parses an argument, or returns nil if it has no key and equals sign. A key starts with a letter or `_`, so that
    /// the path `./a=b.md` is not an assignment.
    package init?(_ argument: String) {
        guard let equals = argument.firstIndex(of: "="), equals != argument.startIndex else { return nil }
        var name = argument[..<equals]
        let value = String(argument[argument.index(after: equals)...])
        let sign = name.last
        if sign == "+" || sign == "-" { name.removeLast() }
        guard let first = name.unicodeScalars.first, first.properties.isAlphabetic || first == "_",
            name.unicodeScalars.allSatisfy({ $0 != "/" && $0 != "\n" && $0 != ":" })
        else { return nil }
        key = String(name)
        switch sign {
        case "+": action = .add(value)
        case "-": action = .take(value)
        default: action = .value(value)
        }
    }

    /// Returns the content of a text in double quotes, with `\"` and `\\` unescaped. Nil for any other text, such as
    /// `"one", "two"`.
    fileprivate static func quoted(_ text: String) -> String? {
        guard text.utf8.count >= 2, text.first == "\"", text.last == "\"" else { return nil }
        var content = ""
        var isEscaped = false
        for character in text.dropFirst().dropLast() {
            if isEscaped {
                content += character == "\"" || character == "\\" ? "\(character)" : "\\\(character)"
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else if character == "\"" {
                return nil
            } else {
                content.append(character)
            }
        }
        return isEscaped ? nil : content
    }

    /// Returns the key's canonical name with its other configured names, or for an unknown key the name alone.
    func names(_ rules: NoteRules) -> [String] { wellKnownKey(rules).map { rules.names($0) } ?? [key] }

    func wellKnownKey(_ rules: NoteRules) -> FrontMatterKey? { rules.keys.name(key)?.key }
}

/// The front matter changes that `KEY=VALUE` arguments describe.
struct PropertyAssignments {
    private let rules: NoteRules
    private let force: Bool

    init(_ rules: NoteRules, force: Bool) {
        self.rules = rules
        self.force = force
    }

    /// Returns the change of each assignment. Throws `VaultError` if a value is invalid for its key.
    func changes(_ assignments: [PropertyAssignment]) throws -> [FrontMatterChange] {
        try assignments.map { assignment in
            let names = assignment.names(rules)
            let known = assignment.wellKnownKey(rules)
            switch assignment.action {
            case .remove: return .remove(names).restricted(to: assignment.key)
            case .add(let text):
                try refuseScalar(known, assignment.key)
                return .add(names, entries(text, known), identity: Self.identity(known)).named(assignment.key)
            case .take(let text):
                try refuseScalar(known, assignment.key)
                return .take(names, entries(text, known), identity: Self.identity(known))
            case .text(let text):
                if let known, known.isList {
                    let list = text.isEmpty ? [] : [Self.entry(text, known)]
                    return .set(names, list: list).named(assignment.key)
                }
                return FrontMatterChange.set(names, text, quoting: .text).restricted(to: assignment.key)
            case .typed(let text):
                if known != nil { return try set(names, to: text, known).restricted(to: assignment.key) }
                return .set(names, text, quoting: .typed)
            case .list(let entries, let areText):
                try refuseScalar(known, assignment.key)
                // A new list gets the name that was asked for.
                let identity = FrontMatterKey.identity(assignment.key)
                let others = names.filter { FrontMatterKey.identity($0) != identity }
                return .set(
                    [assignment.key] + others, list: entries.map { Self.entry($0, known) },
                    quoting: areText ? .text : .auto)
            case .set(let text):
                if let known, known.isList { return .set(names, list: entries(text, known)).named(assignment.key) }
                return try set(names, to: text, known).restricted(to: assignment.key)
            }
        }
    }

    /// Returns the help of an error about an unknown status.
    static func statusHelp(_ statuses: [String]) -> String {
        "valid statuses: \(statuses.joined(separator: ", ")); to add one: 'statuses:' in .slipbox/config.yaml"
    }

    private func refuseScalar(_ known: FrontMatterKey?, _ key: String) throws {
        guard let known, !known.isList else { return }
        throw VaultError("'\(key)' holds one value, not a list", help: "to set it: \(key)=VALUE")
    }

    private func set(_ names: [String], to text: String, _ known: FrontMatterKey?) throws -> FrontMatterChange {
        guard let known else { return .set(names, text) }
        var value = text
        switch known {
        case .status:
            if let status = rules.status(text) {
                value = status
            } else if !force {
                let near = Nearest.match(text, among: rules.statuses)
                throw VaultError(
                    "'\(text)' is not a status",
                    help: (near.map { "did you mean '\($0)'? " } ?? "") + Self.statusHelp(rules.statuses)
                        + "; to set it anyway: --force")
            }
        case .favorite:
            try require(
                ["true", "false", "yes", "no", "on", "off"].contains(text.lowercased()), known, text: text,
                expected: "true or false")
        case .order: try require(Int64(text) != nil, known, text: text, expected: "a whole number")
        case .created, .modified:
            try require(
                DateText(text).map { $0.precision >= .day } ?? false, known, text: text,
                expected: "a date such as 2024-03-27 or 2024-03-27T11:48")
        default: break
        }
        return .set(names, value)
    }

    private func require(_ holds: Bool, _ key: FrontMatterKey, text: String, expected: String) throws {
        if holds || force { return }
        throw VaultError("'\(key.rawValue)' must be \(expected), not '\(text)'", help: "to set it anyway: --force")
    }

    /// Returns the list entries of a value. For any other than a known key, the value is one entry. Keywords lose their
    /// `#`, and references get double brackets.
    private func entries(_ text: String, _ known: FrontMatterKey?) -> [String] {
        Self.entries(of: text, separatesAtCommas: known != nil).map { Self.entry($0, known) }
    }

    /// Returns the entries of a value without blanks around them and without quotes. Commas separate them, except in
    /// brackets and quotes.
    static func entries(of text: String, separatesAtCommas: Bool = true) -> [String] {
        var parts: [String] = []
        var part = ""
        var depth = 0
        var isQuoted = false
        for character in text {
            // A comma in quotes does not separate entries.
            if character == "\"", part.allSatisfy({ $0 == " " }) || isQuoted { isQuoted.toggle() }
            if character == "[" { depth += 1 }
            if character == "]" { depth -= 1 }
            if character == ",", depth <= 0, !isQuoted, separatesAtCommas {
                parts.append(part)
                part = ""
            } else {
                part.append(character)
            }
        }
        parts.append(part)
        return parts.map { trimmed($0) }.map { PropertyAssignment.quoted($0) ?? $0 }.filter { !$0.isEmpty }
    }

    /// Returns a list entry as it is written for a known key.
    private static func entry(_ text: String, _ known: FrontMatterKey?) -> String {
        switch known {
        case .keywords: Keyword.normalized(text)
        case .links: reference(text)
        default: text
        }
    }

    private static func trimmed(_ text: String) -> String {
        let bytes = Array(text.utf8)
        return bytes.text(bytes.trimmed(0..<bytes.count))
    }

    static func reference(_ name: String) -> String { name.hasPrefix("[[") ? name : "[[\(name)]]" }

    /// Returns a function that maps list entries which count as the same to the same text. For keywords and links, it
    /// ignores signs (`#`, `[[`), case and diacritics.
    static func identity(_ known: FrontMatterKey?) -> @Sendable (String) -> String {
        switch known {
        case .keywords: { Folding.fold(Keyword.normalized($0)) }
        case .links:
            { entry in
                var text = Substring(entry)
                if text.hasPrefix("[["), text.hasSuffix("]]") { text = text.dropFirst(2).dropLast(2) }
                return Folding.fold(String(text))
            }
        default: { $0 }
        }
    }
}
