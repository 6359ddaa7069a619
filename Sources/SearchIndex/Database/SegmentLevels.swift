/// The levels of the segments of a newly built full-text table.
///
/// FTS5 merges segments by level. A commit writes to level 0. When one level has 16 segments, they are merged into one
/// on the next level (https://sqlite.org/fts5.html#the_crisismerge_configuration_option). The few large segments of a
/// build are on level 0 too. The sixth small change would merge all of them, which costs seconds during a search. They
/// are therefore moved to a high level, where small changes never reach them.
///
/// The structure record is row 10 of the table's data: a cookie of four bytes, then varints. These are the number of
/// levels, the number of segments and a counter of written pages. For each level follow the number of segments being
/// merged and the number of segments. For each segment follow its number, first page and last page
/// (https://sqlite.org/src, fts5_index.c, "STRUCTURE RECORD").
enum SegmentLevels {
    static let record: Int64 = 10
    /// Merging eight segments into one, seven times over, takes two million changes.
    private static let level = 7

    /// Returns the record with all segments of level 0 moved to a high level, or nil if its format is not the expected
    /// one.
    static func raised(_ record: [UInt8]) -> [UInt8]? {
        var reader = Reader(record)
        guard record.count > 4, let levels = reader.next(), levels == 1, let segments = reader.next(),
            let written = reader.next(), let merging = reader.next(), merging == 0, let count = reader.next(),
            count == segments, count < 1000
        else { return nil }
        var numbers: [UInt64] = []
        for _ in 0..<(3 * count) {
            guard let number = reader.next() else { return nil }
            numbers.append(number)
        }
        guard reader.isAtEnd else { return nil }
        var result = Array(record[..<4])
        for number in [UInt64(level + 1), segments, written] { append(number, to: &result) }
        for _ in 0..<level {
            append(0, to: &result)
            append(0, to: &result)
        }
        append(0, to: &result)
        append(count, to: &result)
        for number in numbers { append(number, to: &result) }
        return result
    }

    /// A reader of SQLite's varints: for numbers below 2⁵⁶, seven bits per byte, the highest first.
    /// https://sqlite.org/fileformat2.html#varint
    private struct Reader {
        private let bytes: [UInt8]
        private var index = 4

        init(_ bytes: [UInt8]) { self.bytes = bytes }

        var isAtEnd: Bool { index == bytes.count }

        mutating func next() -> UInt64? {
            var value: UInt64 = 0
            for _ in 0..<8 {
                guard index < bytes.count else { return nil }
                let byte = bytes[index]
                index += 1
                value = value << 7 | UInt64(byte & 0x7F)
                if byte < 0x80 { return value }
            }
            return nil
        }
    }

    private static func append(_ number: UInt64, to bytes: inout [UInt8]) {
        var groups = [UInt8(number & 0x7F)]
        var rest = number >> 7
        while rest > 0 {
            groups.append(UInt8(rest & 0x7F) | 0x80)
            rest >>= 7
        }
        bytes += groups.reversed()
    }
}
