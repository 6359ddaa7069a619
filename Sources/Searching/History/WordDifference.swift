import SourceText

/// The difference between two texts word by word, as `git diff --word-diff` shows it.
package enum WordDifference {
    /// A run of words and white space that both texts have, or only one.
    package enum Piece: Hashable, Sendable {
        case same([UInt8])
        case removed([UInt8])
        case added([UInt8])
    }

    /// Changed lines, with their line ranges in both texts, counted from 0. A range is empty if lines were only added
    /// or only removed.
    package struct Hunk: Sendable {
        package var old: Range<Int>
        package var new: Range<Int>
        package var pieces: [Piece]
    }

    /// Returns the words of a text, split as everywhere by `Words`.
    static func words(_ text: [UInt8]) -> [ArraySlice<UInt8>] { Words.runs(text).map { text[$0] } }

    /// Returns the changed lines. Complexity: that of `SequenceDifference`, over lines and then over their words.
    package static func hunks(from before: [UInt8], to after: [UInt8]) -> [Hunk] {
        let (old, new) = (before.linesWithEnds, after.linesWithEnds)
        return SequenceDifference.changes(from: old, to: new).map { change in
            Hunk(
                old: change.old, new: change.new,
                pieces: pieces(Array(old[change.old].joined()), Array(new[change.new].joined())))
        }
    }

    private static func pieces(_ before: [UInt8], _ after: [UInt8]) -> [Piece] {
        let (old, new) = (runs(before), runs(after))
        var pieces: [Piece] = []
        var done = 0
        func add(_ runs: ArraySlice<ArraySlice<UInt8>>, _ make: ([UInt8]) -> Piece) {
            if !runs.isEmpty { pieces.append(make(Array(runs.joined()))) }
        }
        for change in SequenceDifference.changes(from: old, to: new) {
            add(new[done..<change.new.lowerBound], Piece.same)
            add(old[change.old], Piece.removed)
            add(new[change.new], Piece.added)
            done = change.new.upperBound
        }
        add(new[done...], Piece.same)
        return pieces
    }

    /// Returns the words and the white space between them.
    private static func runs(_ text: [UInt8]) -> [ArraySlice<UInt8>] {
        var runs: [ArraySlice<UInt8>] = []
        var start = 0
        for index in text.indices where index > start && (text[index].isWhiteSpace || text[start].isWhiteSpace) {
            // Each line end is a separate run, so that an added or removed line is not merged with the next.
            if text[index].isWhiteSpace == text[start].isWhiteSpace, text[index] != Byte.newline,
                text[index - 1] != Byte.newline
            {
                continue
            }
            runs.append(text[start..<index])
            start = index
        }
        if start < text.count { runs.append(text[start...]) }
        return runs
    }
}
