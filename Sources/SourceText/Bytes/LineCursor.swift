/// Turns offsets into lines and columns while going along with them, where a table of all lines would cost more.
///
/// Lines and columns are those of `LineTable`.
package struct LineCursor {
    /// A place in a text: line and column from 1, the column in Unicode scalars.
    package struct Location: Hashable, Sendable {
        package var line: Int
        package var column: Int

        package init(line: Int, column: Int) {
            self.line = line
            self.column = column
        }

        /// The first of any text.
        package static let start = Location(line: 1, column: 1)
    }

    private let bytes: [UInt8]
    /// The first byte that counts: a byte order mark has no column.
    private let start: Int
    private var offset: Int
    private var location = Location.start

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
        start = bytes.holds([0xEF, 0xBB, 0xBF], at: 0) ? 3 : 0
        offset = start
    }

    /// The location of an offset; of one beyond the end, the end's.
    ///
    /// Complexity: O(bytes from the last one asked for, forwards or back), and of the line where it is another one.
    package mutating func location(of wanted: Int) -> Location {
        let wanted = min(max(wanted, start), bytes.count)
        let between = min(offset, wanted)..<max(offset, wanted)
        let isForward = wanted >= offset
        let feeds = bytes.lineFeeds(in: between)
        offset = wanted
        if feeds == 0 {
            location.column += isForward ? scalars(in: between) : -scalars(in: between)
        } else {
            location.line += isForward ? feeds : -feeds
            let line = max(start, bytes[..<wanted].lastIndex(of: Byte.newline).map { $0 + 1 } ?? 0)
            location.column = scalars(in: line..<wanted) + 1
        }
        return location
    }

    private func scalars(in range: Range<Int>) -> Int {
        let bytes = bytes.span
        var count = 0
        for index in range where bytes[index] & 0xC0 != 0x80 { count += 1 }
        return count
    }
}
