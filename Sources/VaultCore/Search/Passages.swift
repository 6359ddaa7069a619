import Notes
import SourceText

/// Where a query's words stand in a note's file, with lines and columns, and the best stretch of text to show.
package struct Passages: Sendable {
    /// One place, counted as editors do.
    package struct Place: Hashable, Sendable {
        package var range: Range<Int>
        package var line: Int
        /// In Unicode scalars, from 1.
        package var column: Int
        /// In bytes, from 1, as ripgrep counts.
        package var byteColumn: Int
        /// In Unicode scalars.
        package var length: Int
    }

    package let bytes: [UInt8]
    package let places: [Place]
    private let lines: LineTable
    private let bodyStart: Int

    init(_ text: NoteText, _ ranges: [Range<Int>]) {
        bytes = text.bytes
        bodyStart = text.note.frontMatter.bodyStart
        let lines = LineTable(text.bytes)
        self.lines = lines
        var places: [Place] = []
        places.reserveCapacity(ranges.count)
        for range in ranges {
            let line = lines.line(at: range.lowerBound)
            // From the place before on the same line, so that a long line is counted through once.
            let column: Int
            if let last = places.last, last.line == line {
                column = last.column + lines.scalars(in: last.range.lowerBound..<range.lowerBound)
            } else {
                column = lines.column(at: range.lowerBound)
            }
            places.append(
                Place(
                    range: range, line: line, column: column, byteColumn: lines.byteColumn(at: range.lowerBound),
                    length: lines.scalars(in: range)))
        }
        self.places = places
    }

    /// The bytes of a line, from 1, without its line end.
    package func line(_ number: Int) -> Range<Int> { lines.range(ofLine: number) }

    /// A stretch of text to show: its bytes, and which of them matched.
    package struct Snippet: Hashable, Sendable {
        package var range: Range<Int>
        package var marks: [Range<Int>]
        package var line: Int
        package var startsInside: Bool
        package var endsInside: Bool
    }

    /// The best stretch as plain text on one line, where it is cut with an ellipsis; nil where nothing matched.
    package var plainSnippet: String? {
        guard let snippet = snippets(count: 1, width: 160).first else { return nil }
        let text = bytes.text(snippet.range).replacing("\t", with: " ")
        return (snippet.startsInside ? "…" : "") + text + (snippet.endsInside ? "…" : "")
    }

    /// The best stretches, in the order of the text: those with the most different places close together.
    ///
    /// - Parameters:
    ///   - count: at most so many, on different lines.
    ///   - width: about so many bytes each.
    package func snippets(count: Int, width: Int) -> [Snippet] {
        let inBody = places.filter { $0.range.lowerBound >= bodyStart }
        // The best stretch among the first places is good enough, however many there are.
        let candidates = Array((inBody.isEmpty ? places : inBody).prefix(500))
        var best: [(first: Int, score: Int)] = []
        for (index, place) in candidates.enumerated() {
            let near = candidates[index...].prefix {
                $0.line == place.line && $0.range.upperBound - place.range.lowerBound <= width
            }
            let different = Set(near.map { Folding.fold(bytes, $0.range) }).count
            best.append((index, different * 100 + near.count))
        }
        var used: Set<Int> = []
        var chosen: [Int] = []
        for candidate in best.sorted(by: { ($1.score, $0.first) < ($0.score, $1.first) }) {
            if chosen.count == count { break }
            if used.insert(candidates[candidate.first].line).inserted { chosen.append(candidate.first) }
        }
        return chosen.sorted().map { snippet(at: candidates[$0], width) }
    }

    /// A stretch of the place's line around it, cut between words.
    private func snippet(at place: Place, _ width: Int) -> Snippet {
        let line = bytes.trimmed(self.line(place.line))
        var lower = line.lowerBound
        var upper = line.upperBound
        if line.count > width {
            lower = max(line.lowerBound, place.range.lowerBound - width / 4)
            upper = min(line.upperBound, max(lower + width, place.range.upperBound))
            if lower > line.lowerBound { lower = wordStart(lower, place.range.lowerBound) }
            if upper < line.upperBound { upper = wordEnd(upper, place.range.upperBound) }
        }
        let marks = places.lazy.map(\.range).filter { $0.lowerBound >= lower && $0.upperBound <= upper }
        return Snippet(
            range: lower..<upper, marks: Array(marks), line: place.line, startsInside: lower > line.lowerBound,
            endsInside: upper < line.upperBound)
    }

    /// The start of the first word at or after `offset`, no later than `limit`; never inside a character.
    private func wordStart(_ offset: Int, _ limit: Int) -> Int {
        var index = offset
        while index < limit, !bytes[index].isWhiteSpace { index += 1 }
        while index < limit, bytes[index].isWhiteSpace { index += 1 }
        if index < limit { return index }
        // One long run without white space, as in Chinese: any character will do.
        index = offset
        while index < limit, bytes[index] & 0xC0 == 0x80 { index += 1 }
        return index
    }

    private func wordEnd(_ offset: Int, _ limit: Int) -> Int {
        var index = offset
        while index > limit, !bytes[index - 1].isWhiteSpace { index -= 1 }
        while index > limit, bytes[index - 1].isWhiteSpace { index -= 1 }
        if index > limit { return index }
        index = offset
        while index > limit, bytes[index] & 0xC0 == 0x80 { index -= 1 }
        return index
    }
}
