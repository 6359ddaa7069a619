internal import SourceText

/// The key at the start of a line.
struct YAMLKey {
    /// The reason why the value of a key outside the subset cannot be parsed.
    enum Fault: Equatable {
        case complex, property(String), merge, badEscape
    }

    let text: String
    let range: Range<Int>

    /// The offset after the colon.
    let valueStart: Int
    let fault: Fault?

    /// Parses the key at `offset`. Returns nil if there is none.
    ///
    /// - Parameter end: the end of the text on the line.
    init?(at offset: Int, end: Int, in bytes: [UInt8]) {
        guard let colon = YAMLKey.colon(from: offset, end: end, in: bytes) else { return nil }
        if colon == offset {
            // Of `? key`, only the text is kept.
            range = bytes.trimmed((offset + 1)..<end)
            text = bytes.text(range)
            valueStart = end
            fault = .complex
            return
        }
        range = bytes.trimmed(offset..<colon)
        valueStart = colon + 1
        if let quoted = YAMLKey.quoted(at: offset, end: end, in: bytes) {
            text = quoted.text
            fault = quoted.badEscape == nil ? nil : .badEscape
            return
        }
        text = bytes.text(range)
        if let property = Self.propertyName(bytes[offset]) {
            fault = .property(property)
        } else {
            fault = text == "<<" ? .merge : nil
        }
    }

    /// Returns the offset of the colon that ends the key at `offset`, or `offset` for a complex key (`? `). Returns nil
    /// if no key starts there: at list entries, comments, brackets, and text without a colon.
    static func colon(from offset: Int, end: Int, in bytes: [UInt8]) -> Int? {
        guard offset < end else { return nil }
        switch bytes[offset] {
        case Byte.hash, Byte.comma, Byte.leftBracket, Byte.rightBracket, Byte.leftBrace, Byte.rightBrace, Byte.bar,
            Byte.greater:
            return nil
        case Byte.hyphen where endsWord(offset + 1, end, bytes: bytes),
            Byte.colon where endsWord(offset + 1, end, bytes: bytes):
            return nil
        case Byte.question where endsWord(offset + 1, end, bytes: bytes):
            return offset
        case Byte.quote, Byte.apostrophe:
            guard let quoted = quoted(at: offset, end: end, in: bytes) else { return nil }
            var index = quoted.end
            while index < end, bytes[index].isBlank { index += 1 }
            return index < end && bytes[index] == Byte.colon && endsWord(index + 1, end, bytes: bytes) ? index : nil
        default:
            for index in offset..<end {
                if bytes[index] == Byte.colon, endsWord(index + 1, end, bytes: bytes) { return index }
                if bytes[index] == Byte.hash, bytes[index - 1].isBlank { return nil }
            }
            return nil
        }
    }

    /// Whether a word ends before `offset`, at a blank or the line end.
    static func endsWord(_ offset: Int, _ end: Int, bytes: [UInt8]) -> Bool { offset >= end || bytes[offset].isBlank }

    private static func quoted(at offset: Int, end: Int, in bytes: [UInt8]) -> YAMLQuoted? {
        guard bytes[offset] == Byte.quote || bytes[offset] == Byte.apostrophe else { return nil }
        return YAMLQuoted(at: offset, limit: end, in: bytes)
    }

    /// Returns the name of the unsupported node property that starts with this byte, if any.
    static func propertyName(_ byte: UInt8) -> String? {
        switch byte {
        case Byte.ampersand: "anchors"
        case Byte.star: "aliases (a value that starts with '*')"
        case Byte.bang: "tags (a value that starts with '!')"
        default: nil
        }
    }
}
