import Notes
import SourceText

/// One version of a note in parts for merging. Front matter is its opening line, a block for each key, the lines after
/// the last key, and its closing line.
struct MergeSide {
    private(set) var opening: [UInt8] = []
    private(set) var blocks: [MergeBlock] = []
    private(set) var tail: [UInt8] = []
    private(set) var closing: [UInt8] = []
    private(set) var body: [UInt8] = []

    /// A version without front matter, also of a note that did not exist.
    init(body: [UInt8]) { self.body = body }

    /// - Parameter text: a text with `\n` line ends and without a byte order mark.
    /// - Returns: nil if there is no front matter, or if it cannot be parsed key by key.
    init?(_ text: [UInt8]) {
        let front = FrontMatter(text)
        guard let block = front.block, front.conflicts.isEmpty, !text.isEmpty else { return nil }
        opening = Array(text[block.lowerBound..<front.content.lowerBound])
        closing = Array(text[front.content.upperBound..<block.upperBound])
        body = Array(text[front.bodyStart...])
        var start = front.content.lowerBound
        var seen: Set<String> = []
        for entry in front.mapping.entries {
            // Each key must occur once, as whole lines in order. Otherwise merging by lines is safer.
            guard entry.lines.lowerBound >= start, entry.lines.upperBound <= front.content.upperBound,
                entry.lines.lowerBound == front.content.lowerBound || text[entry.lines.lowerBound - 1] == Byte.newline,
                text[entry.lines.upperBound - 1] == Byte.newline,
                seen.insert(FrontMatterKey.identity(entry.key)).inserted
            else { return nil }
            blocks.append(
                MergeBlock(
                    name: entry.key, lead: Array(text[start..<entry.lines.lowerBound]), own: Array(text[entry.lines])))
            start = entry.lines.upperBound
        }
        tail = Array(text[start..<front.content.upperBound])
        // A block must have the same meaning when parsed separately.
        if !blocks.allSatisfy(\.isWhole) { return nil }
    }

    var keys: [String] { blocks.map(\.identity) }

    subscript(key: String) -> MergeBlock? { blocks.first { $0.identity == key } }
}
