internal import SourceText

/// Line folding of scalars that run over several lines (YAML 1.2.2, sections 6.5 and 7.3).
enum YAMLFolding {
    /// Puts a line break that `blankLines` blank lines follow: one break is a space, more are one line feed less.
    static func fold(_ blankLines: Int, into text: inout [UInt8]) {
        if blankLines == 0 {
            text.append(Byte.space)
        } else {
            text.append(contentsOf: repeatElement(Byte.newline, count: blankLines))
        }
    }

    /// Steps over a line end at `index`, the blank lines after it and the next line's blanks; gives the number of
    /// blank lines.
    static func skipBreak(_ index: inout Int, limit: Int, in bytes: [UInt8]) -> Int {
        var breaks = 0
        while index < limit, bytes[index].isBlank || isBreak(at: index, limit: limit, in: bytes) {
            if bytes[index] == Byte.newline { breaks += 1 }
            index += 1
        }
        return max(0, breaks - 1)
    }

    /// Whether a line ends at `index`: a line feed, or the carriage return before one.
    static func isBreak(at index: Int, limit: Int, in bytes: [UInt8]) -> Bool {
        if bytes[index] == Byte.newline { return true }
        return bytes[index] == Byte.carriageReturn && index + 1 < limit && bytes[index + 1] == Byte.newline
    }

    /// The text of a plain scalar that covers `range`, its lines folded.
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
