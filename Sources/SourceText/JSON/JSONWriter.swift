/// Writes JSON (RFC 8259). Keys keep the order in which the caller writes them.
///
/// The caller must write a key before each value of an object. Slashes and non-ASCII characters are not escaped, except
/// for those that a terminal would obey or that would reorder the text on it: control characters, the line separators
/// U+2028 and U+2029, and the signs of bidirectional text.
package struct JSONWriter: Sendable {
    package private(set) var bytes: [UInt8] = []
    private var needsComma = false

    package init() {}

    package var text: String { String(decoding: bytes, as: UTF8.self) }

    package mutating func object(_ body: (inout JSONWriter) throws -> Void) rethrows {
        open(Byte.leftBrace)
        try body(&self)
        close(Byte.rightBrace)
    }

    package mutating func array(_ body: (inout JSONWriter) throws -> Void) rethrows {
        open(Byte.leftBracket)
        try body(&self)
        close(Byte.rightBracket)
    }

    /// Writes an array with an object for each element, whose members `members` writes.
    @inlinable
    package mutating func objects<Element>(
        _ elements: some Sequence<Element>, _ members: (Element, inout JSONWriter) throws -> Void
    ) rethrows {
        try array { json in for element in elements { try json.object { json in try members(element, &json) } } }
    }

    /// Writes a key and an object.
    package mutating func object(_ name: String, _ body: (inout JSONWriter) throws -> Void) rethrows {
        field(name)
        try object(body)
    }

    /// Writes a key and an array with an object for each element.
    @inlinable
    package mutating func objects<Element>(
        _ name: String, of elements: some Sequence<Element>, _ members: (Element, inout JSONWriter) throws -> Void
    ) rethrows {
        field(name)
        try objects(elements, members)
    }

    /// Writes a key that needs no escaping, such as a constant.
    package mutating func field(_ name: String) {
        separate()
        bytes.append(Byte.quote)
        bytes.append(contentsOf: name.utf8)
        bytes.append(Byte.quote)
        bytes.append(Byte.colon)
        bytes.append(Byte.space)
        needsComma = false
    }

    /// Writes a key and its value. Nil is written as null.
    package mutating func field(_ name: String, _ value: String?) {
        field(name)
        string(value)
    }

    package mutating func field(_ name: String, _ value: Int64?) {
        field(name)
        int(value)
    }

    package mutating func field(_ name: String, _ value: Int) {
        field(name)
        int(value)
    }

    package mutating func field(_ name: String, _ value: Bool) {
        field(name)
        bool(value)
    }

    package mutating func field(_ name: String, _ value: Double) {
        field(name)
        number(value)
    }

    /// Writes a key and an array of strings.
    package mutating func field(_ name: String, _ values: some Sequence<String>) {
        field(name)
        array { json in for value in values { json.string(value) } }
    }

    package mutating func key(_ name: String) {
        string(name)
        bytes.append(Byte.colon)
        bytes.append(Byte.space)
        needsComma = false
    }

    /// Writes a string. Without escapes this is one memory copy.
    package mutating func string(_ value: String) {
        separate()
        bytes.append(Byte.quote)
        let text = value.utf8.span
        var start = 0
        var index = 0
        while index < text.count {
            if index <= text.count - 8, !ASCIIBlock.needsEscape(ASCIIBlock.load(text, at: index)) {
                index += 8
                continue
            }
            if Self.isEscaped(text[index]) {
                append(text, start..<index)
                escape(text[index])
                start = index + 1
            } else if text[index] >= 0x80, let (scalar, count) = Self.unsafeScalar(in: text, at: index) {
                append(text, start..<index)
                escape(scalar)
                start = index + count
                index = start
                continue
            }
            index += 1
        }
        // Most strings have no escapes and are copied at once.
        if start == 0 { bytes.append(contentsOf: value.utf8) } else { append(text, start..<text.count) }
        bytes.append(Byte.quote)
    }

    private static func isEscaped(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == Byte.quote || byte == Byte.backslash || byte == 0x7F
    }

    /// Returns the character at `index` with its length in bytes if it is U+0080 to U+009F, U+2028 to U+202E, or U+2066
    /// to U+2069.
    private static func unsafeScalar(in text: Span<UInt8>, at index: Int) -> (scalar: UInt16, count: Int)? {
        guard index + 1 < text.count else { return nil }
        let second = text[index + 1]
        if text[index] == 0xC2, second < 0xA0 { return (UInt16(second), 2) }
        guard text[index] == 0xE2, index + 2 < text.count else { return nil }
        switch (second, text[index + 2]) {
        case (0x80, 0xA8...0xAE), (0x81, 0xA6...0xA9):
            return (0x2000 | UInt16(second & 0x3F) << 6 | UInt16(text[index + 2] & 0x3F), 3)
        default: return nil
        }
    }

    private mutating func append(_ text: Span<UInt8>, _ range: Range<Int>) {
        for index in range { bytes.append(text[index]) }
    }

    private mutating func escape(_ byte: UInt8) {
        switch byte {
        case Byte.quote, Byte.backslash: bytes += [Byte.backslash, byte]
        case Byte.newline: bytes += [Byte.backslash, UInt8(ascii: "n")]
        case Byte.carriageReturn: bytes += [Byte.backslash, UInt8(ascii: "r")]
        case Byte.tab: bytes += [Byte.backslash, UInt8(ascii: "t")]
        default: escape(UInt16(byte))
        }
    }

    private mutating func escape(_ unit: UInt16) {
        let digits = Array("0123456789abcdef".utf8)
        bytes += "\\u".utf8
        for shift in [12, 8, 4, 0] { bytes.append(digits[Int(unit >> UInt16(shift)) & 15]) }
    }

    package mutating func string(_ value: String?) {
        if let value { string(value) } else { null() }
    }

    package mutating func int(_ value: Int64?) {
        guard let value else { return null() }
        raw(String(value))
    }

    package mutating func int(_ value: Int) { raw(String(value)) }

    /// Writes a number, or null for a number that JSON cannot represent (infinity).
    package mutating func number(_ value: Double) {
        guard value.isFinite else { return null() }
        if let whole = Int64(exactly: value), abs(whole) < 1 << 53 { raw(String(whole)) } else { raw("\(value)") }
    }

    /// Writes an array of numbers without spaces, for large data.
    package mutating func numbers(_ values: [Int32]) {
        array { json in
            for (place, value) in values.enumerated() {
                if place > 0 { json.bytes.append(Byte.comma) }
                json.needsComma = false
                json.int(Int(value))
            }
        }
    }

    package mutating func bool(_ value: Bool) { raw(value ? "true" : "false") }

    package mutating func null() { raw("null") }

    /// Writes a value that is already JSON.
    package mutating func raw(_ json: String) {
        separate()
        bytes.append(contentsOf: json.utf8)
    }

    /// Removes and returns the bytes written so far, so that long output need not be kept in memory.
    package mutating func drain() -> [UInt8] {
        defer { bytes.removeAll(keepingCapacity: true) }
        return bytes
    }

    private mutating func separate() {
        if needsComma {
            bytes.append(Byte.comma)
            bytes.append(Byte.space)
        }
        needsComma = true
    }

    private mutating func open(_ byte: UInt8) {
        separate()
        bytes.append(byte)
        needsComma = false
    }

    private mutating func close(_ byte: UInt8) {
        bytes.append(byte)
        needsComma = true
    }
}
