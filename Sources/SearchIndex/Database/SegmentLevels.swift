/// The levels of the segments of a newly built full-text table.
///
/// FTS5 merges segments by level. A commit writes to level 0. When one level has as many segments as the option
/// `crisismerge`, they are merged into one on the next level
/// (https://sqlite.org/fts5.html#the_crisismerge_configuration_option). `IndexDatabase.seal` sets it to 8. The few
/// large segments of a build are on level 0 too, so a few small changes would merge all of them. That costs seconds
/// during a search. The large segments are therefore moved to a high level, where small changes never reach them.
///
/// The structure record is row 10 of the table's data: a cookie of four bytes, then varints. These are the number of
/// levels, the number of segments and a counter of written pages. For each level follow the number of segments being
/// merged and the number of segments. For each segment follow its number, first page and last page
/// (https://sqlite.org/src, fts5_index.c, "STRUCTURE RECORD").
enum SegmentLevels {
    static let record: Int64 = 10
    /// Merging eight segments into one, seven times over, takes two million changes.
    private static let level = 7

    /// Returns the record with all segments of level 0 moved to a high level, or nil if its format is unknown.
    static func raised(_ record: [UInt8]) -> [UInt8]? {
        var index = 4
        func next() -> Int? { Varint.read(record.span, &index, end: record.count) }
        guard record.count > 4, next() == 1, let segments = next(), let written = next(), next() == 0,
            next() == segments, segments < 1000
        else { return nil }
        var numbers: [Int] = []
        for _ in 0..<(3 * segments) {
            guard let number = next() else { return nil }
            numbers.append(number)
        }
        guard index == record.count else { return nil }
        var result = Array(record[..<4])
        // The lower levels have no segments.
        let header = [level + 1, segments, written] + Array(repeating: 0, count: 2 * level) + [0, segments]
        for number in header + numbers { Varint.append(number, to: &result) }
        return result
    }
}
