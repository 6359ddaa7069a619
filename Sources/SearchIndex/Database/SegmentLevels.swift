/// Where the segments of a newly built full-text table stand.
///
/// FTS5 merges segments by levels: what a commit writes stands on level 0, and when 16 stand on one level they are merged
/// into one on the next (https://sqlite.org/fts5.html#the_crisismerge_configuration_option). The few large segments of
/// a build stand on level 0 as well, so that the sixth small change would merge all of them, seconds of work inside a
/// search. They belong where such segments end up in the long run: on a high level, which small changes never reach.
///
/// The structure record is row 10 of the table's data: four bytes of cookie, then varints: the number of levels, of
/// segments, a counter of pages written, and for each level how many segments are being merged, how many there are, and
/// for each its number, first and last page (https://sqlite.org/src, fts5_index.c, "STRUCTURE RECORD").
enum SegmentLevels {
    static let record: Int64 = 10
    /// Eight segments to one, seven times over, are two million changes.
    private static let level = 7

    /// The record with all segments of level 0 on a high level; nil where it is none that this can read.
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

    /// SQLite's varints, of which numbers below 2⁵⁶ are seven bits a byte, the highest first:
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
