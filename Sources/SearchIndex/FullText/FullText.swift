import Notes
import SourceText

/// The row of a note in the full-text table.
struct FullText: Sendable {
    /// The columns of the table in their order: folded words, each followed by a space. The raw words are at the end of
    /// the body, and do not count in its length.
    private(set) var columns: [[UInt8]] = []
    /// The number of tokens in all columns.
    private(set) var length = 0
    /// The number of words in the body.
    private(set) var words = 0
    /// As `NoteColumn.nameLengths`.
    private(set) var nameLengths: Int64 = 0

    /// The separator of the values of a column, so that no phrase spans two of them. It is not a letter, so no query
    /// contains it.
    static let gapWord = "\u{E000}"
    static let gap = Array("\(gapWord) ".utf8)

    init(_ note: Note, _ bytes: [UInt8], path: VaultPath) {
        let title = column([note.title])
        let titleLength = length
        let aliases = column(note.aliases.map(\.text))
        let lengthBeforeName = length
        let name = column([path.stem.text])
        nameLengths = Int64(min(titleLength, 255) | min(length - lengthBeforeName, 255) << 8)
        let keywords = column(note.keywords.map(\.name))
        let headings = column(note.body.headings.map(\.text))
        columns = [body(note, bytes), title, aliases, name, keywords, headings]
        columns[0] +=
            RawWords(note.body, in: bytes, from: note.frontMatter.searchStart, columns: columns).text
    }

    private mutating func column(_ texts: [String]) -> [UInt8] {
        var out: [UInt8] = []
        for text in texts {
            if !out.isEmpty { out += Self.gap }
            let utf8 = Array(text.utf8)
            length += Words.append(utf8, 0..<utf8.count, to: &out).tokens
        }
        return out
    }

    private mutating func body(_ note: Note, _ bytes: [UInt8]) -> [UInt8] {
        var body: [UInt8] = []
        func add(_ text: [UInt8], _ range: Range<Int>) {
            let end = body.count
            if end > 0 { body += Self.gap }
            let counts = Words.append(text, range, to: &body)
            if counts.tokens == 0 { body.removeLast(body.count - end) }
            length += counts.tokens
            words += counts.runs
        }
        guard let text = ReadingText(note, bytes) else {
            add(bytes, note.frontMatter.searchStart..<bytes.count)
            return body
        }
        body.reserveCapacity(text.bytes.count + text.bytes.count / 4)
        for segment in text.segments { add(text.bytes, segment) }
        return body
    }
}
