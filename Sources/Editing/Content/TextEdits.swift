package import Searching
package import SourceText

/// Edits that depend only on one text, in a vault or not.
package enum TextEdits {
    /// Returns an edit that sorts the items of the list in a byte range by their text, in natural order. Each item
    /// includes the lines indented below it. Blank lines between the items stay in place.
    ///
    /// - Returns: no edit if the items are in order.
    package static func sort(_ range: Range<Int>, in bytes: [UInt8]) -> [ByteEdit] {
        var items: [Range<Int>] = []
        var indentation = 0
        var index = range.lowerBound
        while index < range.upperBound {
            let end = min(bytes.lineEnd(from: index) + 1, range.upperBound)
            let indent = bytes[index..<end].prefix { $0.isBlank }.count
            if items.isEmpty { indentation = indent }
            if items.isEmpty || (indent <= indentation && !bytes.trimmed(index..<end).isEmpty) {
                items.append(index..<end)
            } else {
                items[items.count - 1] = items[items.count - 1].lowerBound..<end
            }
            index = end
        }
        let texts = items.map { $0.lowerBound..<max($0.lowerBound, bytes.trimmed($0).upperBound) }
        let sorted = texts.map { (key: NaturalOrder.key(bytes, $0), text: $0) }
            .sorted { $0.key.lexicographicallyPrecedes($1.key) }
        var text: [UInt8] = []
        for (index, item) in items.enumerated() {
            text += bytes[sorted[index].text] + bytes[texts[index].upperBound..<item.upperBound]
        }
        return bytes[range].elementsEqual(text) ? [] : [ByteEdit(range, text)]
    }

    /// Returns the line end of a text, which is that of its first line.
    static func lineEnd(of bytes: [UInt8]) -> String {
        guard let end = bytes.firstIndex(of: Byte.newline), end > 0 else { return "\n" }
        return bytes[end - 1] == Byte.carriageReturn ? "\r\n" : "\n"
    }

    /// Returns an edit that replaces the table of contents, or inserts one if there is none: at the first place for a
    /// block at or after `offset` and below the title. The title is not listed.
    package static func tableOfContentsEdit(of note: OpenNote, at offset: Int) -> ByteEdit {
        let (open, close) = ("<!-- toc -->", "<!-- /toc -->")
        // The title is not part of the contents below it.
        let headings = zip(note.headings, note.slugs).filter { $0.0.raw != note.titleRange }
        let least = headings.map(\.0.level).min() ?? 1
        let lines = headings.map { heading, slug in
            "\(String(repeating: "  ", count: heading.level - least))- [\(heading.text)](#\(slug))"
        }
        let bytes = note.bytes
        let end = lineEnd(of: bytes)
        let text = ([open, ""] + lines + ["", close]).joined(separator: end)
        if let old = note.contentsMarks { return ByteEdit(old, Array(text.utf8)) }
        let place = placeForContents(of: note, from: offset)
        // One blank line separates the table from the text above and below.
        let above = bytes[note.bodyStart..<place].suffix(end.utf8.count * 2)
        let isApart = place == note.bodyStart || above.elementsEqual((end + end).utf8)
        let isFollowed = place < bytes.count && bytes[place].isLineEnd
        return ByteEdit(place..<place, Array("\(isApart ? "" : end)\(text)\(isFollowed ? end : end + end)".utf8))
    }

    /// Returns the start of the first line, not before that of `offset`, where a block can start: below the title and
    /// outside other blocks. Returns the end of the note if there is none.
    private static func placeForContents(of note: OpenNote, from offset: Int) -> Int {
        let bytes = note.bytes
        let title = note.headings.first { $0.raw == note.titleRange }
        let least = title.map { min(bytes.count, bytes.lineEnd(from: max($0.range.upperBound, $0.raw.upperBound)) + 1) }
        var place = min(max(offset, note.bodyStart), bytes.count)
        while place > note.bodyStart, !bytes[place - 1].isLineEnd { place -= 1 }
        place = max(place, least ?? note.bodyStart)
        var places: [Int] = []
        let headings = Set(note.headings.map(\.range.lowerBound))
        while place < bytes.count {
            let above = bytes[..<place].dropLast().last
            let isBelowBlank = place <= max(least ?? 0, note.bodyStart) || above.map(\.isLineEnd) ?? true
            let line = bytes.trimmed(place..<bytes.lineEnd(from: place))
            if isBelowBlank && (line.isEmpty || !bytes[place].isBlank) || headings.contains(place) {
                places.append(place)
            }
            place = min(bytes.count, bytes.lineEnd(from: place) + 1)
        }
        let areText = note.areText(places)
        return places.first { areText.contains($0) } ?? bytes.count
    }
}
