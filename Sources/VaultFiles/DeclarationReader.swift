import Notes
import SourceText

/// Reads `properties:` of the configuration.
struct DeclarationReader {
    private(set) var declarations = PropertyDeclarations()
    private(set) var problems: [Diagnostic] = []
    private let bytes: [UInt8]
    private let names: KeyNames

    private static let types = "text, number, date, bool, link, list, a range such as 1..5, or values"

    /// - Parameters:
    ///   - bytes: the text of the configuration.
    ///   - names: the names of known keys, which cannot be declared.
    init(_ value: YAMLValue, in bytes: [UInt8], _ names: KeyNames) {
        self.bytes = bytes
        self.names = names
        guard case .mapping(let mapping, _) = value.content else {
            warn(value.range, "'properties' must map keys to types", help: "such as  due: date")
            return
        }
        for entry in mapping.entries { read(entry) }
    }

    private mutating func warn(_ range: Range<Int>, _ message: String, help: String? = nil) {
        problems.append(Diagnostic(.config, at: range, message, help: help))
    }

    private mutating func read(_ entry: YAMLEntry) {
        if let known = names.name(entry.key)?.key {
            return warn(entry.keyRange, "'\(entry.key)' is the built-in key \(known.rawValue), whose type is fixed")
        }
        var declaration: PropertyDeclaration
        if case .mapping(let parts, _) = entry.value.content {
            guard let read = self.declaration(entry, parts) else { return }
            declaration = read
        } else {
            guard let type = type(entry.value, of: entry) else { return }
            declaration = PropertyDeclaration(entry.key, type)
        }
        if let value = declaration.defaultValue, !declaration.accepts(value, isText: false) {
            warn(entry.keyRange, "the default of '\(entry.key)' must be \(declaration.description), not '\(value)'")
            declaration.defaultValue = nil
        }
        if !declarations.add(declaration) { warn(entry.keyRange, "'\(entry.key)' is declared twice") }
    }

    /// The members of a declaration.
    private struct Members {
        var type: PropertyDeclaration.ValueType?
        var of: PropertyDeclaration.ValueType?
        var values: PropertyDeclaration.ValueType?
        /// Whether `type: values` says that there must be words.
        var needsValues = false
        var defaultValue: String?
        var staleAfter: CalendarLength?
    }

    private mutating func declaration(_ entry: YAMLEntry, _ parts: YAMLMapping) -> PropertyDeclaration? {
        var members = Members()
        for part in parts.entries { read(part, of: entry, into: &members) }
        guard let type = type(members, of: entry) else { return nil }
        var declaration = PropertyDeclaration(entry.key, type, defaultValue: members.defaultValue)
        if members.staleAfter != nil, type != .date {
            warn(entry.keyRange, "'stale-after' requires  type: date")
        } else {
            declaration.staleAfter = members.staleAfter
        }
        return declaration
    }

    private mutating func read(_ part: YAMLEntry, of entry: YAMLEntry, into members: inout Members) {
        switch part.key.lowercased() {
        case "type" where part.value.text?.lowercased() == "values": members.needsValues = true
        case "type": members.type = type(part.value, of: entry)
        case "of":
            members.of = type(part.value, of: entry)
            if case .list? = members.of {
                warn(part.value.range, "'of' of '\(entry.key)' cannot be a list", help: "lists hold single values")
                members.of = nil
            }
        case "values": members.values = values(part.value, of: entry)
        case "default":
            members.defaultValue = part.value.text
            if members.defaultValue == nil, !part.value.isNull {
                warn(part.value.range, "the default of '\(entry.key)' must be a single value")
            }
        case "stale-after":
            members.staleAfter = part.value.text.flatMap { CalendarLength($0) }
            if members.staleAfter == nil {
                warn(
                    part.value.range, "'stale-after' of '\(entry.key)' must be a length of time", help: "such as 90d")
            }
        default:
            warn(
                part.keyRange, "unknown key '\(part.key)' of '\(entry.key)'",
                help: "keys are: type, of, values, default, stale-after")
        }
    }

    /// Returns the type that the members of a declaration say. Warns and returns nil if they contradict each other.
    private mutating func type(_ members: Members, of entry: YAMLEntry) -> PropertyDeclaration.ValueType? {
        if members.of != nil, members.values != nil {
            warn(
                entry.keyRange, "'\(entry.key)' has both 'of' and 'values'",
                help: "'values' are the type of the entries")
            return nil
        }
        if members.needsValues, members.values == nil || members.type != nil {
            warn(
                entry.keyRange, "'\(entry.key)' has the type values, but no 'values'",
                help: "such as  values: [low, high]")
            return nil
        }
        switch (members.type, members.of ?? members.values) {
        case (.list?, let item?): return .list(of: item)
        case (nil, let item?): return item
        case (let type?, nil): return type
        case (nil, nil): warn(entry.keyRange, "'\(entry.key)' has no type", help: "types are: \(Self.types)")
        case (_?, _?):
            warn(entry.keyRange, "'\(entry.key)' has two types", help: "'of' and 'values' go with  type: list")
        }
        return nil
    }

    /// Reads the words of `values:`, from the least to the greatest. Returns nil if there are none.
    private mutating func values(_ value: YAMLValue, of entry: YAMLEntry) -> PropertyDeclaration.ValueType? {
        let entries = value.listEntries(in: bytes)
        var words: [String] = []
        for word in entries {
            if words.contains(where: { Folding.fold($0) == Folding.fold(word.text) }) {
                warn(word.range, "'values' of '\(entry.key)' has '\(word.text)' twice", help: "the case does not count")
            } else if !word.text.isEmpty {
                words.append(word.text)
            }
        }
        if case .sequence(let all, _) = value.content, all.count > entries.count {
            warn(value.range, "'values' of '\(entry.key)' must be words, without lists and empty entries")
        }
        if words.isEmpty { warn(value.range, "'values' of '\(entry.key)' must be a list of words") }
        return words.isEmpty ? nil : .values(words)
    }

    private mutating func type(_ value: YAMLValue, of entry: YAMLEntry) -> PropertyDeclaration.ValueType? {
        if let type = value.text.flatMap({ PropertyDeclaration.type(named: $0) }) { return type }
        warn(value.range, "'\(value.text ?? "")' is not a type of '\(entry.key)'", help: "types are: \(Self.types)")
        return nil
    }
}
