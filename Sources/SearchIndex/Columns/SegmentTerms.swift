import SQLite
import SourceText

/// A reader of the words in FTS5's segments from their leaf pages, without decoding position lists.
///
/// A row of `fts_data` is a leaf if its id is segment × 2³⁷ + page. A leaf starts with two offsets of two bytes each:
/// that of its first row id and that of its page index. The page index is a list of varints: the offset of the first
/// term, then the distance from each term to the next. The first term of a leaf is complete: its length and its bytes.
/// Every other term starts with the number of bytes it shares with the previous one. The bytes up to the next term are
/// the term's position list. A leaf without a term continues the previous list. Terms of the main index start with `0`
/// (https://sqlite.org/src, fts5_index.c, "SEGMENT FORMAT").
enum SegmentTerms {
    /// Returns the words of all segments. The weight of a word is the size of its lists in bytes, which grows with the
    /// number of notes that have it. Malformed pages are skipped.
    ///
    /// Complexity: a read of the table's pages, without decoding lists.
    static func read(_ connection: Connection) throws -> Vocabulary {
        var all = Vocabulary()
        var segment = SegmentReader()
        var current: Int64 = 0
        try connection.rows("SELECT id, block FROM fts_data WHERE id >= ?1 ORDER BY id", [.int(1 << 37)]) { row in
            let id = row.int(0)
            // Other kinds of pages have a flag or a height in these bits.
            guard (id >> 31) & 0x3F == 0 else { return true }
            if id >> 37 != current {
                all.merge(segment.words)
                segment = SegmentReader()
                current = id >> 37
            }
            row.withBytes(1) { segment.add(leaf: $0) }
            return true
        }
        all.merge(segment.words)
        return all
    }

    /// A reader of the leaf pages of one segment, in order.
    private struct SegmentReader {
        var words = Vocabulary()
        /// The last term read, including its leading `0`.
        private var term: [UInt8] = []
        /// Whether that term was added to the words.
        private var isKept = false

        mutating func add(leaf: Span<UInt8>) {
            guard leaf.count > 4 else { return }
            let end = Int(leaf[2]) << 8 | Int(leaf[3])
            guard end >= 4, end <= leaf.count else { return }
            var index = end
            var offset = 0
            var next = Varint.read(leaf, &index, end: leaf.count)
            if next == nil {
                if isKept { words.addToLast(Int32(end - 4)) }
                return
            }
            var isFirst = true
            while let distance = next {
                if isFirst, isKept { words.addToLast(Int32(clamping: max(0, distance - 4))) }
                offset += distance
                guard offset < end else { return }
                next = Varint.read(leaf, &index, end: leaf.count)
                let stop = next.map { min(end, offset + $0) } ?? end
                guard let start = read(leaf, offset, stop: stop, isWhole: isFirst) else { return }
                isKept = term.first == UInt8(ascii: "0") && term.count <= Vocabulary.longest + 1
                if isKept {
                    words.append(term[1...], weight: Int32(stop - start))
                }
                isFirst = false
            }
        }

        /// Reads the term at an offset. Returns the offset of its list, or nil if there is no valid term.
        private mutating func read(_ leaf: Span<UInt8>, _ offset: Int, stop: Int, isWhole: Bool) -> Int? {
            var index = offset
            var kept = 0
            if !isWhole {
                guard let shared = Varint.read(leaf, &index, end: stop), shared <= term.count else { return nil }
                kept = shared
            }
            guard let new = Varint.read(leaf, &index, end: stop), index + new <= stop else { return nil }
            term.removeLast(term.count - kept)
            for position in index..<index + new { term.append(leaf[position]) }
            return index + new
        }
    }
}
