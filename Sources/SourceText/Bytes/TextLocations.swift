/// A place in a text: line and column from 1, the column in Unicode scalars.
package struct TextLocation: Hashable, Sendable {
    package var line: Int
    package var column: Int

    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// The first of any text.
    package static let start = TextLocation(line: 1, column: 1)
}

/// The lines and columns of some offsets in a text, as `LineTable` has them, found in one pass: where few are of interest
/// a table of all lines would cost more, and a line that is long is gone through once for all of them.
package struct TextLocations {
    private let offsets: [Int]
    private let locations: [TextLocation]

    /// - Parameter offsets: in any order; one beyond the text is taken for its end.
    ///
    /// Complexity: O(bytes + n log n), whatever the lines.
    package init(of offsets: [Int], in bytes: [UInt8]) {
        // A byte order mark has no column.
        let start = bytes.holds([0xEF, 0xBB, 0xBF], at: 0) ? 3 : 0
        self.offsets = offsets.sorted()
        var locations: [TextLocation] = []
        locations.reserveCapacity(offsets.count)
        var location = TextLocation.start
        var place = start
        for offset in self.offsets {
            let next = min(max(offset, start), bytes.count)
            let feeds = bytes.lineFeeds(in: place..<next)
            if feeds == 0 {
                location.column += Self.scalars(bytes, place..<next)
            } else {
                location.line += feeds
                let line = bytes[place..<next].lastIndex(of: Byte.newline).map { $0 + 1 } ?? place
                location.column = Self.scalars(bytes, line..<next) + 1
            }
            place = next
            locations.append(location)
        }
        self.locations = locations
    }

    /// The location of an offset; the text's start for one that was not asked for. Complexity: O(log n).
    package subscript(offset: Int) -> TextLocation {
        let index = offsets.indices.partitioningIndex { offsets[$0] >= offset }
        return index < offsets.count && offsets[index] == offset ? locations[index] : .start
    }

    private static func scalars(_ bytes: [UInt8], _ range: Range<Int>) -> Int {
        let bytes = bytes.span
        var count = 0
        for index in range where bytes[index] & 0xC0 != 0x80 { count += 1 }
        return count
    }
}
