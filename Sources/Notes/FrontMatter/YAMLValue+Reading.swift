internal import SourceText

/// What a value means, by the YAML 1.2 core schema as far as JSON has it: only plain scalars are anything but text.
extension YAMLValue {
    /// Whether nothing is written, or plainly `null`, `Null`, `NULL` or `~`.
    package var isNull: Bool {
        switch content {
        case .null: true
        case .scalar(let text, .plain): YAMLWord.isNull(text)
        default: false
        }
    }

    /// Whether the value, or one inside it, could not be read.
    package var holdsOpaque: Bool {
        switch content {
        case .opaque: true
        case .sequence(let values, _): values.contains { $0.holdsOpaque }
        case .mapping(let mapping, _): mapping.entries.contains { $0.value.holdsOpaque }
        case .null, .scalar: false
        }
    }

    /// The text of a scalar, numbers and booleans as written; nil for null and for what is no scalar.
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

    /// Plain `true` or `false`, in small letters, in capitals or with a capital first. `yes` and `on` are text.
    package var boolean: Bool? { plainText.flatMap(YAMLWord.boolean) }

    /// A plain decimal number as written, so that no digit is lost: `2`, `-1.50`, `1e6`, `.5`, `+3`, `5.`.
    ///
    /// Hexadecimal, octal and `007` are text.
    package var numeral: String? { plainText.flatMap { YAMLWord.isNumber($0) ? $0 : nil } }

    /// A plain whole number that an `Int` can hold.
    package var integer: Int? { numeral.flatMap { Int($0) } }

    /// A plain number; a finite one, so that it can be written as JSON again.
    package var number: Double? {
        guard let value = numeral.flatMap({ Double($0) }), value.isFinite else { return nil }
        return value
    }

    /// The texts in it: that of a scalar, or those of a list's scalars in order. Lists inside lists, mappings and
    /// nulls give none.
    package var scalars: [String] {
        guard case .sequence(let values, _) = content else { return text.map { [$0] } ?? [] }
        return values.compactMap(\.text)
    }

    /// The entries of a mapping, and none for anything else.
    package var entries: [YAMLEntry] {
        guard case .mapping(let mapping, _) = content else { return [] }
        return mapping.entries
    }

    /// The value under a key, compared as a note's keys are, of a mapping; nil where there is none, and for anything else.
    package subscript(key: String) -> YAMLValue? {
        guard case .mapping(let mapping, _) = content else { return nil }
        return mapping[key]
    }

    /// What the value gives where a list is expected: the scalars of a list, a quoted or block scalar as one entry
    /// unless it is empty, and a plain scalar cut at its commas (`a, b` is two entries, `two words` one, `[[a, b]]` one).
    ///
    /// `bytes` are those the value was read from. Empty parts are left out.
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

    /// The parts of `range` between commas that stand in no `[[…]]`, trimmed, without the empty ones.
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
