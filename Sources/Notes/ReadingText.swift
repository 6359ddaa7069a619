package import SourceText

/// The text of a body in which words and phrases are searched. Markup that splits a word or hides text is removed, and
/// entities are decoded. Code, addresses, link destinations and comments are separate segments. A phrase can therefore
/// match across markup and comments, but not across a segment boundary. Each block and each table cell starts a segment.
package struct ReadingText: Sendable {
    /// The text: first the running text with code and addresses, then the link destinations, then the comments.
    package private(set) var bytes: [UInt8] = []
    /// The ranges of `bytes` that a phrase cannot cross.
    package private(set) var segments: [Range<Int>] = []

    /// The source of a range of `bytes`. A replacement maps to its whole source range.
    private struct Piece {
        var start: Int
        var source: Range<Int>
        var isReplaced: Bool
    }
    private var pieces: [Piece] = []

    /// The start of the segment that is not closed yet.
    private var segment = 0

    private init() {}

    /// Creates the text of a note, or returns nil if its body reads as written.
    package init?(_ note: Note, _ bytes: [UInt8]) {
        let comments = note.comments
        if note.body.reading.isEmpty, comments.isEmpty { return nil }
        self.init(bytes, from: note.frontMatter.searchStart, note.body.reading, comments: comments)
    }

    /// - Parameters:
    ///   - edits: the edits of the body (`Body.reading`), in order.
    ///   - comments: the comments of Obsidian, in order. The text around a comment is one sentence, and the comments come
    ///     last.
    ///
    /// Complexity: O(bytes).
    package init(_ file: [UInt8], from start: Int, _ edits: [ReadingEdit], comments: [Range<Int>] = []) {
        bytes.reserveCapacity(file.count - start)
        pieces.reserveCapacity(edits.count + 1)
        var rest = edits[...]
        var outs: [Range<Int>] = []
        var aside = ReadingText()
        var cursor = start
        for comment in comments where comment.lowerBound >= cursor {
            // A block that starts with a comment starts before it.
            cursor = read(file, cursor..<comment.lowerBound, edits: &rest, includesEnd: true, outs: &outs)
            // A mark in a link destination begins no comment.
            if cursor > comment.lowerBound { continue }
            cursor = aside.read(file, comment, edits: &rest, includesEnd: false, outs: &outs)
            aside.close()
            // A space, so that the words are those of the file.
            replace(comment, by: " ")
        }
        _ = read(file, cursor..<max(cursor, file.count), edits: &rest, includesEnd: true, outs: &outs)
        close()
        for out in outs {
            copy(file, out)
            close()
        }
        append(aside)
    }

    /// Adds a range of the file with the edits that start in it, and removes these from `edits`. Returns the end of the
    /// range, or of the last edit if that ends later.
    ///
    /// - Parameter includesEnd: whether empty edits at the end of the range belong to it.
    private mutating func read(
        _ file: [UInt8], _ range: Range<Int>, edits: inout ArraySlice<ReadingEdit>, includesEnd: Bool,
        outs: inout [Range<Int>]
    ) -> Int {
        var cursor = range.lowerBound
        while let edit = edits.first,
            edit.range.lowerBound < range.upperBound
                || includesEnd && edit.range.isEmpty && edit.range.lowerBound == range.upperBound
        {
            edits.removeFirst()
            if edit.range.lowerBound < cursor { continue }
            copy(file, cursor..<edit.range.lowerBound)
            cursor = edit.range.upperBound
            switch edit.kind {
            case .cut: replace(edit.range, by: edit.replacement)
            case .out:
                replace(edit.range, by: edit.replacement)
                outs.append(edit.range)
            case .boundary: close()
            case .apart:
                close()
                copy(file, edit.range)
                close()
            }
        }
        if cursor < range.upperBound {
            copy(file, cursor..<range.upperBound)
            cursor = range.upperBound
        }
        return cursor
    }

    private mutating func replace(_ range: Range<Int>, by replacement: String?) {
        guard let replacement, !replacement.isEmpty else { return }
        pieces.append(Piece(start: bytes.count, source: range, isReplaced: true))
        bytes += replacement.utf8
    }

    private mutating func append(_ other: ReadingText) {
        let count = bytes.count
        bytes += other.bytes
        segments += other.segments.map { $0.lowerBound + count..<$0.upperBound + count }
        pieces += other.pieces.map {
            Piece(start: $0.start + count, source: $0.source, isReplaced: $0.isReplaced)
        }
        segment = bytes.count
    }

    private mutating func copy(_ file: [UInt8], _ range: Range<Int>) {
        if range.isEmpty { return }
        if let last = pieces.last, !last.isReplaced, last.source.upperBound == range.lowerBound {
            pieces[pieces.count - 1].source = last.source.lowerBound..<range.upperBound
            bytes += file[range]
            return
        }
        pieces.append(Piece(start: bytes.count, source: range, isReplaced: false))
        bytes += file[range]
    }

    private mutating func close() {
        if segment < bytes.count { segments.append(segment..<bytes.count) }
        segment = bytes.count
    }

    /// Returns the file range of a non-empty range of the text, including any bytes in between.
    ///
    /// Complexity: O(log edits).
    package func source(of range: Range<Int>) -> Range<Int> {
        let first = piece(at: range.lowerBound)
        let last = piece(at: range.upperBound - 1)
        let lower =
            first.isReplaced ? first.source.lowerBound : first.source.lowerBound + range.lowerBound - first.start
        let upper =
            last.isReplaced ? last.source.upperBound : last.source.lowerBound + range.upperBound - last.start
        return lower..<max(lower, upper)
    }

    private func piece(at offset: Int) -> Piece {
        pieces[max(0, pieces.indices.partitioningIndex { pieces[$0].start > offset } - 1)]
    }

    /// Returns the words of the body with their file positions. An empty word separates segments, since it matches
    /// nothing.
    package static func words(_ note: Note, _ bytes: [UInt8]) -> [Words.Word] {
        guard let text = ReadingText(note, bytes) else {
            return Words.tokens(of: bytes, in: note.frontMatter.searchStart..<bytes.count)
        }
        var words: [Words.Word] = []
        for segment in text.segments {
            if let last = words.last {
                words.append(Words.Word(text: [], source: last.source.upperBound..<last.source.upperBound))
            }
            words += Words.tokens(of: text.bytes, in: segment).map {
                Words.Word(text: $0.text, source: text.source(of: $0.source))
            }
        }
        return words
    }
}
