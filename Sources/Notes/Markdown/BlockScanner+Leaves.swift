import SourceText

/// Headings, thematic breaks, fences and the end of paragraphs (CommonMark 4.1 to 4.8).
extension BlockScanner {
    mutating func readATXHeading(_ level: Int) {
        var content = bytes.trimmed(cursor.next + level..<cursor.lineEnd)
        // The closing sequence is the final run of `#`s, if it is all there is or follows white space.
        var end = content.upperBound
        while end > content.lowerBound, bytes[end - 1] == Byte.hash { end -= 1 }
        if end == content.lowerBound || bytes[end - 1].isBlank { content = bytes.trimmed(content.lowerBound..<end) }
        if let list = AttributeList(in: bytes, closing: content) {
            content = bytes.trimmed(content.lowerBound..<list.range.lowerBound)
        }
        if content.isEmpty { content = cursor.next + level..<cursor.next + level }
        let range = bytes.trimmed(cursor.rest)
        readHeading(level, LeafText(bytes, [content]), from: 0, raw: content, range: range)
    }

    /// Removes definitions from the start of the paragraph, and reads the rest as text or as a setext heading.
    ///
    /// - Returns: false if only definitions precede the underline. The paragraph is then still open, and empty.
    mutating func closeParagraph(underlinedBy underline: Range<Int>?) -> Bool {
        defer { lines.removeAll(keepingCapacity: true) }
        guard let first = lines.first, let last = lines.last,
            hasMarks || underline != nil || recorder != nil || TableReader.mayContain(lines, of: bytes)
        else { return underline == nil }
        if underline != nil, let list = AttributeList(in: bytes, closing: bytes.trimmed(last)) {
            lines[lines.count - 1] = bytes.trimmed(last.lowerBound..<list.range.lowerBound)
        }
        let text = LeafText(bytes, lines)
        let start = readDefinitions(text)
        guard let underline else {
            recorder?.add(.paragraph, text, from: start, range: first.lowerBound..<last.upperBound)
            var inlines = InlineScanner(text)
            inlines.scan(from: start, into: &body)
            inlines.edits += TableReader.cellEdits(text, from: start)
            add(inlines.readingEdits(), of: text, from: start, heading: nil, hasUses: inlines.hasUses)
            return true
        }
        guard start < text.bytes.count else { return false }
        let lower = start == 0 ? first.lowerBound : text.fileOffset(start)
        let raw = bytes.trimmed(lower..<(lines.last ?? last).upperBound)
        let level = bytes[underline.lowerBound] == Byte.equals ? 1 : 2
        let end = cursor.runEnd(from: underline.lowerBound)
        readHeading(level, text, from: start, raw: raw, range: raw.lowerBound..<end)
        leaf = .none
        return true
    }

    /// Adds the references of an HTML block, and the edits by which search reads it: its tags separate texts, or are
    /// removed.
    mutating func closeHTML(_ block: HTMLBlock) {
        defer { lines.removeAll(keepingCapacity: true) }
        guard let first = lines.first, let last = lines.last else { return }
        let text = LeafText(bytes, lines)
        switch block {
        case .comment, .instruction, .declaration, .characterData: return
        case .verbatim:
            body.links += InlineHTML.references(inBlock: text.bytes).map { $0.moved(text.fileRange) }
            body.reading.append(ReadingEdit(range: first.lowerBound..<last.upperBound, kind: .apart))
        case .element, .tag:
            body.links += InlineHTML.references(inBlock: text.bytes).map { $0.moved(text.fileRange) }
            var html = InlineHTML(text.bytes.count)
            var index = 0
            while index < text.bytes.count {
                if text.bytes[index] == Byte.less, let end = html.end(in: text.bytes, at: index) {
                    if HTMLTag(text.bytes, index..<end)?.isBlock == true {
                        let start = text.fileOffset(index)
                        body.reading.append(ReadingEdit(range: start..<start, kind: .boundary))
                    }
                    body.reading += HTMLTag.edits(text.bytes, index..<end).map {
                        ReadingEdit(range: text.fileRange($0.range), kind: $0.kind.reading, replacement: $0.replacement)
                    }
                    index = end
                } else if text.bytes[index] == Byte.ampersand, let entity = Entity(in: text.bytes, at: index) {
                    body.reading.append(
                        ReadingEdit(range: text.fileRange(index..<entity.end), kind: .cut, replacement: entity.text))
                    index = entity.end
                } else {
                    index += 1
                }
            }
        }
    }

    private mutating func readHeading(
        _ level: Int, _ text: LeafText, from start: Int, raw: Range<Int>, range: Range<Int>
    ) {
        var inlines = InlineScanner(text, collectsText: true)
        recorder?.add(.heading(level), text, from: start, range: range)
        inlines.scan(from: start, into: &body)
        let plain = inlines.plainText(from: start)
        if body.headings.isEmpty, blocks == 1 { body.startsWithHeading = true }
        let edits = inlines.readingEdits()
        add(edits, of: text, from: start, heading: body.headings.count, hasUses: inlines.hasUses)
        body.headings.append(Heading(level: level, text: plain, raw: raw, range: range))
    }

    /// Adds the edits of a text, and keeps the text for `resolveUses` if its brackets may use a definition.
    private mutating func add(
        _ edits: [ReadingEdit], of text: LeafText, from start: Int, heading: Int?, hasUses: Bool
    ) {
        let first = body.reading.count
        body.reading += edits
        if hasUses {
            uses.append(Use(text: text, start: start, heading: heading, edits: first..<body.reading.count))
        }
    }

    /// Rescans the texts that use definitions, now that all definitions are known.
    mutating func resolveUses() {
        if uses.isEmpty || definitions.links.isEmpty { return }
        var reading: [ReadingEdit] = []
        var copied = 0
        for use in uses {
            var inlines = InlineScanner(use.text, collectsText: use.heading != nil, definitions: definitions)
            // The first scan has already recorded the links and hashtags.
            var other = Body()
            inlines.scan(from: use.start, into: &other)
            if use.heading == nil { inlines.edits += TableReader.cellEdits(use.text, from: use.start) }
            body.uses += other.uses
            if let heading = use.heading { body.headings[heading].text = inlines.plainText(from: use.start) }
            reading += body.reading[copied..<use.edits.lowerBound]
            reading += inlines.readingEdits()
            copied = use.edits.upperBound
        }
        body.reading = reading + body.reading[copied...]
    }

    /// Reads the reference definitions at the start of `text`, and returns where they end (CommonMark 4.7).
    private mutating func readDefinitions(_ text: LeafText) -> Int {
        var start = 0
        while let definition = LinkSyntax.definition(in: text.bytes, at: start) {
            start = definition.nextLine
            let label = LinkSyntax.label(text.bytes[(definition.range.lowerBound + 1)..<definition.labelEnd])
            let labelRange = text.fileRange(between: definition.range.lowerBound, and: definition.labelEnd)
            if definitions.links[label] == nil {
                definitions.links[label] = Definitions.Source(
                    text: text, destination: definition.destination.range, title: definition.title)
            }
            body.definitions.append(
                LinkDefinition(
                    label: label, labelRange: labelRange, title: definition.title.map(text.fileRange),
                    range: text.fileRange(definition.range)))
            body.reading.append(ReadingEdit(range: text.fileRange(definition.range), kind: .apart))
            let destination = definition.destination.range
            guard let reference = WrittenReference(in: text.bytes, destination) else { continue }
            let link = Link(
                kind: .definition, isEmbed: false, target: reference.target, fragment: reference.fragment,
                fragmentRange: reference.fragmentRange.map(text.fileRange),
                destination: text.fileRange(reference.path), style: definition.destination.style,
                label: labelRange,
                range: text.fileRange(definition.range))
            if link.target.isEmpty { body.partLinks.append(link) } else { body.links.append(link) }
        }
        return start
    }
}
