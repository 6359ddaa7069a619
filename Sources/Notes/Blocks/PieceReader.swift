import SourceText

/// Splits the text of one block into pieces by style.
struct PieceReader {
    private let text: LeafText
    private let start: Int
    private let bytes: [UInt8]
    /// The style of each byte.
    private var styles: [TextPiece.Style]
    /// Whether each byte is hidden in the rendered text.
    private var hidden: [Bool]
    /// The replacements of hidden bytes, by the offset where these start.
    private var replacements: [Int: String] = [:]
    /// For each byte, the index in `targets` of its link target. 0 means none.
    private var targetOf: [Int]
    private var targets: [String] = [""]
    /// Links whose text is entirely hidden, by the offset where they start.
    private var unlabelled: [Int: (text: String, style: TextPiece.Style, target: String)] = [:]

    init(_ text: LeafText, from start: Int, labels: Set<String>) {
        self.text = text
        self.start = start
        bytes = text.bytes
        styles = Array(repeating: [], count: bytes.count)
        hidden = Array(repeating: false, count: bytes.count)
        targetOf = Array(repeating: 0, count: bytes.count)
        var scanner = InlineScanner(text, collectsText: true, labels: labels)
        var found = Body()
        scanner.scan(from: start, into: &found)
        scanner.matchDelimiters()
        for edit in scanner.edits {
            if edit.kind == .apart {
                let style: TextPiece.Style = bytes[edit.range.lowerBound] == Byte.backtick ? .code : .link
                for index in edit.range { styles[index].insert(style) }
                if style == .link { lead(edit.range, to: address(edit.range)) }
                continue
            }
            for index in edit.range { hidden[index] = true }
            if let replacement = edit.replacement { replacements[edit.range.lowerBound] = replacement }
        }
        for span in scanner.emphasis {
            for index in span.range { styles[index].insert(span.isStrong ? .strong : .emphasis) }
        }
        readLinks(found)
        readStruck()
    }

    /// Returns an address without its angle brackets.
    private func address(_ range: Range<Int>) -> String {
        bytes[range.lowerBound] == Byte.less
            ? bytes.text(range.lowerBound + 1..<range.upperBound - 1) : bytes.text(range)
    }

    private mutating func lead(_ range: Range<Int>, to target: String) {
        targets.append(target)
        for index in range { targetOf[index] = targets.count - 1 }
    }

    private mutating func readLinks(_ found: Body) {
        for link in (found.links + found.partLinks).sorted(by: { $0.range.count > $1.range.count }) {
            let range = textRange(link.range)
            let style: TextPiece.Style = link.isEmbed ? .image : .link
            let target = link.target + (link.fragment.map { "#\($0)" } ?? "")
            for index in range { styles[index].insert(style) }
            lead(range, to: target)
            if range.allSatisfy({ hidden[$0] }) { unlabelled[range.lowerBound] = (target, style, target) }
        }
        for use in found.uses {
            let range = textRange(use.range)
            for index in range { styles[index].insert(.link) }
        }
        for hashtag in found.hashtags {
            for index in textRange(hashtag.range) { styles[index].insert(.hashtag) }
        }
    }

    /// Marks struck text: `~~text~~` (GFM 6.5).
    private mutating func readStruck() {
        var opened: Int?
        var index = start
        while index + 1 < bytes.count {
            guard bytes[index] == Byte.tilde, bytes[index + 1] == Byte.tilde, !hidden[index],
                !styles[index].contains(.code)
            else {
                index += 1
                continue
            }
            if let first = opened, !bytes[index - 1].isWhiteSpace {
                for inner in first..<index + 2 { styles[inner].insert(.struck) }
                for mark in [first, first + 1, index, index + 1] { hidden[mark] = true }
                opened = nil
            } else if opened == nil, index + 2 < bytes.count, !bytes[index + 2].isWhiteSpace {
                opened = index
            }
            index += 2
        }
    }

    /// Returns the range in the text for a range of the file that the text contains.
    private func textRange(_ range: Range<Int>) -> Range<Int> {
        let lower = text.offset(ofFile: range.lowerBound)
        return lower..<max(lower, min(text.offset(ofFile: range.upperBound - 1) + 1, bytes.count))
    }

    // MARK: Pieces

    func pieces(in range: Range<Int>) -> [TextPiece] {
        var pieces: [TextPiece] = []
        var index = range.lowerBound
        while index < range.upperBound {
            if let link = unlabelled[index] {
                pieces.append(
                    TextPiece(
                        link.text, link.style, text.fileRange(index..<index + 1), isExact: false, target: link.target))
            }
            if hidden[index] {
                var end = index + 1
                while end < range.upperBound, hidden[end], replacements[end] == nil, unlabelled[end] == nil { end += 1 }
                if let replacement = replacements[index] { pieces.append(piece(replacement, index..<end)) }
                index = end
                continue
            }
            if bytes[index] == Byte.newline {
                let newline = text.fileRange(index..<index + 1)
                let isHard = isHardBreak(index, from: range.lowerBound)
                pieces.append(
                    isHard ? TextPiece("\n", [], newline, isExact: false) : piece(" ", index..<index + 1))
                index += 1
                continue
            }
            var end = index + 1
            while end < range.upperBound, !hidden[end], bytes[end] != Byte.newline, styles[end] == styles[index],
                targetOf[end] == targetOf[index], unlabelled[end] == nil
            { end += 1 }
            // White space before a line end is not rendered.
            let next = end < range.upperBound ? bytes[end] : Byte.newline
            let seen = next == Byte.newline ? trimmedEnd(index..<end) : index..<end
            if !seen.isEmpty { pieces.append(piece(bytes.text(seen), seen, isExact: true)) }
            index = end
        }
        return pieces
    }

    /// Returns a piece with the style and the link target of the first byte of `range`.
    private func piece(_ shown: String, _ range: Range<Int>, isExact: Bool = false) -> TextPiece {
        let target = targetOf[range.lowerBound]
        return TextPiece(
            shown, styles[range.lowerBound], text.fileRange(range), isExact: isExact,
            target: target == 0 ? nil : targets[target])
    }

    private func trimmedEnd(_ range: Range<Int>) -> Range<Int> {
        var end = range.upperBound
        while end > range.lowerBound, bytes[end - 1].isBlank { end -= 1 }
        return range.lowerBound..<end
    }

    /// Whether two spaces or a backslash precede the line end (CommonMark 6.7).
    private func isHardBreak(_ index: Int, from start: Int) -> Bool {
        if index > start, bytes[index - 1] == Byte.backslash { return hidden[index - 1] }
        return index - 2 >= start && bytes[index - 1] == Byte.space && bytes[index - 2] == Byte.space
    }

    // MARK: Tables

    private static let maximumColumns = 200
    private static let maximumCells = 200_000

    /// Returns the cells of a table (GFM 4.10), row by row from the header, without the delimiter row. All rows are as
    /// long as the header. Returns nil if the text is not a table, or one of more than 200 columns or 200,000 cells.
    func table() -> (alignments: [Block.Alignment], cells: [[TextPiece]])? {
        let lines = text.lines(start..<bytes.count)
        guard lines.count > 1, bytes[lines[0]].contains(Byte.bar), let alignments = alignments(lines[1]) else {
            return nil
        }
        let head = cells(lines[0])
        // Rows are padded to the length of the header, so an oversized table stays text to bound memory.
        guard head.count == alignments.count, head.count <= Self.maximumColumns,
            head.count * lines.count <= Self.maximumCells
        else { return nil }
        var all: [[TextPiece]] = []
        for (number, line) in lines.enumerated() where number != 1 {
            let row = cells(line).prefix(alignments.count).map { pieces(in: $0) }
            all += row + Array(repeating: [], count: alignments.count - row.count)
        }
        return (alignments, all)
    }

    private func alignments(_ line: Range<Int>) -> [Block.Alignment]? {
        let parts = cells(line)
        var alignments: [Block.Alignment] = []
        for part in parts {
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

    private func cells(_ line: Range<Int>) -> [Range<Int>] {
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
