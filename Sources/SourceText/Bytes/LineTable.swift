/// The line starts of a text, to convert byte offsets into lines and columns.
///
/// A line ends with LF. The CR of a CRLF belongs to the line that it ends.
package struct LineTable: Sendable {
    private let starts: [Int]
    private let bytes: [UInt8]

    /// Complexity: O(bytes).
    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
        var starts = [0]
        for index in bytes.indices where bytes[index] == Byte.newline { starts.append(index + 1) }
        self.starts = starts
    }

    package var count: Int { starts.count }

    /// Returns the 1-based number of the line that contains `offset`. Complexity: O(log lines).
    package func line(at offset: Int) -> Int {
        max(1, starts.indices.partitioningIndex { starts[$0] > offset })
    }

    /// Returns the bytes of a line, counted from 1, without its line end.
    package func range(ofLine line: Int) -> Range<Int> {
        let start = starts[line - 1]
        var end = line < starts.count ? starts[line] - 1 : bytes.count
        if end > start, bytes[end - 1] == Byte.carriageReturn { end -= 1 }
        return start..<end
    }

    /// Returns the 1-based column of `offset` in bytes, as ripgrep counts.
    package func byteColumn(at offset: Int) -> Int { offset - starts[line(at: offset) - 1] + 1 }

    /// Returns the 1-based column of `offset` in Unicode scalars. A byte order mark before the first line does not
    /// count.
    package func column(at offset: Int) -> Int {
        var start = starts[line(at: offset) - 1]
        if start == 0, offset >= bytes.textStart { start = bytes.textStart }
        return scalars(in: start..<max(start, offset)) + 1
    }

    /// Returns the number of Unicode scalars that start in `range`.
    package func scalars(in range: Range<Int>) -> Int { bytes.scalarCount(in: range) }
}
