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

    private mutating func declaration(_ entry: YAMLEntry, _ parts: YAMLMapping) -> PropertyDeclaration? {
        var type: PropertyDeclaration.ValueType?
        var item: PropertyDeclaration.ValueType?
        var defaultValue: String?
        var staleAfter: CalendarLength?
        for part in parts.entries {
            switch part.key.lowercased() {
            case "type": type = self.type(part.value, of: entry)
            case "of": item = self.type(part.value, of: entry)
            case "values":
                let values = part.value.listEntries(in: bytes).map(\.text).filter { !$0.isEmpty }
                if values.isEmpty { warn(part.value.range, "'values' of '\(entry.key)' must be a list of words") }
                item = .values(values)
            case "default": defaultValue = part.value.text
            case "stale-after":
                staleAfter = part.value.text.flatMap { CalendarLength($0) }
                if staleAfter == nil {
                    warn(
                        part.value.range, "'stale-after' of '\(entry.key)' must be a length of time",
                        help: "such as 90d")
                }
            default:
                warn(
                    part.keyRange, "unknown key '\(part.key)' of '\(entry.key)'",
                    help: "keys are: type, of, values, default, stale-after")
            }
        }
        switch (type, item) {
        case (nil, nil): warn(entry.keyRange, "'\(entry.key)' has no type", help: "types are: \(Self.types)")
        case (.list?, let item?): type = .list(of: item)
        case (nil, let item?): type = item
        case (_?, nil): break
        case (_?, _?):
            warn(entry.keyRange, "'\(entry.key)' has two types", help: "'of' and 'values' go with  type: list")
            return nil
        }
        if staleAfter != nil, type != .date {
            warn(entry.keyRange, "'stale-after' requires  type: date")
            staleAfter = nil
        }
        return type.map { type in
            var declaration = PropertyDeclaration(entry.key, type, defaultValue: defaultValue)
            declaration.staleAfter = staleAfter
            return declaration
        }
    }

    private mutating func type(_ value: YAMLValue, of entry: YAMLEntry) -> PropertyDeclaration.ValueType? {
        if let type = value.text.flatMap({ PropertyDeclaration.type(named: $0) }) { return type }
        warn(value.range, "'\(value.text ?? "")' is not a type of '\(entry.key)'", help: "types are: \(Self.types)")
        return nil
    }
}
