import Notes
import SourceText

/// One version of a note cut into what is merged: the line that opens the front matter, a block for each key, what stands
/// behind the last of them, the line that closes, and the body.
struct MergeSide {
    private(set) var opening: [UInt8] = []
    private(set) var blocks: [MergeBlock] = []
    private(set) var tail: [UInt8] = []
    private(set) var closing: [UInt8] = []
    private(set) var body: [UInt8] = []

    /// That of a note that was not there.
    static let nothing = MergeSide()

    private init() {}

    /// - Parameter text: with line feeds alone, and no mark at the start.
    /// - Returns: nil where there is no front matter, or it cannot be read key by key.
    init?(_ text: [UInt8]) {
        let front = FrontMatter(text)
        guard let block = front.block, front.conflicts.isEmpty, !text.isEmpty else { return nil }
        opening = Array(text[block.lowerBound..<front.content.lowerBound])
        closing = Array(text[front.content.upperBound..<block.upperBound])
        body = Array(text[front.bodyStart...])
        var start = front.content.lowerBound
        var seen: Set<String> = []
        for entry in front.mapping.entries {
            // Whole lines, one after the other, each key once: else lines know more than keys do.
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
        // A block that says something else by itself is no block.
        if !blocks.allSatisfy(\.isWhole) { return nil }
    }

    var keys: [String] { blocks.map(\.identity) }

    subscript(key: String) -> MergeBlock? { blocks.first { $0.identity == key } }
}
