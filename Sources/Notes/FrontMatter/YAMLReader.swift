internal import SourceText

/// Parses the block collections of the YAML subset of `notes.md` by line and indentation (YAML 1.2.2, section 8.2).
///
/// It first determines the lines of an entry: from its key to the next key with no more indentation. Only then does it
/// parse them. An unclosed quote or bracket therefore never affects the next entry, and a faulty line affects only its
/// own. `maximumDepth` bounds nesting.
///
/// Complexity: O(bytes × nesting).
struct YAMLReader {
    /// The maximum nesting depth of collections.
    static let maximumDepth = 64

    let text: YAMLText
    private var scalars: YAMLScalarReader

    init(_ bytes: [UInt8], _ range: Range<Int>) {
        text = YAMLText(bytes, range)
        scalars = YAMLScalarReader(text: text)
    }

    /// The position where a node starts: on its own line, or after a hyphen.
    private struct Position {
        let line: Int
        let offset: Int
    }

    var faults: YAMLFaults { scalars.faults }

    mutating func report(_ range: Range<Int>, _ message: String, help: String? = nil) {
        scalars.faults.report(range, message, help: help)
    }

    /// Parses all lines as one mapping.
    mutating func document() -> YAMLMapping {
        guard let first = text.lines.indices.first(where: { text.isKey(at: text.lines[$0].first, line: $0) }) else {
            reportStray(text.lines.indices)
            return YAMLMapping()
        }
        reportStray(0..<first)
        let position = Position(line: first, offset: text.lines[first].first)
        return mapping(from: position, to: text.lines.count, depth: 0).0
    }

    private func column(_ position: Position) -> Int { position.offset - text.lines[position.line].start }

    /// Reports lines that belong to no entry.
    private mutating func reportStray(_ range: Range<Int>) {
        for line in range where text.isContent(line) {
            let range = text.lines[line].first..<text.trimmedEnd(text.lines[line].first, text.lines[line].end)
            let message =
                if text[range.lowerBound] == Byte.percent {
                    "directives are not supported; this line is ignored"
                } else if text.isHyphen(at: range.lowerBound, line: line) {
                    "this list entry belongs to no key"
                } else if text.isKey(at: range.lowerBound, line: line) {
                    "this line is indented as if it belonged to the value above, which is complete"
                } else {
                    "expected 'key: value'"
                }
            report(range, message)
        }
    }

    /// Parses the mapping whose first key is at `position`, from the lines before `stop`. Also returns the index of the
    /// last line of its entries.
    private mutating func mapping(from position: Position, to stop: Int, depth: Int) -> (YAMLMapping, Int) {
        let indent = column(position)
        var entries: [YAMLEntry] = []
        var seen = NameSet()
        var last = position.line
        var line = position.line
        while line < stop {
            let offset = line == position.line ? position.offset : text.lines[line].first
            guard text.isContent(line), let key = YAMLKey(at: offset, end: text.lines[line].end, in: text.bytes) else {
                reportStray(line..<(line + 1))
                line += 1
                continue
            }
            if offset == text.lines[line].first { scalars.faults.reportTabs(text.lines[line], in: text.bytes) }
            if offset - text.lines[line].start < indent {
                report(key.range, "'\(key.text)' is not indented like the keys above it")
            }
            if key.fault == nil {
                scalars.faults.reportReserved(at: offset, end: text.lines[line].end, in: text.bytes, what: "key")
            }
            // Top-level keys ignore hyphens. Nested keys may belong to other programs, so they are compared exactly but
            // for case.
            let name = depth == 0 ? FrontMatterKey.identity(key.text) : key.text.lowercased()
            if !seen.insert(name) { scalars.faults.reportDuplicate(key.range, key.text) }
            var end = line + 1
            while end < stop, !startsEntry(end, indent: indent) { end += 1 }
            if depth == 0 { scalars.readsReferences = YAMLReference.keys.contains(name) }
            let (entry, entryLast) = entry(key, Position(line: line, offset: offset), to: end, depth: depth)
            entries.append(entry)
            last = entryLast
            line = end
        }
        return (YAMLMapping(entries: entries), last)
    }

    private func startsEntry(_ line: Int, indent: Int) -> Bool {
        text.isContent(line) && text.lines[line].indent <= indent && text.isKey(at: text.lines[line].first, line: line)
    }

    private mutating func entry(_ key: YAMLKey, _ position: Position, to stop: Int, depth: Int) -> (YAMLEntry, Int) {
        let indent = column(position)
        let reading: YAMLReading
        if let fault = key.fault {
            switch fault {
            case .complex: scalars.faults.reportUnsupported(key.range, "keys that start with '?'")
            case .property(let name): scalars.faults.reportUnsupported(key.range, name)
            case .merge: scalars.faults.reportUnsupported(key.range, "merge keys")
            case .badEscape: report(key.range, "this key has an escape that is not valid in YAML")
            }
            let end = text.lines[position.line].end
            let start = fault == .complex ? key.range.upperBound : text.skipBlanks(key.valueStart, end)
            reading = text.opaque(from: start, line: position.line, to: stop)
        } else {
            reading = value(after: key, position, to: stop, depth: depth)
        }
        reportStray((reading.last + 1)..<max(stop, reading.last + 1))
        let last = lastComment(after: reading.last, to: stop, indent: indent)
        let covered = text.lines[position.line].start..<text.lines[last].next
        return (YAMLEntry(key: key.text, keyRange: key.range, value: reading.value, lines: covered), last)
    }

    /// Returns the last of the comment lines after `line` that are indented by more than `indent`, or `line`.
    private func lastComment(after line: Int, to stop: Int, indent: Int) -> Int {
        var last = line
        for index in (line + 1)..<max(stop, line + 1) {
            if text.lines[index].isBlank { continue }
            guard text.isComment(index), text.lines[index].indent > indent else { break }
            last = index
        }
        return last
    }

    private mutating func value(after key: YAMLKey, _ position: Position, to stop: Int, depth: Int) -> YAMLReading {
        let indent = column(position)
        let offset = text.skipBlanks(key.valueStart, text.lines[position.line].end)
        if offset < text.lines[position.line].end, text[offset] != Byte.hash {
            if text.isHyphen(at: offset, line: position.line) {
                report(offset..<(offset + 1), "a list starts on the line after its key")
                return text.opaque(from: offset, line: position.line, to: stop)
            }
            return scalars.scalar(at: offset, line: position.line, to: stop, indent: indent, depth: depth)
        }
        if let next = ((position.line + 1)..<max(stop, position.line + 1)).first(where: text.isContent) {
            let line = text.lines[next]
            // A list may have the same indentation as its key (YAML 1.2.2, rule 201: `n-1` in block-out).
            let isList = line.indent == indent && text.isHyphen(at: line.first, line: next)
            if isList || line.indent > indent {
                return node(at: Position(line: next, offset: line.first), to: stop, indent: indent, depth: depth + 1)
            }
        }
        scalars.faults.reportHashtag(at: offset, line: position.line, in: text)
        return text.null(at: key.valueStart, line: position.line)
    }

    /// Parses the node at `position`.
    ///
    /// - Parameter indent: the indentation of the enclosing collection.
    private mutating func node(at position: Position, to stop: Int, indent: Int, depth: Int) -> YAMLReading {
        if depth > YAMLReader.maximumDepth {
            scalars.faults.reportDepth(at: position.offset)
            return text.opaque(from: position.offset, line: position.line, to: stop)
        }
        if text.isHyphen(at: position.offset, line: position.line) {
            return sequence(from: position, to: stop, depth: depth)
        }
        if text.isKey(at: position.offset, line: position.line) {
            let (mapping, last) = mapping(from: position, to: stop, depth: depth)
            let end =
                mapping.entries.last.map { max($0.keyRange.upperBound, $0.value.range.upperBound) } ?? position.offset
            return YAMLReading(value: YAMLValue(.mapping(mapping, .block), position.offset..<end), last: last)
        }
        if position.offset == text.lines[position.line].first {
            scalars.faults.reportTabs(text.lines[position.line], in: text.bytes)
        }
        return scalars.scalar(at: position.offset, line: position.line, to: stop, indent: indent, depth: depth)
    }

    private mutating func sequence(from position: Position, to stop: Int, depth: Int) -> YAMLReading {
        let indent = column(position)
        var values: [YAMLValue] = []
        var last = position.line
        var line = position.line
        while line < stop {
            let offset = line == position.line ? position.offset : text.lines[line].first
            guard text.isContent(line), text.isHyphen(at: offset, line: line) else {
                reportStray(line..<(line + 1))
                line += 1
                continue
            }
            if offset == text.lines[line].first { scalars.faults.reportTabs(text.lines[line], in: text.bytes) }
            if offset - text.lines[line].start < indent {
                report(offset..<(offset + 1), "this list entry is not indented like those above it")
            }
            var end = line + 1
            while end < stop, !startsItem(end, indent: indent) { end += 1 }
            let reading = item(Position(line: line, offset: offset), to: end, depth: depth)
            reportStray((reading.last + 1)..<max(end, reading.last + 1))
            values.append(reading.value)
            last = reading.last
            line = end
        }
        let end = values.last?.range.upperBound ?? position.offset
        return YAMLReading(value: YAMLValue(.sequence(values, .block), position.offset..<end), last: last)
    }

    private func startsItem(_ line: Int, indent: Int) -> Bool {
        text.isContent(line) && text.lines[line].indent <= indent
            && text.isHyphen(at: text.lines[line].first, line: line)
    }

    private mutating func item(_ position: Position, to stop: Int, depth: Int) -> YAMLReading {
        let indent = column(position)
        let offset = text.skipBlanks(position.offset + 1, text.lines[position.line].end)
        if offset < text.lines[position.line].end, text[offset] != Byte.hash {
            return node(at: Position(line: position.line, offset: offset), to: stop, indent: indent, depth: depth + 1)
        }
        if let next = ((position.line + 1)..<max(stop, position.line + 1)).first(where: text.isContent),
            text.lines[next].indent > indent
        {
            let start = Position(line: next, offset: text.lines[next].first)
            return node(at: start, to: stop, indent: indent, depth: depth + 1)
        }
        scalars.faults.reportHashtag(at: offset, line: position.line, in: text)
        return text.null(at: position.offset + 1, line: position.line)
    }
}
