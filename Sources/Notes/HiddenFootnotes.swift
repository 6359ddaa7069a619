internal import SourceText

/// Finds the footnotes that only comments refer to, or only such footnotes. Pages do not contain them.
struct HiddenFootnotes {
    private let bytes: [UInt8]
    private let start: Int
    /// The labels of the references in comments.
    private var commented: Set<String> = []

    /// - Parameters:
    ///   - bytes: a note without comments of Obsidian.
    ///   - start: the start of its body.
    ///   - comments: the comments that were removed from it.
    init(_ bytes: [UInt8], from start: Int, comments: [ArraySlice<UInt8>]) {
        self.bytes = bytes
        self.start = start
        for comment in comments { addLabels(in: comment) }
        var index = start
        while let open = bytes.span.firstIndex(
            of: Byte.less, before: Byte.bang, in: index..<bytes.count)
        {
            index = open + 2
            guard bytes.holds([Byte.hyphen, Byte.hyphen], at: index) else { continue }
            let end = bytes[index...].firstRange(of: Array("-->".utf8))?.upperBound ?? bytes.count
            addLabels(in: bytes[index..<end])
            index = end
        }
    }

    private mutating func addLabels(in comment: ArraySlice<UInt8>) {
        var index = comment.startIndex
        while let open = comment[index...].firstRange(of: [Byte.leftBracket, Byte.caret])?.upperBound,
            let close = comment[open...].firstIndex(of: Byte.rightBracket)
        {
            commented.insert(LinkSyntax.label(comment[open..<close]))
            index = close
        }
    }

    /// The bytes of the hidden footnotes, in order. Complexity: O(1) without references in comments, else O(bytes).
    var ranges: [Range<Int>] {
        if commented.isEmpty { return [] }
        let (footnotes, roots) = footnotes()
        func reachable(from labels: Set<String>) -> Set<String> {
            var found: Set<String> = []
            var next = Array(labels)
            while let label = next.popLast() {
                if found.insert(label).inserted { next += footnotes[label]?.references ?? [] }
            }
            return found
        }
        let all = footnotes.values.reduce(into: commented) { $0.formUnion($1.references) }
        let shown = reachable(from: roots.union(Set(footnotes.keys).subtracting(all)))
        return reachable(from: commented).subtracting(shown).flatMap { footnotes[$0]?.ranges ?? [] }
            .sorted { $0.lowerBound < $1.lowerBound }
    }

    private struct Footnote {
        var ranges: [Range<Int>] = []
        /// The labels of the references in it.
        var references: Set<String> = []
    }

    /// Returns the footnotes by label, and the labels of the references outside of them.
    private func footnotes() -> (footnotes: [String: Footnote], roots: Set<String>) {
        var footnotes: [String: Footnote] = [:]
        var roots: Set<String> = []
        /// The open containers: the label of a footnote, and the bytes up to its last block.
        var open: [(label: String?, range: Range<Int>)] = []
        func close() {
            guard let last = open.popLast() else { return }
            if let outer = open.indices.last { open[outer].range.extend(to: last.range.upperBound) }
            if let label = last.label { footnotes[label, default: Footnote()].ranges.append(lines(last.range)) }
        }
        let recorded = RecordedBlocks(bytes, from: start)
        for entry in recorded.entries {
            switch entry {
            case .open(let container):
                let start = container.container.start
                let label: String? =
                    if case .footnote(let text) = container.container.kind {
                        LinkSyntax.label(Array(text.utf8)[...])
                    } else { nil }
                open.append((label, start..<bytes.lineEnd(from: start)))
            case .close: close()
            case .block(let block):
                if let inner = open.indices.last { open[inner].range.extend(to: block.extent.upperBound) }
                let references = Self.references(in: block, recorded)
                if let label = open.last(where: { $0.label != nil })?.label {
                    footnotes[label, default: Footnote()].references.formUnion(references)
                } else {
                    roots.formUnion(references)
                }
            }
        }
        while !open.isEmpty { close() }
        return (footnotes, roots)
    }

    private static func references(in block: RecordedBlock, _ recorded: RecordedBlocks) -> [String] {
        block.contents(recorded.bytes, recorded.definitions).flatMap { _, content in
            switch content {
            case .text(let inlines): inlines.flatMap(\.footnotes)
            case .cells(let cells): cells.joined().flatMap(\.footnotes)
            case .lines: [String]()
            }
        }
    }

    /// Returns whole lines, unless other text is before the range on its first line.
    private func lines(_ range: Range<Int>) -> Range<Int> {
        var first = range.lowerBound
        while first > start, bytes[first - 1].isBlank || bytes[first - 1] == Byte.greater { first -= 1 }
        let isAlone = first == start || bytes[first - 1].isLineEnd
        var end = bytes.lineEnd(from: range.upperBound)
        if !isAlone { return range.lowerBound..<end }
        if end < bytes.count { end += 1 }
        return first..<end
    }
}

extension Inline {
    /// The labels of the references to footnotes.
    fileprivate var footnotes: [String] {
        if case .footnote(let label) = kind { return [label] }
        return children.flatMap(\.footnotes)
    }
}

extension Range<Int> {
    fileprivate mutating func extend(to end: Int) { self = lowerBound..<Swift.max(upperBound, end) }
}
