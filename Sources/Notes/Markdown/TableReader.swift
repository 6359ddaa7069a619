import SourceText

/// A table in the text of a paragraph (GFM 4.10).
struct TableReader {
    private static let maximumColumns = 200
    private static let maximumCells = 200_000

    let alignments: [Block.Alignment]
    /// The cells row by row from the header, without the delimiter row. All rows are as long as the header.
    let cells: [[Inline]]
    /// The lines before the header, which form a paragraph.
    let textBefore: [Inline]

    /// Fails if the text from `start` contains no table, or one of more than 200 columns or 200,000 cells.
    init?(_ file: [UInt8], _ text: LeafText, from start: Int, _ definitions: Definitions) {
        let lines = text.lines(start..<text.bytes.count)
        guard let (header, alignments) = Self.header(text.bytes, lines) else { return nil }
        self.alignments = alignments
        var all: [[Inline]] = []
        for number in lines.indices[header...] where number != header + 1 {
            let row = Self.cells(text.bytes, lines[number]).prefix(alignments.count).map { cell in
                let cell = LeafText(file, [text.fileRange(cell)])
                return InlineReader.inlines(cell, from: 0, definitions, isCell: true)
            }
            all += row + Array(repeating: [], count: alignments.count - row.count)
        }
        cells = all
        let before = lines[..<header].map { text.fileRange($0) }
        textBefore = before.isEmpty ? [] : InlineReader.inlines(LeafText(file, before), from: 0, definitions)
    }

    /// Returns the line of the header and the alignments of its columns.
    static func header(
        _ bytes: [UInt8], _ lines: [Range<Int>]
    ) -> (line: Int, alignments: [Block.Alignment])? {
        for number in lines.indices.dropFirst() {
            guard let alignments = alignments(bytes, lines[number]), bytes[lines[number - 1]].contains(Byte.bar),
                cells(bytes, lines[number - 1]).count == alignments.count
            else { continue }
            // Rows are padded to the length of the header, so an oversized table stays text to bound memory.
            guard alignments.count <= maximumColumns,
                alignments.count * (lines.count - number + 1) <= maximumCells
            else { return nil }
            return (number - 1, alignments)
        }
        return nil
    }

    /// Whether the lines of a paragraph may contain a table, because one looks like a delimiter row.
    static func mayContain(_ lines: [Range<Int>], of bytes: [UInt8]) -> Bool {
        lines.dropFirst().contains { line in
            !line.isEmpty && "|-:".utf8.contains(bytes[line.lowerBound])
                && bytes[line].allSatisfy { "|-: \t".utf8.contains($0) }
        }
    }

    /// Returns an edit at the start of each cell, which no phrase crosses. Empty if the text contains no table.
    static func cellEdits(_ text: LeafText, from start: Int) -> [PlainTextEdit] {
        guard text.bytes[start...].contains(Byte.bar) else { return [] }
        let lines = text.lines(start..<text.bytes.count)
        guard let (header, _) = header(text.bytes, lines) else { return [] }
        return lines[header...].flatMap { line in
            cells(text.bytes, line).map {
                PlainTextEdit(range: $0.lowerBound..<$0.lowerBound, kind: .boundary)
            }
        }
    }

    private static func alignments(_ bytes: [UInt8], _ line: Range<Int>) -> [Block.Alignment]? {
        guard bytes[line].allSatisfy({ "|-: \t".utf8.contains($0) }) else { return nil }
        var alignments: [Block.Alignment] = []
        for part in cells(bytes, line) {
            let cell = bytes[part]
            let rule = cell.drop { $0 == Byte.colon }
            guard !cell.isEmpty, rule.count >= cell.count - 1 else { return nil }
            let dashes = rule.last == Byte.colon ? rule.dropLast() : rule
            guard !dashes.isEmpty, dashes.allSatisfy({ $0 == Byte.hyphen }) else { return nil }
            let isEnd = cell.last == Byte.colon
            alignments.append(cell.first == Byte.colon ? (isEnd ? .center : .start) : isEnd ? .end : .start)
        }
        return alignments.isEmpty ? nil : alignments
    }

    private static func cells(_ bytes: [UInt8], _ line: Range<Int>) -> [Range<Int>] {
        let line = bytes.trimmed(line)
        var cells: [Range<Int>] = []
        var start = line.lowerBound
        for index in line where bytes[index] == Byte.bar {
            // An escaped bar is text.
            if index > line.lowerBound, bytes[index - 1] == Byte.backslash { continue }
            if index > line.lowerBound { cells.append(bytes.trimmed(start..<index)) }
            start = index + 1
        }
        if start < line.upperBound { cells.append(bytes.trimmed(start..<line.upperBound)) }
        return cells
    }
}
