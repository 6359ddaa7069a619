/// A set of characters in a pattern for paths: `[0-9]`, `[!a-z_]`, `[[:upper:]]`. It never contains a slash.
struct CharacterClass: Hashable {
    private var ranges: [ClosedRange<UInt32>] = []
    private var isNegated = false

    /// Reads a class after its opening bracket. Returns nil if it is not closed.
    ///
    /// - Returns: the class, and the offset after the closing bracket.
    static func read(_ pattern: [UInt8], at start: Int) -> (CharacterClass, end: Int)? {
        var characters = CharacterClass()
        var reader = Reader(pattern: pattern, index: start)
        if let first = reader.peek, first == Byte.bang || first == UInt8(ascii: "^") {
            characters.isNegated = true
            reader.index += 1
        }
        var isFirst = true
        while let byte = reader.peek {
            // A bracket that comes first is a member.
            if byte == Byte.rightBracket, !isFirst { return (characters, reader.index + 1) }
            isFirst = false
            if let named = reader.namedClass() {
                characters.ranges += named
                continue
            }
            guard let lower = reader.member() else { return nil }
            // A hyphen before the closing bracket is a member.
            guard reader.peek == Byte.hyphen, let next = reader.peek(1), next != Byte.rightBracket else {
                characters.ranges.append(lower...lower)
                continue
            }
            reader.index += 1
            guard let upper = reader.member() else { return nil }
            if lower <= upper { characters.ranges.append(lower...upper) }
        }
        return nil
    }

    func contains(_ scalar: UInt32) -> Bool {
        scalar != UInt32(Byte.slash) && ranges.contains { $0.contains(scalar) } != isNegated
    }

    /// Returns the character whose last byte is at `index`. A byte that is not UTF-8 is a separate character.
    static func scalar(endingAt index: Int, in text: [UInt8]) -> UInt32 {
        if text[index] < 0x80 { return UInt32(text[index]) }
        var start = index
        while start > 0, index - start < 3, text[start] & 0xC0 == 0x80 { start -= 1 }
        let scalars = String(decoding: text[start...index], as: UTF8.self).unicodeScalars
        return scalars.first?.value ?? UInt32(text[index])
    }

    private struct Reader {
        let pattern: [UInt8]
        var index: Int

        /// POSIX.1-2017, 9.3.5, for ASCII.
        private static let named: KeyValuePairs<String, [ClosedRange<UInt32>]> = [
            "alnum": [0x30...0x39, 0x41...0x5A, 0x61...0x7A], "alpha": [0x41...0x5A, 0x61...0x7A],
            "blank": [0x09...0x09, 0x20...0x20], "cntrl": [0x00...0x1F, 0x7F...0x7F], "digit": [0x30...0x39],
            "graph": [0x21...0x7E], "lower": [0x61...0x7A], "print": [0x20...0x7E],
            "punct": [0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E], "space": [0x09...0x0D, 0x20...0x20],
            "upper": [0x41...0x5A], "xdigit": [0x30...0x39, 0x41...0x46, 0x61...0x66],
        ]

        var peek: UInt8? { peek(0) }

        func peek(_ ahead: Int) -> UInt8? { index + ahead < pattern.count ? pattern[index + ahead] : nil }

        /// Reads `[:digit:]`.
        mutating func namedClass() -> [ClosedRange<UInt32>]? {
            for (name, ranges) in Self.named {
                let written = Array("[:\(name):]".utf8)
                guard pattern[index...].starts(with: written) else { continue }
                index += written.count
                return ranges
            }
            return nil
        }

        /// Reads one character, which a backslash may precede.
        mutating func member() -> UInt32? {
            if peek == Byte.backslash, peek(1) != nil { index += 1 }
            guard let first = peek else { return nil }
            var end = index + 1
            if first >= 0xC0 { while end < pattern.count, pattern[end] & 0xC0 == 0x80 { end += 1 } }
            defer { index = end }
            return CharacterClass.scalar(endingAt: end - 1, in: pattern)
        }
    }
}
