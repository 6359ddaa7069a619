import Notes
import SourceText

/// Where a query's words and other conditions hold in a note's file, with lines and columns, and the best stretches of
/// text to show.
package struct Passages: Sendable {
    /// What holds at a place.
    package enum Kind: Hashable, Sendable {
        /// Text that was asked for.
        case text
        /// Something else that was asked for, such as a hashtag or a link.
        case thing
        /// The line of something that was asked for, such as a task or a property.
        case line
        /// What a list of results shows beside the title anyway, such as a status.
        case head
    }

    /// One place, counted as editors do.
    package struct Match: Hashable, Sendable {
        package var range: Range<Int>
        package var kind: Kind
        package var line: Int
        /// In Unicode scalars, from 1.
        package var column: Int
        /// In bytes, from 1, as ripgrep counts.
        package var byteColumn: Int
        /// In Unicode scalars.
        package var length: Int
    }

    package let bytes: [UInt8]
    /// In the order of the text; those that are text never overlap each other.
    package let matches: [Match]
    /// Whether text was asked for, be it there or not.
    package let asksForText: Bool
    private let lines: LineTable
    private let bodyStart: Int

    /// - Parameter found: the places in any order.
    init(_ text: NoteText, _ found: [(range: Range<Int>, kind: Kind)], asksForText: Bool) {
        bytes = text.bytes
        bodyStart = text.note.frontMatter.bodyStart
        self.asksForText = asksForText
        let lines = LineTable(text.bytes)
        self.lines = lines
        var matches: [Match] = []
        matches.reserveCapacity(found.count)
        for (range, kind) in found.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
            if let last = matches.last, last.range == range { continue }
            let line = lines.line(at: range.lowerBound)
            // From the place before on the same line, so that a long line is counted through once.
            let column: Int
            if let last = matches.last, last.line == line {
                column = last.column + lines.scalars(in: last.range.lowerBound..<range.lowerBound)
            } else {
                column = lines.column(at: range.lowerBound)
            }
            matches.append(
                Match(
                    range: range, kind: kind, line: line, column: column,
                    byteColumn: lines.byteColumn(at: range.lowerBound), length: lines.scalars(in: range)))
        }
        self.matches = matches
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

    /// How the note writes some folded words that were asked for, where it has them side by side.
    package func written(_ words: [String]) -> String? {
        matches.lazy.filter { $0.kind == .text }.map { bytes.text($0.range) }.first { Words.list($0) == words }
    }

    /// The line of the first place of what was asked for by text, else of any; nil where there is none.
    package var firstLine: Int? { (matches.first { $0.kind == .text } ?? matches.first)?.line }

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
        let shown = matches.filter { $0.kind != .head }
        // Text in front matter is shown only where the body has nothing.
        let preferred = shown.filter { $0.range.lowerBound >= bodyStart || $0.kind != .text }
        // The best stretch among the first places is good enough, however many there are.
        let candidates = Array((preferred.isEmpty ? shown : preferred).prefix(500))
        var best: [(first: Int, score: Int)] = []
        for (index, match) in candidates.enumerated() {
            let near = candidates[index...].prefix {
                $0.line == match.line && $0.range.upperBound - match.range.lowerBound <= width
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

    /// A stretch of the place's line around it, cut between words: a quarter of the width before it, and more where the
    /// line ends early.
    private func snippet(at match: Match, _ width: Int) -> Snippet {
        let line = bytes.trimmed(self.line(match.line))
        var lower = max(match.range.lowerBound, line.lowerBound)
        var upper = min(max(match.range.upperBound, lower), line.upperBound)
        if match.kind == .line { upper = TextWidth.forward(from: lower, to: upper, in: bytes, columns: width).offset }
        let rest = max(0, width - TextWidth.columns(bytes.text(lower..<upper)))
        let after = TextWidth.forward(from: upper, to: line.upperBound, in: bytes, columns: rest - min(rest, width / 4))
        let before = TextWidth.backward(
            from: lower, to: line.lowerBound, in: bytes, columns: after.left + min(rest, width / 4))
        lower = before.offset
        upper = TextWidth.forward(from: after.offset, to: line.upperBound, in: bytes, columns: before.left).offset
        if lower > line.lowerBound { lower = wordStart(lower, match.range.lowerBound) }
        if upper < line.upperBound { upper = wordEnd(upper, min(match.range.upperBound, upper)) }
        var marks: [Range<Int>] = []
        for match in matches where match.kind == .text || match.kind == .thing {
            let range = match.range
            guard range.lowerBound >= lower, range.upperBound <= upper, range.lowerBound >= marks.last?.upperBound ?? 0
            else { continue }
            marks.append(range)
        }
        return Snippet(
            range: lower..<upper, marks: marks, line: match.line, startsInside: lower > line.lowerBound,
            endsInside: upper < line.upperBound)
    }

    /// As far as a cut looks for white space. Where there is none, as in Chinese, any character will do.
    private static let longestCut = 24

    /// The start of the first word at or after `offset`, no later than `limit`; never inside a character.
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
