import Notes
import SourceText

/// A line of a note, as written or as displayed.
struct PassageLine {
    /// The bytes of the whole file if the line is shown as written.
    let bytes: [UInt8]
    let range: Range<Int>
    private let displayed: DisplayedText?
    /// The line's range in the file.
    private let source: Range<Int>

    init(_ file: [UInt8], _ range: Range<Int>) {
        (bytes, self.range, source, displayed) = (file, range, range, nil)
    }

    init(_ displayed: DisplayedText, of source: Range<Int>) {
        (bytes, range) = (displayed.bytes, displayed.bytes.indices)
        (self.source, self.displayed) = (source, displayed)
    }

    /// Returns the range of `bytes` that shows a match, or nil if the match is not displayed.
    ///
    /// A text match needs its first and last byte displayed: `**word**` is not displayed as such.
    func place(of match: Passages.Match) -> Range<Int>? {
        guard let displayed else { return match.range }
        let range = match.range.clamped(to: source)
        if match.kind == .text, !displayed.showsEnds(of: range) { return nil }
        return displayed.range(of: range)
    }
}

/// The lines with matches, in one form.
struct PassageLines {
    /// A match, and its range in its line.
    struct Candidate {
        var match: Passages.Match
        var place: Range<Int>
    }

    /// The matches to show, in order.
    private(set) var shown: [Candidate] = []
    private var lines: [Int: PassageLine] = [:]

    /// - Parameter width: the width of a snippet.
    init(_ passages: Passages, _ matches: [Passages.Match], width: Int, as form: Passages.Form) {
        let displayed = form == .displayed ? Self.displayed(passages, matches, width: width) : [:]
        func place(_ match: Passages.Match) -> Range<Int>? { displayed[match.line]?.place(of: match) }
        func text(_ match: Passages.Match) -> [UInt8] { Folding.fold(passages.bytes, match.range) }
        // A text that is displayed somewhere need not be shown where it is hidden, such as in the destination of a link
        // named like it.
        let known = Set(matches.filter { place($0) != nil }.map(text))
        let wanted = matches.filter { place($0) != nil || !known.contains(text($0)) }
        let asWritten = Set(wanted.filter { place($0) == nil }.map(\.line))
        for match in wanted {
            if lines[match.line] == nil {
                lines[match.line] =
                    (asWritten.contains(match.line) ? nil : displayed[match.line])
                    ?? Self.written(passages, match.line, as: form)
            }
            if let place = self[match.line].place(of: match) { shown.append(Candidate(match: match, place: place)) }
        }
    }

    /// Returns the line with the given number, from 1. A candidate must be on it.
    subscript(number: Int) -> PassageLine { lines[number] ?? PassageLine([], 0..<0) }

    private static func written(_ passages: Passages, _ number: Int, as form: Passages.Form) -> PassageLine {
        let range = passages.bytes.trimmed(passages.line(number))
        switch form {
        case .source: return PassageLine(passages.bytes, range)
        case .displayed: return PassageLine(DisplayedText(passages.bytes, range), of: range)
        }
    }

    /// Returns the lines as displayed, if they contain blocks of the body.
    private static func displayed(
        _ passages: Passages, _ matches: [Passages.Match], width: Int
    ) -> [Int: PassageLine] {
        let sources = sources(passages, matches, width: width)
        let ranges = sources.values.sorted { $0.lowerBound < $1.lowerBound }
        let blocks = Block.all(in: passages.bytes, from: passages.bodyStart) { block in
            let next = ranges.indices.partitioningIndex { ranges[$0].upperBound > block.lowerBound }
            return next < ranges.count && ranges[next].lowerBound < block.upperBound
        }
        return sources.compactMapValues { source in
            let first = blocks.indices.partitioningIndex { blocks[$0].range.upperBound > source.lowerBound }
            let touching = blocks[first...].prefix { $0.range.lowerBound < source.upperBound }
            return DisplayedText(touching, passages.bytes, source).map { PassageLine($0, of: source) }
        }
    }

    /// Returns the ranges of the lines with matches. A match that continues on the next line, such as a phrase, extends
    /// the range unless it is longer than a snippet.
    private static func sources(
        _ passages: Passages, _ matches: [Passages.Match], width: Int
    ) -> [Int: Range<Int>] {
        let bytes = passages.bytes
        var sources: [Int: Range<Int>] = [:]
        for match in matches {
            let line = sources[match.line] ?? bytes.trimmed(passages.line(match.line))
            var end = line.upperBound
            if match.kind == .text, match.range.upperBound > end, match.range.count <= width {
                end = bytes.trimmed(line.lowerBound..<bytes.lineEnd(from: match.range.upperBound)).upperBound
            }
            sources[match.line] = line.lowerBound..<end
        }
        return sources
    }
}
