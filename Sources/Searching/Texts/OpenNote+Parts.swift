import Notes
import SearchIndex
package import SourceText

/// A heading of an open document, with its section.
package struct OpenHeading: Hashable, Sendable {
    package var level: Int
    package var text: String
    /// The text as written.
    package var raw: Range<Int>
    package var range: Range<Int>
    /// Ends at the next heading of the same or a higher level, or at the end of the note.
    package var section: Range<Int>
}

/// A paragraph, list item or heading that a link can name by an id.
package struct OpenBlock: Hashable, Sendable {
    /// Without the caret, or nil if the block has no id.
    package var id: String?
    package var idRange: Range<Int>?
    package var text: String
    /// The lines of the block.
    package var range: Range<Int>
}

/// A link reference definition, `[label]: target`.
package struct OpenDefinition: Hashable, Sendable {
    package var label: String
    package var labelRange: Range<Int>
    package var range: Range<Int>
    /// The brackets that use the definition, each with the range of its label.
    package var uses: [(range: Range<Int>, label: Range<Int>)]

    package static func == (a: Self, b: Self) -> Bool { a.range == b.range }
    package func hash(into hasher: inout Hasher) { hasher.combine(range) }
}

/// A keyword as written in a text.
package struct OpenKeyword: Hashable, Sendable {
    package var name: String
    package var range: Range<Int>
    package var isHashtag: Bool
}

/// A list item with a check box in an open document, whether checked or not.
package struct CheckBox: Hashable, Sendable {
    package var status: TaskStatus
    package var range: Range<Int>
    package var text: Range<Int>
    /// The end of the last line with text in the list item.
    package var end: Int

    package var isDone: Bool { status == .done }
}

/// A front matter key with its value.
package struct OpenEntry: Hashable, Sendable {
    package var key: String
    package var known: FrontMatterKey?
    package var keyRange: Range<Int>
    package var valueRange: Range<Int>
    package var text: String?
    package var lines: Range<Int>
}

extension OpenNote {
    package var title: String { note.title }
    /// The title. Of a long note, only the beginning is parsed for it.
    package var currentTitle: String { currentNames().title }
    package var titleRange: Range<Int>? { note.titleRange }
    package var status: String { note.status }
    package var isFavorite: Bool { note.isFavorite }
    package var bodyStart: Int { FrontMatter.bodyStart(of: bytes) }

    /// The front matter with its `---` lines, or nil if there is none.
    package var frontMatterBlock: Range<Int>? { note.frontMatter.block }

    package var headings: [OpenHeading] {
        let found = note.body.headings
        var headings: [OpenHeading] = []
        // Iterates from the end: `ends` is, for each level, where the next section begins that ends one of that level.
        var ends = [Int](repeating: bytes.count, count: 7)
        for heading in found.reversed() {
            headings.append(
                OpenHeading(
                    level: heading.level, text: heading.text, raw: heading.raw, range: heading.range,
                    section: heading.range.lowerBound..<ends[heading.level]))
            for level in heading.level...6 { ends[level] = heading.range.lowerBound }
        }
        return headings.reversed()
    }

    /// The anchors of the headings as GitHub generates them, in order.
    package var slugs: [String] { NoteAnchors.slugs(note.body.headings.map(\.text)) }

    package var keywords: [OpenKeyword] {
        let own = note.keywords.filter { !$0.isHashtag }.map {
            OpenKeyword(name: $0.name, range: $0.range, isHashtag: false)
        }
        guard rules.includesHashtags else { return own }
        return own + note.body.hashtags.map { OpenKeyword(name: $0.name, range: $0.range, isHashtag: true) }
    }

    package var tasks: [CheckBox] {
        note.tasks.map {
            CheckBox(status: rules.taskStatuses[$0.mark], range: $0.range, text: $0.text, end: $0.end)
        }
    }

    package var entries: [OpenEntry] {
        note.frontMatter.mapping.entries.map { entry in
            OpenEntry(
                key: entry.key, known: rules.keys.name(entry.key)?.key, keyRange: entry.keyRange,
                valueRange: entry.value.range, text: entry.value.text, lines: entry.lines)
        }
    }

    /// Writes the front matter as a JSON object. Empty if the note has none.
    ///
    /// - Parameter limit: the bytes that the entries may take (default: any). Entries that do not fit are left out.
    /// - Returns: the keys that are left out.
    @discardableResult
    package func writeFrontMatter(to json: inout JSONWriter, atMost limit: Int = .max) -> [String] {
        var rest = limit
        let (kept, leftOut) = note.frontMatter.mapping.entries.reduce(into: ([YAMLEntry](), [String]())) {
            parts, entry in
            var alone = JSONWriter()
            YAMLEntry.write([entry], to: &alone)
            guard alone.bytes.count <= rest else { return parts.1.append(entry.key) }
            rest -= alone.bytes.count
            parts.0.append(entry)
        }
        json.object { json in YAMLEntry.write(kept, to: &json) }
        return leftOut
    }

    /// The keys of the front matter, normalized for comparison.
    package var frontMatterKeys: Set<String> {
        Set(note.frontMatter.mapping.entries.map { FrontMatterKey.identity($0.key) })
    }

    package var definitions: [OpenDefinition] {
        var uses: [String: [(range: Range<Int>, label: Range<Int>)]] = [:]
        // `- [x]` is a task even if a definition has that label.
        let boxes = Set(note.body.tasks.filter { " xX".contains($0.mark) }.map(\.range.lowerBound))
        for use in note.body.uses where !boxes.contains(use.range.lowerBound) {
            uses[use.label, default: []].append((use.range, use.labelRange))
        }
        return note.body.definitions.map { definition in
            // Of two definitions with the same label, the first applies.
            OpenDefinition(
                label: definition.label, labelRange: definition.labelRange, range: definition.range,
                uses: uses.removeValue(forKey: definition.label) ?? [])
        }
    }

    /// Whether a byte is in a table row, where `|` must be escaped.
    package func isTableRow(_ offset: Int) -> Bool {
        var start = min(offset, bytes.count)
        while start > 0, !bytes[start - 1].isLineEnd { start -= 1 }
        let line = bytes.trimmed(start..<bytes.lineEnd(from: start))
        return !line.isEmpty && bytes[line.lowerBound] == Byte.bar
    }

    /// Returns whether a byte is in the text of a Markdown link, `[text](…)` or `[text][…]`, within one line. False in
    /// `[[wiki links]]`.
    package func isInLinkText(_ offset: Int) -> Bool {
        var index = offset
        while index > 0, !bytes[index - 1].isLineEnd, bytes[index - 1] != Byte.rightBracket {
            index -= 1
            guard bytes[index] == Byte.leftBracket else { continue }
            let line = bytes[offset..<bytes.lineEnd(from: offset)]
            guard let close = line.firstIndex(of: Byte.rightBracket), close + 1 < bytes.count else { return false }
            return "([".utf8.contains(bytes[close + 1])
        }
        return false
    }

    /// The range from `<!-- toc -->` to `<!-- /toc -->`, if each is alone on its line and outside code, else nil.
    package var contentsMarks: Range<Int>? {
        func line(_ mark: String, from start: Int) -> Range<Int>? {
            var index = start
            while let found = bytes[index...].firstRange(of: Array(mark.utf8)) {
                var lineStart = found.lowerBound
                while lineStart > 0, !bytes[lineStart - 1].isLineEnd { lineStart -= 1 }
                let line = lineStart..<bytes.lineEnd(from: found.lowerBound)
                if bytes.trimmed(line) == found, isText(found.lowerBound) { return found }
                index = found.upperBound
            }
            return nil
        }
        guard let open = line("<!-- toc -->", from: bodyStart), let close = line("<!-- /toc -->", from: open.upperBound)
        else { return nil }
        return open.lowerBound..<close.upperBound
    }

    /// The paragraphs, list items and headings of the body in order, without fenced code.
    ///
    /// Parsed by lines: a paragraph ends at a blank line, a list item, a heading or a fence.
    package var blocks: [OpenBlock] {
        var blocks: [OpenBlock] = []
        var open: Range<Int>?
        var fence: UInt8?
        func close() {
            if let range = open, !range.isEmpty { blocks.append(block(range)) }
            open = nil
        }
        var index = bodyStart
        while index < bytes.count {
            let end = bytes.lineEnd(from: index)
            let line = bytes.trimmed(index..<end)
            index = end + 1
            let first = line.isEmpty ? nil : bytes[line.lowerBound]
            let isFence =
                line.count >= 3 && (first == Byte.backtick || first == UInt8(ascii: "~"))
                && bytes[line.lowerBound + 1] == first && bytes[line.lowerBound + 2] == first
            if let sign = fence {
                if isFence, first == sign { fence = nil }
                continue
            }
            if isFence {
                close()
                fence = first
            } else if line.isEmpty {
                close()
            } else if first == Byte.hash || Self.beginsItem(bytes, line) {
                close()
                open = line
                if first == Byte.hash { close() }
            } else {
                open = (open?.lowerBound ?? line.lowerBound)..<line.upperBound
            }
        }
        close()
        return blocks
    }

    static func beginsItem(_ bytes: [UInt8], _ line: Range<Int>) -> Bool {
        var index = line.lowerBound
        if "-*+".utf8.contains(bytes[index]) {
            index += 1
        } else {
            while index < line.upperBound, bytes[index].isDigit { index += 1 }
            guard index > line.lowerBound, index < line.upperBound, ".)".utf8.contains(bytes[index]) else {
                return false
            }
            index += 1
        }
        return index < line.upperBound && bytes[index].isBlank
    }

    private func block(_ range: Range<Int>) -> OpenBlock {
        var block = OpenBlock(id: nil, idRange: nil, text: bytes.text(range), range: range)
        guard let caret = bytes[range].lastIndex(of: Byte.caret), caret + 1 < range.upperBound,
            caret == range.lowerBound || bytes[caret - 1].isWhiteSpace,
            bytes[caret + 1..<range.upperBound].allSatisfy({ $0.isLetter || $0.isDigit || $0 == Byte.hyphen })
        else { return block }
        block.id = bytes.text(caret + 1..<range.upperBound)
        block.idRange = caret + 1..<range.upperBound
        block.text = bytes.text(bytes.trimmed(range.lowerBound..<caret))
        return block
    }

    /// Whether an id can be appended to a block. Tables, headings, and blocks that have an id take none.
    package func takesID(_ block: OpenBlock) -> Bool {
        guard block.id == nil, let last = block.text.split(whereSeparator: \.isNewline).last else { return false }
        let isUnderline = last.allSatisfy { $0 == "=" } || last.allSatisfy { $0 == "-" }
        return !isUnderline && !block.text.hasPrefix("|") && !block.text.hasPrefix("#")
    }

    /// Returns an id for a block that has none: a hash of the block's text, unique in the note.
    package func freeBlockID(for block: OpenBlock) -> String {
        let hash = UInt64(bitPattern: ContentHash.hash(Array(block.text.utf8)))
        let id = String(hash % 2_176_782_336, width: 6, radix: 36)
        return place(of: "^\(id)") == nil ? id : id + "-\(block.range.lowerBound)"
    }
}
