/// A block with the blocks inside it (CommonMark 4 and 5), for renderers that nest. It has lists, which `Block` lacks.
package struct BlockNode: Sendable {
    package enum BlockContent: Sendable {
        case paragraph([Inline])
        case heading(Int, [Inline])
        /// The lines of a code block, and the info string of its opening fence.
        case code(info: String, [String])
        /// The lines of raw HTML.
        case html([String])
        case rule
        /// The cells of a table row by row from the header. All rows are as long as the header.
        case table([Block.Alignment], [[Inline]])
        case quote([BlockNode])
        case list(BlockList)
        /// A footnote with its normalized label.
        case footnote(String, [BlockNode])
    }

    package var content: BlockContent
    /// The bytes from the first to the last line. For a container, the offset of its first marker, as an empty range.
    package var range: Range<Int>

    package init(content: BlockContent, range: Range<Int>) { (self.content, self.range) = (content, range) }
}

/// A list, whose items have the same kind of marker.
package struct BlockList: Sendable {
    package struct Item: Sendable {
        /// Whether the task is done, if the item has a check box.
        package var task: Bool?
        package var children: [BlockNode]
    }

    /// The number of the first item. Nil for a list with bullets.
    package var start: Int?
    /// Whether the paragraphs of its items are rendered without spacing (CommonMark 5.3).
    package var isTight: Bool
    package var items: [Item]
}

extension BlockNode {
    /// Returns the blocks of a body. Definitions are left out. Nesting is at most 100 containers deep. Complexity:
    /// O(bytes).
    package static func all(in bytes: [UInt8], from start: Int) -> [BlockNode] {
        RecordedBlocks(bytes, from: start).tree
    }
}

extension RecordedBlocks {
    /// The blocks as a tree.
    var tree: [BlockNode] {
        var builder = TreeBuilder(recorded: self)
        return builder.nodes().nodes
    }
}

/// Nests the blocks that a scan recorded.
private struct TreeBuilder {
    let recorded: RecordedBlocks
    private var next = 0

    init(recorded: RecordedBlocks) { self.recorded = recorded }

    /// The blocks of one container.
    struct Children {
        var nodes: [BlockNode] = []
        /// The state of the check box of the first block.
        var task: Bool?
        /// Whether a blank line separates two of the blocks.
        var areSeparated = false
        /// The number of blocks, with definitions.
        var count = 0

        /// - Parameter isSeparated: whether a blank line precedes the block.
        mutating func count(isSeparated: Bool) {
            if isSeparated, count > 0 { areSeparated = true }
            count += 1
        }
    }

    /// Returns the blocks up to the end of the current container, and moves past it.
    mutating func nodes() -> Children {
        var children = Children()
        /// The last list, which the next item may continue. It is not in `children` yet, or appending an item would copy
        /// all others.
        var open: (kind: ListKind, range: Range<Int>, list: BlockList)?
        func endList() {
            if let (_, range, list) = open { children.nodes.append(BlockNode(content: .list(list), range: range)) }
            open = nil
        }
        loop: while next < recorded.entries.count {
            let entry = recorded.entries[next]
            next += 1
            switch entry {
            case .close: break loop
            case .block(let block):
                endList()
                children.count(isSeparated: block.isAfterBlankLine)
                if children.count == 1 { children.task = block.task }
                children.nodes += nodes(of: block)
            case .open(let container):
                let start = container.container.start..<container.container.start
                let inside = nodes()
                if case .item(let marker) = container.container.kind {
                    let kind = ListKind(marker)
                    if open?.kind != kind {
                        endList()
                        children.count(isSeparated: container.isAfterBlankLine)
                        let list = BlockList(start: kind.number(marker), isTight: true, items: [])
                        open = (kind, start, list)
                    } else if container.isAfterBlankLine {
                        open?.list.isTight = false
                    }
                    if inside.areSeparated { open?.list.isTight = false }
                    open?.list.items.append(BlockList.Item(task: inside.task, children: inside.nodes))
                    continue
                }
                endList()
                children.count(isSeparated: container.isAfterBlankLine)
                if case .footnote(let label) = container.container.kind {
                    let name = LinkSyntax.label(Array(label.utf8)[...])
                    children.nodes.append(BlockNode(content: .footnote(name, inside.nodes), range: start))
                } else {
                    children.nodes.append(BlockNode(content: .quote(inside.nodes), range: start))
                }
            }
        }
        endList()
        return children
    }

    private func nodes(of block: RecordedBlock) -> [BlockNode] {
        block.contents(recorded.bytes, recorded.definitions).compactMap { kind, content in
            let node: BlockNode.BlockContent
            switch (kind, content) {
            case (.heading(let level), .text(let inlines)): node = .heading(level, inlines)
            case (_, .text(let inlines)): node = .paragraph(inlines)
            case (.table(let alignments), .cells(let cells)): node = .table(alignments, cells)
            case (.code(let info), .lines(let lines)): node = .code(info: info, lines.map { $0.text(recorded.bytes) })
            case (.html, .lines(let lines)): node = .html(lines.map { $0.text(recorded.bytes) })
            case (.rule, _): node = .rule
            default: return nil
            }
            return BlockNode(content: node, range: block.range)
        }
    }
}

/// The kind of a list: its items have the same bullet, or the same mark after their numbers (CommonMark 5.3).
private struct ListKind: Equatable {
    private let mark: Character?

    init(_ marker: String) { mark = marker.last }

    /// Returns the number of an item, or nil for a bullet.
    func number(_ marker: String) -> Int? { Int(marker.dropLast()) }
}
