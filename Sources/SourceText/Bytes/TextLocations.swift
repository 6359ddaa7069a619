/// A position in a text: 1-based line and column, the column in Unicode scalars.
package struct TextLocation: Hashable, Sendable {
    package var line: Int
    package var column: Int

    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    package static let start = TextLocation(line: 1, column: 1)
}

/// The locations of some offsets in a text, as `LineTable` computes them, but found in one pass. For few offsets this
/// is cheaper than a table of all lines. A long line is scanned only once for all its offsets.
package struct TextLocations {
    private let offsets: [Int]
    private let locations: [TextLocation]

    /// - Parameter offsets: in any order. One beyond the text counts as its end.
    ///
    /// Complexity: O(bytes + n log n), regardless of line lengths.
    package init(of offsets: [Int], in bytes: [UInt8]) {
        // A byte order mark has no column.
        let start = bytes.textStart
        self.offsets = offsets.sorted()
        var locations: [TextLocation] = []
        locations.reserveCapacity(offsets.count)
        var location = TextLocation.start
        var place = start
        for offset in self.offsets {
            let next = min(max(offset, start), bytes.count)
            let feeds = bytes.lineFeeds(in: place..<next)
            if feeds == 0 {
                location.column += bytes.scalarCount(in: place..<next)
            } else {
                location.line += feeds
                let line = bytes[place..<next].lastIndex(of: Byte.newline).map { $0 + 1 } ?? place
                location.column = bytes.scalarCount(in: line..<next) + 1
            }
            place = next
            locations.append(location)
        }
        self.locations = locations
    }

    /// Returns the location of an offset, or the start of the text if it was not among `offsets`. Complexity: O(log n).
    package subscript(offset: Int) -> TextLocation {
        let index = offsets.indices.partitioningIndex { offsets[$0] >= offset }
        return index < offsets.count && offsets[index] == offset ? locations[index] : .start
    }
}
