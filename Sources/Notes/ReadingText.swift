package import SourceText

/// The text of a body in which words and phrases are searched. Markup that splits a word or hides text is removed, and
/// entities are decoded. Code, addresses and link destinations are separate segments. A phrase can therefore match
/// across markup, but not across a segment boundary. Each block and each table cell starts a segment.
package struct ReadingText: Sendable {
    /// The text: first the running text with code and addresses, then the link destinations.
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

    /// - Parameter edits: the edits of the body (`Body.reading`), in order.
    ///
    /// Complexity: O(bytes).
    package init(_ file: [UInt8], from start: Int, _ edits: [ReadingEdit]) {
        bytes.reserveCapacity(file.count - start)
        pieces.reserveCapacity(edits.count + 1)
        var cursor = start
        var segment = 0
        var outs: [Range<Int>] = []
        for edit in edits where edit.range.lowerBound >= cursor {
            copy(file, cursor..<edit.range.lowerBound)
            cursor = edit.range.upperBound
            switch edit.kind {
            case .cut: replace(edit)
            case .out:
                replace(edit)
                outs.append(edit.range)
            case .boundary: close(&segment)
            case .apart:
                close(&segment)
                copy(file, edit.range)
                close(&segment)
            }
        }
        copy(file, cursor..<file.count)
        close(&segment)
        for out in outs {
            copy(file, out)
            close(&segment)
        }
    }

    private mutating func replace(_ edit: ReadingEdit) {
        guard let replacement = edit.replacement, !replacement.isEmpty else { return }
        pieces.append(Piece(start: bytes.count, source: edit.range, isReplaced: true))
        bytes += replacement.utf8
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

    private mutating func close(_ segment: inout Int) {
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
        let start = note.frontMatter.searchStart
        if note.body.reading.isEmpty { return Words.tokens(of: bytes, in: start..<bytes.count) }
        let text = ReadingText(bytes, from: start, note.body.reading)
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
