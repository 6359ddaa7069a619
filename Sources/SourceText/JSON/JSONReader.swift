/// Parses JSON. The text may come from damaged files, so all input is validated.
struct JSONReader {
    private static let maximumDepth = 500

    private let bytes: [UInt8]
    private(set) var offset = 0
    private let recordsStrings: Bool
    /// The strings that were parsed, with their quotes, if they are recorded.
    private(set) var strings: [Range<Int>] = []

    init(_ bytes: [UInt8], from start: Int = 0, recordsStrings: Bool = false) {
        self.bytes = bytes
        offset = start
        self.recordsStrings = recordsStrings
    }

    /// Parses one character of a string, or an escape. Returns its UTF-8.
    mutating func character() -> [UInt8]? {
        guard let byte = next else { return nil }
        offset += 1
        if byte != Byte.backslash { return [byte] }
        return escape().flatMap { UTF8.encode($0) }.map { Array($0) }
    }

    /// Parses the whole text as one value.
    mutating func whole() -> JSONValue? {
        guard let value = value(depth: 0) else { return nil }
        skipBlanks()
        return offset == bytes.count ? value : nil
    }

    private var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    private mutating func skipBlanks() {
        while let byte = next, byte == Byte.space || byte == Byte.tab || byte.isLineEnd { offset += 1 }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        skipBlanks()
        guard next == byte else { return false }
        offset += 1
        return true
    }

    private mutating func value(depth: Int) -> JSONValue? {
        if depth > Self.maximumDepth { return nil }
        skipBlanks()
        switch next {
        case Byte.quote: return string().map { .string($0) }
        case Byte.leftBrace: return object(depth)
        case Byte.leftBracket: return array(depth)
        default: return word()
        }
    }

    private mutating func object(_ depth: Int) -> JSONValue? {
        offset += 1
        var members: [JSONValue.Member] = []
        if take(Byte.rightBrace) { return .object([]) }
        repeat {
            skipBlanks()
            guard next == Byte.quote, let name = string(), take(Byte.colon), let value = value(depth: depth + 1)
            else { return nil }
            members.append(JSONValue.Member(name: name, value: value))
        } while take(Byte.comma)
        return take(Byte.rightBrace) ? .object(members) : nil
    }

    private mutating func array(_ depth: Int) -> JSONValue? {
        offset += 1
        var values: [JSONValue] = []
        if take(Byte.rightBracket) { return .array([]) }
        repeat {
            guard let value = value(depth: depth + 1) else { return nil }
            values.append(value)
        } while take(Byte.comma)
        return take(Byte.rightBracket) ? .array(values) : nil
    }

    /// Parses `true`, `false`, `null` or a number.
    private mutating func word() -> JSONValue? {
        let start = offset
        while let byte = next, byte.isDigit || byte.isLetter || "+-.".utf8.contains(byte) { offset += 1 }
        switch bytes.text(start..<offset) {
        case "true": return .bool(true)
        case "false": return .bool(false)
        case "null": return .null
        case let text: return Self.isNumber(text.utf8[...]) ? .number(text) : nil
        }
    }

    /// Whether a text is a number (RFC 8259, section 6).
    private static func isNumber(_ text: Substring.UTF8View) -> Bool {
        var rest = text
        func digits() -> Int {
            let count = rest.prefix { $0.isDigit }.count
            rest = rest.dropFirst(count)
            return count
        }
        if rest.first == Byte.hyphen { rest = rest.dropFirst() }
        let startsWithZero = rest.first == UInt8(ascii: "0")
        let whole = digits()
        if whole == 0 || startsWithZero && whole > 1 { return false }
        if rest.first == Byte.dot {
            rest = rest.dropFirst()
            if digits() == 0 { return false }
        }
        if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
            rest = rest.dropFirst()
            if rest.first == Byte.plus || rest.first == Byte.hyphen { rest = rest.dropFirst() }
            if digits() == 0 { return false }
        }
        return rest.isEmpty
    }

    private mutating func string() -> String? {
        let first = offset
        offset += 1
        var text: [UInt8] = []
        var start = offset
        while let byte = next {
            if byte < Byte.space { return nil }
            if byte != Byte.quote, byte != Byte.backslash {
                offset += 1
                continue
            }
            let run = bytes[start..<offset]
            offset += 1
            if byte == Byte.quote {
                if recordsStrings { strings.append(first..<offset) }
                // Most strings have no escapes and are read at once.
                return text.isEmpty
                    ? String(validating: run, as: UTF8.self) : String(validating: text + run, as: UTF8.self)
            }
            text += run
            guard let scalar = escape() else { return nil }
            text += UTF8.encode(scalar).map { Array($0) } ?? []
            start = offset
        }
        return nil
    }

    private mutating func escape() -> Unicode.Scalar? {
        guard let byte = next else { return nil }
        offset += 1
        switch byte {
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "u"):
            guard let unit = unit() else { return nil }
            guard (0xD800..<0xE000).contains(unit) else { return Unicode.Scalar(unit) }
            // An unpaired surrogate is read as U+FFFD, and the text after it is kept.
            let start = offset
            guard unit < 0xDC00, next == Byte.backslash, offset + 1 < bytes.count,
                bytes[offset + 1] == UInt8(ascii: "u")
            else { return "\u{FFFD}" }
            offset += 2
            guard let low = self.unit(), (0xDC00..<0xE000).contains(low) else {
                offset = start
                return "\u{FFFD}"
            }
            return Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
        default: return [Byte.quote, Byte.backslash, Byte.slash].contains(byte) ? Unicode.Scalar(byte) : nil
        }
    }

    /// Parses four hexadecimal digits.
    private mutating func unit() -> UInt32? {
        guard offset + 4 <= bytes.count else { return nil }
        let text = bytes.text(offset..<offset + 4)
        offset += 4
        return text.utf8.allSatisfy { $0.isDigit || $0.isLetter } ? UInt32(text, radix: 16) : nil
    }
}
