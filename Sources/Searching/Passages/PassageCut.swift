import SourceText

/// The cut of a snippet out of a line around a match, at word boundaries.
struct PassageCut {
    private let line: PassageLine
    private let bytes: [UInt8]
    private let width: Int

    init(_ line: PassageLine, _ width: Int) {
        self.line = line
        self.width = width
        bytes = line.bytes
    }

    /// Returns a snippet with a quarter of the width before the match, and more if the line ends early.
    ///
    /// - Parameter matches: all matches in the note. Those inside the snippet are highlighted.
    func snippet(at candidate: PassageLines.Candidate, in matches: [Passages.Match]) -> Passages.Snippet {
        let (match, place) = (candidate.match, candidate.place)
        let line = line.range
        var lower = max(place.lowerBound, line.lowerBound)
        var upper = min(max(place.upperBound, lower), line.upperBound)
        if match.kind == .line { upper = TextWidth.forward(from: lower, to: upper, in: bytes, columns: width).offset }
        let rest = max(0, width - TextWidth.columns(bytes.text(lower..<upper)))
        let after = TextWidth.forward(from: upper, to: line.upperBound, in: bytes, columns: rest - min(rest, width / 4))
        let before = TextWidth.backward(
            from: lower, to: line.lowerBound, in: bytes, columns: after.left + min(rest, width / 4))
        lower = before.offset
        upper = TextWidth.forward(from: after.offset, to: line.upperBound, in: bytes, columns: before.left).offset
        if lower > line.lowerBound { lower = wordStart(lower, place.lowerBound) }
        if upper < line.upperBound { upper = wordEnd(upper, min(place.upperBound, upper)) }
        return Passages.Snippet(
            bytes: Array(bytes[lower..<upper]), marks: marks(in: lower..<upper, matches), line: match.line,
            startsInside: lower > line.lowerBound, endsInside: upper < line.upperBound)
    }

    /// Returns the matches in a range, relative to its start.
    private func marks(in stretch: Range<Int>, _ matches: [Passages.Match]) -> [Range<Int>] {
        var marks: [Range<Int>] = []
        for match in matches where match.kind == .text || match.kind == .element {
            guard let place = line.place(of: match), place.lowerBound >= stretch.lowerBound,
                place.upperBound <= stretch.upperBound
            else { continue }
            let mark = place.lowerBound - stretch.lowerBound..<place.upperBound - stretch.lowerBound
            if mark.lowerBound >= marks.last?.upperBound ?? 0 { marks.append(mark) }
        }
        return marks
    }

    /// The maximum distance to white space for a cut. If there is none, as in Chinese, any character will do.
    private static let longestCut = 24

    /// Returns the start of the first word at or after `offset`, at most `limit` and never inside a character.
    private func wordStart(_ offset: Int, _ limit: Int) -> Int {
        var index = offset
        let far = min(limit, offset + Self.longestCut)
        if offset > 0, !bytes[offset - 1].isWhiteSpace { while index < far, !bytes[index].isWhiteSpace { index += 1 } }
        while index < far, bytes[index].isWhiteSpace { index += 1 }
        if index < far || index == limit && limit - offset < Self.longestCut { return index }
        index = offset
        while index < limit, bytes[index] & 0xC0 == 0x80 { index += 1 }
        return index
    }

    private func wordEnd(_ offset: Int, _ limit: Int) -> Int {
        var index = offset
        let far = max(limit, offset - Self.longestCut)
        if offset < bytes.count, !bytes[offset].isWhiteSpace {
            while index > far, !bytes[index - 1].isWhiteSpace { index -= 1 }
        }
        while index > far, bytes[index - 1].isWhiteSpace { index -= 1 }
        if index > far || index == limit && offset - limit < Self.longestCut { return index }
        index = offset
        while index > limit, bytes[index] & 0xC0 == 0x80 { index -= 1 }
        return index
    }
}
