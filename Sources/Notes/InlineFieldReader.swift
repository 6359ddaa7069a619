internal import SourceText

/// Finds the inline fields in the paragraphs of a body. Code, formulas, HTML and links contain none, and the properties of
/// tasks are none.
struct InlineFieldReader {
    private let bytes: [UInt8]
    /// The tasks by the offsets of their check boxes.
    private let tasks: [Int: TaskItem]
    private(set) var fields: [InlineField] = []

    /// Whether a body has two adjacent colons. This fast test excludes most notes.
    static func mayOccur(in bytes: [UInt8], from start: Int) -> Bool {
        bytes.span.firstIndex(of: Byte.colon, before: Byte.colon, in: min(start, bytes.count)..<bytes.count) != nil
    }

    /// - Parameter blocks: the blocks of the body. Complexity: O(bytes).
    init(_ bytes: [UInt8], _ blocks: RecordedBlocks, tasks: [TaskItem]) {
        self.bytes = bytes
        self.tasks = Dictionary(tasks.map { ($0.range.lowerBound, $0) }) { first, _ in first }
        for case .block(let block) in blocks.entries {
            guard block.kind == .paragraph, case .text(let text, let start) = block.source,
                Self.mayOccur(in: text.bytes, from: start)
            else { continue }
            read(text, from: start, blocks.definitions)
        }
    }

    private mutating func read(_ text: LeafText, from start: Int, _ definitions: Definitions) {
        var inlines = InlineScanner(text, collectsText: true, definitions: definitions, recordsSpans: true)
        var other = Body()
        inlines.scan(from: start, into: &other)
        let finder = FieldFinder(bytes: text.bytes, spans: inlines.spans)
        for line in text.lines(start..<text.bytes.count) {
            var rest = text.bytes.trimmed(line)
            var own: Set<Int> = []
            if let task = tasks[text.fileOffset(rest.lowerBound)] {
                own = Set(TaskLine(bytes, task.text).entries.map { text.offset(ofFile: $0.range.lowerBound) })
                rest = min(text.offset(ofFile: task.text.lowerBound), rest.upperBound)..<rest.upperBound
            }
            for field in finder.fields(in: rest, before: own) where !own.contains(field.range.lowerBound) {
                let value =
                    field.value.isEmpty
                    ? InlineField.value(emptyRange(at: field.value.lowerBound, of: text), in: bytes)
                    : InlineField.value(text.fileRange(field.value), in: bytes)
                fields.append(
                    InlineField(
                        key: text.bytes.text(field.key), keyRange: text.fileRange(field.key), value: value,
                        range: text.fileRange(field.range)))
            }
        }
    }

    private func emptyRange(at offset: Int, of text: LeafText) -> Range<Int> {
        // The end of a line maps to the end of the line in the file, also where the next line begins.
        let file = text.fileOffset(offset - 1) + 1
        return file..<file
    }
}

/// Finds fields in a line of a paragraph. All offsets are in the text of the paragraph.
private struct FieldFinder {
    struct Found {
        var key: Range<Int>
        var value: Range<Int>
        var range: Range<Int>
    }

    let bytes: [UInt8]
    /// The bytes in which no field begins, in order, without overlap.
    private let opaque: [Range<Int>]

    /// A limit in bytes, so that brackets that nothing closes take linear time.
    private static let longestValue = 1000

    init(bytes: [UInt8], spans: [InlineSpan]) {
        self.bytes = bytes
        let ranges = spans.compactMap { span -> Range<Int>? in
            switch span.kind {
            case .verbatim, .node(.link), .node(.image): span.outer
            case .node, .replaced: nil
            }
        }
        opaque = ranges.sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) { all, range in
            guard let last = all.last, range.lowerBound < last.upperBound else { return all.append(range) }
            all[all.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
        }
    }

    /// Returns the fields of a line. The value of one at its start ends before the next field in brackets.
    ///
    /// - Parameter stops: the offsets of the properties of a task, which are no part of a value.
    func fields(in line: Range<Int>, before stops: Set<Int>) -> [Found] {
        var found: [Found] = []
        var index = line.lowerBound
        if let field = lineField(line, before: stops) {
            found.append(field)
            index = field.range.upperBound
        }
        while index < line.upperBound {
            if let end = opaqueEnd(at: index) {
                index = end
            } else if bytes[index] == Byte.backslash {
                index += 2
            } else if let field = bracketField(at: index, before: line.upperBound) {
                found.append(field)
                index = field.range.upperBound
            } else {
                index += 1
            }
        }
        return found
    }

    /// Returns the end of the code, HTML or link that contains a byte.
    private func opaqueEnd(at index: Int) -> Int? { opaqueRange(at: index)?.upperBound }

    private func opaqueRange(at index: Int) -> Range<Int>? {
        let next = opaque.indices.partitioningIndex { opaque[$0].upperBound > index }
        return next < opaque.count && opaque[next].contains(index) ? opaque[next] : nil
    }

    /// Returns the key that starts at `start` and is followed by two colons.
    private func key(at start: Int, before limit: Int) -> Range<Int>? {
        let most = min(limit, start + InlineField.longestKey + 1)
        var index = start
        while index < most, bytes[index] != Byte.colon {
            let (scalar, width) = bytes.scalar(at: index, before: limit)
            guard let scalar, index == start ? InlineField.isKeyStart(scalar) : InlineField.isKeyPart(scalar),
                opaqueEnd(at: index) == nil
            else { return nil }
            index += width
        }
        guard index > start, index + 1 < limit, bytes[index] == Byte.colon, bytes[index + 1] == Byte.colon,
            !bytes[index - 1].isBlank
        else { return nil }
        return start..<index
    }

    private func lineField(_ line: Range<Int>, before stops: Set<Int>) -> Found? {
        guard let key = key(at: line.lowerBound, before: line.upperBound) else { return nil }
        let start = key.upperBound + 2
        // 'std::vector' is no field.
        guard start == line.upperBound || bytes[start].isBlank else { return nil }
        let value = value(from: start, before: line.upperBound, stops)
        return Found(key: key, value: value, range: key.lowerBound..<max(start, value.upperBound))
    }

    /// Returns the value of a line up to a comment or another field, without a block id and a backslash that breaks the
    /// line. Comments before the value are skipped.
    private func value(from start: Int, before limit: Int, _ stops: Set<Int>) -> Range<Int> {
        let limit = stops.filter { $0 >= start }.min() ?? limit
        var first = start
        while let end = commentEnd(at: bytes.trimmed(first..<limit).lowerBound, before: limit) { first = end }
        var end = first
        while end < limit, commentEnd(at: end, before: limit) == nil, bracketField(at: end, before: limit) == nil {
            end = opaqueEnd(at: end) ?? (bytes[end] == Byte.backslash ? end + 2 : end + 1)
        }
        end = min(end, limit)
        let line = TaskLine(bytes, bytes.trimmed(first..<end))
        end = min(end, line.unbroken.upperBound)
        let value = bytes.trimmed(first..<end)
        if let caret = bytes[value].lastIndex(of: Byte.caret), caret == value.lowerBound || bytes[caret - 1].isBlank,
            caret + 1 < value.upperBound,
            bytes[caret + 1..<value.upperBound].allSatisfy({ $0.isLetter || $0.isDigit || $0 == Byte.hyphen })
        {
            end = caret
        }
        let kept = bytes.trimmed(first..<end)
        // An empty value is after the colons and at most one blank.
        return kept.isEmpty ? emptyValue(at: start, before: limit) : kept
    }

    /// Returns the end of the comment that starts at a byte.
    private func commentEnd(at start: Int, before limit: Int) -> Int? {
        if start + 1 < limit, bytes[start] == Byte.percent, bytes[start + 1] == Byte.percent {
            return bytes[start + 2..<limit].firstRange(of: Array("%%".utf8))?.upperBound ?? limit
        }
        guard start < limit, bytes[start] == Byte.less, let comment = opaqueRange(at: start),
            comment.lowerBound == start, bytes.holds(Array("<!--".utf8), at: start)
        else { return nil }
        return min(comment.upperBound, limit)
    }

    private func emptyValue(at start: Int, before limit: Int) -> Range<Int> {
        let place = start < limit && bytes[start].isBlank ? start + 1 : start
        return place..<place
    }

    private func bracketField(at start: Int, before limit: Int) -> Found? {
        let open = bytes[start]
        guard open == Byte.leftBracket || open == Byte.leftParenthesis else { return nil }
        let close = open == Byte.leftBracket ? Byte.rightBracket : Byte.rightParenthesis
        var index = start + 1
        while index < limit, bytes[index].isBlank { index += 1 }
        guard let key = key(at: index, before: limit) else { return nil }
        let valueStart = key.upperBound + 2
        index = valueStart
        var depth = 1
        let most = min(limit, valueStart + Self.longestValue)
        while index < most {
            if let end = opaqueEnd(at: index) {
                index = end
                continue
            }
            if bytes[index] == open { depth += 1 }
            if bytes[index] == close { depth -= 1 }
            if depth == 0 { break }
            index += 1
        }
        guard depth == 0, index < limit else { return nil }
        let value = bytes.trimmed(valueStart..<index)
        return Found(
            key: key, value: value.isEmpty ? emptyValue(at: valueStart, before: index) : value,
            range: start..<index + 1)
    }
}
