import Notes
import Searching
import SourceText
import VaultFiles

/// A text added to a note as separate Markdown blocks. No other byte of the note changes, and its other blocks stay as
/// they are.
struct TextInsertion {
    typealias Side = CapturePlanner.Side

    let edit: ByteEdit
    /// The line of the first new line, counted from 1.
    let line: Int

    /// - Parameters:
    ///   - lineEnds: the line ends before the text.
    ///   - after: the line ends after it.
    private init(_ text: [[UInt8]], at offset: Int, of bytes: [UInt8], lineEnds: Int, after: Int) {
        let end = Array(TextEdits.lineEnd(of: bytes).utf8)
        func ends(_ count: Int) -> [UInt8] { Array(repeatElement(end, count: count).joined()) }
        edit = ByteEdit(offset..<offset, ends(lineEnds) + Array(text.joined(separator: end)) + ends(after))
        line = LineTable(Array(bytes[..<offset])).count + lineEnds
    }

    /// Returns the lines of a text without line ends. A line end at the end of the text starts no line.
    static func lines(of text: [UInt8]) -> [[UInt8]] {
        var lines: [[UInt8]] = [[]]
        for (index, byte) in text.enumerated() {
            if byte == Byte.newline, index > 0, text[index - 1] == Byte.carriageReturn { continue }
            if byte.isLineEnd { lines.append([]) } else { lines[lines.count - 1].append(byte) }
        }
        if lines.last?.isEmpty == true { lines.removeLast() }
        return lines
    }

    // MARK: Lines

    /// Inserts lines before a line. Inside a code block, an HTML block or a table, they move to its end.
    ///
    /// - Parameter part: the line.
    /// - Throws: `VaultError` if the line is in front matter, or in a block that ends with the note.
    static func insertingLines(_ text: [[UInt8]], before part: NotePart, in note: OpenNote) throws -> TextInsertion {
        let bytes = note.bytes
        func nextLine(_ offset: Int) -> Int { min(bytes.lineEnd(from: offset) + 1, bytes.count) }
        var lineEnds = 0
        var offset = part.range.lowerBound
        try refuseFrontMatter(offset, of: note)
        let raw = note.renderedBlocks.filter { $0.isRaw }
        let inside = raw.first {
            bytes.textStart(ofLineAt: $0.extent.lowerBound) < offset && offset < $0.extent.upperBound
        }
        if let inside {
            offset = nextLine(inside.extent.upperBound)
            // Only a blank line ends a table and most HTML blocks.
            if case .code = inside.kind {} else { lineEnds = 1 }
        }
        let isAtOpenEnd = offset == bytes.count && offset > 0 && bytes[offset - 1] != Byte.newline
        if isAtOpenEnd { lineEnds += 1 }
        func insertion(lineEnds: Int) -> TextInsertion {
            TextInsertion(text, at: offset, of: bytes, lineEnds: lineEnds, after: isAtOpenEnd ? 0 : 1)
        }
        // The lines may be a new row of a table that ends above.
        let above = raw.last { $0.extent.upperBound <= offset && ($0 == inside || !$0.isTable) }
        let first = insertion(lineEnds: lineEnds)
        guard let above else { return first }
        func isAbove(_ block: Block) -> Bool { block.extent.lowerBound == above.extent.lowerBound && block.isRaw }
        do {
            try first.check([above], of: note, where: isAbove)
            return first
        } catch {
            // A blank line ends most HTML blocks.
            guard case .html = above.kind else { throw error }
            let second = insertion(lineEnds: lineEnds + 1)
            try second.check([above], of: note, where: isAbove)
            return second
        }
    }

    private static func refuseFrontMatter(_ offset: Int, of note: OpenNote) throws {
        guard let block = note.frontMatterBlock, offset < note.bodyStart, offset < block.upperBound else { return }
        throw VaultError(
            note.path, line: LineTable(note.bytes).line(at: offset),
            "this line is in front matter; nothing was changed", help: "to change front matter: slip set")
    }

    // MARK: Blocks

    /// Adds a text before or after the block with a line. For a line between two blocks, adds it there.
    ///
    /// - Parameter line: the line.
    static func blocks(
        _ text: [[UInt8]], at side: Side, ofLine line: NotePart, in note: OpenNote, isRaw: Bool
    ) throws -> TextInsertion {
        try refuseFrontMatter(line.range.lowerBound, of: note)
        let content = note.bytes.trimmed(line.range)
        guard let block = note.block(at: content.isEmpty ? line.range.lowerBound : content.upperBound) else {
            return try blocks(text, at: .start, of: note.part(at: .body), in: note, isRaw: isRaw)
        }
        return try blocks(text, at: content.isEmpty ? .end : side, of: block, in: note, isRaw: isRaw)
    }

    /// Adds a text at the start or end of a part of a note. One blank line separates it from other blocks. Next to a
    /// list, a single paragraph becomes an item of it.
    ///
    /// - Parameters:
    ///   - isRaw: whether a paragraph stays a paragraph next to a list.
    ///   - isSpaced: whether a blank line also separates the text from front matter.
    /// - Throws: `VaultError` if the text or another block would be read differently there, such as after a code block
    ///   that is not closed.
    static func blocks(
        _ text: [[UInt8]], at side: Side, of part: NotePart, in note: OpenNote, isRaw: Bool, isSpaced: Bool = false
    ) throws -> TextInsertion {
        let bytes = note.bytes
        let text = Self.trimmed(text)
        let blocks = note.renderedBlocks
        let content = bytes.trimmed(part.range)
        let inside = blocks.filter {
            part.range.lowerBound <= $0.extent.lowerBound && $0.extent.lowerBound < part.range.upperBound
        }
        let neighbor = side == .end ? inside.last : inside.first
        let item =
            neighbor.flatMap { ListNeighbor($0, at: part.depth, among: blocks, of: bytes) }
            ?? ListNeighbor(emptyItem: content, at: side, of: bytes, among: inside)
        let joined = item.flatMap { $0.item(text, side, isRaw: isRaw) }
        let written = joined ?? text
        let insertion: TextInsertion
        if content.isEmpty || side == .end {
            insertion = atEnd(written, of: part, content, in: note, joinsList: joined != nil, isSpaced: isSpaced)
        } else {
            let start = bytes.textStart(ofLineAt: content.lowerBound)
            let isApart = part.head != nil || joined != nil || bytes.isBlankLine(before: start)
            insertion = TextInsertion(
                written, at: start, of: bytes, lineEnds: isApart ? 0 : 1, after: joined == nil ? 2 : 1)
        }
        try insertion.check(blocks, of: note) { _ in true }
        return insertion
    }

    /// Returns a text without blank lines at its start and end.
    private static func trimmed(_ text: [[UInt8]]) -> [[UInt8]] {
        func isBlank(_ line: [UInt8]) -> Bool { line.allSatisfy(\.isWhiteSpace) }
        return text.drop(while: isBlank).reversed().drop(while: isBlank).reversed()
    }

    private static func atEnd(
        _ text: [[UInt8]], of part: NotePart, _ content: Range<Int>, in note: OpenNote, joinsList: Bool,
        isSpaced: Bool
    ) -> TextInsertion {
        let bytes = note.bytes
        if content.isEmpty, part.head == nil {
            let start = part.range.lowerBound
            return TextInsertion(text, at: start, of: bytes, lineEnds: 0, after: start == bytes.count ? 1 : 0)
        }
        let end = bytes.textEnd(ofLineAt: content.isEmpty ? part.head?.upperBound ?? 0 : content.upperBound)
        let next = min(bytes.lineEnd(from: end) + 1, bytes.count)
        let isFollowedByBlank = next < bytes.count && bytes.isBlankLine(at: next)
        if content.isEmpty, !part.isBelowHeading, isFollowedByBlank {
            // The blank line below the front matter separates the text.
            let start = min(bytes.lineEnd(from: next) + 1, bytes.count)
            return TextInsertion(text, at: start, of: bytes, lineEnds: 0, after: 1)
        }
        let isFollowed = next < bytes.count && !isFollowedByBlank
        let isApart = content.isEmpty ? part.isBelowHeading || isSpaced : !joinsList
        return TextInsertion(
            text, at: end, of: bytes, lineEnds: isApart ? 2 : 1,
            after: isFollowed && !joinsList && !endsBeforeHeading(text, bytes[next...]) ? 1 : 0)
    }

    /// Whether a text needs no blank line before what follows it: a heading that begins with `#`, after a paragraph.
    private static func endsBeforeHeading(_ text: [[UInt8]], _ next: ArraySlice<UInt8>) -> Bool {
        next.first == Byte.hash
            && Block.all(in: Array(text.joined(separator: [Byte.newline])), from: 0).last?.kind == .paragraph
    }

    /// Throws unless the blocks of a note are the same after the edit, apart from those in the new text.
    private func check(_ blocks: [Block], of note: OpenNote, where isWanted: (Block) -> Bool) throws {
        var bytes = note.bytes
        bytes.replaceSubrange(edit.range, with: edit.replacement)
        let after = OpenNote(path: note.path, bytes: bytes, rules: note.rules)
        let start = edit.range.lowerBound
        let end = start + edit.replacement.count
        let before = blocks.map { BlockKey($0) { $0 >= start ? $0 + edit.replacement.count : $0 } }
        let kept = after.renderedBlocks.filter {
            isWanted($0) && ($0.extent.upperBound <= start || $0.extent.lowerBound >= end)
        }
        if after.frontMatter == note.frontMatter, kept.map({ BlockKey($0) { $0 } }) == before { return }
        if let block = blocks.last(where: { $0.isRaw }), block.extent.upperBound <= start,
            !kept.contains(where: { $0.extent == block.extent })
        {
            throw VaultError(
                note.path, line: LineTable(note.bytes).line(at: block.extent.lowerBound),
                "the text would become a part of the block that begins here; nothing was changed",
                help: "close the block first")
        }
        throw VaultError(
            note.path, line: line, "the text would change how other blocks of the note are read; nothing was changed",
            help: "to add it anyway, as lines: slip insert '\(note.path.text):\(line)'")
    }

    /// What must stay the same of a block.
    private struct BlockKey: Hashable {
        var kind: Block.Kind
        var containers: [Block.Container]
        var task: Bool?
        var extent: Range<Int>

        /// - Parameter moved: returns the new place of an offset.
        init(_ block: Block, moved: (Int) -> Int) {
            kind = block.kind
            containers = block.containers.map {
                var container = $0
                container.start = moved($0.start)
                return container
            }
            task = block.task
            let lower = moved(block.extent.lowerBound)
            extent = lower..<lower + block.extent.count
        }
    }
}

/// A list item that a new item is added next to.
private struct ListNeighbor {
    /// The bytes before the marker, with spaces for other markers in the line.
    private let indentation: [UInt8]
    private let marker: String
    private let spacing: [UInt8]
    private let isTask: Bool
    /// Whether the item above has the same number.
    private let repeatsNumber: Bool

    /// - Parameters:
    ///   - block: a block of the item.
    ///   - depth: the number of containers around the list.
    init?(_ block: Block, at depth: Int, among blocks: [Block], of bytes: [UInt8]) {
        guard depth < block.containers.count, case .item(let marker) = block.containers[depth].kind else { return nil }
        let item = block.containers[depth]
        self.marker = marker
        let blanks = bytes[(item.start + marker.utf8.count)...].prefix { $0.isBlank }
        spacing = (1...4).contains(blanks.count) ? Array(blanks) : [Byte.space]
        indentation = bytes[bytes.textStart(ofLineAt: item.start)..<item.start].map {
            $0.isBlank || $0 == Byte.greater ? $0 : Byte.space
        }
        isTask = blocks.first { $0.containers.contains(item) }?.task != nil
        let first = blocks.firstIndex { $0.containers.contains(item) } ?? 0
        let above = first > 0 ? blocks[first - 1].containers : []
        repeatsNumber = above.indices.contains(depth) && above[depth].kind == item.kind
    }

    /// Creates the neighbor from an item without content, which has no block: the last or first line of a part.
    init?(emptyItem content: Range<Int>, at side: TextInsertion.Side, of bytes: [UInt8], among blocks: [Block]) {
        let offset = side == .end ? content.upperBound : content.lowerBound
        let line = bytes.textStart(ofLineAt: offset)..<bytes.lineEnd(from: offset)
        let text = bytes.trimmed(line)
        guard !text.isEmpty, !blocks.contains(where: { $0.extent.overlaps(text) }) else { return nil }
        let digits = bytes[text].prefix(while: \.isDigit)
        let sign = bytes[text].dropFirst(digits.count)
        guard sign.count == 1, let sign = sign.first, digits.count <= 9,
            (digits.isEmpty ? "-*+" : ".)").utf8.contains(sign)
        else { return nil }
        (indentation, marker) = (Array(bytes[line.lowerBound..<text.lowerBound]), bytes.text(text))
        (spacing, isTask, repeatsNumber) = ([Byte.space], false, false)
    }

    /// Returns the lines of a text as an item of the list, or nil if the text stays apart from the list.
    func item(_ text: [[UInt8]], _ side: TextInsertion.Side, isRaw: Bool) -> [[UInt8]]? {
        let blocks = Block.all(in: Array(text.joined(separator: [Byte.newline])), from: 0)
        guard let first = blocks.first else { return nil }
        // In a block quote, each line needs the mark.
        let isQuoted = indentation.contains(Byte.greater)
        if !isQuoted, text.first?.first?.isBlank == true { return text }
        let isItem = if case .item? = first.containers.first?.kind { true } else { false }
        if isQuoted && text.first?.first?.isBlank == true || isItem {
            return text.map { $0.isEmpty && !isQuoted ? $0 : indentation + $0 }
        }
        guard !isRaw, blocks.count == 1, first.kind == .paragraph, first.containers.isEmpty else { return nil }
        var sign = Array(newMarker(side).utf8) + spacing
        let hanging = [UInt8](repeating: Byte.space, count: sign.count)
        if isTask, !["[ ] ", "[x] ", "[X] "].contains(where: { text[0].starts(with: $0.utf8) }) {
            sign += Array("[ ] ".utf8)
        }
        return text.enumerated().map { indentation + ($0.offset == 0 ? sign : hanging) + $0.element }
    }

    /// Returns the marker of the new item: the next number at the end of an ordered list, unless its numbers are equal.
    private func newMarker(_ side: TextInsertion.Side) -> String {
        guard side == .end, !repeatsNumber, let number = Int(marker.dropLast()), number < 999_999_999 else {
            return marker
        }
        return "\(number + 1)\(marker.suffix(1))"
    }
}

extension Block {
    fileprivate var isTable: Bool { if case .table = kind { true } else { false } }

    /// Whether a line inside the block is not read as Markdown blocks.
    fileprivate var isRaw: Bool {
        switch kind {
        case .code, .html, .table: true
        case .paragraph, .heading, .rule, .definition: false
        }
    }
}

extension OpenNote {
    /// The front matter with its `---` lines, without the line end of the last one.
    fileprivate var frontMatter: [UInt8] { frontMatterBlock.map { Array(bytes[bytes.trimmed($0)]) } ?? [] }
}

extension [UInt8] {
    /// Returns the start of the text in the line that contains `offset`: after a byte order mark.
    fileprivate func textStart(ofLineAt offset: Int) -> Int { Swift.max(lineStart(of: offset), textStart) }

    /// Returns the end of the line that contains `offset`, before its line end.
    fileprivate func textEnd(ofLineAt offset: Int) -> Int {
        let end = lineEnd(from: offset)
        return end > offset && end < count && self[end - 1] == Byte.carriageReturn ? end - 1 : end
    }

    fileprivate func isBlankLine(at start: Int) -> Bool { trimmed(start..<lineEnd(from: start)).isEmpty }

    /// Whether there is no line above `start`, or a blank one.
    fileprivate func isBlankLine(before start: Int) -> Bool {
        start <= textStart || isBlankLine(at: lineStart(of: start - 1))
    }
}
