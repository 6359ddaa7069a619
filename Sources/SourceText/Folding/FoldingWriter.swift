/// Folds one text into a buffer.
///
/// ASCII is copied in lower case. Another scalar is looked up and written, unless it is bound to earlier scalars. In
/// that case the text from the last free scalar on is read again as a `FoldingCluster`.
struct FoldingWriter {
    private(set) var bytes: [UInt8]
    /// The source offset of each byte of the result. Empty unless `tracksSources` is set.
    private(set) var sources: [Int] = []
    private let tracksSources: Bool
    private let table = FoldingTable.shared

    /// The number of bytes written to `bytes`.
    private var count = 0
    /// The start of the last free scalar in the text and in the result, and the base before it.
    private var clusterSource: Int
    private var clusterCount = 0
    private var baseBefore = FoldingTable.Entry(bits: 0)
    /// The base of a following mark, and the rank of the last mark on it.
    private var base = FoldingTable.Entry(bits: 0)
    private var rank: UInt32 = 0
    private var cluster = FoldingCluster()

    /// Folds the text in `range`. Complexity: O(n), or O(n log n) in the marks on one base.
    init(_ text: [UInt8], _ range: Range<Int>, tracksSources: Bool) {
        self.tracksSources = tracksSources
        clusterSource = range.lowerBound
        bytes = [UInt8](repeating: 0, count: range.count + 16)
        if tracksSources { sources.reserveCapacity(range.count + 1) }
        var index = range.lowerBound
        while index < range.upperBound {
            let start = index
            index = copyASCII(text, index, before: range.upperBound)
            if index > start {
                base = table[UInt32(text[index - 1])]
                rank = 0
                clusterSource = index - 1
                clusterCount = count - 1
            }
            while index < range.upperBound, text[index] >= 0x80 { index = fold(text, index, before: range.upperBound) }
        }
        bytes.removeLast(bytes.count - count)
        if tracksSources { sources.append(range.upperBound) }
    }

    private mutating func copyASCII(_ text: [UInt8], _ start: Int, before end: Int) -> Int {
        makeRoom(end - start)
        var index = start
        var written = count
        var room = bytes.mutableSpan
        while index < end {
            let byte = text[index]
            if byte >= 0x80 { break }
            room[written] = byte.lowercased
            written += 1
            index += 1
        }
        count = written
        if tracksSources { sources.append(contentsOf: start..<index) }
        return index
    }

    /// Folds the scalar at `index`, or the whole cluster if it is bound to the one before. Returns the next index.
    @inline(__always)
    private mutating func fold(_ text: [UInt8], _ index: Int, before end: Int) -> Int {
        let (scalar, next) = FoldingScalar.read(text.span, at: index, before: end)
        let entry = table[scalar]
        if entry.isSequence {
            if entry.sequence.isEmpty { return next }
            if entry.isBound { return foldCluster(text, through: next, end) }
            foldSequence(entry, index)
            return next
        }
        if entry.isMark, base.takesNoMarks {
            // й is a letter of its alphabet, even if its breve is a separate scalar.
            guard base.target == Folding.cyrillicI, entry.target == Folding.breve else { return next }
            return foldCluster(text, through: next, end)
        }
        if !entry.isBound {
            begin(index)
            base = entry
            rank = 0
            put(entry.target, index)
            return next
        }
        if entry.composes || entry.rank < rank { return foldCluster(text, through: next, end) }
        rank = entry.rank
        put(entry.target, clusterSource)
        return next
    }

    /// Records the position before a free scalar is written.
    private mutating func begin(_ index: Int) {
        clusterSource = index
        clusterCount = count
        baseBefore = base
    }

    private mutating func foldSequence(_ entry: FoldingTable.Entry, _ index: Int) {
        var isFirst = true
        for member in entry.sequence {
            let target = table[table.pool[member]]
            if target.isMark, base.takesNoMarks { continue }
            if isFirst { begin(index) }
            isFirst = false
            if target.rank == 0 { base = target }
            rank = target.rank
            put(target.target, index)
        }
    }

    /// Folds everything from the last free scalar to the next free one at or after `least`.
    private mutating func foldCluster(_ text: [UInt8], through least: Int, _ end: Int) -> Int {
        cluster.removeAll()
        var index = clusterSource
        while index < end {
            let (scalar, next) = FoldingScalar.read(text.span, at: index, before: end)
            let entry = table[scalar]
            if entry.isSequence {
                if index >= least, !entry.isBound, !entry.sequence.isEmpty { break }
                for member in entry.sequence { cluster.add(table.pool[member], index, table: table) }
            } else {
                if index >= least, !entry.isBound, !entry.isMark { break }
                cluster.add(entry.target, index, table: table)
            }
            index = next
        }
        base = cluster.normalize(after: baseBefore, table)
        rank = 0
        count = clusterCount
        if tracksSources { sources.removeLast(sources.count - count) }
        for (scalar, source) in zip(cluster.scalars, cluster.sources) { put(scalar, source) }
        return index
    }

    private mutating func put(_ scalar: UInt32, _ source: Int) {
        makeRoom(4)
        let start = count
        var room = bytes.mutableSpan
        let end = FoldingScalar.write(scalar, to: &room, at: start)
        if tracksSources { sources.append(contentsOf: repeatElement(source, count: end - start)) }
        count = end
    }

    @inline(__always)
    private mutating func makeRoom(_ more: Int) {
        if bytes.count - count < more { grow(more) }
    }

    private mutating func grow(_ more: Int) {
        bytes.append(contentsOf: repeatElement(0, count: more + bytes.count / 2))
    }
}
