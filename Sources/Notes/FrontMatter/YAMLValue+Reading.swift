package import SourceText

/// Typed access by the JSON subset of the YAML 1.2 core schema: only plain scalars can be other than text.
extension YAMLValue {
    /// Whether the value is missing, or a plain `null`, `Null`, `NULL` or `~`.
    package var isNull: Bool {
        switch content {
        case .null: true
        case .scalar(let text, .plain): YAMLWord.isNull(text)
        default: false
        }
    }

    /// Whether the value or a nested one could not be parsed.
    package var hasOpaque: Bool {
        switch content {
        case .opaque: true
        case .sequence(let values, _): values.contains { $0.hasOpaque }
        case .mapping(let mapping, _): mapping.entries.contains { $0.value.hasOpaque }
        case .null, .scalar: false
        }
    }

    /// The text of a scalar, with numbers and booleans as written. Nil for null and for other values.
    package var text: String? {
        guard case .scalar(let text, _) = content, !isNull else { return nil }
        return text
    }

    package var style: YAMLStyle? {
        switch content {
        case .scalar(_, let style), .sequence(_, let style), .mapping(_, let style): style
        case .null, .opaque: nil
        }
    }

    private var plainText: String? {
        guard case .scalar(let text, .plain) = content else { return nil }
        return text
    }

    /// Whether the value is null, empty text, an empty mapping, or a list of only such values.
    package var isEmpty: Bool {
        switch content {
        case .null: true
        case .opaque: false
        case .scalar(let text, _): isNull || text.isEmpty
        case .sequence(let values, _): values.allSatisfy(\.isEmpty)
        case .mapping(let mapping, _): mapping.entries.isEmpty
        }
    }

    /// The value of a plain `true` or `false`, in lower case, upper case or capitalized. `yes` and `on` are text.
    package var boolean: Bool? { plainText.flatMap(YAMLWord.boolean) }

    /// A plain decimal number as written, so that no digit is lost: `2`, `-1.50`, `1e6`, `.5`, `+3`, `5.`.
    ///
    /// Hexadecimal and octal numbers and `007` are text.
    package var numeral: String? { plainText.flatMap { DecimalNumber.isValid($0) ? $0 : nil } }

    /// A plain integer that fits in an `Int`.
    package var integer: Int? { numeral.flatMap { Int($0) } }

    /// A plain finite number, which can be written as JSON.
    package var number: Double? {
        guard let value = numeral.flatMap({ Double($0) }), value.isFinite else { return nil }
        return value
    }

    /// The text of a scalar, or the texts of a list's scalars in order. Nested lists, mappings and nulls are skipped.
    package var scalars: [String] {
        guard case .sequence(let values, _) = content else { return text.map { [$0] } ?? [] }
        return values.compactMap(\.text)
    }

    /// The entries of a mapping. Empty for other values.
    package var entries: [YAMLEntry] {
        guard case .mapping(let mapping, _) = content else { return [] }
        return mapping.entries
    }

    /// Returns the value as list entries: the scalars of a list, a non-empty quoted or block scalar, or the parts of a
    /// plain scalar. A plain scalar is split at commas: `a, b` is two entries, `two words` and `[[a, b]]` are one.
    /// Empty parts are omitted.
    ///
    /// - Parameter bytes: the bytes that the value was parsed from.
    package func listEntries(in bytes: [UInt8]) -> [YAMLListEntry] {
        switch content {
        case .null, .mapping, .opaque: return []
        case .sequence(let values, _):
            return values.compactMap { value in
                guard let text = value.text, let style = value.style else { return nil }
                return YAMLListEntry(text: text, range: value.range, style: style)
            }
        case .scalar(let text, let style):
            if isNull || text.isEmpty { return [] }
            if style != .plain { return [YAMLListEntry(text: text, range: range, style: style)] }
            return YAMLValue.commaParts(of: range, in: bytes).map {
                YAMLListEntry(text: YAMLFolding.plainText($0, in: bytes), range: $0, style: .plain)
            }
        }
    }

    /// Returns the values of a declared key: the entries of a list, or a text as it is, whose commas separate nothing.
    package func items(of declaration: PropertyDeclaration, in bytes: [UInt8]) -> [YAMLListEntry] {
        if isNull { return [] }
        if case .list = declaration.type { return listEntries(in: bytes) }
        guard case .scalar(let text, let style) = content else { return listEntries(in: bytes) }
        return [YAMLListEntry(text: text, range: range, style: style)]
    }

    /// Returns the trimmed, non-empty parts of `range` between commas outside `[[…]]`.
    private static func commaParts(of range: Range<Int>, in bytes: [UInt8]) -> [Range<Int>] {
        var parts: [Range<Int>] = []
        var start = range.lowerBound
        var index = start
        func cut(at end: Int) {
            let part = bytes.trimmed(start..<end)
            if !part.isEmpty { parts.append(part) }
            start = end + 1
        }
        while index < range.upperBound {
            if bytes[index] == Byte.comma { cut(at: index) }
            index = YAMLReference.end(at: index, limit: range.upperBound, in: bytes) ?? index + 1
        }
        cut(at: range.upperBound)
        return parts
    }
}
