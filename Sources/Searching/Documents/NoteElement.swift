import Notes
import SourceText

/// An element of an open document that refers to something or can be referred to.
package enum NoteElement: Hashable, Sendable {
    case link(OpenLink)
    case heading(OpenHeading)
    case keyword(OpenKeyword)
    /// The id of a block.
    case block(OpenBlock)
    /// A definition, or brackets that use it. `label` is the range of the label at that position.
    case definition(OpenDefinition, label: Range<Int>)
    /// A front matter key.
    case key(OpenEntry)
    /// A front matter value that is not one of the other elements.
    case value(OpenEntry)
}

extension OpenNote {
    /// Returns the innermost element at an offset, which may be the end of the element, or nil for plain text. In a
    /// long note, only links and keywords are found.
    package func element(at offset: Int) -> NoteElement? {
        func holds(_ range: Range<Int>) -> Bool { range.lowerBound <= offset && offset <= range.upperBound }
        if isLong { return elementInWindow(at: offset) }
        let near = links.filter { holds($0.range) }
        // Prefers an image to the link whose text contains it, and of two adjacent links the one that begins here.
        func rank(_ link: OpenLink) -> (Int, Int) { (link.range.upperBound == offset ? 1 : 0, link.range.count) }
        if let link = near.min(by: { rank($0) < rank($1) }), link.form != .definition { return .link(link) }
        if let keyword = keywords.first(where: { holds($0.range) }) { return .keyword(keyword) }
        if offset >= bodyStart {
            for definition in definitions {
                if holds(definition.labelRange) { return .definition(definition, label: definition.labelRange) }
                if let use = definition.uses.first(where: { holds($0.range) }) {
                    return .definition(definition, label: use.label)
                }
            }
            if let link = near.first { return .link(link) }
            if let block = blocks.first(where: {
                $0.idRange.map { $0.lowerBound - 1 <= offset && offset <= $0.upperBound } ?? false
            }) {
                return .block(block)
            }
            return headings.first { holds($0.range) }.map { .heading($0) }
        }
        guard let entry = entries.first(where: { holds($0.keyRange) || holds($0.valueRange) }) else { return nil }
        return holds(entry.keyRange) ? .key(entry) : .value(entry)
    }

    /// The number of bytes on each side of a position that are parsed in a long note.
    private static let window = 16 << 10

    /// Returns the link or keyword at a byte of a long note by parsing the lines around it.
    private func elementInWindow(at offset: Int) -> NoteElement? {
        var start = max(0, min(offset, bytes.count) - Self.window)
        while start > 0, !bytes[start - 1].isLineEnd { start -= 1 }
        let end = bytes.lineEnd(from: min(bytes.count, offset + Self.window))
        let part = OpenNote(path: path, bytes: Array(bytes[start..<end]), rules: rules)
        guard !part.isLong else { return nil }
        func moved(_ range: Range<Int>) -> Range<Int> { range.lowerBound + start..<range.upperBound + start }
        switch part.element(at: offset - start) {
        case .link(var link):
            link.move(by: start)
            link.number = nil
            return .link(link)
        case .keyword(var keyword):
            keyword.range = moved(keyword.range)
            return .keyword(keyword)
        default: return nil
        }
    }
}
