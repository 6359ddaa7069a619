import SourceText

/// Finds links and hashtags in the text of one heading or paragraph, and computes the rendered text of a heading.
///
/// One pass from left to right, as in CommonMark's "Phase 2: inline structure". Code spans, HTML and autolinks are
/// skipped, and open brackets are kept on a stack. Wiki links take precedence over other brackets.
///
/// Uses of reference definitions count as text, so `[a [b] c](d)` is a link even if `b` is defined. A second scan that
/// knows the labels removes their brackets.
struct InlineScanner {
    private struct OpenBracket {
        var offset: Int
        var isImage: Bool
    }

    let text: LeafText
    let bytes: [UInt8]
    /// Whether to collect the plain text, as for headings.
    let collectsText: Bool
    /// The differences between the source and the rendered text.
    var edits: [PlainTextEdit] = []
    /// The runs of `*` and `_` that may be emphasis.
    var runs: [Range<Int>] = []
    /// The emphasized ranges, if `collectsText` is set.
    var emphasis: [(range: Range<Int>, isStrong: Bool)] = []
    /// Whether one of the runs may be inside a word.
    var joinsWords = false
    /// The labels of all definitions, in the second scan.
    private let labels: Set<String>
    private var addressEnd = 0
    /// Whether there are brackets that would be a link if their label were defined.
    private(set) var hasUses = false
    var html: InlineHTML
    var codeSpans = CodeSpans()
    private var brackets: [OpenBracket] = []
    /// Links cannot contain links (6.3), so openers below this depth can only become images.
    private var inactiveBelow = 0

    init(_ text: LeafText, collectsText: Bool = false, labels: Set<String> = []) {
        self.text = text
        bytes = text.bytes
        html = InlineHTML(text.bytes.count)
        self.collectsText = collectsText
        self.labels = labels
    }

    /// Scans the text from `start` and adds its links, hashtags and uses of definitions to `body`. Each function that
    /// it calls for a construct returns the offset where the scan continues.
    mutating func scan(from start: Int, into body: inout Body) {
        let firstLink = body.links.count
        var index = start
        while true {
            if !collectsText { index = Self.passPlain(bytes.span, from: index) }
            if index >= bytes.count { break }
            switch bytes[index] {
            case Byte.backslash: index = passEscape(at: index)
            case Byte.backtick: index = passBackticks(at: index)
            case Byte.less: index = passHTML(at: index)
            case Byte.hash: index = readHashtag(at: index, into: &body)
            case Byte.bang where index + 1 < bytes.count && bytes[index + 1] == Byte.leftBracket:
                index = openBracket(at: index + 1, isImage: true, into: &body)
            case Byte.leftBracket: index = openBracket(at: index, isImage: false, into: &body)
            case Byte.rightBracket: index = closeBracket(at: index, into: &body)
            case Byte.ampersand: index = passEntity(at: index)
            case Byte.star, Byte.underscore: index = passDelimiters(at: index)
            case Byte.slash: index = passAddress(at: index)
            default: index += 1
            }
        }
        if body.links.count < firstLink + 2 { return }
        // A link is added at its end, after the links inside it.
        let isSorted = zip(body.links[firstLink...], body.links[firstLink...].dropFirst())
            .allSatisfy { $0.range.lowerBound < $1.range.lowerBound }
        if !isSorted { body.links[firstLink...].sort { $0.range.lowerBound < $1.range.lowerBound } }
    }

    /// Skips bytes without meaning in a paragraph, eight at a time.
    private static func passPlain(_ bytes: Span<UInt8>, from start: Int) -> Int {
        var index = start
        while index &+ 8 <= bytes.count {
            let block = ASCIIBlock.load(bytes, at: index)
            // The first range also covers backslash, right bracket and caret. The second one covers the quote.
            let marks =
                ASCIIBlock.within(block, from: Byte.leftBracket, to: Byte.underscore)
                | ASCIIBlock.within(block, from: Byte.bang, to: Byte.hash) | ASCIIBlock.equal(block, to: Byte.ampersand)
                | ASCIIBlock.equal(block, to: Byte.star) | ASCIIBlock.equal(block, to: Byte.slash)
                | ASCIIBlock.equal(block, to: Byte.backtick) | ASCIIBlock.equal(block, to: Byte.less)
            if marks != 0 { return index + marks.trailingZeroBitCount >> 3 }
            index += 8
        }
        return index
    }

    private mutating func passEscape(at index: Int) -> Int {
        guard index + 1 < bytes.count else { return index + 1 }
        let isEscape = LinkSyntax.isPunctuation(bytes[index + 1])
        // A backslash before a line end is a hard line break (6.7), which is not rendered either.
        if isEscape || bytes[index + 1] == Byte.newline { cut(index..<index + 1, .plain) }
        return index + (isEscape ? 2 : 1)
    }

    private mutating func passBackticks(at index: Int) -> Int {
        let contentStart = CodeSpans.runEnd(in: bytes, from: index)
        guard let end = codeSpans.end(in: bytes, at: index) else { return contentStart }
        cut(index..<contentStart, .plain)
        cut(end - (contentStart - index)..<end, .plain)
        cut(index..<end, .apart)
        return end
    }

    /// Skips a bare address, from the first slash after its colon.
    private mutating func passAddress(at index: Int) -> Int {
        guard index >= addressEnd, index > 1, index + 2 < bytes.count, bytes[index - 1] == Byte.colon,
            bytes[index + 1] == Byte.slash,
            bytes[index - 2].isLetter, !bytes[index + 2].isWhiteSpace
        else { return index + 1 }
        var start = index - 1
        while start > addressEnd, bytes[start - 1].isLetter || bytes[start - 1].isDigit { start -= 1 }
        var end = index + 2
        while end < bytes.count, !bytes[end].isWhiteSpace, !"<>[]()`\"|".utf8.contains(bytes[end]) { end += 1 }
        cut(start..<end, .apart)
        addressEnd = end
        // The address only affects search: emphasis and hashtags inside it still count.
        return index + 2
    }

    private mutating func passHTML(at index: Int) -> Int {
        guard let end = html.end(in: bytes, at: index) else { return index + 1 }
        if InlineHTML.isAutolink(bytes, at: index) {
            cut(index..<index + 1, .plain)
            cut(end - 1..<end, .plain)
            cut(index..<end, .apart)
        } else {
            cut(index..<end, InlineHTML.separatesWords(bytes, index..<end) ? .plain : .cut)
        }
        return end
    }

    private mutating func openBracket(at index: Int, isImage: Bool, into body: inout Body) -> Int {
        if let wiki = WikiLink(in: bytes, at: index, codeSpans: &codeSpans),
            !LinkSyntax.isDestination(in: bytes, at: wiki.end)
        {
            record(wiki, isEmbed: isImage, into: &body)
            return wiki.end
        }
        inactiveBelow = min(inactiveBelow, brackets.count)
        brackets.append(OpenBracket(offset: index, isImage: isImage))
        return index + 1
    }

    private mutating func record(_ wiki: WikiLink, isEmbed: Bool, into body: inout Body) {
        if !wiki.isAddress {
            let link = Link(
                kind: .wiki, isEmbed: isEmbed, target: bytes.text(wiki.path),
                fragment: wiki.fragment.map { bytes.text($0) }, fragmentRange: wiki.fragment.map(text.fileRange),
                destination: text.fileRange(wiki.path), style: .wiki,
                label: wiki.label.map { text.fileRange(between: $0.lowerBound - 1, and: $0.upperBound) },
                range: text.fileRange(wiki.start - (isEmbed ? 1 : 0)..<wiki.end))
            if !wiki.path.isEmpty {
                body.links.append(link)
            } else if link.fragment != nil {
                body.partLinks.append(link)
            }
        }
        cut(
            wiki.start - (isEmbed ? 1 : 0)..<(wiki.label?.lowerBound ?? wiki.start + 2), wiki.label == nil ? .cut : .out
        )
        cut(wiki.end - 2..<wiki.end)
        guard let label = wiki.label else { return }
        // The label is rendered as text, so its hashtags count as in `[text](path)`.
        var index = label.lowerBound
        while index < label.upperBound {
            switch bytes[index] {
            case Byte.hash: index = readHashtag(at: index, into: &body)
            case Byte.backtick: index = passBackticks(at: index)
            default: index += 1
            }
        }
    }

    private mutating func closeBracket(at index: Int, into body: inout Body) -> Int {
        guard let opener = brackets.popLast(), opener.isImage || brackets.count >= inactiveBelow else {
            return index + 1
        }
        guard index + 1 < bytes.count, bytes[index + 1] == Byte.leftParenthesis,
            let tail = LinkSyntax.inlineTail(in: bytes, at: index + 2)
        else { return closeUse(opener, at: index, into: &body) }
        if !opener.isImage { inactiveBelow = brackets.count }
        let start = opener.offset - (opener.isImage ? 1 : 0)
        if let reference = WrittenReference(in: bytes, tail.destination.range) {
            let link = Link(
                kind: .markdown, isEmbed: opener.isImage, target: reference.target, fragment: reference.fragment,
                fragmentRange: reference.fragmentRange.map(text.fileRange),
                destination: text.fileRange(reference.path), style: tail.destination.style,
                label: text.fileRange(between: opener.offset, and: index), range: text.fileRange(start..<tail.end))
            if !link.target.isEmpty { body.links.append(link) } else { body.partLinks.append(link) }
        }
        cut(start..<opener.offset + 1)
        cut(index..<tail.end, .out)
        return tail.end
    }

    /// Processes brackets that may use a definition: `[text][label]`, `[label][]` or `[label]` (CommonMark 6.3). Sets
    /// `hasUses`, and records a use if `labels` contains the label. Returns the offset where the scan continues.
    private mutating func closeUse(_ opener: OpenBracket, at index: Int, into body: inout Body) -> Int {
        var label = opener.offset + 1..<index
        var end = index + 1
        if end < bytes.count, bytes[end] == Byte.leftBracket,
            let close = bytes[end...].firstIndex(of: Byte.rightBracket)
        {
            if close > end + 1 { label = end + 1..<close }
            end = close + 1
        }
        hasUses = true
        // Labels have at most 999 characters (4.7).
        guard !labels.isEmpty, label.count < 1000 else { return index + 1 }
        let name = LinkSyntax.label(bytes[label])
        guard labels.contains(name) else { return index + 1 }
        let start = opener.offset - (opener.isImage ? 1 : 0)
        body.uses.append(LinkUse(label: name, labelRange: text.fileRange(label), range: text.fileRange(start..<end)))
        // In a paragraph, single brackets do not split a word.
        if end == index + 1, !collectsText { return end }
        if !opener.isImage { inactiveBelow = brackets.count }
        cut(start..<opener.offset + 1)
        cut(index..<end, end > index + 1 ? .out : .cut)
        return end
    }

    /// Reads `#name` after white space or at a line start: a letter, then letters, digits, `_`, `-` and `/`.
    private mutating func readHashtag(at index: Int, into body: inout Body) -> Int {
        guard index == 0 || text.scalar(before: index)?.properties.isWhitespace == true,
            let first = text.scalar(at: index + 1), Self.isLetter(first)
        else { return index + 1 }
        var end = index + 1
        while let scalar = text.scalar(at: end), Self.isTagPart(scalar) { end += UTF8.width(scalar) }
        if let list = AttributeList(in: bytes, around: index) { return list.range.upperBound }
        let next = end
        while bytes[end - 1] == Byte.hyphen || bytes[end - 1] == Byte.slash { end -= 1 }
        body.hashtags.append(Hashtag(name: bytes.text(index + 1..<end), range: text.fileRange(index..<end)))
        return next
    }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        if let ascii = UInt8(exactly: scalar.value), ascii < 0x80 { return ascii.isLetter }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: return true
        default: return false
        }
    }

    private static func isTagPart(_ scalar: Unicode.Scalar) -> Bool {
        if let byte = UInt8(exactly: scalar.value), byte < 0x80 {
            return byte.isLetter || byte.isDigit || byte == Byte.underscore || byte == Byte.hyphen
                || byte == Byte.slash
        }
        switch scalar.properties.generalCategory {
        case .decimalNumber, .nonspacingMark, .spacingMark, .enclosingMark: return true
        default: return isLetter(scalar)
        }
    }
}
