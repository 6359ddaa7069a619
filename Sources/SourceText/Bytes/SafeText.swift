/// Escaping that makes note text and file names safe to print on a terminal.
package enum SafeText {
    /// Returns `text` with line feeds, returns and tabs as `\n`, `\r`, `\t`, other control characters as `\x1b`, and
    /// bidirectional and invisible format characters as `\u{202e}`. It then cannot move the cursor or forge a line.
    package static func escaped(_ text: String) -> String { escaped(text, where: isUnsafe) }

    /// Does the same, and also escapes all characters that are displayed as nothing, even those that join others, as in
    /// emoji. They can hide text from people that a model reads.
    package static func escapedForModels(_ text: String) -> String {
        escaped(text) { isUnsafe($0) || $0.properties.isDefaultIgnorableCodePoint }
    }

    private static func escaped(_ text: String, where isUnsafe: (Unicode.Scalar) -> Bool) -> String {
        guard text.unicodeScalars.contains(where: isUnsafe) else { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case _ where !isUnsafe(scalar): result.unicodeScalars.append(scalar)
            case _ where scalar.value < 0x100: result += "\\x" + String(scalar.value, width: 2, radix: 16)
            default: result += "\\u{\(String(scalar.value, radix: 16))}"
            }
        }
        return result
    }

    /// Returns `bytes` escaped as text. Bytes that are not UTF-8 are kept, so that a file name still opens the file.
    package static func escaped(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var start = 0
        func flush(_ end: Int) {
            if start < end { result += Array(escaped(bytes.text(start..<end)).utf8) }
        }
        var index = 0
        while index < bytes.count {
            let (scalar, length) = bytes.scalar(at: index, before: bytes.count)
            if scalar == nil {
                flush(index)
                result.append(bytes[index])
                start = index + 1
            }
            index += scalar == nil ? 1 : length
        }
        flush(bytes.count)
        return result
    }

    /// Returns JSON with the control characters, and the bidirectional and invisible characters, in its strings escaped as
    /// `\u202e` (RFC 8259, section 7). The value stays the same.
    package static func escapedJSON(_ json: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var start = 0
        var index = 0
        while index < json.count {
            guard json[index] >= 0x7F, mayBeginUnsafe(json[index], index + 1 < json.count ? json[index + 1] : 0) else {
                index += 1
                continue
            }
            let (scalar, length) = json.scalar(at: index, before: json.count)
            if let scalar, isUnsafe(scalar) || scalar.properties.isDefaultIgnorableCodePoint {
                result += json[start..<index]
                for unit in UTF16.encode(scalar).map({ Array($0) }) ?? [] {
                    result += Array("\\u\(String(unit, width: 4, radix: 16))".utf8)
                }
                start = index + length
            }
            index += length
        }
        return start == 0 ? json : result + json[start...]
    }

    /// Whether two bytes can be the first of an unsafe or invisible scalar in UTF-8. Looking a scalar up costs more.
    private static func mayBeginUnsafe(_ first: UInt8, _ second: UInt8) -> Bool {
        switch first {
        case 0x7F, 0xC2, 0xCD, 0xD8, 0xF3: true
        case 0xE1: [0x85, 0x9E, 0xA0].contains(second)
        case 0xE2: second == 0x80 || second == 0x81
        case 0xE3: second == 0x85
        case 0xEF: second == 0xB8 || second >= 0xBB
        case 0xF0: second == 0x9B || second == 0x9D
        default: false
        }
    }

    private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF, 0xFFF9...0xFFFB,
            0xE0000...0xE007F:
            true
        default: false
        }
    }
}
