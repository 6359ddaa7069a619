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
        /// The number of delimiter runs before the bracket.
        var runs: Int
        /// Whether a bracket opened inside, so that the text is no label of a definition (CommonMark 4.7).
        var hasInner = false
    }

    let text: LeafText
    let bytes: [UInt8]
    /// Whether to collect the plain text, as for headings.
    let collectsText: Bool
    /// Whether to record spans for an inline tree. Requires `collectsText`.
    private let recordsSpans: Bool
    /// The constructs of the text, in no order.
    private(set) var spans: [InlineSpan] = []
    /// The differences between the source and the rendered text.
    var edits: [PlainTextEdit] = []
    /// The runs of `*` and `_` that may be emphasis, and of `~` and `=` if `collectsText` is set.
    var runs: [Range<Int>] = []
    /// Whether one of the runs may be inside a word.
    var joinsWords = false
    /// All definitions, in the second scan.
    private let definitions: Definitions
    private var addressEnd = 0
    /// No formula between single dollar signs starts before this offset.
    private var mathEnd = 0
    /// Whether there are brackets that would be a link if their label were defined.
    private(set) var hasUses = false
    var html: InlineHTML
    var codeSpans = CodeSpans()
    private var brackets: [OpenBracket] = []
    /// Links cannot contain links (6.3), so openers below this depth can only become images.
    private var inactiveBelow = 0

    init(
        _ text: LeafText, collectsText: Bool = false, definitions: Definitions = Definitions(),
        recordsSpans: Bool = false
    ) {
        self.text = text
        bytes = text.bytes
        html = InlineHTML(text.bytes.count)
        self.collectsText = collectsText
        self.definitions = definitions
        self.recordsSpans = recordsSpans
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
            case Byte.less: index = passHTML(at: index, into: &body)
            case Byte.hash: index = readHashtag(at: index, into: &body)
            case Byte.bang where index + 1 < bytes.count && bytes[index + 1] == Byte.leftBracket:
                index = openBracket(at: index + 1, isImage: true, into: &body)
            case Byte.leftBracket: index = openBracket(at: index, isImage: false, into: &body)
            case Byte.rightBracket: index = closeBracket(at: index, into: &body)
            case Byte.ampersand: index = passEntity(at: index)
            case Byte.star, Byte.underscore: index = passDelimiters(at: index)
            case Byte.tilde where collectsText, Byte.equals where collectsText: index = passDelimiters(at: index)
            case Byte.dollar: index = passMath(at: index, before: bytes.count)
            case Byte.slash:
                index = passAddress(BareAddress.range(in: bytes, aroundSlash: index, from: addressEnd), at: index)
            case UInt8(ascii: "w") where recordsSpans:
                index = passAddress(BareAddress.web(in: bytes, at: index), at: index, scheme: "http://")
            case Byte.at where recordsSpans:
                let mail = BareAddress.mail(in: bytes, around: index, from: addressEnd)
                index = passAddress(mail, at: index, scheme: "mailto:")
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
                | ASCIIBlock.within(block, from: Byte.bang, to: Byte.dollar)
                | ASCIIBlock.equal(block, to: Byte.ampersand)
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
        // An escaped mark is not part of an address.
        if isEscape { addressEnd = index + 2 }
        // A backslash before a line end is a hard line break (6.7), which is not rendered either.
        if isEscape || bytes[index + 1] == Byte.newline {
            cut(index..<index + 1, .plain)
            record(.replaced(""), index..<index + 1)
        }
        return index + (isEscape ? 2 : 1)
    }

    private mutating func passBackticks(at index: Int) -> Int {
        let contentStart = CodeSpans.runEnd(in: bytes, from: index)
        guard let end = codeSpans.end(in: bytes, at: index) else { return contentStart }
        cut(index..<contentStart, .plain)
        cut(end - (contentStart - index)..<end, .plain)
        cut(index..<end, .apart)
        if recordsSpans {
            record(.verbatim(.code), index..<end, inner: CodeSpans.content(in: bytes, index..<end))
        }
        return end
    }

    /// Skips a bare address, or the byte at `index` if there is none.
    private mutating func passAddress(_ address: Range<Int>?, at index: Int, scheme: String = "") -> Int {
        guard let address else { return index + 1 }
        if scheme.isEmpty { cut(address, .apart) }
        addressEnd = address.upperBound
        if recordsSpans { record(.node(.link(LinkDestination(address: scheme + bytes.text(address)))), address) }
        return address.upperBound
    }

    /// Skips a formula (`$x$`, `$$x$$`), as pandoc delimits it: no white space inside single marks, and no digit after
    /// them. The next mark must close it, so that a price does not start a formula. Between single marks, brackets that
    /// open inside must close inside if they can be a link: in `[5 $](a.md) or [6 $](b.md)` there is no formula.
    ///
    /// - Parameter limit: the end of the text or label that contains the formula.
    private mutating func passMath(at index: Int, before limit: Int) -> Int {
        let isDisplay = index + 1 < bytes.count && bytes[index + 1] == Byte.dollar
        let start = index + (isDisplay ? 2 : 1)
        guard start < limit, isDisplay || (start >= mathEnd && !bytes[start].isWhiteSpace) else { return start }
        // A failed attempt has visited all marks up to where it ends, so that none of these needs another one.
        func fail(_ end: Int) -> Int {
            if !isDisplay { mathEnd = end }
            return start
        }
        func formula(_ range: Range<Int>, inner: Range<Int>) -> Int {
            // As in code, `%%` begins no comment in a formula that begins a line.
            let beginsLine = range.lowerBound == 0 || bytes[range.lowerBound - 1].isLineEnd
            if isDisplay, beginsLine,
                inner.dropLast().contains(where: { bytes[$0] == Byte.percent && bytes[$0 + 1] == Byte.percent })
            {
                cut(range, .apart)
            }
            record(.verbatim(.math(isDisplay: isDisplay)), range, inner: inner)
            return range.upperBound
        }
        var end = start
        var depth = 0
        var isInWikiLink = false
        while end < limit {
            switch bytes[end] {
            case Byte.dollar where isDisplay:
                // An empty formula is none.
                if end == start { return start }
                if bytes.holds([Byte.dollar], at: end + 1) { return formula(index..<end + 2, inner: start..<end) }
            case Byte.dollar:
                let canClose =
                    !isInWikiLink && !bytes[end - 1].isWhiteSpace
                    && !(end + 1 < bytes.count && bytes[end + 1].isDigit)
                if !canClose { return fail(end) }
                return formula(index..<end + 1, inner: start..<end)
            case Byte.backtick where !isDisplay: return fail(end)
            case Byte.leftBracket where !isDisplay:
                if bytes.holds([Byte.leftBracket], at: end + 1) { isInWikiLink = true }
                depth += 1
            case Byte.rightBracket where !isDisplay:
                if depth == 0, bytes.holds([Byte.leftParenthesis], at: end + 1) { return fail(end) }
                if bytes.holds([Byte.rightBracket], at: end + 1) { isInWikiLink = false }
                depth = max(0, depth - 1)
            case Byte.backslash: end += 1
            default: break
            }
            end += 1
        }
        return fail(limit)
    }

    private mutating func passHTML(at index: Int, into body: inout Body) -> Int {
        guard let end = html.end(in: bytes, at: index) else { return index + 1 }
        if InlineHTML.isAutolink(bytes, at: index) {
            cut(index..<index + 1, .plain)
            cut(end - 1..<end, .plain)
            cut(index..<end, .apart)
            if recordsSpans { recordAutolink(index..<end) }
        } else {
            if bytes[index + 1].isLetter {
                for link in InlineHTML.references(in: bytes, index..<end) {
                    body.links.append(link.moved(text.fileRange))
                }
            }
            record(.verbatim(.html), index..<end)
            cutTag(index..<end)
            edits += HTMLTag.edits(bytes, index..<end)
        }
        return end
    }

    private mutating func recordAutolink(_ range: Range<Int>) {
        let inner = range.lowerBound + 1..<range.upperBound - 1
        let scheme = WrittenReference.isAddress(bytes[inner]) ? "" : "mailto:"
        record(.node(.link(LinkDestination(address: scheme + bytes.text(inner)))), range, inner: inner)
    }

    private mutating func openBracket(at index: Int, isImage: Bool, into body: inout Body) -> Int {
        if let wiki = WikiLink(in: bytes, at: index, isEmbed: isImage, codeSpans: &codeSpans),
            !LinkSyntax.isDestination(in: bytes, at: wiki.end)
        {
            record(wiki, isEmbed: isImage, into: &body)
            return wiki.end
        }
        inactiveBelow = min(inactiveBelow, brackets.count)
        if let last = brackets.indices.last { brackets[last].hasInner = true }
        brackets.append(OpenBracket(offset: index, isImage: isImage, runs: runs.count))
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
        if recordsSpans {
            let destination = LinkDestination(wiki, in: bytes)
            record(
                .node(isEmbed ? .image(destination) : .link(destination)),
                wiki.start - (isEmbed ? 1 : 0)..<wiki.end, inner: wiki.label ?? wiki.start + 2..<wiki.end - 2)
        }
        guard let label = wiki.label else { return }
        // The label is rendered as text, so its hashtags count as in `[text](path)`.
        var index = label.lowerBound
        while index < label.upperBound {
            switch bytes[index] {
            case Byte.hash: index = readHashtag(at: index, into: &body)
            case Byte.backtick: index = passBackticks(at: index)
            case Byte.dollar: index = passMath(at: index, before: label.upperBound)
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
        close(opener, at: index, end: tail.end) {
            LinkDestination(in: $0, tail.destination.range, title: tail.title)
        }
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

    /// Completes a link or image whose label ends at `index`. Delimiters in a label match only each other.
    private mutating func close(
        _ opener: OpenBracket, at index: Int, end: Int, destination: ([UInt8]) -> LinkDestination?
    ) {
        if !opener.isImage { inactiveBelow = brackets.count }
        matchDelimiters(from: opener.runs)
        guard recordsSpans, let destination = destination(bytes) else { return }
        record(
            .node(opener.isImage ? .image(destination) : .link(destination)),
            opener.offset - (opener.isImage ? 1 : 0)..<end, inner: opener.offset + 1..<index)
    }

    mutating func record(_ kind: InlineSpan.Kind, _ outer: Range<Int>, inner: Range<Int>? = nil) {
        if recordsSpans { spans.append(InlineSpan(kind: kind, outer: outer, inner: inner ?? outer)) }
    }

    /// Processes brackets that may use a definition: `[text][label]`, `[label][]` or `[label]` (CommonMark 6.3). Sets
    /// `hasUses`, and records a use if `labels` contains the label. Returns the offset where the scan continues.
    private mutating func closeUse(_ opener: OpenBracket, at index: Int, into body: inout Body) -> Int {
        var label = opener.offset + 1..<index
        var end = index + 1
        if bytes.holds([Byte.leftBracket, Byte.rightBracket], at: end) {
            end += 2
        } else if let close = LinkSyntax.labelEnd(in: bytes, at: end) {
            label = end + 1..<close
            end = close + 1
        }
        hasUses = true
        if !opener.isImage, isFootnote(opener.offset + 1..<index) {
            cut(opener.offset..<index + 1, .plain)
            edits.append(PlainTextEdit(range: opener.offset..<index + 1, kind: .aside, replacement: " "))
        }
        // Labels have at most 999 characters (4.7).
        guard label.count < 1000, !opener.hasInner || label.lowerBound > index else { return index + 1 }
        if passFootnote(opener, at: index) || definitions.links.isEmpty { return index + 1 }
        let name = LinkSyntax.label(bytes[label])
        guard definitions.links[name] != nil else { return index + 1 }
        let start = opener.offset - (opener.isImage ? 1 : 0)
        body.uses.append(LinkUse(label: name, labelRange: text.fileRange(label), range: text.fileRange(start..<end)))
        // In a paragraph, single brackets do not split a word.
        if end == index + 1, !collectsText { return end }
        close(opener, at: index, end: end) { [definitions] _ in definitions.destination(name) }
        cut(start..<opener.offset + 1)
        cut(index..<end, end > index + 1 ? .out : .cut)
        return end
    }

    /// Whether the text between brackets is the name of a footnote: `^1`. It need not be defined.
    private func isFootnote(_ range: Range<Int>) -> Bool {
        range.count > 1 && bytes[range.lowerBound] == Byte.caret && !bytes[range].contains(where: \.isWhiteSpace)
    }

    /// Records a reference to a footnote (`[^name]`) if one with that name is defined.
    private mutating func passFootnote(_ opener: OpenBracket, at index: Int) -> Bool {
        guard !definitions.footnotes.isEmpty, !opener.isImage, bytes.holds([Byte.caret], at: opener.offset + 1) else {
            return false
        }
        let name = LinkSyntax.label(bytes[(opener.offset + 2)..<index])
        guard definitions.footnotes.contains(name) else { return false }
        record(.verbatim(.footnote(name)), opener.offset..<index + 1, inner: opener.offset + 2..<index)
        return true
    }

    /// Reads `#name` after white space or at a line start. `Hashtag.role` tells where it ends.
    private mutating func readHashtag(at index: Int, into body: inout Body) -> Int {
        guard index == 0 || text.scalar(before: index)?.properties.isWhitespace == true,
            var previous = text.scalar(at: index + 1), Hashtag.isStart(previous)
        else { return index + 1 }
        var next = index + 1 + UTF8.width(previous)
        var end = next
        while let scalar = text.scalar(at: next) {
            let role = Hashtag.role(of: scalar, after: previous)
            if role == .end { break }
            next += UTF8.width(scalar)
            if role == .part { end = next }
            previous = scalar
        }
        if let list = AttributeList(in: bytes, around: index) { return list.range.upperBound }
        body.hashtags.append(Hashtag(name: bytes.text(index + 1..<end), range: text.fileRange(index..<end)))
        record(.node(.hashtag), index..<end)
        return next
    }
}
