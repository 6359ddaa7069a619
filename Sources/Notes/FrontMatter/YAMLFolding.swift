internal import SourceText

/// Line folding of multi-line scalars (YAML 1.2.2, sections 6.5 and 7.3).
enum YAMLFolding {
    /// Appends a folded line break: a space, or one line feed for each blank line that follows.
    static func fold(_ blankLines: Int, into text: inout [UInt8]) {
        if blankLines == 0 {
            text.append(Byte.space)
        } else {
            text.append(contentsOf: repeatElement(Byte.newline, count: blankLines))
        }
    }

    /// Skips a line end at `index`, the following blank lines, and the blanks before the next text. Returns the number
    /// of blank lines.
    static func skipBreak(_ index: inout Int, limit: Int, in bytes: [UInt8]) -> Int {
        var breaks = 0
        while index < limit, bytes[index].isBlank || isBreak(at: index, limit: limit, in: bytes) {
            if bytes[index] == Byte.newline { breaks += 1 }
            index += 1
        }
        return max(0, breaks - 1)
    }

    /// Whether a line ends at `index`, with a line feed or CRLF.
    static func isBreak(at index: Int, limit: Int, in bytes: [UInt8]) -> Bool {
        if bytes[index] == Byte.newline { return true }
        return bytes[index] == Byte.carriageReturn && index + 1 < limit && bytes[index + 1] == Byte.newline
    }

    /// Returns the text of a plain scalar in `range`, with folded lines.
    static func plainText(_ range: Range<Int>, in bytes: [UInt8]) -> String {
        guard bytes[range].contains(Byte.newline) else { return bytes.text(range) }
        var text: [UInt8] = []
        var index = range.lowerBound
        while index < range.upperBound {
            if isBreak(at: index, limit: range.upperBound, in: bytes) {
                while let last = text.last, last.isBlank { text.removeLast() }
                fold(skipBreak(&index, limit: range.upperBound, in: bytes), into: &text)
            } else {
                text.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
