internal import SourceText

/// The bytes and lines of a YAML document. Offsets are those in `bytes`, and lines are numbered from 0.
struct YAMLText {
    let bytes: [UInt8]
    let lines: [YAMLLine]

    /// The merge conflict marker lines of git. They are parsed as blank lines.
    let conflicts: [Range<Int>]

    init(_ bytes: [UInt8], _ range: Range<Int>) {
        self.bytes = bytes
        var lines = YAMLLine.lines(of: range, in: bytes)
        conflicts = Self.takeConflicts(from: &lines, in: bytes)
        self.lines = lines
    }

    /// Replaces merge conflict markers with blank lines and returns their ranges.
    private static func takeConflicts(from lines: inout [YAMLLine], in bytes: [UInt8]) -> [Range<Int>] {
        // YAML parses no line with this start as a key or value.
        func isCertainlyConflict(_ line: YAMLLine) -> Bool {
            line.first == line.start && line.end - line.start >= 7
                && (bytes[line.start] == Byte.less || bytes[line.start] == Byte.greater)
                && ConflictMarkers.isMarker(line.start..<line.end, of: bytes)
        }
        guard lines.contains(where: isCertainlyConflict) else { return [] }
        var found: [Range<Int>] = []
        for (index, line) in lines.enumerated()
        where line.first == line.start && ConflictMarkers.isMarker(line.start..<line.end, of: bytes) {
            found.append(line.start..<line.end)
            lines[index] = YAMLLine(start: line.start, first: line.start, end: line.start, next: line.next)
        }
        return found
    }

    subscript(offset: Int) -> UInt8 { bytes[offset] }

    /// Whether a range overlaps a conflict marker. Complexity: O(log conflicts).
    func overlapsConflict(_ range: Range<Int>) -> Bool {
        let next = conflicts.indices.partitioningIndex { conflicts[$0].upperBound > range.lowerBound }
        return next < conflicts.count && conflicts[next].lowerBound < range.upperBound
    }

    // MARK: Lines

    func isComment(_ line: Int) -> Bool { !lines[line].isBlank && bytes[lines[line].first] == Byte.hash }

    /// Whether the line is neither blank nor a comment.
    func isContent(_ line: Int) -> Bool { !lines[line].isBlank && bytes[lines[line].first] != Byte.hash }

    func isKey(at offset: Int, line: Int) -> Bool {
        YAMLKey.colon(from: offset, end: lines[line].end, in: bytes) != nil
    }

    func isHyphen(at offset: Int, line: Int) -> Bool {
        let end = lines[line].end
        return offset < end && bytes[offset] == Byte.hyphen && YAMLKey.endsWord(offset + 1, end, bytes: bytes)
    }

    /// Returns the index of the line that contains `offset`, searching from `line`. `offset` may be a line end.
    func line(of offset: Int, from line: Int) -> Int {
        var index = line
        while index + 1 < lines.count, lines[index + 1].start <= offset { index += 1 }
        return index
    }

    func skipBlanks(_ offset: Int, _ end: Int) -> Int {
        var index = offset
        while index < end, bytes[index].isBlank { index += 1 }
        return index
    }

    func trimmedEnd(_ start: Int, _ end: Int) -> Int {
        var end = end
        while end > start, bytes[end - 1].isWhiteSpace { end -= 1 }
        return end
    }

    /// Returns the range from the first non-blank at or after `offset` to the line end, or nil if only blanks or a
    /// comment follow. A `#` at `offset` itself starts no comment.
    func textAfter(_ offset: Int, end: Int) -> Range<Int>? {
        let start = skipBlanks(offset, end)
        if start == end || (bytes[start] == Byte.hash && start > offset) { return nil }
        return start..<trimmedEnd(start, end)
    }

    /// Returns a null value with an empty range, after `offset` and at most one blank.
    func null(at offset: Int, line: Int) -> YAMLReading {
        let end = offset < lines[line].end && bytes[offset].isBlank ? offset + 1 : offset
        return YAMLReading(value: YAMLValue(.null, end..<end), last: line)
    }

    /// Returns an opaque value for the text from `offset` to the last line with content before `stop`.
    func opaque(from offset: Int, line: Int, to stop: Int) -> YAMLReading {
        var last = max(line, stop - 1)
        while last > line, !isContent(last) { last -= 1 }
        let end = lines[last].end
        return YAMLReading(value: YAMLValue(.opaque, offset..<max(offset, trimmedEnd(offset, end))), last: last)
    }
}
