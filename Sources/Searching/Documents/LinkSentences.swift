package import Notes
package import SourceText

/// The texts of the lines that contain links.
package enum LinkSentences {
    private static let longestSentence = 300
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
            ($0, visible.range(ofNote: table.range(ofLine: $0)))
        }
        let blocks = allBlocks { block in
            let next = ranges.indices.partitioningIndex { ranges[$0].1.upperBound > block.lowerBound }
            return next < ranges.count && ranges[next].1.lowerBound < block.upperBound
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

    /// Returns a text, or the sentences around `name` if it is long.
    package static func sentence(_ text: String, about name: String) -> String {
        let bytes = Array(text.utf8)
        if bytes.count <= longestSentence { return text }
        let name = Array(name.utf8)
        let middle =
            bytes.prefix(longestSearch).indices.first { bytes[$0] == name.first && bytes.holds(name, at: $0) } ?? 0
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
        guard let source = links.first?.path, let text = snapshot.text(source) else { return nil }
        let texts = LinkSentences.texts(Set(links.map(\.line)), of: text.bytes)
        return texts.min { $0.key < $1.key }.map { LinkSentences.sentence($0.value, about: path.stem.text) }
    }
}
