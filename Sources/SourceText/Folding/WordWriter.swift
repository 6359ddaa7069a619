/// Folds a text and writes its words in one pass, for `Words.append`.
///
/// ASCII is classified and folded without a branch for each byte. Other scalars are looked up. If a mark composes with
/// earlier scalars, `FoldingWriter` and `WordScanner` process the text between two ASCII separators again. No word or
/// composition crosses an ASCII separator, so both methods agree outside it.
struct WordWriter {
    /// The number of bytes written to the buffer.
    private(set) var end: Int
    private(set) var tokens = 0
    /// The number of tokens without a separator before them.
    private var joined = 0
    /// 1 if the last byte written belongs to a word that may continue, else 0.
    private var open = 0
    /// Whether the last scalar was a single-character word. Its space is already written.
    private var isAfterSingle = false
    /// The base of a following mark.
    private var base = FoldingTable.Entry(bits: 0)

    /// The number of runs of letters and digits.
    var runs: Int { tokens - joined }

    /// The state before the text since the last ASCII separator, from which that text can be rewritten.
    private struct Stretch {
        var index: Int
        var end: Int
        var tokens: Int
        var joined: Int
    }
    private var stretch: Stretch

    /// The maximum number of bytes written for one scalar beyond its source bytes, and at the end.
    private static let margin = 32

    /// - Parameters:
    ///   - start: the offset in the text where the range to write starts.
    ///   - end: the length of the buffer to which the words are appended.
    init(_ start: Int, at end: Int) {
        self.end = end
        stretch = Stretch(index: start, end: end, tokens: 0, joined: 0)
    }

    /// Folds `text` in `range` and appends its words to `out`, each followed by a space. Call it once per writer, with
    /// the `out` whose length was passed to `init`.
    mutating func write(_ text: [UInt8], _ range: Range<Int>, to out: inout [UInt8]) {
        let table = FoldingTable.shared
        out.append(contentsOf: repeatElement(0, count: range.count + range.count / 8 + 2 * Self.margin))
        var index = range.lowerBound
        while true {
            let (next, isStuck) = write(text.span, from: index, range, to: &out, table: table)
            index = next
            if isStuck {
                index = rewrite(text, from: index, range, to: &out)
            } else if index == range.upperBound {
                break
            }
            let missing = range.upperBound - index + Self.margin - (out.count - end)
            if missing > 0 {
                out.append(contentsOf: repeatElement(0, count: missing + (range.upperBound - index) / 2 + Self.margin))
            }
        }
        if open == 1 {
            out[end] = Byte.space
            end += 1
            tokens += 1
        }
        out.removeLast(out.count - end)
    }

    /// Writes words until the end, until the buffer is too small, or until a scalar requires rewriting.
    private mutating func write(
        _ text: Span<UInt8>, from start: Int, _ range: Range<Int>, to out: inout [UInt8], table: FoldingTable
    ) -> (index: Int, isStuck: Bool) {
        var room = out.mutableSpan
        var index = start
        while index < range.upperBound {
            if text[index] < 0x80 {
                index = writeASCII(text, from: index, range, to: &room)
                if index == range.upperBound { break }
                base = table[UInt32(text[index - 1])]
            }
            repeat {
                let (scalar, next) = FoldingScalar.read(text, at: index, before: range.upperBound)
                let entry = table[scalar]
                if entry.isSequence {
                    guard writeSequence(entry, to: &room, table) else { return (index, true) }
                } else {
                    guard write(entry, to: &room) else { return (index, true) }
                }
                index = next
                if room.count - end < range.upperBound - index + Self.margin { return (index, false) }
            } while index < range.upperBound && text[index] >= 0x80
        }
        return (index, false)
    }

    /// Writes ASCII up to the next non-ASCII byte. A run of separators becomes one space.
    @inline(__always)
    private mutating func writeASCII(
        _ text: Span<UInt8>, from start: Int, _ range: Range<Int>, to room: inout MutableSpan<UInt8>
    ) -> Int {
        if isAfterSingle { endSingle(isJoined: Self.isWord(text[start])) }
        var index = start
        var end = end
        var open = open
        var closed = 0
        var passed: UInt64 = 0
        while index &+ 8 <= range.upperBound, end &+ 8 <= room.count {
            // A block of eight bytes, the first lowest. Only the highest bit of each result byte counts. Carries
            // propagate upwards, so a non-ASCII byte does not affect earlier results.
            let bytes = ASCIIBlock.load(text, at: index)
            let word = ASCIIBlock.words(bytes)
            let separators = ~word & ASCIIBlock.highs
            // Stop at a second separator in a row, or at the first non-ASCII byte.
            let stop =
                separators & (separators << 8 | UInt64(truncatingIfNeeded: 1 &- open) << 7) | bytes & ASCIIBlock.highs
            ASCIIBlock.store(ASCIIBlock.folded(bytes, words: word), to: &room, at: end)
            if stop == 0 {
                passed |= separators
                closed &+= ASCIIBlock.count(separators)
                open = Int(truncatingIfNeeded: word >> 63)
                index &+= 8
                end &+= 8
                continue
            }
            let count = stop.trailingZeroBitCount >> 3
            let bits = UInt64(truncatingIfNeeded: count &* 8)
            let before = separators & (1 &<< bits &- 1)
            passed |= before
            closed &+= ASCIIBlock.count(before)
            // Take the result of the last byte consumed, or the previous state.
            open = Int(truncatingIfNeeded: (word &<< 1 | UInt64(truncatingIfNeeded: open)) &>> bits) & 1
            index &+= count
            end &+= count
            if text[index] >= 0x80 { break }
            passed = 1
            repeat { index &+= 1 } while index < range.upperBound && text[index] < 0x80 && !Self.isWord(text[index])
        }
        while index < range.upperBound {
            let byte = text[index]
            if byte >= 0x80 { break }
            let isWord = Self.isWord(byte)
            // Digits already have this bit set.
            room[end] = isWord ? byte | 0x20 : Byte.space
            let word = isWord ? 1 : 0
            end &+= open | word
            closed &+= open & ~word
            open = word
            if !isWord { passed = 1 }
            index &+= 1
        }
        self.end = end
        self.open = open
        tokens &+= closed
        if passed != 0 { stretch = Stretch(index: index, end: end, tokens: tokens, joined: joined) }
        return index
    }

    /// Ends the state after a single-character word (such as a Chinese character).
    ///
    /// - Parameter isJoined: whether a word follows without a separator. It then belongs to the same run, which
    ///   `words:` counts once.
    @inline(__always)
    private mutating func endSingle(isJoined: Bool) {
        if isJoined { joined += 1 }
        isAfterSingle = false
    }

    @inline(__always)
    private static func isWord(_ byte: UInt8) -> Bool { byte.isLetter || byte.isDigit }

    /// Writes the target of one scalar. Returns false if it must be folded with its neighbors, by `rewrite`.
    @inline(__always)
    private mutating func write(_ entry: FoldingTable.Entry, to room: inout MutableSpan<UInt8>) -> Bool {
        if entry.isMark, base.takesNoMarks { return base.target != Folding.cyrillicI || entry.target != Folding.breve }
        if entry.isBound { return false }
        base = entry
        if entry.kind == FoldingTable.Kind.word {
            if isAfterSingle { endSingle(isJoined: true) }
            end = FoldingScalar.write(entry.target, to: &room, at: end)
            open = 1
            return true
        }
        switch entry.kind {
        case FoldingTable.Kind.single:
            if open == 1 || isAfterSingle { joined += 1 }
            close(&room)
            end = FoldingScalar.write(entry.target, to: &room, at: end)
            open = 1
            close(&room)
            isAfterSingle = true
        case FoldingTable.Kind.mark:
            if isAfterSingle { return false }
            // A mark without a letter is a separator.
            if open == 1 { end = FoldingScalar.write(entry.target, to: &room, at: end) }
        default:
            close(&room)
            isAfterSingle = false
        }
        return true
    }

    private mutating func writeSequence(
        _ entry: FoldingTable.Entry, to room: inout MutableSpan<UInt8>, _ table: FoldingTable
    ) -> Bool {
        if entry.sequence.isEmpty { return true }
        // The margin has room for five.
        if entry.isBound || entry.sequence.count > 5 { return false }
        for index in entry.sequence where !write(table[table.pool[index]], to: &room) { return false }
        return true
    }

    @inline(__always)
    private mutating func close(_ room: inout MutableSpan<UInt8>) {
        room[end] = Byte.space
        end &+= open
        tokens &+= open
        open = 0
    }

    /// Rewrites the stretch that contains `index` with full normalization. Returns its end.
    private mutating func rewrite(_ text: [UInt8], from index: Int, _ range: Range<Int>, to out: inout [UInt8]) -> Int {
        var stop = index
        while stop < range.upperBound, text[stop] >= 0x80 || Self.isWord(text[stop]) { stop += 1 }
        var start = stretch.index
        while start > range.lowerBound, Self.isWord(text[start - 1]) { start -= 1 }
        end = stretch.end - (stretch.index - start)
        // Include the separator, since a mark may follow it.
        let folded = Folding.fold(text, max(start - 1, range.lowerBound)..<stop)
        tokens = stretch.tokens
        joined = stretch.joined
        // A space follows each word, including single characters of three bytes and the letters next to them.
        let missing = folded.count + folded.count / 2 + Self.margin - (out.count - end)
        if missing > 0 { out.append(contentsOf: repeatElement(0, count: missing)) }
        var room = out.mutableSpan
        var scanner = WordScanner(folded)
        while let word = scanner.next() {
            for index in word {
                room[end] = folded[index]
                end += 1
            }
            room[end] = Byte.space
            end += 1
            tokens += 1
            if !scanner.startsRun { joined += 1 }
        }
        open = 0
        isAfterSingle = false
        return stop
    }
}
