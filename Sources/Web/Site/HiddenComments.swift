import Notes
import SourceText

/// Comments of Obsidian, `%%text%%`, which pages do not contain. Search and the terminal read them as text.
enum HiddenComments {
    /// Returns a note with its comments replaced by spaces. Line ends stay, so that all positions stay the same. `%%` in
    /// code is text. An open comment ends with the note. Complexity: O(bytes).
    static func removed(from bytes: [UInt8]) -> [UInt8] {
        let mark = [Byte.percent, Byte.percent]
        let mayHaveComment = bytes.indices.dropLast().contains { bytes[$0] == mark[0] && bytes[$0 + 1] == mark[1] }
        guard mayHaveComment else { return bytes }
        let start = FrontMatter.bodyStart(of: bytes)
        let code = Body(bytes, from: start).reading.filter { $0.kind == .apart }.map(\.range)
        var clean = bytes
        var open: Int?
        var next = 0
        var index = start
        while index + 1 < bytes.count {
            while next < code.count, code[next].upperBound <= index { next += 1 }
            if open == nil, next < code.count, code[next].lowerBound <= index {
                index = code[next].upperBound
                continue
            }
            guard bytes.holds(mark, at: index) else {
                index += 1
                continue
            }
            index += 2
            if let first = open {
                hide(first..<index, in: &clean)
                open = nil
            } else {
                open = index - 2
            }
        }
        if let open { hide(open..<bytes.count, in: &clean) }
        return clean
    }

    private static func hide(_ range: Range<Int>, in bytes: inout [UInt8]) {
        for index in range where !bytes[index].isLineEnd { bytes[index] = Byte.space }
    }
}
