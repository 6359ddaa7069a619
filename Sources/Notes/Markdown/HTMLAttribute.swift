import SourceText

/// An attribute of an HTML tag: `name`, `name=value`, `name='value'` or `name="value"` (CommonMark 6.6).
struct HTMLAttribute {
    let nameRange: Range<Int>
    /// The bytes of the value, without its quotes. Nil if the attribute has none.
    let value: Range<Int>?
    /// The bytes from the white space before the attribute to its end.
    let range: Range<Int>

    /// Reads the attribute after the white space at `start`. Fails if there is none.
    init?(in text: [UInt8], after start: Int) {
        let first = LinkSyntax.skipWhiteSpace(in: text, from: start)
        guard first > start, first < text.count,
            text[first].isLetter || text[first] == Byte.underscore || text[first] == Byte.colon
        else { return nil }
        var end = first
        while end < text.count, Self.isNamePart(text[end]) { end += 1 }
        nameRange = first..<end
        let equals = LinkSyntax.skipWhiteSpace(in: text, from: end)
        guard equals < text.count, text[equals] == Byte.equals else {
            (value, range) = (nil, start..<end)
            return
        }
        let valueStart = LinkSyntax.skipWhiteSpace(in: text, from: equals + 1)
        guard valueStart < text.count else { return nil }
        let quote = text[valueStart]
        if quote == Byte.quote || quote == Byte.apostrophe {
            guard let close = text[(valueStart + 1)...].firstIndex(of: quote) else { return nil }
            (value, range) = (valueStart + 1..<close, start..<close + 1)
            return
        }
        end = valueStart
        while end < text.count, !text[end].isWhiteSpace, !"\"'=<>`".utf8.contains(text[end]) { end += 1 }
        if end == valueStart { return nil }
        (value, range) = (valueStart..<end, start..<end)
    }

    /// Returns the name in lower case.
    func name(in text: [UInt8]) -> String {
        String(decoding: text[nameRange].lazy.map(\.lowercased), as: UTF8.self)
    }

    private static func isNamePart(_ byte: UInt8) -> Bool {
        byte.isLetter || byte.isDigit || byte == Byte.underscore || byte == Byte.dot || byte == Byte.colon
            || byte == Byte.hyphen
    }
}
