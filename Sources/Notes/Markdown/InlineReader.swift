import SourceText

/// Builds the inline tree of the text of a block from the spans that `InlineScanner` records.
struct InlineReader {
    /// A bound on nesting, so that trees can be read recursively. Deeper marks are rendered as written.
    private static let maximumDepth = 100

    private let text: LeafText
    private let bytes: [UInt8]
    /// The spans, outer ones before those inside.
    private let spans: [InlineSpan]
    /// The next span.
    private var next = 0
    /// Whether the text is a table cell, in which `\|` is a bar even in code (GFM 4.10).
    private let isCell: Bool

    /// Returns the tree for the text from `start`, without white space at both ends.
    static func inlines(_ text: LeafText, from start: Int, _ definitions: Definitions, isCell: Bool = false) -> [Inline]
    {
        let range = text.bytes.trimmed(min(start, text.bytes.count)..<text.bytes.count)
        var scanner = InlineScanner(text, collectsText: true, definitions: definitions, recordsSpans: true)
        var found = Body()
        scanner.scan(from: range.lowerBound, into: &found)
        scanner.matchDelimiters()
        var reader = InlineReader(text, scanner.spans, isCell: isCell)
        return reader.inlines(in: range, depth: 0, isInLink: false)
    }

    private init(_ text: LeafText, _ spans: [InlineSpan], isCell: Bool) {
        self.text = text
        bytes = text.bytes
        self.isCell = isCell
        self.spans = spans.sorted {
            ($0.outer.lowerBound, $1.outer.upperBound) < ($1.outer.lowerBound, $0.outer.upperBound)
        }
    }

    private mutating func inlines(in range: Range<Int>, depth: Int, isInLink: Bool) -> [Inline] {
        var inlines: [Inline] = []
        var position = range.lowerBound
        while next < spans.count, spans[next].outer.lowerBound < range.upperBound {
            let span = spans[next]
            next += 1
            guard span.outer.lowerBound >= position, span.outer.upperBound <= range.upperBound,
                depth < Self.maximumDepth
            else { continue }
            addText(position..<span.outer.lowerBound, to: &inlines)
            position = span.outer.upperBound
            let fileRange = text.fileRange(span.outer)
            switch span.kind {
            case .replaced(let replacement):
                if replacement.isEmpty { continue }
                inlines.append(Inline(kind: .text(replacement), range: fileRange))
            case .verbatim(.footnote) where isInLink: addText(span.outer, to: &inlines)
            case .verbatim(let kind):
                inlines.append(Inline(kind: kind, children: verbatim(span.inner), range: fileRange))
            case .node(let kind):
                let isLink = if case .link = kind { true } else { false }
                let children = self.inlines(in: span.inner, depth: depth + 1, isInLink: isInLink || isLink)
                // Links cannot contain links (CommonMark 6.3), but a label can contain an address.
                if isLink, isInLink {
                    inlines += children
                } else {
                    inlines.append(Inline(kind: kind, children: children, range: fileRange))
                }
            }
        }
        addText(position..<range.upperBound, to: &inlines)
        return inlines
    }

    /// Adds running text and the line breaks in it.
    private func addText(_ range: Range<Int>, to inlines: inout [Inline]) {
        var start = range.lowerBound
        func add(_ end: Int) {
            if start < end { inlines.append(exact(start..<end)) }
        }
        for index in range where bytes[index] == Byte.newline {
            // White space before a line end is not rendered.
            var end = index
            while end > start, bytes[end - 1].isBlank { end -= 1 }
            add(end)
            inlines.append(
                Inline(kind: isHardBreak(index) ? .hardBreak : .softBreak, range: text.fileRange(index..<index + 1)))
            start = index + 1
        }
        add(range.upperBound)
    }

    private func exact(_ range: Range<Int>) -> Inline {
        Inline(kind: .text(bytes.text(range)), range: text.fileRange(range), isExact: true)
    }

    /// Whether two spaces or a backslash precede the line end (CommonMark 6.7).
    private func isHardBreak(_ index: Int) -> Bool {
        // An escaped backslash before the line end is not rendered as a break.
        if index > 0, bytes[index - 1] == Byte.backslash {
            return bytes[..<index].reversed().prefix { $0 == Byte.backslash }.count % 2 == 1
        }
        return index > 1 && bytes[index - 1] == Byte.space && bytes[index - 2] == Byte.space
    }

    /// Returns the lines of verbatim text.
    private func verbatim(_ range: Range<Int>) -> [Inline] {
        var inlines: [Inline] = []
        var start = range.lowerBound
        for index in range {
            if bytes[index] == Byte.newline {
                if start < index { inlines.append(exact(start..<index)) }
                inlines.append(Inline(kind: .softBreak, range: text.fileRange(index..<index + 1)))
                start = index + 1
            } else if isCell, bytes[index] == Byte.backslash, index + 1 < range.upperBound, bytes[index + 1] == Byte.bar
            {
                if start < index { inlines.append(exact(start..<index)) }
                start = index + 1
            }
        }
        if start < range.upperBound { inlines.append(exact(start..<range.upperBound)) }
        return inlines
    }
}
