package import SourceText

/// The body as it reads: without marks of emphasis, brackets and entities, and with code, addresses and destinations of
/// links each for itself, so that a phrase is found over the former and not through the latter.
package struct ReadingText: Sendable {
    /// What is left, first all that runs on, then where links lead.
    package private(set) var bytes: [UInt8] = []
    /// The stretches of `bytes` within which phrases are looked for.
    package private(set) var segments: [Range<Int>] = []

    /// Where a stretch of `bytes` comes from. One that replaced something else comes from all of it.
    private struct Piece {
        var start: Int
        var source: Range<Int>
        var isReplaced: Bool
    }
    private var pieces: [Piece] = []

    /// - Parameter edits: in order; the body's own (`Body.reading`).
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
            case .cut:
                guard let replacement = edit.replacement else { continue }
                pieces.append(Piece(start: bytes.count, source: edit.range, isReplaced: true))
                bytes += replacement.utf8
            case .out: outs.append(edit.range)
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

    private mutating func copy(_ file: [UInt8], _ range: Range<Int>) {
        if range.isEmpty { return }
        pieces.append(Piece(start: bytes.count, source: range, isReplaced: false))
        bytes += file[range]
    }

    private mutating func close(_ segment: inout Int) {
        if segment < bytes.count { segments.append(segment..<bytes.count) }
        segment = bytes.count
    }

    /// The bytes of the file that a range of the text, which is not empty, comes from, with all between.
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

    /// The words of the body with their places in the file; where a stretch ends stands a word that none is like.
    package static func words(_ note: Note, _ bytes: [UInt8]) -> [Words.Word] {
        let start = note.frontMatter.bodyStart
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
