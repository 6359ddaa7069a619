import SourceText

/// Parses the block structure of a body line by line, and scans the text of headings and paragraphs.
///
/// This is the two-phase strategy of CommonMark ("Phase 1: block structure" in its appendix). It has no state for
/// lists, since only items matter, nor for indented code, which is recognized line by line.
struct BlockScanner {
    enum Container {
        case quote
        /// A list item whose content is indented `width` columns more than its container.
        case item(width: Int, hasContent: Bool)
    }

    /// The block that the next line may continue.
    enum Leaf: Equatable {
        case none
        case paragraph
        case fence(UInt8, count: Int, indent: Int)
        case html(HTMLBlock)
    }

    /// A live block, and what the body had before its generated text.
    struct OpenLiveBlock {
        var block: LiveBlock
        /// The start of the line of the second comment.
        var endLine: Int
        var depth: Int
        var body: Body.Extent
        var definitions: Definitions
        var uses: Int
        var blocks: Int
        var isAtStart: Bool
        var formulaEnd: Int
    }

    /// A bound on nesting. Blank lines continue all open list items, so depth determines the time per line.
    static let maximumDepth = 100

    let bytes: [UInt8]
    var cursor: LineCursor
    var body = Body()
    var containers: [Container] = []
    var leaf = Leaf.none
    /// The lines of the paragraph, without container markers, indentation and line ends.
    var lines: [Range<Int>] = []
    /// Whether the paragraph contains a byte that requires an inline scan.
    var hasMarks = false
    /// The definitions found so far.
    var definitions = Definitions()
    /// A text with brackets that may use a definition, the index of its heading if it is one, and the indices of its
    /// edits in `body.reading`, which hold if it uses none.
    struct Use {
        var text: LeafText
        var start: Int
        var heading: Int?
        var edits: Range<Int>
    }
    var uses: [Use] = []
    /// The start of the current or last code block.
    private var codeStart = 0
    /// Whether no block has started yet.
    var isAtStart = true
    /// The end of the last line of the current or last displayed formula.
    var formulaEnd = 0
    /// The number of blocks, including containers but not HTML comments. Counting stops at two.
    var blocks = 0
    /// The tasks and the live block that are still open.
    var spans = OpenSpans()
    private var conflictMarkers: ConflictMarkers
    /// The recorder of rendered blocks, or nil if only the parts of the body are needed.
    var recorder: BlockRecorder?

    /// - Parameter conflict: the markers in front matter of a conflict that continues in the body.
    init(_ bytes: [UInt8], conflict: ConflictMarkers = ConflictMarkers()) {
        self.bytes = bytes
        cursor = LineCursor(bytes)
        conflictMarkers = conflict
    }

    mutating func scan(from start: Int) {
        var position = start
        while position < bytes.count {
            if let block = spans.liveBlock, block.endLine == position { close(block) }
            let line = cursor.readLine(from: position)
            let wasRaw = isRaw
            readBlocks()
            if !spans.tasks.isEmpty { extendTasks(to: line) }
            if let markers = conflictMarkers.take(line, of: bytes, isRaw: wasRaw && isRaw) { body.conflicts += markers }
            position = nextLine(after: line.upperBound)
        }
        closeLeaf()
        resolveUses()
    }

    /// Returns the start of the line after one that ends at `end`. CR, LF and CRLF end lines (CommonMark 2.1).
    func nextLine(after end: Int) -> Int {
        if bytes.holds([Byte.carriageReturn, Byte.newline], at: end) { return end + 2 }
        return min(end + 1, bytes.count)
    }

    private var isRaw: Bool { leaf != .none && leaf != .paragraph }

    private mutating func readBlocks() {
        var depth = matchContainers()
        var continuesLeaf = depth == containers.count
        if continuesLeaf, continuesRawLeaf() || continuesFormula() { return }
        // Whether the line consists of markers of open containers only, of which none begins here.
        var isBlank = true
        while true {
            cursor.findNext()
            if cursor.next == cursor.lineEnd {
                close(to: depth)
                if isBlank { recordBlankLine() }
                return
            }
            if cursor.indent >= 4 {
                // Indented code cannot interrupt a paragraph (4.4), not even one in a container that this line omits.
                if leaf == .paragraph { break }
                startBlock(in: depth, isCode: true)
                readIndentedCode()
                return
            }
            if openContainer(in: depth, interrupting: continuesLeaf && leaf == .paragraph) {
                depth += 1
                continuesLeaf = false
                isBlank = false
                continue
            }
            if readLeaf(in: depth, underlining: continuesLeaf && leaf == .paragraph) { return }
            break
        }
        if leaf != .paragraph {
            startBlock(in: depth)
            leaf = .paragraph
            hasMarks = false
        }
        // Otherwise the line continues the paragraph. It is a lazy continuation (5.1) if container markers are missing.
        addParagraphLine()
    }

    private mutating func addParagraphLine() {
        lines.append(cursor.rest)
        let mayBeginFormula = cursor.next < bytes.count && bytes[cursor.next] == Byte.dollar
        if cursor.hasMarks || mayBeginFormula || LeafText.endsInSoftHyphen(bytes, cursor.rest) { hasMarks = true }
        if mayBeginFormula, cursor.lineEnd > formulaEnd, let end = endOfFormula() { formulaEnd = end }
    }

    /// Consumes the line and returns true if it is inside a displayed formula. Its lines begin no blocks, even with the
    /// sign of a list or heading.
    private mutating func continuesFormula() -> Bool {
        guard leaf == .paragraph, cursor.lineEnd <= formulaEnd else { return false }
        cursor.findNext()
        guard cursor.next < cursor.lineEnd else { return false }
        addParagraphLine()
        return true
    }

    /// Returns the end of the line that ends the formula that this line begins with `$$`, or nil if there is none before
    /// a blank line.
    ///
    /// A search that fails has found no `$$`, so that all searches together take linear time.
    private func endOfFormula() -> Int? {
        guard bytes.holds([Byte.dollar, Byte.dollar], at: cursor.next),
            !Self.holdsMark(bytes, cursor.next + 2..<cursor.lineEnd)
        else { return nil }
        var start = cursor.lineEnd
        while start < bytes.count {
            if bytes.holds([Byte.carriageReturn, Byte.newline], at: start) { start += 1 }
            let line = start + 1..<(bytes[(start + 1)...].firstIndex(where: \.isLineEnd) ?? bytes.count)
            if bytes[line].allSatisfy({ $0.isBlank || $0 == Byte.greater }) { return nil }
            if Self.holdsMark(bytes, line) { return line.upperBound }
            start = line.upperBound
        }
        return nil
    }

    private static func holdsMark(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
        range.dropLast().contains { bytes[$0] == Byte.dollar && bytes[$0 + 1] == Byte.dollar }
    }

    /// Returns the number of open containers that the line continues, and advances past their markers.
    mutating func matchContainers() -> Int {
        var depth = 0
        while depth < containers.count {
            cursor.findNext()
            switch containers[depth] {
            case .quote:
                guard cursor.indent < 4, cursor.next < cursor.lineEnd, bytes[cursor.next] == Byte.greater else {
                    return depth
                }
                cursor.passQuoteMark()
            case .item(let width, let hasContent):
                if cursor.next == cursor.lineEnd {
                    // A list item can begin with at most one blank line (5.2).
                    guard hasContent else { return depth }
                    cursor.passIndentation()
                } else {
                    guard cursor.indent >= width else { return depth }
                    cursor.advance(columns: width)
                }
            }
            depth += 1
        }
        return depth
    }

    /// Consumes the line and returns true if it continues an open fenced code or HTML block. Call it only if the line
    /// continues all containers.
    private mutating func continuesRawLeaf() -> Bool {
        cursor.findNext()
        switch leaf {
        case .none, .paragraph:
            return false
        case .fence(let mark, let count, let indent):
            if cursor.indent < 4, cursor.closesFence(mark, count: count) {
                closeLeaf()
                recorder?.closeFence(cursor.rest)
            } else {
                // The indentation of the fence is removed from each line (4.5).
                cursor.advance(columns: min(indent, cursor.indent))
                recorder?.continueRaw(cursor.rawLine)
            }
            return true
        case .html(let block):
            if block == .element || block == .tag, cursor.next == cursor.lineEnd { return false }
            recorder?.continueRaw(cursor.rawLine)
            lines.append(cursor.rest)
            if block.ends(in: cursor.rest, of: bytes) { closeLeaf() }
            return true
        }
    }

    /// Opens the block quote or list item that begins at `next`. Returns false if none does.
    private mutating func openContainer(in depth: Int, interrupting: Bool) -> Bool {
        guard depth < Self.maximumDepth else { return false }
        if bytes[cursor.next] == Byte.greater {
            startBlock(in: depth)
            recorder?.open(.quote, at: cursor.next)
            cursor.passQuoteMark()
            containers.append(.quote)
            return true
        }
        if let label = cursor.footnoteLabel() {
            startBlock(in: depth)
            openFootnote(label)
            return true
        }
        guard let marker = cursor.listMarker(interrupting: interrupting) else { return false }
        startBlock(in: depth)
        openItem(marker)
        return true
    }

    /// Reads the heading, thematic break or beginning of a raw block at `next`. Returns false if there is none.
    private mutating func readLeaf(in depth: Int, underlining: Bool) -> Bool {
        switch bytes[cursor.next] {
        case Byte.hash:
            guard let level = cursor.atxLevel() else { return false }
            startBlock(in: depth)
            readATXHeading(level)
        case Byte.backtick, Byte.tilde:
            guard let count = cursor.fenceCount() else { return false }
            startBlock(in: depth, isCode: true)
            leaf = .fence(bytes[cursor.next], count: count, indent: cursor.indent)
            codeStart = cursor.next
            let info = bytes.trimmed(cursor.next + count..<cursor.lineEnd)
            recorder?.openFence(cursor.rest, info: info)
        case Byte.less:
            let interrupts = leaf == .paragraph
            guard let block = HTMLBlock(at: cursor.next, before: cursor.lineEnd, of: bytes, interrupts: interrupts)
            else { return false }
            startBlock(in: depth, isComment: block == .comment)
            recorder?.add(.html, cursor.rawLine, from: cursor.next)
            leaf = .html(block)
            lines.append(cursor.rest)
            if block.ends(in: cursor.rest, of: bytes) {
                closeLeaf()
                if block == .comment { openLiveBlock() }
            }
        case Byte.equals, Byte.hyphen:
            if underlining, cursor.isUnderline, closeParagraph(underlinedBy: cursor.rest) { return true }
            fallthrough
        case Byte.star, Byte.underscore:
            guard cursor.isThematicBreak else { return false }
            startBlock(in: depth)
            recorder?.add(.rule, cursor.rawLine, from: cursor.next)
        default:
            return false
        }
        return true
    }

    /// Reads a line of indented code. Lines separated only by white space form one edit.
    private mutating func readIndentedCode() {
        if let last = body.reading.last, last.kind == .apart, last.range.lowerBound == codeStart,
            bytes[last.range.upperBound..<cursor.next].allSatisfy(\.isWhiteSpace)
        {
            body.reading[body.reading.count - 1].range = codeStart..<cursor.lineEnd
        } else {
            codeStart = cursor.next
            body.reading.append(ReadingEdit(range: cursor.rest, kind: .apart))
        }
        if recorder == nil { return }
        // Further indentation is part of the code.
        cursor.advance(columns: 4)
        recorder?.addIndentedCode(cursor.rawLine)
    }

    private mutating func recordBlankLine() {
        if recorder == nil { return }
        let isInQuote = if case .quote? = containers.last { true } else { false }
        cursor.advance(columns: 4)
        recorder?.addBlankLine(cursor.rawLine, isInQuote: isInQuote)
    }

    /// Closes all blocks that the line does not continue, and starts a block in the container at `depth`.
    ///
    /// - Parameter isCode: whether it is code, which search does not read as part of another block anyway.
    private mutating func startBlock(in depth: Int, isComment: Bool = false, isCode: Bool = false) {
        close(to: depth)
        if !isAtStart, !isCode {
            body.reading.append(ReadingEdit(range: cursor.next..<cursor.next, kind: .boundary))
        }
        isAtStart = false
        recorder?.startBlock()
        if blocks < 2, !isComment { blocks += 1 }
        if case .item(let width, _)? = containers.last {
            containers[containers.count - 1] = .item(width: width, hasContent: true)
        }
    }

    mutating func close(to depth: Int) {
        closeLeaf()
        containers.removeLast(containers.count - depth)
        closeTasks(to: depth)
        recorder?.close(to: depth)
    }

    private mutating func closeLeaf() {
        switch leaf {
        case .paragraph: _ = closeParagraph(underlinedBy: nil)
        // The block ends at this line or the line before.
        case .fence: body.reading.append(ReadingEdit(range: codeStart..<max(codeStart, cursor.offset), kind: .apart))
        case .html(let block): closeHTML(block)
        case .none: break
        }
        leaf = .none
    }
}

/// The parts of a note that end at a later line.
struct OpenSpans {
    /// The tasks whose list items are open, by the number of containers in which their text is.
    var tasks: [(depth: Int, index: Int)] = []
    /// The live block whose generated text is being read.
    var liveBlock: BlockScanner.OpenLiveBlock?
}
