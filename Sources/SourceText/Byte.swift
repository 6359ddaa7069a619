/// Names for the bytes that the parsers look for, and small tests on bytes.
///
/// Everything here is ASCII: a byte of 0x80 or more is part of some UTF-8 sequence and never equal to any of these.
/// Inlinable, because parsers of other modules ask these for every byte, and a call each would cost them half their speed.
@usableFromInline
package enum Byte {
    @inlinable package static var tab: UInt8 { UInt8(ascii: "\t") }
    @inlinable package static var newline: UInt8 { UInt8(ascii: "\n") }
    @inlinable package static var carriageReturn: UInt8 { UInt8(ascii: "\r") }
    @inlinable package static var space: UInt8 { UInt8(ascii: " ") }
    @inlinable package static var bang: UInt8 { UInt8(ascii: "!") }
    @inlinable package static var quote: UInt8 { UInt8(ascii: "\"") }
    @inlinable package static var hash: UInt8 { UInt8(ascii: "#") }
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

    /// A space or a tab: white space that does not end a line.
    @inlinable package var isBlank: Bool { self == Byte.space || self == Byte.tab }

    /// A line feed or a carriage return.
    @inlinable package var isLineEnd: Bool { self == Byte.newline || self == Byte.carriageReturn }

    /// Any ASCII white space: space, tab, line feed, vertical tab, form feed, carriage return.
    @inlinable package var isWhiteSpace: Bool { self == Byte.space || (self >= 9 && self <= 13) }

    /// ASCII letters made small, every other byte as it is.
    @inlinable package var lowercased: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }

    /// The value of a hexadecimal digit, or nil.
    @inlinable package var hexValue: UInt8? {
        if isDigit { return self - 0x30 }
        let letter = self | 0x20
        return letter >= 0x61 && letter <= 0x66 ? letter - 0x61 + 10 : nil
    }
}

extension [UInt8] {
    /// The text of `range`; bytes that are not UTF-8 become U+FFFD.
    package func text(_ range: Range<Int>) -> String { String(decoding: self[range], as: UTF8.self) }

    /// Whether `bytes` stand at `offset`; false where they would run past the end.
    package func holds(_ bytes: [UInt8], at offset: Int) -> Bool {
        guard offset >= 0, offset + bytes.count <= count else { return false }
        for index in 0..<bytes.count where self[offset + index] != bytes[index] { return false }
        return true
    }

    /// The offset of the first line feed at or after `offset`, or the end of the array.
    package func lineEnd(from offset: Int) -> Int {
        var index = offset
        while index < count, self[index] != Byte.newline { index += 1 }
        return index
    }

    /// `range` without ASCII white space at either end.
    package func trimmed(_ range: Range<Int>) -> Range<Int> {
        var lower = range.lowerBound
        var upper = range.upperBound
        while lower < upper, self[lower].isWhiteSpace { lower += 1 }
        while upper > lower, self[upper - 1].isWhiteSpace { upper -= 1 }
        return lower..<upper
    }
}
