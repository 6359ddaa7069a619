import SourceText

/// Rich Text Format 1.9.1.
enum RichText {
    /// The state of a group, which its end restores.
    private struct Group {
        var isSkipped = false
        /// The number of characters after a `\u` that repeat it for older programs.
        var fallback = 1
    }

    /// Groups that are not text of the document.
    private static let destinations: Set<String> = [
        "fonttbl", "colortbl", "stylesheet", "info", "pict", "object", "listtable", "listoverridetable", "rsidtbl",
        "generator", "themedata", "datastore", "latentstyles", "xmlnstbl", "fldinst", "bkmkstart", "bkmkend",
    ]

    private static let characters: [String: String] = [
        "tab": "\t", "line": "\n", "cell": "\t", "emdash": "—", "endash": "–", "lquote": "‘", "rquote": "’",
        "ldblquote": "“", "rdblquote": "”", "bullet": "•", "emspace": " ", "enspace": " ",
    ]

    private static let paragraphs: Set<String> = ["par", "row", "sect", "page"]

    static func text(of bytes: [UInt8]) throws(DocumentFault) -> DocumentText {
        guard bytes.starts(with: Array("{\\rtf".utf8)) else { throw .damaged }
        var builder = TextBuilder()
        var groups = [Group()]
        /// The number of characters that are still to be skipped after a `\u`.
        var skipped = 0
        var index = 0
        func add(_ text: String) throws(DocumentFault) {
            if skipped > 0 { skipped -= 1 } else if !groups[groups.count - 1].isSkipped { try builder.add(text) }
        }
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            switch byte {
            case UInt8(ascii: "{"):
                if groups.count == DocumentLimits.parts { throw .damaged }
                groups.append(groups[groups.count - 1])
                skipped = 0
            case UInt8(ascii: "}"):
                if groups.count > 1 { groups.removeLast() }
                skipped = 0
            case Byte.newline, Byte.carriageReturn: break
            case UInt8(ascii: "\\"):
                guard index < bytes.count else { break }
                let word = bytes[index...].prefix(while: \.isLetter)
                guard !word.isEmpty else {
                    let symbol = bytes[index]
                    index += 1
                    if symbol == UInt8(ascii: "*") { groups[groups.count - 1].isSkipped = true }
                    if let text = Self.text(of: symbol, in: bytes, &index) { try add(text) }
                    break
                }
                index = word.endIndex
                let number = Self.parameter(in: bytes, &index)
                let name = String(decoding: word, as: UTF8.self)
                if destinations.contains(name) { groups[groups.count - 1].isSkipped = true }
                if name == "uc", let number { groups[groups.count - 1].fallback = max(0, min(number, 16)) }
                if name == "u", let number {
                    let unit = UInt32(truncatingIfNeeded: number < 0 ? number &+ 0x10000 : number)
                    try add(Unicode.Scalar(unit).map { String($0) } ?? "\u{FFFD}")
                    skipped = groups[groups.count - 1].fallback
                }
                if name == "bin", let number, number > 0 { index = min(bytes.count, index + min(number, bytes.count)) }
                if let text = characters[name] { try add(text) }
                if paragraphs.contains(name), !groups[groups.count - 1].isSkipped { builder.endParagraph() }
            default: try add(String(TextEncoding.windows(byte)))
            }
        }
        return builder.unpaged()
    }

    /// Reads the number of a control word, if it has one, and the space that ends the word.
    private static func parameter(in bytes: [UInt8], _ index: inout Int) -> Int? {
        let sign = bytes[index...].prefix { $0 == Byte.hyphen }.prefix(1)
        let digits = bytes[sign.endIndex...].prefix(while: \.isDigit)
        if !digits.isEmpty { index = digits.endIndex }
        if index < bytes.count, bytes[index] == Byte.space { index += 1 }
        return Int(String(decoding: Array(sign) + Array(digits), as: UTF8.self))
    }

    /// Returns the character of a control symbol, such as `\~` or `\'e9`, and reads its digits. Returns nil if it is no
    /// character.
    private static func text(of symbol: UInt8, in bytes: [UInt8], _ index: inout Int) -> String? {
        switch symbol {
        case UInt8(ascii: "'"):
            let digits = bytes[index...].prefix(2).compactMap(\.hexValue)
            guard digits.count == 2 else { return nil }
            index += 2
            return String(TextEncoding.windows(UInt8(digits[0] << 4 | digits[1])))
        case UInt8(ascii: "~"): return " "
        case UInt8(ascii: "_"): return "-"
        case UInt8(ascii: "\\"), UInt8(ascii: "{"), UInt8(ascii: "}"): return String(Unicode.Scalar(symbol))
        default: return nil
        }
    }
}
