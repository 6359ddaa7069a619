import SourceText

/// The cursor in one line of a body, and the block starts that it finds there.
///
/// It counts columns: a tab advances to the next multiple of four (CommonMark 2.2). Positions are offsets in the file.
/// Call `findNext` after each move: `next`, `indent` and all tests for block starts depend on it.
struct LineCursor {
    private let bytes: [UInt8]

    /// The position in the line. Within a tab that is only partly indentation, `column` is ahead of `offset`.
    private(set) var offset = 0
    private var column = 0
    /// Whether the tab at `offset` is partly consumed.
    private var isInTab = false
    private(set) var lineEnd = 0

    /// The first byte at or after `offset` that is neither space nor tab.
    private(set) var next = 0
    private var nextColumn = 0

    /// Whether the line contains a byte that requires an inline scan.
    private(set) var hasMarks = false

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Moves to the line that starts at `position`, and returns its bytes without the line end.
    mutating func readLine(from position: Int) -> Range<Int> {
        (lineEnd, hasMarks) = Self.line(bytes.span, from: position)
        offset = position
        column = 0
        isInTab = false
        return position..<lineEnd
    }

    /// Returns the end of the line that starts at `start`, and whether it contains a byte that requires an inline scan.
    private static func line(_ bytes: Span<UInt8>, from start: Int) -> (end: Int, hasMarks: Bool) {
        var end = start
        var marks: UInt64 = 0
        while end &+ 8 <= bytes.count {
            let block = ASCIIBlock.load(bytes, at: end)
            let found =
                ASCIIBlock.equal(block, to: Byte.leftBracket) | ASCIIBlock.equal(block, to: Byte.hash)
                | ASCIIBlock.equal(block, to: Byte.star) | ASCIIBlock.equal(block, to: Byte.backtick)
                | ASCIIBlock.equal(block, to: Byte.ampersand) | ASCIIBlock.equal(block, to: Byte.slash)
                | ASCIIBlock.equal(block, to: Byte.less)
            let ends = ASCIIBlock.equal(block, to: Byte.newline) | ASCIIBlock.equal(block, to: Byte.carriageReturn)
            if ends != 0 {
                // Ignore bytes after the line end.
                let bits = UInt64(truncatingIfNeeded: ends.trailingZeroBitCount & ~7)
                marks |= found & (1 << bits &- 1)
                return (end + Int(bits) >> 3, marks != 0)
            }
            marks |= found
            end += 8
        }
        var hasMarks = marks != 0
        while end < bytes.count, !bytes[end].isLineEnd {
            switch bytes[end] {
            case Byte.leftBracket, Byte.hash, Byte.star, Byte.backtick, Byte.ampersand, Byte.slash, Byte.less:
                hasMarks = true
            default: break
            }
            end += 1
        }
        return (end, hasMarks)
    }

    /// The bytes from `next` to the line end.
    var rest: Range<Int> { next..<lineEnd }

    /// The bytes from the cursor to the line end.
    var rawLine: RawLine {
        isInTab
            ? RawLine(spaces: 4 - column % 4, range: offset + 1..<lineEnd) : RawLine(spaces: 0, range: offset..<lineEnd)
    }

    // MARK: Columns

    /// The columns between the cursor and the next byte that is neither space nor tab.
    var indent: Int { nextColumn - column }

    mutating func findNext() {
        next = offset
        nextColumn = column
        while next < lineEnd {
            if bytes[next] == Byte.space {
                nextColumn += 1
            } else if bytes[next] == Byte.tab {
                nextColumn += 4 - nextColumn % 4
            } else {
                return
            }
            next += 1
        }
    }

    mutating func passIndentation() {
        offset = next
        column = nextColumn
        isInTab = false
    }

    /// Advances by `columns` columns. A wider tab is consumed only in part.
    mutating func advance(columns: Int) {
        var left = columns
        while left > 0, offset < lineEnd {
            let width = bytes[offset] == Byte.tab ? 4 - column % 4 : 1
            if width > left {
                column += left
                isInTab = true
                return
            }
            isInTab = false
            column += width
            offset += 1
            left -= width
        }
    }

    /// Advances past the `>` at `next` and one column of white space after it.
    mutating func passQuoteMark() {
        passIndentation()
        advance(columns: 1)
        if offset < lineEnd, bytes[offset].isBlank { advance(columns: 1) }
    }

    // MARK: Block starts

    var isThematicBreak: Bool {
        let mark = bytes[next]
        guard mark == Byte.hyphen || mark == Byte.star || mark == Byte.underscore else { return false }
        var count = 0
        for index in next..<lineEnd {
            if bytes[index] == mark {
                count += 1
            } else if !bytes[index].isBlank {
                return false
            }
        }
        return count >= 3
    }

    /// Whether the line is a setext underline: a run of the byte at `next`, then white space. That byte must be `=` or
    /// `-`.
    var isUnderline: Bool {
        let end = runEnd(from: next)
        for index in end..<lineEnd where !bytes[index].isBlank { return false }
        return true
    }

    /// Returns the level (1 to 6) of the ATX heading at `next`, or nil if it is none. The byte at `next` must be `#`.
    func atxLevel() -> Int? {
        let end = runEnd(from: next)
        guard end - next <= 6, end == lineEnd || bytes[end].isBlank else { return nil }
        return end - next
    }

    /// Returns the length of the code fence at `next`, or nil if it is none. The byte at `next` must be `` ` `` or `~`.
    func fenceCount() -> Int? {
        let end = runEnd(from: next)
        guard end - next >= 3 else { return nil }
        if bytes[next] == Byte.backtick {
            for index in end..<lineEnd where bytes[index] == Byte.backtick { return nil }
        }
        return end - next
    }

    func closesFence(_ mark: UInt8, count: Int) -> Bool {
        guard next < lineEnd, bytes[next] == mark else { return false }
        let end = runEnd(from: next)
        guard end - next >= count else { return false }
        for index in end..<lineEnd where !bytes[index].isBlank { return false }
        return true
    }

    /// Returns the label of the footnote definition (`[^label]:`) at `next`, without `[^`, or nil if there is none.
    func footnoteLabel() -> Range<Int>? {
        guard bytes[next] == Byte.leftBracket, next + 1 < lineEnd, bytes[next + 1] == Byte.caret else { return nil }
        var end = next + 2
        while end < lineEnd, bytes[end] != Byte.rightBracket {
            if bytes[end] == Byte.leftBracket || bytes[end].isWhiteSpace { return nil }
            end += 1
        }
        guard end > next + 2, end + 1 < lineEnd, bytes[end + 1] == Byte.colon else { return nil }
        return next + 2..<end
    }

    /// Returns the length of the list marker at `next`, or nil if there is none or it cannot interrupt a paragraph.
    func listMarker(interrupting: Bool) -> Int? {
        var end = next
        switch bytes[next] {
        case Byte.hyphen, Byte.star:
            if isThematicBreak { return nil }
            // An empty item cannot interrupt a paragraph. A lone `-` can also underline it.
            end += 1
        case Byte.plus:
            end += 1
        case let byte where byte.isDigit:
            while end < lineEnd, bytes[end].isDigit { end += 1 }
            guard end - next <= 9, end < lineEnd,
                bytes[end] == Byte.dot || bytes[end] == Byte.rightParenthesis
            else { return nil }
            // Only a list that starts with 1 can interrupt a paragraph. Leading zeros are allowed.
            if interrupting {
                guard bytes[end - 1] == UInt8(ascii: "1") else { return nil }
                for index in next..<end - 1 where bytes[index] != UInt8(ascii: "0") { return nil }
            }
            end += 1
        default:
            return nil
        }
        guard end == lineEnd || bytes[end].isBlank else { return nil }
        if interrupting, bytes.trimmed(end..<lineEnd).isEmpty { return nil }
        return end - next
    }

    /// Returns the end of the run of equal bytes that starts at `start`, within the line.
    func runEnd(from start: Int) -> Int {
        var end = start
        while end < lineEnd, bytes[end] == bytes[start] { end += 1 }
        return end
    }
}

/// A line of code or HTML, without container markers.
struct RawLine {
    /// The columns of a tab before `range` that belong to the line.
    var spaces: Int
    var range: Range<Int>

    func text(_ file: [UInt8]) -> String { String(repeating: " ", count: spaces) + file.text(range) }
}
