internal import SourceText

/// A property in the text of a note: `key:: value` at the start of a line or list item, `[key:: value]` or
/// `(key:: value)`.
package struct InlineField: Sendable {
    /// The key as written.
    package let key: String
    package let keyRange: Range<Int>
    /// A text, which is quoted if it is in double quotes, or a missing value.
    package let value: YAMLValue
    /// The bytes of the field with its brackets, or up to the end of the value.
    package let range: Range<Int>

    /// The field as an entry of front matter.
    package var entry: YAMLEntry { YAMLEntry(key: key, keyRange: keyRange, value: value, lines: range) }

    /// Whether a text can be the key of a field: it starts with a letter or `_`, and has only letters, digits, spaces,
    /// `-` and `_`.
    package static func isKey(_ text: String) -> Bool {
        let scalars = text.unicodeScalars
        guard let first = scalars.first, isKeyStart(first), text.utf8.count <= longestKey, text.last != " " else {
            return false
        }
        return scalars.allSatisfy(isKeyPart)
    }

    /// A limit in bytes, so that long lines take linear time.
    static let longestKey = 100

    static func isKeyStart(_ scalar: Unicode.Scalar) -> Bool { scalar == "_" || scalar.properties.isAlphabetic }

    static func isKeyPart(_ scalar: Unicode.Scalar) -> Bool {
        scalar == " " || scalar == "-" || isKeyStart(scalar) || scalar.properties.numericType != nil
            || scalar.properties.generalCategory == .nonspacingMark
    }

    /// Returns a text as the value of a field, or nil if no field can have it: it has line ends, or both quotes and a
    /// reason to be quoted.
    ///
    /// - Parameter style: the style of the present value, whose quotes stay.
    package static func written(
        _ text: String, quoting: FrontMatterChange.Quoting = .auto, style: YAMLStyle? = nil
    ) -> String? {
        if text.contains(where: \.isNewline) { return nil }
        let isTyped = DecimalNumber.isValid(text) || YAMLWord.boolean(text) != nil
        let mustQuote =
            YAMLWord.isNull(text) || text.first == " " || text.last == " " || text.contains("\t")
            || quoting == .text && isTyped || text.utf8.count > 1 && text.hasPrefix("\"") && text.hasSuffix("\"")
        guard mustQuote || style == .double && quoting != .typed else { return text }
        let hasQuote = text.contains { $0 == "\"" || $0 == "\\" }
        return hasQuote ? (mustQuote ? nil : text) : "\"\(text)\""
    }

    /// Returns the bytes of a value as a value.
    static func value(_ range: Range<Int>, in bytes: [UInt8]) -> YAMLValue {
        if range.isEmpty { return YAMLValue(.null, range) }
        let inner = range.lowerBound + 1..<max(range.lowerBound + 1, range.upperBound - 1)
        if range.count > 1, bytes[range.lowerBound] == Byte.quote, bytes[range.upperBound - 1] == Byte.quote,
            !bytes[inner].contains(where: { $0 == Byte.quote || $0 == Byte.backslash })
        {
            return YAMLValue(.scalar(bytes.text(inner), .double), range)
        }
        return YAMLValue(.scalar(bytes.text(range), .plain), range)
    }
}
