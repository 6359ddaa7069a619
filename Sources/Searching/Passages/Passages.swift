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
    let bodyStart: Int
    private let lines: LineTable

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

    /// How the note writes some folded words that were asked for, where it has them side by side.
    package func written(_ words: [String]) -> String? {
        matches.lazy.filter { $0.kind == .text }.map { bytes.text($0.range) }.first { Words.list($0) == words }
    }

    /// The line of the first place of what was asked for by text, else of any; nil where there is none.
    package var firstLine: Int? { (matches.first { $0.kind == .text } ?? matches.first)?.line }
}
