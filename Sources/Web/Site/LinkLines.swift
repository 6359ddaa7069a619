import Notes
import SourceText

/// The texts of the lines that contain links.
package enum LinkLines {
    private static let longestSentence = 300
    /// The number of characters in which a name is searched.
    private static let longestSearch = 3000
    /// The number of lines of a note. Each reads the block around it again.
    private static let maximumLines = 500

    /// Returns the displayed texts of some lines of a note, without those that display nothing. Complexity: O(bytes +
    /// lines).
    package static func texts(_ lines: Set<Int>, of bytes: [UInt8]) -> [Int: String] {
        let table = LineTable(bytes)
        let ranges = lines.sorted().prefix(maximumLines).map { ($0, table.range(ofLine: $0)) }
        let blocks = Block.all(in: bytes, from: FrontMatter.bodyStart(of: bytes)) { block in
            let next = ranges.indices.partitioningIndex { ranges[$0].1.upperBound > block.lowerBound }
            return next < ranges.count && ranges[next].1.lowerBound < block.upperBound
        }
        var texts: [Int: String] = [:]
        var first = 0
        for (line, range) in ranges {
            while first < blocks.count, blocks[first].range.upperBound <= range.lowerBound { first += 1 }
            let near = blocks[first...].prefix { $0.range.lowerBound < range.upperBound }
            if let text = DisplayedText(near, bytes, range) {
                texts[line] = String(decoding: text.bytes, as: UTF8.self)
            }
        }
        return texts
    }

    /// Returns a text, or the sentences around `name` if it is long.
    static func sentence(_ text: String, about name: String) -> String {
        if text.utf8.count <= longestSentence { return text }
        let middle = text.prefix(longestSearch).firstRange(of: name)?.lowerBound ?? text.startIndex
        let before = text[..<middle].suffix(longestSentence / 2)
        let after = text[middle...].prefix(longestSentence / 2)
        let start = before.ranges(of: ". ").last?.upperBound ?? before.startIndex
        let end = after.firstRange(of: ". ")?.lowerBound ?? after.endIndex
        return (start == text.startIndex ? "" : "…") + text[start..<end] + (end == text.endIndex ? "" : "…")
    }
}
