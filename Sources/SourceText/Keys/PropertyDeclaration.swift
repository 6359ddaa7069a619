/// What a vault says about the values of a front matter key: an entry of `properties:` in its configuration.
package struct PropertyDeclaration: Hashable, Sendable {
    package indirect enum ValueType: Hashable, Sendable {
        case text, date, bool, link
        /// A number, in a range if there is one.
        case number(ClosedRange<Double>?)
        /// A list, each of whose entries has a type.
        case list(of: ValueType)
        /// One of some words, from least to greatest.
        case values([String])
    }

    /// As written in the configuration.
    package var key: String
    package var type: ValueType
    /// The value of notes without the key in queries. Only a new note whose template has the key gets it.
    package var defaultValue: String?
    /// The length of time after a date from which the note is stale (`is:stale`).
    package var staleAfter: CalendarLength?

    package init(_ key: String, _ type: ValueType, defaultValue: String? = nil) {
        self.key = key
        self.type = type
        self.defaultValue = defaultValue
    }

    /// The type of a single value.
    package var itemType: ValueType {
        if case .list(let type) = type { return type }
        return type
    }

    /// The words that a value can be, from least to greatest. Nil for any other type.
    package var values: [String]? {
        if case .values(let values) = itemType { return values }
        return nil
    }

    /// Returns the place of a value among `values`, from 0 for the least. Ignores case and diacritics.
    package func place(of text: String) -> Int? {
        let folded = Folding.fold(text)
        return values?.firstIndex { Folding.fold($0) == folded }
    }

    /// Whether each value is a date.
    package var isDate: Bool { itemType == .date }

    /// Returns the moment that a value means if it is declared as a date: of a month or a year, its first day. Nil for
    /// any other text and type.
    package func moment(of text: String, in calendar: LocalCalendar) -> Moment? {
        isDate ? DateText(extended: text)?.moment(in: calendar) : nil
    }

    /// Returns whether a value has the declared type.
    ///
    /// - Parameter isText: whether it is text in the front matter, such as a number in quotes.
    package func accepts(_ text: String, isText: Bool) -> Bool {
        switch itemType {
        case .text, .list: true
        case .date: DateText(extended: text) != nil
        case .bool: Self.truth(of: text) != nil
        case .link: Self.isLink(text)
        case .number(let range):
            !isText && DecimalNumber.isValid(text) && Double(text).map { range?.contains($0) ?? true } == true
        case .values: place(of: text) != nil
        }
    }

    /// Returns the value nearest to a text that does not have the declared type, or nil if none is near: a declared word,
    /// `true` or `false`, or the nearer end of a range.
    package func nearest(_ text: String) -> String? {
        switch itemType {
        case .values(let values): Nearest.match(text, among: values)
        case .bool: Nearest.match(text, among: ["true", "false"])
        case .number(let range?):
            Double(text).flatMap { number in
                guard number.isFinite, DecimalNumber.isValid(text), !range.contains(number) else { return nil }
                return Self.written(number < range.lowerBound ? range.lowerBound : range.upperBound)
            }
        case .number, .text, .date, .link, .list: nil
        }
    }

    /// Returns what a text means as a truth value, as YAML 1.1 has it, or nil for any other text.
    package static func truth(of text: String) -> Bool? {
        switch text.lowercased() {
        case "true", "yes", "on": true
        case "false", "no", "off": false
        default: nil
        }
    }

    private static func isLink(_ text: String) -> Bool {
        text.hasPrefix("[[") && text.hasSuffix("]]") || text.hasPrefix("[") && text.hasSuffix(")")
            || text.contains("://")
    }

    /// The type in words: `a date`, `a number from 1 to 5`.
    package var description: String { Self.description(type) }

    private static func description(_ type: ValueType) -> String {
        switch type {
        case .text: "text"
        case .date: "a date"
        case .bool: "true or false"
        case .link: "a link such as [[Note]]"
        case .number(let range): range.map { "a number in \(written($0))" } ?? "a number"
        case .list(let type): "a list, each entry \(description(type))"
        case .values(let values): "one of \(values.joined(separator: ", "))"
        }
    }

    /// The type as the configuration writes it: `date`, `1..5`, `list of link`.
    package var name: String { Self.name(type) }

    private static func name(_ type: ValueType) -> String {
        switch type {
        case .text: "text"
        case .date: "date"
        case .bool: "bool"
        case .link: "link"
        case .number(let range): range.map(written) ?? "number"
        case .list(let type): "list of \(name(type))"
        case .values: "values"
        }
    }

    private static func written(_ range: ClosedRange<Double>) -> String {
        "\(written(range.lowerBound))..\(written(range.upperBound))"
    }

    private static func written(_ number: Double) -> String {
        Int64(exactly: number).map { String($0) } ?? "\(number)"
    }

    /// Creates a type from its name: `text number date bool link list`, or a range such as `1..5`.
    package static func type(named name: String) -> ValueType? {
        switch name.lowercased() {
        case "text": return .text
        case "number": return .number(nil)
        case "date": return .date
        case "bool": return .bool
        case "link": return .link
        case "list": return .list(of: .text)
        default:
            let bytes = Array(name.utf8)
            guard
                let dots = bytes.indices.dropLast().first(where: { bytes[$0] == Byte.dot && bytes[$0 + 1] == Byte.dot })
            else { return nil }
            guard let least = number(bytes.text(0..<dots)), let most = number(bytes.text(dots + 2..<bytes.count)),
                least <= most
            else { return nil }
            return .number(least...most)
        }
    }

    /// Creates a type from its name, from `list of` and a name, or from words separated by commas, from the least to the
    /// greatest: `list of link`, `low,medium,high`.
    package static func type(written text: String) -> ValueType? {
        if let type = type(named: text) { return type }
        let words = text.split(separator: " ", maxSplits: 2).map(String.init)
        if words.count == 3, words[0].lowercased() == "list", words[1].lowercased() == "of" {
            guard let item = type(written: words[2]) else { return nil }
            if case .list = item { return nil }
            return .list(of: item)
        }
        guard text.contains(",") else { return nil }
        let values = text.split(separator: ",", omittingEmptySubsequences: false).map { part in
            let bytes = Array(part.utf8)
            return bytes.text(bytes.trimmed(0..<bytes.count))
        }
        let isValid = !values.contains("") && Set(values.map(Folding.fold)).count == values.count
        return isValid ? .values(values) : nil
    }

    private static func number(_ text: String) -> Double? { DecimalNumber.isValid(text) ? Double(text) : nil }
}

/// The declarations of a vault, by key.
package struct PropertyDeclarations: Hashable, Sendable {
    private var byIdentity: [String: PropertyDeclaration] = [:]
    /// In the order of the configuration.
    package private(set) var all: [PropertyDeclaration] = []

    package init() {}

    package var isEmpty: Bool { all.isEmpty }

    /// The declaration of a key in any spelling.
    package subscript(_ key: String) -> PropertyDeclaration? {
        byIdentity.isEmpty ? nil : byIdentity[FrontMatterKey.identity(key)]
    }

    /// Adds a declaration. Returns false if the key is declared already.
    package mutating func add(_ declaration: PropertyDeclaration) -> Bool {
        let identity = FrontMatterKey.identity(declaration.key)
        guard byIdentity.updateValue(declaration, forKey: identity) == nil else { return false }
        all.append(declaration)
        return true
    }
}
