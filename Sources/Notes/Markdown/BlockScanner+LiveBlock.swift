import SourceText

/// Live blocks: their generated text is scanned as usual, and then dropped from the body.
extension BlockScanner {
    /// Records the live block of the comment that is the current line, if it is one. If the block has an end, the lines
    /// up to it are generated.
    mutating func openLiveBlock() {
        // A comment in generated text is generated.
        guard spans.liveBlock == nil, bytes.holds(Self.start, at: cursor.next) else { return }
        var lineStart = cursor.next
        while lineStart > bytes.textStart, !bytes[lineStart - 1].isLineEnd { lineStart -= 1 }
        guard var block = LiveBlock(bytes, line: lineStart..<cursor.lineEnd, at: cursor.next) else { return }
        block.fitPrefix(to: containers)
        guard let end = endOfLiveBlock(block.prefix) else {
            body.liveBlocks.append(block)
            return
        }
        block.content = nextLine(after: cursor.lineEnd)..<end.line
        block.end = end.mark
        block.hash = end.hash
        body.liveBlocks.append(block)
        spans.liveBlock = OpenLiveBlock(
            block: block, endLine: end.line, depth: containers.count, body: body.extent, definitions: definitions,
            uses: uses.count, blocks: blocks, isAtStart: isAtStart, formulaEnd: formulaEnd)
    }

    /// The bytes with which a comment begins. Other comments are not searched for an end.
    private static let start = Array("<!--".utf8)

    /// Returns the end of the live block of the current line: a comment in the same containers, before another block begins.
    ///
    /// Complexity: O(bytes up to the end or the next block), so that all blocks take linear time together.
    private func endOfLiveBlock(_ prefix: [UInt8]) -> (line: Int, mark: Range<Int>, hash: Range<Int>)? {
        var ahead = self
        var end = LiveBlockEnd(prefix: prefix, indent: cursor.indent)
        var position = nextLine(after: cursor.lineEnd)
        while position < bytes.count {
            let line = ahead.cursor.readLine(from: position)
            let isInside = ahead.matchContainers() == containers.count
            if !isInside || LiveBlock.begins(on: line, of: bytes) { return nil }
            if let found = end.comment(on: line, ahead.cursor, of: bytes) { return (position, found.mark, found.hash) }
            position = nextLine(after: line.upperBound)
        }
        return nil
    }

    /// Ends the generated text of a live block before the line of its second comment, and drops it from the body. Merge
    /// conflicts stay.
    mutating func close(_ open: OpenLiveBlock) {
        close(to: open.depth)
        body.cut(to: open.body)
        body.reading.append(ReadingEdit(range: open.block.generated, kind: .cut))
        definitions = open.definitions
        uses.removeLast(uses.count - open.uses)
        (blocks, isAtStart, formulaEnd) = (open.blocks, open.isAtStart, open.formulaEnd)
        spans.liveBlock = nil
    }
}

/// Finds the last line of a live block among the lines after its first one: outside of fenced code, comments and raw
/// HTML, and not in a list item of the generated text.
private struct LiveBlockEnd {
    /// What slip writes before the last line.
    let prefix: [UInt8]
    /// The indentation of the first line.
    let indent: Int
    /// What contains the next line.
    private var container: Container?
    private var isInList = false

    private enum Container {
        case fence(mark: UInt8, count: Int)
        case html(HTMLBlock)
    }

    init(prefix: [UInt8], indent: Int) { (self.prefix, self.indent) = (prefix, indent) }

    /// Returns the comment and its hash if the next line is the last one.
    ///
    /// - Parameter cursor: after the containers of the line.
    mutating func comment(
        on line: Range<Int>, _ cursor: LineCursor, of bytes: [UInt8]
    ) -> (mark: Range<Int>, hash: Range<Int>)? {
        var cursor = cursor
        cursor.findNext()
        let rest = cursor.rest
        guard let first = bytes[rest].first else { return nil }
        defer {
            if first.isDigit || Array("-*+".utf8).contains(first) {
                isInList = true
            } else if cursor.indent == 0 {
                isInList = false
            }
        }
        switch container {
        case .fence(let mark, let count):
            if cursor.indent < 4, cursor.closesFence(mark, count: count) { container = nil }
            return nil
        case .html(let block):
            if block.ends(in: rest, of: bytes) { container = nil }
            return nil
        case nil: break
        }
        // In a list, a line with more indentation than the block is part of an item.
        let isOutside = cursor.indent <= (isInList ? max(1, indent) : 3)
        if isOutside { open(at: rest, cursor, of: bytes) }
        guard isOutside || bytes[line.lowerBound..<rest.lowerBound].elementsEqual(prefix) else { return nil }
        return LiveBlock.hash(inEnd: rest, of: bytes).map { (bytes.trimmed(rest), $0) }
    }

    /// Opens what begins on a line and ends on a later one.
    private mutating func open(at rest: Range<Int>, _ cursor: LineCursor, of bytes: [UInt8]) {
        switch bytes[rest.lowerBound] {
        case Byte.backtick, Byte.tilde:
            container = cursor.fenceCount().map { .fence(mark: bytes[rest.lowerBound], count: $0) }
        case Byte.less:
            let block = HTMLBlock(at: rest.lowerBound, before: rest.upperBound, of: bytes, interrupts: false)
            guard let block, block != .element, block != .tag, !block.ends(in: rest, of: bytes) else { return }
            container = .html(block)
        default: return
        }
    }
}

extension Body {
    /// The numbers of elements in the lists of a body.
    struct Extent {
        var counts: [Int]
        var startsWithHeading: Bool
    }

    var extent: Extent {
        Extent(
            counts: [
                headings.count, reading.count, links.count, partLinks.count, definitions.count, uses.count,
                hashtags.count, tasks.count,
            ], startsWithHeading: startsWithHeading)
    }

    /// Drops what was added after the body had an extent, except conflicts.
    mutating func cut(to extent: Extent) {
        let counts = extent.counts
        headings.removeLast(headings.count - counts[0])
        reading.removeLast(reading.count - counts[1])
        links.removeLast(links.count - counts[2])
        partLinks.removeLast(partLinks.count - counts[3])
        definitions.removeLast(definitions.count - counts[4])
        uses.removeLast(uses.count - counts[5])
        hashtags.removeLast(hashtags.count - counts[6])
        tasks.removeLast(tasks.count - counts[7])
        startsWithHeading = extent.startsWithHeading
    }
}
