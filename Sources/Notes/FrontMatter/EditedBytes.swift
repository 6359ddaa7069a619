import SourceText

/// A text edited in several steps. It tracks the remaining parts of the original, so that all steps together can be
/// expressed as edits of the original.
struct EditedBytes {
    private enum Piece {
        case kept(Range<Int>)
        case new([UInt8])

        var count: Int {
            switch self {
            case .kept(let range): range.count
            case .new(let bytes): bytes.count
            }
        }
    }

    let original: [UInt8]

    /// The current text.
    private(set) var bytes: [UInt8]

    private var pieces: [Piece]

    init(_ original: [UInt8]) {
        self.original = original
        bytes = original
        pieces = [.kept(original.indices)]
    }

    /// Applies edits of the current text, which must not overlap.
    mutating func apply(_ edits: [ByteEdit]) {
        // Apply from the end, so that offsets before an edit stay valid.
        for edit in edits.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
            bytes.replaceSubrange(edit.range, with: edit.replacement)
            pieces =
                pieces(in: 0..<edit.range.lowerBound) + [.new(edit.replacement)]
                + pieces(in: edit.range.upperBound..<Int.max)
        }
    }

    /// The edits that turn the original into the current text, in order and without overlaps. Empty if nothing changed.
    var edits: [ByteEdit] {
        var edits: [ByteEdit] = []
        var cursor = 0
        var added: [UInt8] = []
        func close(at offset: Int) {
            if !added.elementsEqual(original[cursor..<offset]) { edits.append(ByteEdit(cursor..<offset, added)) }
            added = []
        }
        for piece in pieces {
            switch piece {
            case .new(let bytes): added += bytes
            case .kept(let range):
                if range.isEmpty { continue }
                close(at: range.lowerBound)
                cursor = range.upperBound
            }
        }
        close(at: original.count)
        return edits
    }

    /// Returns the offset in the original for an offset in the current text. New text maps to where it was inserted.
    func originalOffset(of offset: Int) -> Int {
        var position = 0
        var original = 0
        for piece in pieces {
            if case .kept(let range) = piece {
                if offset < position + range.count { return range.lowerBound + max(0, offset - position) }
                original = range.upperBound
            } else if offset < position + piece.count {
                return original
            }
            position += piece.count
        }
        return original
    }

    /// Returns the pieces of a range of the current text, without empty ones.
    private func pieces(in range: Range<Int>) -> [Piece] {
        var start = 0
        return pieces.compactMap { piece in
            let part = range.clamped(to: start..<start + piece.count)
            let lower = part.lowerBound - start
            start += piece.count
            if part.isEmpty { return nil }
            switch piece {
            case .kept(let kept): return .kept(kept.lowerBound + lower..<kept.lowerBound + lower + part.count)
            case .new(let bytes): return .new(Array(bytes[lower..<lower + part.count]))
            }
        }
    }
}
