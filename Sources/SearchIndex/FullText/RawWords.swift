import Notes
import SourceText

/// The words of a note that only `contains:` and regular expressions find, as extra words of its full text.
///
/// These tests search the file as written, and the full-text table has the text without markup. The two differ where markup
/// touches letters: `un**believ**able` is three words as written. A raw word has a prefix that no letter of a note
/// has, so that no other query finds it:
///
/// - `wordMark` and a word as written that the text may lack.
/// - `pieceMark` and a piece of a word that is too long for the vocabulary. Pieces overlap by at least
///   `WordPart.maximumLength` bytes, so that each part of the word is in one of them.
/// - `overflow` alone, in a note with too many raw words. It must be read for every test.
struct RawWords {
    static let wordMark: [UInt8] = Array("\u{E001}".utf8)
    static let pieceMark: [UInt8] = Array("\u{E002}".utf8)
    static let overflow = "\u{E003}"

    /// The maximum number of bytes in the raw words of a note.
    private static let maximumSize = 1024
    /// The longest text after a mark.
    private static let longest = IndexedWord.longest - 3
    private static let pieceDistance = 30

    private var words: Set<[UInt8]> = []
    private var size = 0
    private var overflows = false

    /// - Parameters:
    ///   - start: where the text starts that a search covers.
    ///   - columns: as in `FullText`.
    init(_ body: Body, in bytes: [UInt8], from start: Int, columns: [[UInt8]]) {
        for column in columns { addLong(column) }
        if body.reading.isEmpty { return }
        let text = LiveBlock.blanked(bytes, body.liveBlocks)
        for range in Self.changed(text, from: start, body.reading) {
            if overflows { return }
            add(text, touching: range, from: start)
        }
    }

    /// The words, each with its mark and a space after it, for a column of the full-text table.
    var text: [UInt8] {
        if overflows { return Array("\(Self.overflow) ".utf8) }
        return words.sorted { $0.lexicographicallyPrecedes($1) }.reduce(into: []) { text, word in
            text += word
            text.append(Byte.space)
        }
    }

    // MARK: Long words

    /// Adds the words of a column that the vocabulary does not have. Complexity: O(column / 64 + long words).
    private mutating func addLong(_ column: [UInt8]) {
        let text = column.span
        var start = 0
        while start + IndexedWord.longest < text.count {
            // The last space in the next bytes, before which no word is long.
            var space = start + IndexedWord.longest
            while space >= start, text[space] != Byte.space { space -= 1 }
            if space >= start {
                start = space + 1
                continue
            }
            var end = start + IndexedWord.longest
            while end < text.count, text[end] != Byte.space { end += 1 }
            addPieces(column[start..<end])
            start = end + 1
        }
    }

    private mutating func addPieces(_ word: ArraySlice<UInt8>) {
        var start = word.startIndex
        while start < word.endIndex, !overflows {
            let end = Self.boundary(word, min(start + Self.longest, word.endIndex))
            insert(Self.pieceMark + word[start..<end])
            if end == word.endIndex { return }
            start = Self.boundary(word, start + Self.pieceDistance)
        }
    }

    /// Returns the last start of a scalar up to an index.
    private static func boundary(_ word: ArraySlice<UInt8>, _ index: Int) -> Int {
        var index = index
        while index < word.endIndex, index > word.startIndex, word[index] & 0xC0 == 0x80 { index -= 1 }
        return index
    }

    private mutating func insert(_ word: [UInt8]) {
        if words.insert(word).inserted { size += word.count + 1 }
        if size > Self.maximumSize { overflows = true }
    }

    // MARK: Markup

    /// Adds the words as written that contain or touch a range.
    private mutating func add(_ text: [UInt8], touching range: Range<Int>, from start: Int) {
        // Words and their folding do not depend on what is beyond an ASCII separator, which is included, since a mark may
        // follow it.
        var lower = range.lowerBound
        while lower > start, Self.isWordPart(text, lower - 1) { lower -= 1 }
        var upper = range.upperBound
        while Self.isWordPart(text, upper) { upper += 1 }
        if upper - lower - range.count > Self.maximumSize { return overflows = true }
        for word in Words.tokens(of: text, in: max(start, lower - 1)..<upper)
        where word.source.lowerBound <= range.upperBound && word.source.upperBound >= range.lowerBound {
            // A Han character that stays is a word in every text.
            if !word.source.overlaps(range), Self.isIdeograph(word.text) { continue }
            if word.text.count > Self.longest { addPieces(word.text[...]) } else { insert(Self.wordMark + word.text) }
            if overflows { return }
        }
    }

    private static func isIdeograph(_ word: [UInt8]) -> Bool {
        word.count == 3 && String(decoding: word, as: UTF8.self).unicodeScalars.first.map(Words.isIdeograph) == true
    }

    private static func isWordPart(_ text: [UInt8], _ index: Int) -> Bool {
        guard text.indices.contains(index) else { return false }
        return text[index] >= 0x80 || text[index].isLetter || text[index].isDigit
    }

    /// Returns ranges of the file, some of them empty. Words as written that contain or touch none of them are also in
    /// the text without markup.
    private static func changed(_ text: [UInt8], from start: Int, _ edits: [ReadingEdit]) -> [Range<Int>] {
        func isWord(_ index: Int) -> Bool { index >= start && isWordPart(text, index) }
        var changed: [Range<Int>] = []
        var cursor = start
        // `ReadingText` ignores the others.
        let applied = edits.filter { edit in
            guard edit.range.lowerBound >= cursor else { return false }
            cursor = edit.range.upperBound
            return true
        }
        var index = 0
        while index < applied.count {
            var next = index + 1
            while next < applied.count, applied[next].range.lowerBound == applied[next - 1].range.upperBound {
                next += 1
            }
            let group = applied[index..<next]
            index = next
            let whole = applied[group.startIndex].range.lowerBound..<applied[next - 1].range.upperBound
            let splits = group.contains { $0.kind == .apart || $0.kind == .boundary }
            let replaces = group.contains { !($0.replacement ?? "").isEmpty }
            if replaces || splits && group.count > 1 {
                changed.append(whole)
                continue
            }
            // Where two word characters meet, the word that spans them as written may be split.
            for edit in group {
                for place in [edit.range.lowerBound, edit.range.upperBound] where isWord(place - 1) && isWord(place) {
                    changed.append(place..<place)
                }
                if edit.kind == .cut, edit.range.contains(where: isWord) { changed.append(edit.range) }
            }
            // Where the group is removed, the words on both sides may be joined.
            if !splits, isWord(whole.lowerBound - 1), isWord(whole.upperBound) {
                changed.append(whole.lowerBound..<whole.lowerBound)
                changed.append(whole.upperBound..<whole.upperBound)
            }
        }
        return changed
    }
}
