import SourceText

/// A parser for the subset of TOML (https://toml.io/en/v1.0.0) that the settings of zk use. It reads strings, arrays of
/// strings and bare words below `[section]` lines. It skips anything else.
struct SettingsText {
    /// The values by `section.key`. A single string or word is an array of one.
    private(set) var values: [String: [String]] = [:]

    private let bytes: [UInt8]
    private var offset = 0

    /// Complexity: O(bytes).
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        var section = ""
        while skipBlanks(overLines: true) {
            if bytes[offset] == Byte.leftBracket {
                section = name(before: [Byte.rightBracket])
            } else {
                let key = name(before: [Byte.equals])
                if next == Byte.equals {
                    offset += 1
                    _ = skipBlanks(overLines: false)
                    values[section.isEmpty ? key : "\(section).\(key)"] = value()
                }
            }
            while let next, next != Byte.newline { offset += 1 }
        }
    }

    private var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    /// Skips blanks and, if `overLines` is true, comments and line endings.
    ///
    /// - Returns: false at the end of the text.
    private mutating func skipBlanks(overLines: Bool) -> Bool {
        while let byte = next {
            if overLines, byte == UInt8(ascii: "#") {
                while let next, next != Byte.newline { offset += 1 }
            } else if byte == Byte.space || byte == Byte.tab || (overLines && byte.isLineEnd) {
                offset += 1
            } else {
                return true
            }
        }
        return false
    }

    /// Returns the dotted name up to one of these bytes or the end of the line.
    private mutating func name(before ends: [UInt8]) -> String {
        let start = offset
        while let next, !ends.contains(next), next != Byte.newline { offset += 1 }
        let passed: Set<UInt8> = [Byte.space, Byte.tab, Byte.quote, Byte.leftBracket, UInt8(ascii: "'"), 0x0D]
        return String(decoding: bytes[start..<offset].filter { !passed.contains($0) }, as: UTF8.self)
    }

    private mutating func value() -> [String] {
        guard next == Byte.leftBracket else { return scalar().map { [$0] } ?? [] }
        offset += 1
        var list: [String] = []
        while skipBlanks(overLines: true), next != Byte.rightBracket {
            let start = offset
            if let text = scalar() { list.append(text) }
            // Always advance, to avoid an endless loop.
            if offset == start || next == Byte.comma { offset += 1 }
        }
        return list
    }

    /// Reads a string in either kind of quotes, or a bare word. Returns nil for a multi-line string.
    private mutating func scalar() -> String? {
        guard let quote = next, quote == Byte.quote || quote == UInt8(ascii: "'") else {
            let start = offset
            while let byte = next, byte.isDigit || byte.isLetter || "_+-.:".utf8.contains(byte) { offset += 1 }
            return start == offset ? nil : String(decoding: bytes[start..<offset], as: UTF8.self)
        }
        if bytes[offset...].starts(with: [quote, quote, quote]) {
            offset += 3
            while offset < bytes.count, !bytes[offset...].starts(with: [quote, quote, quote]) { offset += 1 }
            offset = min(offset + 3, bytes.count)
            return nil
        }
        offset += 1
        var text: [UInt8] = []
        while let byte = next, byte != quote, byte != Byte.newline {
            offset += 1
            // A glob needs only two escapes: of a quote and of a backslash.
            if byte == Byte.backslash, quote == Byte.quote, let escaped = next {
                text.append(escaped)
                offset += 1
            } else {
                text.append(byte)
            }
        }
        if next == quote { offset += 1 }
        return String(decoding: text, as: UTF8.self)
    }
}
