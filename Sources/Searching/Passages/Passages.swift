import Notes
package import SourceText

/// The matches of a query in a note, with lines and columns, and the snippets to show.
package struct Passages: Sendable {
    /// The kind of text that a match marks, which decides how it is shown.
    package enum Kind: Hashable, Sendable {
        /// Text of the query.
        case text
        /// An element other than text, such as a hashtag or a link.
        case element
        /// The line of an element, such as a task or a property.
        case line
        /// An element that a list of results shows next to the title anyway, such as a status.
        case head
    }

    /// A match, with its position as editors count.
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

    /// The place of a match in an attachment.
    package struct AttachmentPlace: Hashable, Sendable {
        package var path: VaultPath
        /// The page, slide or sheet, from 1, if the document has any.
        package var page: Int?

        /// Returns the place as shown before a passage: `card-index.pdf p. 3`. A name that is wider than `width` columns
        /// is shortened.
        func text(width: Int) -> String {
            TextWidth.clippedInside(path.name.text, to: width) + (page.map { " p. \($0)" } ?? "")
        }
    }

    /// The matches in a paragraph of an attachment.
    struct AttachedParagraph: Sendable {
        var place: AttachmentPlace
        /// The text, with single spaces between words.
        var bytes: [UInt8]
        /// The ranges that match, in order. Not empty.
        var matches: [Range<Int>]
    }

    package let bytes: [UInt8]
    /// The first matches in attachments of the note.
    var attached: [AttachedParagraph] = []
    /// In the order of the text. Text matches never overlap each other.
    package let matches: [Match]
    /// Whether the query has text terms, even if none matches.
    package let hasTextTerms: Bool
    let bodyStart: Int
    private let lines: LineTable

    /// - Parameter found: the matches in any order.
    init(_ text: NoteText, _ found: [(range: Range<Int>, kind: Kind)], hasTextTerms: Bool) {
        bytes = text.bytes
        bodyStart = text.note.frontMatter.bodyStart
        self.hasTextTerms = hasTextTerms
        let lines = LineTable(text.bytes)
        self.lines = lines
        var matches: [Match] = []
        matches.reserveCapacity(found.count)
        for (range, kind) in found.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
            if let last = matches.last, last.range == range { continue }
            let line = lines.line(at: range.lowerBound)
            // Counts from the previous match on the same line, so that a long line is counted only once.
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

    /// The places in attachments with the first matches, each once.
    package var attachmentPlaces: [AttachmentPlace] {
        attached.map(\.place).enumerated().filter { $0.offset == 0 || attached[$0.offset - 1].place != $0.element }
            .map(\.element)
    }

    /// Returns the range of a line, from 1, without its line end.
    package func line(_ number: Int) -> Range<Int> { lines.range(ofLine: number) }

    /// Returns how the note spells some folded words of the query, or nil if it does not have them side by side.
    package func written(_ words: [String]) -> String? {
        matches.lazy.filter { $0.kind == .text }.map { bytes.text($0.range) }.first { Words.list($0) == words }
    }

    /// The line of the first text match, else of the first match, or nil if there is none.
    package var firstLine: Int? { (matches.first { $0.kind == .text } ?? matches.first)?.line }

    /// The line of the snippet for programs, else of the first match, or nil if there is none.
    package var snippetLine: Int? {
        guard let snippet = snippets(count: 1, width: Self.sourceWidth, as: .source).first, snippet.attachment == nil
        else { return firstLine }
        return snippet.line
    }
}
