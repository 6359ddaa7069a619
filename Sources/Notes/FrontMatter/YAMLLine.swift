internal import SourceText

/// A line of YAML: its start, its first non-blank byte, the end of its text, and the start of the next line.
struct YAMLLine {
    let start: Int
    let first: Int
    let end: Int
    let next: Int

    /// The number of blanks before the text. A tab, which YAML forbids there, counts as one.
    var indent: Int { first - start }

    var isBlank: Bool { first == end }

    /// Splits `range` into lines. A line ends with LF. The CR of a CRLF is not part of its text.
    ///
    /// Complexity: O(bytes of the range).
    static func lines(of range: Range<Int>, in bytes: [UInt8]) -> [YAMLLine] {
        var lines: [YAMLLine] = []
        var start = range.lowerBound
        while start < range.upperBound {
            let lineEnd = min(bytes.lineEnd(from: start), range.upperBound)
            let next = min(lineEnd + 1, range.upperBound)
            var end = lineEnd
            if end > start, bytes[end - 1] == Byte.carriageReturn { end -= 1 }
            var first = start
            while first < end, bytes[first].isBlank { first += 1 }
            lines.append(YAMLLine(start: start, first: first, end: end, next: next))
            start = next
        }
        return lines
    }
}
