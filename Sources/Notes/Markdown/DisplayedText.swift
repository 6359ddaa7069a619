import SourceText

/// Text of a note as rendered on one line, with a mapping to the bytes of the file.
///
/// Emphasis marks, brackets and link destinations are removed, and entities are decoded. Control characters are
/// escaped, so the text is safe to print on a terminal.
package struct DisplayedText: Hashable, Sendable {
    /// The text, as valid UTF-8.
    package private(set) var bytes: [UInt8] = []
    /// The parts in the order of both the text and the file.
    private var parts: [Part] = []

    /// A run of displayed bytes and the source range that they stand for.
    private struct Part: Hashable {
        /// The range in `bytes`.
        var shown: Range<Int>
        /// The range in the file.
        var source: Range<Int>
        /// Whether the bytes equal those of the file. If not, they replace the whole of `source`.
        var isExact: Bool
    }

    /// Creates a text from the bytes of the file as written.
    ///
    /// - Complexity: O(length).
    package init(_ file: [UInt8], _ range: Range<Int>) { add(file, range) }

    /// Creates a text from the parts of blocks in `range`. Returns nil if there are none.
    ///
    /// - Parameter blocks: the blocks of the whole file, or at least those that overlap `range`.
    /// - Complexity: O(size of the blocks).
    package init?(_ blocks: some Sequence<Block>, _ file: [UInt8], _ range: Range<Int>) {
        for block in blocks where block.range.overlaps(range) {
            let before = bytes.count
            var text = DisplayedText()
            text.addSigns(of: block, file, range)
            let isTable = if case .table = block.kind { true } else { false }
            var isFirst = true
            for pieces in block.texts {
                let seen = pieces.filter { range.contains($0.range.lowerBound) }
                if seen.isEmpty { continue }
                if !isFirst { text.add(isTable ? " │ " : " ", from: nil) }
                isFirst = false
                for piece in seen { text.add(piece, file) }
            }
            if isFirst { continue }
            if before > 0 { add(" ", from: nil) }
            append(text)
        }
        if bytes.isEmpty { return nil }
    }

    private init() {}

    // MARK: Building

    /// Adds the signs that replace a block's markers: a check box or bullet, and the `#`s of a heading.
    private mutating func addSigns(of block: Block, _ file: [UInt8], _ range: Range<Int>) {
        let start = block.range.lowerBound
        guard range.contains(start) else { return }
        let isItem = file[range.lowerBound..<start].contains { !$0.isBlank && $0 != Byte.greater }
        if isItem, let sign = block.containers.last?.sign(task: block.task) {
            let box = block.task == nil ? 0 : "[x] ".utf8.count
            add(SafeText.escaped(sign), from: range.lowerBound..<min(start + box, range.upperBound))
        }
        if case .heading(let level) = block.kind {
            let marks = file[start..<range.upperBound].prefix { $0 == Byte.hash || $0.isBlank }
            add(String(repeating: "#", count: level) + " ", from: marks.isEmpty ? nil : start..<marks.endIndex)
        }
    }

    private mutating func add(_ piece: TextPiece, _ file: [UInt8]) {
        if piece.isExact {
            add(file, piece.range)
        } else {
            add(SafeText.escaped(piece.text == "\n" ? " " : piece.text), from: piece.range)
        }
    }

    /// Adds a text that replaces `source`, or that represents no bytes of the file if `source` is nil.
    private mutating func add(_ text: String, from source: Range<Int>?) {
        let start = bytes.count
        bytes += text.utf8
        if let source { parts.append(Part(shown: start..<bytes.count, source: source, isExact: false)) }
    }

    private mutating func append(_ text: DisplayedText) {
        for var part in text.parts {
            part.shown = part.shown.lowerBound + bytes.count..<part.shown.upperBound + bytes.count
            parts.append(part)
        }
        bytes += text.bytes
    }

    /// Adds bytes of the file. A tab becomes a space, and characters that could move the cursor are escaped.
    private mutating func add(_ file: [UInt8], _ range: Range<Int>) {
        var copied = range.lowerBound
        func isPlain(_ byte: UInt8) -> Bool { byte >= 0x20 && byte < 0x7F || byte == Byte.tab }
        func copy(_ end: Int, _ text: inout DisplayedText) {
            if copied == end { return }
            let start = text.bytes.count
            text.parts.append(Part(shown: start..<start + end - copied, source: copied..<end, isExact: true))
            text.bytes += file[copied..<end].lazy.map { $0 == Byte.tab ? Byte.space : $0 }
        }
        var index = range.lowerBound
        while index < range.upperBound {
            if isPlain(file[index]) {
                index += 1
                continue
            }
            let (scalar, length) = file.scalar(at: index, before: file.count)
            let end = min(index + (scalar == nil ? 1 : length), range.upperBound)
            let text = file.text(index..<end)
            let shown = scalar == nil ? "\u{FFFD}" : SafeText.escaped(text)
            if shown != text || scalar == nil {
                copy(index, &self)
                add(shown, from: index..<end)
                copied = end
            }
            index = end
        }
        copy(range.upperBound, &self)
    }

    // MARK: Places

    /// Returns the part of `bytes` that displays the given bytes of the file, or nil if none are displayed.
    ///
    /// - Complexity: O(log parts).
    package func range(of source: Range<Int>) -> Range<Int>? {
        let first = parts.indices.partitioningIndex { parts[$0].source.upperBound > source.lowerBound }
        let last = parts.indices.partitioningIndex { parts[$0].source.lowerBound >= source.upperBound } - 1
        guard first <= last else { return nil }
        let start = parts[first].shown.lowerBound
        let end = parts[last].shown.upperBound
        let before = parts[first].isExact ? max(0, source.lowerBound - parts[first].source.lowerBound) : 0
        let behind = parts[last].isExact ? max(0, parts[last].source.upperBound - source.upperBound) : 0
        return start + before < end - behind ? start + before..<end - behind : nil
    }

    /// Whether both the first and the last byte of `source` are displayed.
    package func showsEnds(of source: Range<Int>) -> Bool {
        !source.isEmpty && range(of: source.lowerBound..<source.lowerBound + 1) != nil
            && range(of: source.upperBound - 1..<source.upperBound) != nil
    }
}
