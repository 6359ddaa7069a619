import Notes
import SourceText

/// The encodings of text files: UTF-8, UTF-16, and Windows-1252 for anything else.
enum TextEncoding {
    /// Returns a text as UTF-8 without a byte order mark.
    static func decoded(_ bytes: [UInt8]) throws(DocumentFault) -> [UInt8] {
        switch ForeignEncoding(bytes) {
        case .utf16: return utf16(bytes)
        case .utf32, .binary: throw .notText
        case nil: break
        }
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        let text = start == 0 ? bytes : Array(bytes[start...])
        if String(validating: text, as: UTF8.self) != nil { return text }
        return Array(String(String.UnicodeScalarView(text.map(windows))).utf8)
    }

    private static func utf16(_ bytes: [UInt8]) -> [UInt8] {
        let isMarked = bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
        // Without a mark: of a letter of ASCII, the byte that is zero.
        let isBig = isMarked ? bytes[0] == 0xFE : bytes.first == 0
        var units: [UInt16] = []
        units.reserveCapacity(bytes.count / 2)
        for index in stride(from: isMarked ? 2 : 0, to: bytes.count - 1, by: 2) {
            let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            units.append(isBig ? first << 8 | second : second << 8 | first)
        }
        return Array(String(decoding: units, as: UTF16.self).utf8)
    }

    /// Returns the character of a byte in Windows-1252 (https://encoding.spec.whatwg.org/index-windows-1252.txt).
    static func windows(_ byte: UInt8) -> Unicode.Scalar {
        0x80..<0xA0 ~= byte ? special[Int(byte) - 0x80] : Unicode.Scalar(byte)
    }

    private static let special = Array(
        "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars)
}
