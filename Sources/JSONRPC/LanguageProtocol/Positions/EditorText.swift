import SourceText

/// The text of a document and the offsets of its lines.
///
/// Lines end with LF, CR LF or CR (LSP 3.17, Text Documents). Invalid UTF-8 occurs only in files. Each such byte counts
/// as a character of one unit.
package struct EditorText: Sendable {
    package private(set) var bytes: [UInt8]
    private var starts: [Int]
    /// The number of bytes at the beginning that no editor shows.
    fileprivate let hidden: Int

    /// - Parameter isOnDisk: whether the bytes are those of a file. Clients do not show its byte order mark.
    ///
    /// Complexity: O(bytes).
    package init(_ bytes: [UInt8], isOnDisk: Bool = false) {
        self.bytes = bytes
        hidden = isOnDisk && bytes.holds([0xEF, 0xBB, 0xBF], at: 0) ? 3 : 0
        starts = [0]
        Self.appendStarts(of: bytes, in: 0..<bytes.count, to: &starts)
    }

    package var lineCount: Int { starts.count }

    /// Appends the offset after each line ending in `range`.
    private static func appendStarts(of bytes: [UInt8], in range: Range<Int>, to starts: inout [Int]) {
        let span = bytes.span
        for index in range {
            let byte = span[index]
            if byte > Byte.carriageReturn { continue }
            if byte == Byte.newline
                || (byte == Byte.carriageReturn && (index + 1 == span.count || span[index + 1] != Byte.newline))
            {
                starts.append(index + 1)
            }
        }
    }

    /// Returns the bytes of a line, counted from 0, without its line ending. Clamps to the last line.
    package func range(ofLine line: Int) -> Range<Int> {
        let line = min(max(line, 0), starts.count - 1)
        let start = starts[line]
        var end = line + 1 < starts.count ? starts[line + 1] : bytes.count
        if end > start, line + 1 < starts.count {
            end -= 1
            if end > start, bytes[end] == Byte.newline, bytes[end - 1] == Byte.carriageReturn { end -= 1 }
        }
        return start..<end
    }

    /// Returns the line, counted from 0, that contains an offset. Complexity: O(log lines).
    package func line(at offset: Int) -> Int { max(0, starts.partitioningIndex(above: offset) - 1) }

    /// Returns the offset of a position. Clamps to the end of the line and of the text. A position inside a character
    /// becomes the start of that character. Complexity: O(length of the line).
    package func offset(of position: Position, _ encoding: PositionEncoding) -> Int {
        if position.line < 0 { return 0 }
        if position.line >= starts.count { return bytes.count }
        var line = range(ofLine: position.line)
        if position.line == 0 { line = min(hidden, line.upperBound)..<line.upperBound }
        if encoding == .utf8 {
            var offset = line.lowerBound + min(max(0, position.character), line.count)
            while offset > line.lowerBound, offset < line.upperBound, bytes[offset] & 0xC0 == 0x80 { offset -= 1 }
            return offset
        }
        var left = position.character
        var offset = line.lowerBound
        while offset < line.upperBound {
            let units = encoding.units(bytes[offset])
            if units > left || (left <= 0 && units > 0) { break }
            left -= units
            offset += 1
        }
        return offset
    }

    package func range(of range: PositionRange, _ encoding: PositionEncoding) -> Range<Int> {
        let start = offset(of: range.start, encoding)
        return start..<max(start, offset(of: range.end, encoding))
    }

    /// Returns the position of a byte. Complexity: O(length of its line). For many positions use a `PositionCursor`.
    package func position(of offset: Int, _ encoding: PositionEncoding) -> Position {
        var cursor = PositionCursor(self, encoding)
        return cursor.position(of: offset)
    }

    package func range(of range: Range<Int>, _ encoding: PositionEncoding) -> PositionRange {
        var cursor = PositionCursor(self, encoding)
        return cursor.range(of: range)
    }

    func start(ofLine line: Int) -> Int { starts[line] }

    /// Replaces a byte range with `text` (LSP 3.17, TextDocumentContentChangeEvent).
    ///
    /// Complexity: O(bytes + lines) after the range.
    package mutating func replace(_ range: Range<Int>, with text: [UInt8]) {
        // The edit may join or split a CR LF at either end, so the adjacent lines are scanned again.
        let first = line(at: range.lowerBound > 0 ? range.lowerBound - 1 : 0)
        let last = line(at: min(bytes.count, range.upperBound + 1))
        let end = last + 1 < starts.count ? starts[last + 1] : bytes.count
        let growth = text.count - range.count
        bytes.replaceSubrange(range, with: text)
        var middle: [Int] = []
        let from = starts[first]
        Self.appendStarts(of: bytes, in: from..<min(bytes.count, end + growth), to: &middle)
        // The start of the following line is already in `middle`.
        let rest = starts[(last + 1)...].dropFirst(last + 1 < starts.count ? 1 : 0).map { $0 + growth }
        starts.replaceSubrange((first + 1)..., with: middle + rest)
    }
}

extension [Int] {
    /// Returns the first index whose element is greater than `value`. The array must be sorted.
    fileprivate func partitioningIndex(above value: Int) -> Int { indices.partitioningIndex { self[$0] > value } }
}

/// Converts many byte offsets of a text to positions. If the offsets ascend, each conversion continues from the last
/// one.
package struct PositionCursor {
    private let text: EditorText
    private let encoding: PositionEncoding
    private var line = 0
    private var offset = 0
    private var units = 0

    package init(_ text: EditorText, _ encoding: PositionEncoding) {
        self.text = text
        self.encoding = encoding
        offset = text.hidden
    }

    package mutating func position(of wanted: Int) -> Position {
        let wanted = min(max(text.hidden, wanted), text.bytes.count)
        let isOnLine =
            wanted >= offset && (line + 1 >= text.lineCount || wanted < text.start(ofLine: line + 1))
        if !isOnLine {
            line = text.line(at: wanted)
            offset = max(text.hidden, text.start(ofLine: line))
            units = 0
        }
        if encoding == .utf8 {
            units += wanted - offset
            offset = wanted
        } else {
            units += Self.units(text.bytes.span, offset..<max(offset, wanted), encoding)
            offset = wanted
        }
        return Position(line: line, character: units)
    }

    private static func units(_ bytes: Span<UInt8>, _ range: Range<Int>, _ encoding: PositionEncoding) -> Int {
        var count = 0
        for index in range { count += encoding.units(bytes[index]) }
        return count
    }

    package mutating func range(of range: Range<Int>) -> PositionRange {
        PositionRange(start: position(of: range.lowerBound), end: position(of: range.upperBound))
    }
}
