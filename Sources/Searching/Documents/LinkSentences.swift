package import Notes
package import SourceText

/// The texts of the lines that contain links.
package enum LinkSentences {
    fileprivate static let longestSentence = 300
    /// The number of characters in which a name is searched.
    private static let longestSearch = 3000
    /// The number of lines of a note. Each reads the block around it again.
    private static let maximumLines = 500

    /// Returns the displayed texts of some lines of a note, without those that display nothing. Complexity: O(bytes +
    /// lines).
    package static func texts(_ lines: Set<Int>, of bytes: [UInt8]) -> [Int: String] {
        let text = VisibleText(bytes)
        let start = FrontMatter.bodyStart(of: text.bytes)
        return texts(lines, text, of: bytes) { Block.all(in: text.bytes, from: start, where: $0) }
    }

    /// Does the same for a note whose visible text and blocks are known.
    package static func texts(
        _ lines: Set<Int>, _ visible: VisibleText, of bytes: [UInt8],
        _ allBlocks: (_ isWanted: (Range<Int>) -> Bool) -> [Block]
    ) -> [Int: String] {
        if lines.isEmpty { return [:] }
        let table = LineTable(bytes)
        // A note that became shorter lacks some of its lines.
        let ranges = lines.sorted().prefix { $0 <= table.count }.prefix(maximumLines).map {
            (line: $0, range: visible.range(ofNote: table.range(ofLine: $0)))
        }
        return texts(ranges, visible, allBlocks)
    }

    /// Returns the displayed texts of some ranges of the visible text, which are in order.
    private static func texts(
        _ ranges: [(line: Int, range: Range<Int>)], _ visible: VisibleText,
        _ allBlocks: (_ isWanted: (Range<Int>) -> Bool) -> [Block]
    ) -> [Int: String] {
        let blocks = allBlocks { block in
            let next = ranges.indices.partitioningIndex { ranges[$0].range.upperBound > block.lowerBound }
            return next < ranges.count && ranges[next].range.lowerBound < block.upperBound
        }.map { block in
            // The text of a heading is a sentence, too.
            guard case .heading = block.kind else { return block }
            var block = block
            block.kind = .paragraph
            return block
        }
        var texts: [Int: String] = [:]
        var first = 0
        for (line, range) in ranges {
            while first < blocks.count, blocks[first].range.upperBound <= range.lowerBound { first += 1 }
            let near = blocks[first...].prefix { $0.range.lowerBound < range.upperBound }
            if let text = DisplayedText(near, visible.bytes, range) {
                texts[line] = String(decoding: text.bytes, as: UTF8.self)
            }
        }
        return texts
    }

    /// Returns the number of bytes that a line displays before a link, or nil if it displays none.
    fileprivate static func displayed(before link: Range<Int>, in line: Range<Int>, of bytes: [UInt8]) -> Int? {
        let visible = VisibleText(bytes)
        let start = FrontMatter.bodyStart(of: visible.bytes)
        let before = (line: 0, range: visible.range(ofNote: line.lowerBound..<max(line.lowerBound, link.lowerBound)))
        return texts([before], visible) { Block.all(in: visible.bytes, from: start, where: $0) }[0]?.utf8.count
    }

    /// Returns a text, or the sentences around `name` if it is long.
    package static func sentence(_ text: String, about name: String) -> String {
        let bytes = Array(text.utf8)
        let name = Array(name.utf8)
        let place = bytes.prefix(longestSearch).indices.first { bytes[$0] == name.first && bytes.holds(name, at: $0) }
        return sentence(text, around: place ?? 0)
    }

    /// Returns a text, or the sentences around an offset in UTF-8 if it is long.
    fileprivate static func sentence(_ text: String, around place: Int) -> String {
        let bytes = Array(text.utf8)
        if bytes.count <= longestSentence { return text }
        let middle = min(place, bytes.count)
        func characterStart(_ index: Int) -> Int { bytes[index...].firstIndex { $0 & 0xC0 != 0x80 } ?? bytes.count }
        let end = [Byte.dot, Byte.space]
        var first = characterStart(max(0, middle - longestSentence / 2))
        for index in first..<middle where index + 2 <= middle && bytes.holds(end, at: index) { first = index + 2 }
        var last = characterStart(min(bytes.count, middle + longestSentence / 2))
        for index in middle..<last where bytes.holds(end, at: index) {
            last = index
            break
        }
        return (first == 0 ? "" : "…") + bytes.text(first..<last) + (last == bytes.count ? "" : "…")
    }
}

extension Backlink {
    /// Returns the displayed sentence around the first of the links that one note has to another, or nil if it displays
    /// none or cannot be read.
    package static func sentence(of links: [Backlink], to path: VaultPath, in snapshot: VaultSnapshot) -> String? {
        guard let source = links.first?.path, let bytes = snapshot.text(source)?.bytes,
            let (line, text) = LinkSentences.texts(Set(links.map(\.line)), of: bytes).min(by: { $0.key < $1.key })
        else { return nil }
        if text.utf8.count <= LinkSentences.longestSentence { return text }
        let range = LineTable(bytes).range(ofLine: line)
        let body = Body(bytes, from: FrontMatter.bodyStart(of: bytes))
        let uses = body.uses.map { ($0.range, $0.label) }
        let candidates = (body.links.map { ($0.range, $0.target) } + uses).filter { $0.0.overlaps(range) }
        let name = Folding.fold(path.stem.text)
        let link = candidates.first { Folding.fold(VaultPath($0.1).stem.text) == name } ?? candidates.first
        let place = link.flatMap { LinkSentences.displayed(before: $0.0, in: range, of: bytes) }
        return place.map { LinkSentences.sentence(text, around: $0) }
            ?? LinkSentences.sentence(text, about: path.stem.text)
    }
}
