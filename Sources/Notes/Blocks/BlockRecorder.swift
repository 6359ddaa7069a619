import SourceText

/// Records the blocks of a scan, for `Block.all`.
struct BlockRecorder {
    private struct RecordedBlock {
        var kind: Block.Kind
        var containers: [Block.Container]
        var task: Bool?
        /// The text and the offset after its definitions, or nil for a block of raw lines.
        var text: (text: LeafText, start: Int)?
        var range: Range<Int>
        var extent: Range<Int>
        var lines: [Range<Int>] = []
    }

    private var entries: [RecordedBlock] = []
    private var containers: [Block.Container] = []
    /// The state of a check box whose item has no block yet.
    private var task: Bool?

    mutating func open(_ kind: Block.Container.Kind, at start: Int) {
        containers.append(Block.Container(kind: kind, start: start))
        task = nil
    }

    mutating func close(to depth: Int) { containers.removeLast(max(0, containers.count - depth)) }

    mutating func readTask(isDone: Bool) { task = isDone }

    mutating func add(_ kind: Block.Kind, _ text: LeafText, from start: Int, range: Range<Int>) {
        entries.append(
            RecordedBlock(
                kind: kind, containers: containers, task: task, text: (text, start), range: range, extent: range))
        task = nil
    }

    /// Starts a block of code with its opening fence.
    mutating func openFence(_ fence: Range<Int>, info: String) {
        entries.append(
            RecordedBlock(
                kind: .code(info: info), containers: containers, task: task, range: 0..<0, extent: fence))
        task = nil
    }

    /// Ends the current block of code with its closing fence.
    mutating func closeFence(_ fence: Range<Int>) {
        guard let last = entries.indices.last else { return }
        entries[last].extent = entries[last].extent.lowerBound..<fence.upperBound
    }

    /// Adds a line to the current raw block (code, HTML or a rule), or starts a block with it.
    ///
    /// - Parameter continues: whether the line belongs to the previous block.
    mutating func add(_ kind: Block.Kind, line: Range<Int>, continues: Bool) {
        if continues, let last = entries.indices.last, entries[last].text == nil {
            // Fenced code has no lines until the line after its opening fence.
            let start = entries[last].lines.isEmpty ? line.lowerBound : entries[last].range.lowerBound
            entries[last].lines.append(line)
            entries[last].range = start..<max(entries[last].range.upperBound, line.upperBound)
            entries[last].extent = entries[last].extent.lowerBound..<line.upperBound
            return
        }
        entries.append(
            RecordedBlock(
                kind: kind, containers: containers, task: task, range: line, extent: line, lines: [line]))
        task = nil
    }

    /// Returns the recorded blocks. Call it once all definitions are known.
    ///
    /// - Parameter isWanted: returns whether to read the block with the given bytes.
    func blocks(_ file: [UInt8], labels: Set<String>, where isWanted: (Range<Int>) -> Bool) -> [Block] {
        entries.flatMap { entry -> [Block] in
            guard isWanted(entry.range) else { return [] }
            func block(_ kind: Block.Kind, _ texts: [[TextPiece]]) -> Block {
                Block(
                    kind: kind, containers: entry.containers, task: entry.task, range: entry.range,
                    extent: entry.extent, texts: texts)
            }
            guard let (text, start) = entry.text else {
                return [block(entry.kind, entry.lines.map { [TextPiece(file.text($0), [], $0, isExact: true)] })]
            }
            var blocks: [Block] = []
            if start > 0, entry.kind == .paragraph {
                let lines = text.lines(0..<start).map { line in
                    [TextPiece(text.bytes.text(line), [], text.fileRange(line), isExact: true)]
                }
                blocks.append(block(.definition, lines))
            }
            // The sign of a task already shows its check box.
            let contentStart = entry.task == nil ? start : min(start + "[x] ".utf8.count, text.bytes.count)
            if contentStart >= text.bytes.count {
                return blocks + (entry.task == nil ? [] : [block(entry.kind, [[]])])
            }
            let pieces = PieceReader(text, from: contentStart, labels: labels)
            if entry.kind == .paragraph, let table = pieces.table() {
                blocks.append(block(.table(table.alignments), table.cells))
            } else {
                blocks.append(block(entry.kind, [pieces.pieces(in: contentStart..<text.bytes.count)]))
            }
            return blocks
        }
    }
}

extension TextPiece {
    package init(_ text: String, _ style: Style, _ range: Range<Int>, isExact: Bool, target: String? = nil) {
        self.init(text: text, style: style, range: range, isExact: isExact, target: target)
    }
}

extension Block {
    /// Returns the blocks of a body, in order.
    ///
    /// - Parameter isWanted: returns whether to read the block with the given bytes (default: all blocks).
    /// - Complexity: O(bytes).
    package static func all(
        in bytes: [UInt8], from start: Int, where isWanted: (Range<Int>) -> Bool = { _ in true }
    ) -> [Block] {
        var scanner = BlockScanner(bytes)
        scanner.recorder = BlockRecorder()
        scanner.scan(from: min(max(start, 0), bytes.count))
        return scanner.recorder?.blocks(bytes, labels: scanner.labels, where: isWanted) ?? []
    }
}

extension LeafText {
    /// Returns the lines in a range of the text, without line feeds.
    func lines(_ range: Range<Int>) -> [Range<Int>] {
        var lines: [Range<Int>] = []
        var start = range.lowerBound
        for index in range where bytes[index] == Byte.newline {
            lines.append(start..<index)
            start = index + 1
        }
        if start < range.upperBound { lines.append(start..<range.upperBound) }
        return lines
    }
}
