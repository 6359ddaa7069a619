import SourceText

/// The text of a document, and where its lines begin.
///
/// Lines end with LF, CR LF or CR (LSP 3.17, Text Documents). Bytes that are not UTF-8, which only files have, count as
/// one unit each that begins a character.
package struct DocumentText: Sendable {
    package private(set) var bytes: [UInt8]
    private var starts: [Int]
    /// How many bytes at the beginning no editor shows.
    fileprivate let hidden: Int

    /// - Parameter isOnDisk: whether it is a file's, whose byte order mark is no part of what a client shows.
    ///
    /// Complexity: O(bytes).
    package init(_ bytes: [UInt8], isOnDisk: Bool = false) {
        self.bytes = bytes
        hidden = isOnDisk && bytes.holds([0xEF, 0xBB, 0xBF], at: 0) ? 3 : 0
        starts = [0]
        Self.appendStarts(of: bytes, in: 0..<bytes.count, to: &starts)
    }

    package var lineCount: Int { starts.count }

    /// Appends where the lines begin that the line ends in `range` end.
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

    /// The bytes of a line, from 0, without its end; clamped to the last line.
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

    /// The line, from 0, that holds an offset. Complexity: O(log lines).
    package func line(at offset: Int) -> Int { max(0, starts.partitioningIndex(above: offset) - 1) }

    /// The byte at a position; one behind the end of its line, or of the text, is that end, and one inside of a character
    /// its beginning. Complexity: O(length of the line).
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

    /// The position of a byte. Complexity: O(length of its line); for many use a `PositionCursor`.
    package func position(of offset: Int, _ encoding: PositionEncoding) -> Position {
        var cursor = PositionCursor(self, encoding)
        return cursor.position(of: offset)
    }

    package func range(of range: Range<Int>, _ encoding: PositionEncoding) -> PositionRange {
        var cursor = PositionCursor(self, encoding)
        return cursor.range(of: range)
    }

    /// Where a line begins, from 0.
    func start(ofLine line: Int) -> Int { starts[line] }

    /// Puts a text in the place of a range (LSP 3.17, TextDocumentContentChangeEvent).
    ///
    /// Complexity: a copy of what stands behind, and O(lines behind).
    package mutating func replace(_ range: Range<Int>, with text: [UInt8]) {
        // A line end may be joined or cut at both borders: the lines around are looked at again.
        let first = line(at: range.lowerBound > 0 ? range.lowerBound - 1 : 0)
        let last = line(at: min(bytes.count, range.upperBound + 1))
        let end = last + 1 < starts.count ? starts[last + 1] : bytes.count
        let growth = text.count - range.count
        bytes.replaceSubrange(range, with: text)
        var middle: [Int] = []
        let from = starts[first]
        Self.appendStarts(of: bytes, in: from..<min(bytes.count, end + growth), to: &middle)
        // The one at the end stands in the rest.
        let rest = starts[(last + 1)...].dropFirst(last + 1 < starts.count ? 1 : 0).map { $0 + growth }
        starts.replaceSubrange((first + 1)..., with: middle + rest)
    }
}

extension [Int] {
    /// The first index whose element is above a value; the elements are in order.
    fileprivate func partitioningIndex(above value: Int) -> Int { indices.partitioningIndex { self[$0] > value } }
}

/// Finds the positions of many bytes; each that is not before the last goes on from there.
package struct PositionCursor {
    private let text: DocumentText
    private let encoding: PositionEncoding
    private var line = 0
    private var offset = 0
    private var units = 0

    package init(_ text: DocumentText, _ encoding: PositionEncoding) {
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
