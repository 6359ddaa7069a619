import SourceText

/// Finds the ends of code spans (CommonMark 6.1) in one text.
///
/// A search that fails has visited every run of backticks. It records the last run of each length, so that all searches
/// of a text together take linear time.
struct CodeSpans {
    private var lastRuns: [Int: Int] = [:]
    private var hasSeenAll = false

    /// Returns the end of the code span that the run of backticks at `start` opens, after the closing run. Returns nil
    /// if no run of that length follows. `text` must be the same in all calls.
    mutating func end(in text: [UInt8], at start: Int) -> Int? {
        var index = Self.runEnd(in: text, from: start)
        let count = index - start
        if hasSeenAll, lastRuns[count, default: 0] < index { return nil }
        while index < text.count {
            if text[index] != Byte.backtick {
                index += 1
                continue
            }
            let runStart = index
            index = Self.runEnd(in: text, from: index)
            lastRuns[index - runStart] = max(runStart, lastRuns[index - runStart, default: 0])
            if index - runStart == count { return index }
        }
        hasSeenAll = true
        return nil
    }

    /// Returns the content of the code span in `range`, without its backticks. One space on each side is stripped if both
    /// exist and the content is not all spaces (CommonMark 6.1). Line ends count as spaces.
    static func content(in text: [UInt8], _ range: Range<Int>) -> Range<Int> {
        let start = runEnd(in: text, from: range.lowerBound)
        let end = range.upperBound - (start - range.lowerBound)
        func isSpace(_ byte: UInt8) -> Bool { byte == Byte.space || byte == Byte.newline }
        guard end - start > 1, isSpace(text[start]), isSpace(text[end - 1]), !text[start..<end].allSatisfy(isSpace)
        else {
            return start..<end
        }
        return start + 1..<end - 1
    }

    static func runEnd(in text: [UInt8], from start: Int) -> Int {
        var end = start
        while end < text.count, text[end] == Byte.backtick { end += 1 }
        return end
    }
}
