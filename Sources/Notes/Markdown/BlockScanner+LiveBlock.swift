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

    /// Returns the end of the live block of the current line: a comment in the same containers and outside of fenced code,
    /// before another block begins.
    ///
    /// Complexity: O(bytes up to the end or the next block), so that all blocks take linear time together.
    private func endOfLiveBlock(_ prefix: [UInt8]) -> (line: Int, mark: Range<Int>, hash: Range<Int>)? {
        var ahead = self
        var fence: (mark: UInt8, count: Int)?
        var isInList = false
        // In a list, a line with more indentation than the block is part of an item.
        var mostIndent: Int { isInList ? max(1, cursor.indent) : 3 }
        var position = nextLine(after: cursor.lineEnd)
        while position < bytes.count {
            let line = ahead.cursor.readLine(from: position)
            guard ahead.matchContainers() == containers.count else { return nil }
            ahead.cursor.findNext()
            let (rest, indent) = (ahead.cursor.rest, ahead.cursor.indent)
            if LiveBlock.begins(on: line, of: bytes) { return nil }
            let first = bytes[rest].first
            let isWritten = bytes[line.lowerBound..<rest.lowerBound].elementsEqual(prefix)
            if let open = fence {
                if indent < 4, ahead.cursor.closesFence(open.mark, count: open.count) { fence = nil }
            } else if indent <= mostIndent, let mark = first, mark == Byte.backtick || mark == Byte.tilde {
                fence = ahead.cursor.fenceCount().map { (mark, $0) }
            } else if indent <= mostIndent || isWritten, bytes.holds(Self.start, at: rest.lowerBound) {
                if let hash = LiveBlock.hash(inEnd: rest, of: bytes) { return (position, bytes.trimmed(rest), hash) }
            }
            if let first, first.isDigit || Array("-*+".utf8).contains(first) {
                isInList = true
            } else if first != nil, indent == 0 {
                isInList = false
            }
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
