/// Names for the bytes that parsers look for, and predicates on bytes.
///
/// All are ASCII: a byte of 0x80 or more is part of a UTF-8 sequence and never equals any of these. They are inlinable
/// because parsers in other modules test every byte. Function calls would halve their speed.
@usableFromInline
package enum Byte {
    @inlinable package static var tab: UInt8 { UInt8(ascii: "\t") }
    @inlinable package static var newline: UInt8 { UInt8(ascii: "\n") }
    @inlinable package static var carriageReturn: UInt8 { UInt8(ascii: "\r") }
    @inlinable package static var space: UInt8 { UInt8(ascii: " ") }
    @inlinable package static var bang: UInt8 { UInt8(ascii: "!") }
    @inlinable package static var quote: UInt8 { UInt8(ascii: "\"") }
    @inlinable package static var hash: UInt8 { UInt8(ascii: "#") }
    @inlinable package static var dollar: UInt8 { UInt8(ascii: "$") }
    @inlinable package static var percent: UInt8 { UInt8(ascii: "%") }
    @inlinable package static var ampersand: UInt8 { UInt8(ascii: "&") }
    @inlinable package static var apostrophe: UInt8 { UInt8(ascii: "'") }
    @inlinable package static var leftParenthesis: UInt8 { UInt8(ascii: "(") }
    @inlinable package static var rightParenthesis: UInt8 { UInt8(ascii: ")") }
    @inlinable package static var star: UInt8 { UInt8(ascii: "*") }
    @inlinable package static var plus: UInt8 { UInt8(ascii: "+") }
    @inlinable package static var comma: UInt8 { UInt8(ascii: ",") }
    @inlinable package static var hyphen: UInt8 { UInt8(ascii: "-") }
    @inlinable package static var dot: UInt8 { UInt8(ascii: ".") }
    @inlinable package static var slash: UInt8 { UInt8(ascii: "/") }
    @inlinable package static var colon: UInt8 { UInt8(ascii: ":") }
    @inlinable package static var less: UInt8 { UInt8(ascii: "<") }
    @inlinable package static var equals: UInt8 { UInt8(ascii: "=") }
    @inlinable package static var greater: UInt8 { UInt8(ascii: ">") }
    @inlinable package static var question: UInt8 { UInt8(ascii: "?") }
    @inlinable package static var at: UInt8 { UInt8(ascii: "@") }
    @inlinable package static var leftBracket: UInt8 { UInt8(ascii: "[") }
    @inlinable package static var backslash: UInt8 { UInt8(ascii: "\\") }
    @inlinable package static var rightBracket: UInt8 { UInt8(ascii: "]") }
    @inlinable package static var caret: UInt8 { UInt8(ascii: "^") }
    @inlinable package static var underscore: UInt8 { UInt8(ascii: "_") }
    @inlinable package static var backtick: UInt8 { UInt8(ascii: "`") }
    @inlinable package static var leftBrace: UInt8 { UInt8(ascii: "{") }
    @inlinable package static var bar: UInt8 { UInt8(ascii: "|") }
    @inlinable package static var rightBrace: UInt8 { UInt8(ascii: "}") }
    @inlinable package static var tilde: UInt8 { UInt8(ascii: "~") }
}

extension UInt8 {
    /// `0` to `9`.
    @inlinable package var isDigit: Bool { self &- 0x30 < 10 }

    /// `a` to `z` or `A` to `Z`.
    @inlinable package var isLetter: Bool { (self | 0x20) &- 0x61 < 26 }

    /// Whether the byte is a space or a tab: white space that does not end a line.
    @inlinable package var isBlank: Bool { self == Byte.space || self == Byte.tab }

    /// Whether the byte is a line feed or a carriage return.
    @inlinable package var isLineEnd: Bool { self == Byte.newline || self == Byte.carriageReturn }

    /// Whether the byte is ASCII white space: space, tab, line feed, vertical tab, form feed or carriage return.
    @inlinable package var isWhiteSpace: Bool { self == Byte.space || (self >= 9 && self <= 13) }

    /// The byte with an ASCII letter in lower case.
    @inlinable package var lowercased: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }

    /// The value of a hexadecimal digit, or nil.
    @inlinable package var hexValue: UInt8? {
        if isDigit { return self - 0x30 }
        let letter = self | 0x20
        return letter >= 0x61 && letter <= 0x66 ? letter - 0x61 + 10 : nil
    }
}

extension [UInt8] {
    /// Returns the text of `range`. Bytes that are not UTF-8 become U+FFFD.
    package func text(_ range: Range<Int>) -> String { String(decoding: self[range], as: UTF8.self) }

    /// Whether the array contains `bytes` at `offset`. False if they would extend past the end.
    package func holds(_ bytes: [UInt8], at offset: Int) -> Bool {
        guard offset >= 0, offset + bytes.count <= count else { return false }
        for index in 0..<bytes.count where self[offset + index] != bytes[index] { return false }
        return true
    }

    /// The offset after a byte order mark, if there is one.
    package var textStart: Int { holds([0xEF, 0xBB, 0xBF], at: 0) ? 3 : 0 }

    /// Returns the offset of the first line feed at or after `offset`, or the end of the array.
    package func lineEnd(from offset: Int) -> Int { first(Byte.newline, from: offset) }

    /// The offset of the first NUL byte, or nil if there is none.
    package var firstNUL: Int? {
        let index = first(0, from: 0)
        return index < count ? index : nil
    }

    /// Returns the start of the line that contains `offset`: the offset after the previous line feed, or 0.
    package func lineStart(of offset: Int) -> Int { (self[..<offset].lastIndex(of: Byte.newline) ?? -1) + 1 }

    /// Returns the offset of the first `byte` at or after `offset`, or the end of the array. Reads eight bytes at once.
    @inline(__always)
    package func first(_ byte: UInt8, from offset: Int) -> Int {
        let bytes = span
        var index = offset
        while index &+ 8 <= bytes.count {
            let found = ASCIIBlock.equal(ASCIIBlock.load(bytes, at: index), to: byte)
            if found != 0 { return index + found.trailingZeroBitCount >> 3 }
            index += 8
        }
        while index < bytes.count, bytes[index] != byte { index += 1 }
        return index
    }

    /// Returns the number of line feeds in `range`.
    package func lineFeeds(in range: Range<Int>) -> Int {
        let bytes = span
        var count = 0
        var index = range.lowerBound
        while index &+ 8 <= range.upperBound {
            // `within` is reliable for every byte, `equal` only for the first match.
            let block = ASCIIBlock.load(bytes, at: index)
            count += ASCIIBlock.count(ASCIIBlock.within(block, from: Byte.newline, to: Byte.newline))
            index += 8
        }
        while index < range.upperBound {
            if bytes[index] == Byte.newline { count += 1 }
            index += 1
        }
        return count
    }

    /// Returns the number of Unicode scalars that start in `range`.
    package func scalarCount(in range: Range<Int>) -> Int {
        let bytes = span
        var count = 0
        for index in range where bytes[index] & 0xC0 != 0x80 { count += 1 }
        return count
    }

    /// The offset of the first byte that is not part of valid UTF-8, or nil.
    package var firstInvalidUTF8: Int? {
        let bytes = span
        let count = bytes.count
        var index = 0
        while index < count {
            let byte = bytes[index]
            if byte < 0x80 {
                index += 1
                while index &+ 8 <= count {
                    let beyond = ASCIIBlock.load(bytes, at: index) & ASCIIBlock.highs
                    index += beyond.trailingZeroBitCount >> 3
                    if beyond != 0 { break }
                }
                continue
            }
            let (scalar, next) = FoldingScalar.read(bytes, at: index, before: count)
            // The text itself may contain U+FFFD, encoded in three bytes of which this is the first.
            if scalar == FoldingScalar.replacement, next - index != 3 || byte != 0xEF { return index }
            index = next
        }
        return nil
    }

    /// Returns `range` without ASCII white space at either end.
    package func trimmed(_ range: Range<Int>) -> Range<Int> {
        var lower = range.lowerBound
        var upper = range.upperBound
        while lower < upper, self[lower].isWhiteSpace { lower += 1 }
        while upper > lower, self[upper - 1].isWhiteSpace { upper -= 1 }
        return lower..<upper
    }
}
