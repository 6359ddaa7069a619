import SourceText

/// The blocks of a body that a scan recorded, and what is needed to read their texts.
struct RecordedBlocks {
    let bytes: [UInt8]
    let entries: [BlockRecorder.Entry]
    let definitions: Definitions

    /// Scans a body. Complexity: O(bytes).
    init(_ bytes: [UInt8], from start: Int) {
        var scanner = BlockScanner(bytes)
        scanner.recorder = BlockRecorder()
        scanner.scan(from: min(max(start, 0), bytes.count))
        self.init(scanner)
    }

    fileprivate init(_ scanner: BlockScanner) {
        bytes = scanner.bytes
        entries = scanner.recorder?.entries ?? []
        definitions = scanner.definitions
    }

    /// Returns the blocks in order, except for those that are not wanted.
    func blocks(where isWanted: (Range<Int>) -> Bool) -> [Block] {
        var containers: [Block.Container] = []
        var blocks: [Block] = []
        for entry in entries {
            switch entry {
            case .open(let container): containers.append(container.container)
            case .close: containers.removeLast()
            case .block(let block):
                guard isWanted(block.range) else { continue }
                for (kind, content) in block.contents(bytes, definitions) {
                    blocks.append(
                        Block(
                            kind: kind, containers: containers, task: block.task, range: block.range,
                            extent: block.extent, texts: content.pieces(bytes)))
                }
            }
        }
        return blocks
    }
}

extension BlockScanner {
    /// The blocks of the scan, or nil if it did not record them.
    var recordedBlocks: RecordedBlocks? { recorder == nil ? nil : RecordedBlocks(self) }
}

/// Records the blocks of a scan.
struct BlockRecorder {
    enum Entry {
        case open(RecordedContainer)
        /// Ends the last container that is open.
        case close
        case block(RecordedBlock)
    }

    private(set) var entries: [Entry] = []
    private var depth = 0
    /// The state of a check box whose item has no block yet.
    private var task: Bool?
    /// Whether blank lines that separate blocks come after the last entry.
    private var hasBlankLine = false
    /// Whether a blank line is before the current block.
    private var isAfterBlankLine = false
    /// The blank lines after indented code, which belong to it if more code follows.
    private var blankLines: [RawLine] = []

    mutating func startBlock() {
        isAfterBlankLine = hasBlankLine
        hasBlankLine = false
    }

    /// - Parameter isInQuote: whether the line belongs to a quote, which it does not separate from other blocks.
    mutating func addBlankLine(_ line: RawLine, isInQuote: Bool) {
        blankLines.append(line)
        if !isInQuote { hasBlankLine = true }
    }

    mutating func open(_ kind: Block.Container.Kind, at start: Int) {
        entries.append(
            .open(
                RecordedContainer(
                    container: Block.Container(kind: kind, start: start), isAfterBlankLine: isAfterBlankLine)))
        depth += 1
        task = nil
        isAfterBlankLine = false
    }

    mutating func close(to depth: Int) {
        while self.depth > depth {
            // An empty item may have a check box, which is not that of the next block.
            task = nil
            entries.append(.close)
            self.depth -= 1
        }
    }

    mutating func readTask(isDone: Bool) { task = isDone }

    private mutating func add(_ kind: Block.Kind, at range: Range<Int>, _ source: RecordedBlock.Source) {
        entries.append(
            .block(
                RecordedBlock(
                    kind: kind, task: task, range: range, extent: range, source: source,
                    isAfterBlankLine: isAfterBlankLine)))
        task = nil
        blankLines = []
    }

    /// - Parameter start: the offset in the text after its definitions.
    mutating func add(_ kind: Block.Kind, _ text: LeafText, from start: Int, range: Range<Int>) {
        add(kind, at: range, .text(text, start: start))
    }

    /// Adds a block of raw lines with its first line.
    mutating func add(_ kind: Block.Kind, _ line: RawLine, from start: Int) {
        add(kind, at: start..<max(start, line.range.upperBound), .lines([line]))
    }

    /// Starts a block of code with its opening fence.
    mutating func openFence(_ fence: Range<Int>, info: Range<Int>) {
        add(.code(info: ""), at: 0..<0, .fenced(info: info, lines: []))
        updateBlock { $0.extent = fence }
    }

    /// Ends the current block of code with its closing fence.
    mutating func closeFence(_ fence: Range<Int>) {
        updateBlock { $0.extent = $0.extent.lowerBound..<fence.upperBound }
    }

    /// Adds a line to the current block of fenced code or HTML.
    mutating func continueRaw(_ line: RawLine) { updateBlock { $0.append(line) } }

    mutating func addIndentedCode(_ line: RawLine) {
        guard case .block(let last)? = entries.last, last.isIndentedCode else {
            add(.code(info: ""), line, from: line.range.lowerBound)
            return
        }
        let lines = blankLines + [line]
        blankLines = []
        hasBlankLine = false
        updateBlock { block in
            for line in lines { block.append(line) }
        }
    }

    private mutating func updateBlock(_ change: (inout RecordedBlock) -> Void) {
        guard case .block(var block)? = entries.popLast() else { return }
        change(&block)
        entries.append(.block(block))
    }
}

struct RecordedContainer {
    var container: Block.Container
    /// Whether a blank line separates the container from the block before it.
    var isAfterBlankLine: Bool
}

struct RecordedBlock {
    enum Source {
        /// A heading or paragraph.
        case text(LeafText, start: Int)
        /// Code with fences. `info` is the info string as written.
        case fenced(info: Range<Int>, lines: [RawLine])
        /// HTML, a rule, or indented code.
        case lines([RawLine])
    }

    var kind: Block.Kind
    var task: Bool?
    var range: Range<Int>
    var extent: Range<Int>
    var source: Source
    var isAfterBlankLine: Bool

    var isIndentedCode: Bool {
        if case .lines = source, case .code = kind { true } else { false }
    }

    mutating func append(_ line: RawLine) {
        var start = range.lowerBound
        // `source` must not refer to the lines when one is appended, or all of them would be copied.
        switch source {
        case .text: return
        case .fenced(let info, var lines):
            source = .lines([])
            if lines.isEmpty { start = line.range.lowerBound }
            lines.append(line)
            source = .fenced(info: info, lines: lines)
        case .lines(var lines):
            source = .lines([])
            lines.append(line)
            source = .lines(lines)
        }
        range = start..<max(start, line.range.upperBound)
        extent = extent.lowerBound..<max(extent.upperBound, line.range.upperBound)
    }

    /// Returns what the block displays. A paragraph that begins with definitions is two blocks, and one with a table
    /// below its first line likewise.
    func contents(_ file: [UInt8], _ definitions: Definitions) -> [(kind: Block.Kind, content: BlockContent)] {
        switch source {
        case .lines(let lines): return [(kind, .lines(lines))]
        case .fenced(let info, let lines):
            let text = String(decoding: WrittenReference.unescaped(file, info), as: UTF8.self)
            return [(.code(info: text), .lines(lines))]
        case .text(let text, let start):
            var contents: [(Block.Kind, BlockContent)] = []
            if start > 0, kind == .paragraph {
                let lines = text.lines(0..<start).map { RawLine(spaces: 0, range: text.fileRange($0)) }
                contents.append((.definition, .lines(lines)))
            }
            // The sign of a task already shows its check box.
            let first = task == nil ? start : min(start + "[x] ".utf8.count, text.bytes.count)
            if first >= text.bytes.count {
                if task != nil || kind != .paragraph { contents.append((kind, .text([]))) }
                return contents
            }
            if kind == .paragraph, let table = TableReader(file, text, from: first, definitions) {
                let before = table.textBefore
                if !before.isEmpty { contents.append((.paragraph, .text(before))) }
                contents.append((.table(table.alignments), .cells(table.cells)))
            } else {
                contents.append((kind, .text(InlineReader.inlines(text, from: first, definitions))))
            }
            return contents
        }
    }
}

/// What a block displays.
enum BlockContent {
    /// A heading or paragraph.
    case text([Inline])
    /// The lines of code, HTML, definitions, or a rule.
    case lines([RawLine])
    /// The cells of a table row by row.
    case cells([[Inline]])

    func pieces(_ file: [UInt8]) -> [[TextPiece]] {
        switch self {
        case .text(let inlines): [TextPiece.pieces(inlines)]
        case .lines(let lines):
            lines.map { [TextPiece($0.text(file), [], $0.range, isExact: $0.spaces == 0)] }
        case .cells(let cells): cells.map { TextPiece.pieces($0) }
        }
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
