internal import SourceText

/// A quoted scalar, parsed from its opening quote (YAML 1.2.2, section 7.3).
struct YAMLQuoted {
    let text: String

    /// The offset after the closing quote.
    let end: Int

    /// The first invalid escape, if any. `text` is then unreliable.
    let badEscape: Range<Int>?

    /// Parses the scalar and folds its lines. Returns nil if the quote at `start` is not closed before `limit`.
    init?(at start: Int, limit: Int, in bytes: [UInt8]) {
        let mark = bytes[start]
        var text: [UInt8] = []
        var badEscape: Range<Int>?
        // Blanks before a line end are dropped unless they come from an escape.
        var kept = 0
        var index = start + 1
        while index < limit {
            let byte = bytes[index]
            if byte == mark {
                if mark == Byte.apostrophe, index + 1 < limit, bytes[index + 1] == mark {
                    text.append(mark)
                    index += 2
                    continue
                }
                self.text = String(decoding: text, as: UTF8.self)
                self.end = index + 1
                self.badEscape = badEscape
                return
            }
            if YAMLFolding.isBreak(at: index, limit: limit, in: bytes) {
                while text.count > kept, let last = text.last, last.isBlank { text.removeLast() }
                YAMLFolding.fold(YAMLFolding.skipBreak(&index, limit: limit, in: bytes), into: &text)
                kept = text.count
            } else if byte == Byte.backslash, mark == Byte.quote {
                let escape = index
                if !YAMLQuoted.unescape(&index, limit: limit, in: bytes, into: &text) {
                    badEscape = badEscape ?? escape..<min(escape + 2, limit)
                }
                kept = text.count
            } else {
                text.append(byte)
                index += 1
            }
        }
        return nil
    }

    /// Parses the scalar at `start` as a value. If it is not closed or has an invalid escape, reports that and returns
    /// nil.
    static func value(at start: Int, limit: Int, in bytes: [UInt8], _ faults: inout YAMLFaults) -> YAMLValue? {
        guard let quoted = YAMLQuoted(at: start, limit: limit, in: bytes) else {
            faults.report(start..<(start + 1), "the quote opened here is never closed")
            return nil
        }
        if let range = quoted.badEscape {
            faults.report(
                range, "'\(bytes.text(range))' is not a valid escape in YAML",
                help: "write '\\\\' for a backslash")
            return nil
        }
        let style = bytes[start] == Byte.quote ? YAMLStyle.double : .single
        return YAMLValue(.scalar(quoted.text, style), start..<quoted.end)
    }

    /// Parses the escape whose backslash is at `index`. Returns false if the escape is invalid.
    private static func unescape(_ index: inout Int, limit: Int, in bytes: [UInt8], into text: inout [UInt8]) -> Bool {
        index += 1
        guard index < limit else { return false }
        if YAMLFolding.isBreak(at: index, limit: limit, in: bytes) {
            let blankLines = YAMLFolding.skipBreak(&index, limit: limit, in: bytes)
            text.append(contentsOf: repeatElement(Byte.newline, count: blankLines))
            return true
        }
        let letter = bytes[index]
        index += 1
        if let digits = digits[letter] {
            guard var value = hexadecimal(&index, digits: digits, limit: limit, in: bytes) else { return false }
            // JSON writes scalars above U+FFFF as two escapes, and YAML 1.2 aims to accept all JSON.
            if digits == 4, value & 0xFC00 == 0xD800, bytes.holds([Byte.backslash, UInt8(ascii: "u")], at: index) {
                var next = index + 2
                if let low = hexadecimal(&next, digits: 4, limit: limit, in: bytes), low & 0xFC00 == 0xDC00 {
                    value = 0x10000 + (value & 0x3FF) << 10 + low & 0x3FF
                    index = next
                }
            }
            guard let scalar = Unicode.Scalar(value) else { return false }
            text.append(contentsOf: String(Character(scalar)).utf8)
            return true
        }
        guard let scalar = single[letter] else { return false }
        text.append(contentsOf: String(Character(scalar)).utf8)
        return true
    }

    private static func hexadecimal(_ index: inout Int, digits: Int, limit: Int, in bytes: [UInt8]) -> UInt32? {
        guard index + digits <= limit else { return nil }
        var value: UInt32 = 0
        for offset in index..<(index + digits) {
            guard let digit = bytes[offset].hexValue else { return nil }
            value = value << 4 | UInt32(digit)
        }
        index += digits
        return value
    }

    private static let digits: [UInt8: Int] = [
        UInt8(ascii: "x"): 2, UInt8(ascii: "u"): 4, UInt8(ascii: "U"): 8,
    ]

    /// The single-letter escapes (YAML 1.2.2, section 5.7).
    private static let single: [UInt8: Unicode.Scalar] = [
        UInt8(ascii: "0"): "\0", UInt8(ascii: "a"): "\u{07}", UInt8(ascii: "b"): "\u{08}", UInt8(ascii: "t"): "\t",
        Byte.tab: "\t", UInt8(ascii: "n"): "\n", UInt8(ascii: "v"): "\u{0B}", UInt8(ascii: "f"): "\u{0C}",
        UInt8(ascii: "r"): "\r", UInt8(ascii: "e"): "\u{1B}", Byte.space: " ", Byte.quote: "\"", Byte.slash: "/",
        Byte.backslash: "\\", UInt8(ascii: "N"): "\u{85}", Byte.underscore: "\u{A0}", UInt8(ascii: "L"): "\u{2028}",
        UInt8(ascii: "P"): "\u{2029}",
    ]
}
