import Notes
import SourceText

/// The encodings of text files: UTF-8, UTF-16, and Windows-1252 for anything else.
enum TextEncoding {
    /// Returns a text as UTF-8 without a byte order mark. Each line ends with a line feed.
    static func decoded(_ bytes: [UInt8]) throws(DocumentFault) -> [UInt8] {
        switch ForeignEncoding(bytes) {
        case .utf16: return withLineFeeds(utf16(bytes))
        case .utf32, .binary: throw .notText
        case nil: break
        }
        let text = bytes.textStart == 0 ? bytes : Array(bytes[bytes.textStart...])
        return withLineFeeds(text.firstInvalidUTF8 == nil ? text : CodePage.windows1252.decoded(text))
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

    /// Replaces CR LF and CR.
    private static func withLineFeeds(_ text: [UInt8]) -> [UInt8] {
        guard text.contains(Byte.carriageReturn) else { return text }
        var result: [UInt8] = []
        result.reserveCapacity(text.count)
        for (index, byte) in text.enumerated() {
            if byte != Byte.carriageReturn {
                result.append(byte)
            } else if index + 1 == text.count || text[index + 1] != Byte.newline {
                result.append(Byte.newline)
            }
        }
        return result
    }
}
