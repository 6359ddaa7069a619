internal import SourceText

/// Parses scalars and flow collections, and reports text that follows them (YAML 1.2.2, sections 7.3 and 8.1).
struct YAMLScalarReader {
    let text: YAMLText
    var faults = YAMLFaults()
    /// Whether the current key is one under which `[[a, b]]` is one reference.
    var readsReferences = false

    /// Parses the scalar or flow collection at `offset`.
    ///
    /// - Parameter indent: the indentation of the entry that it is the value of.
    mutating func scalar(at offset: Int, line: Int, to stop: Int, indent: Int, depth: Int) -> YAMLReading {
        let here = offset..<(offset + 1)
        switch text[offset] {
        case Byte.quote, Byte.apostrophe:
            let limit = text.lines[max(line, stop - 1)].end
            guard let value = YAMLQuoted.value(at: offset, limit: limit, in: text.bytes, &faults) else {
                return text.opaque(from: offset, line: line, to: stop)
            }
            return complete(value, line: line, to: stop)
        case Byte.leftBracket, Byte.leftBrace:
            if let reading = references(at: offset, line: line, to: stop, indent: indent) { return reading }
            let limit = text.lines[max(line, stop - 1)].end
            var flow = YAMLFlowReader(bytes: text.bytes, cursor: offset, limit: limit, readsReferences: readsReferences)
            guard let value = flow.value(depth: depth + 1, &faults) else {
                return text.opaque(from: offset, line: line, to: stop)
            }
            return complete(value, line: line, to: stop)
        case Byte.bar, Byte.greater:
            return YAMLBlockScalar(source: text, offset: offset, line: line, stop: stop, indent: indent).read(&faults)
        case Byte.rightBracket, Byte.rightBrace:
            faults.report(
                here, "'\(text.bytes.text(here))' closes nothing that was opened", help: "put the value in quotes")
            return text.opaque(from: offset, line: line, to: stop)
        case Byte.question where YAMLKey.endsWord(offset + 1, text.lines[line].end, bytes: text.bytes):
            faults.reportUnsupported(here, "keys that start with '?'")
            return text.opaque(from: offset, line: line, to: stop)
        case let byte:
            if let property = YAMLKey.propertyName(byte) {
                faults.reportUnsupported(here, property)
                return text.opaque(from: offset, line: line, to: stop)
            }
            faults.reportReserved(at: offset, end: text.lines[line].end, in: text.bytes)
            return plain(at: offset, line: line, to: stop, indent: indent)
        }
    }

    /// Returns the value if only a comment follows it on its last line. Otherwise reports the rest, and unless it is an
    /// unspaced comment, returns an opaque value.
    private mutating func complete(_ value: YAMLValue, line: Int, to stop: Int) -> YAMLReading {
        if text.overlapsConflict(value.range) { return conflict(from: value.range.lowerBound, line: line, to: stop) }
        let last = text.line(of: value.range.upperBound, from: line)
        guard let junk = text.textAfter(value.range.upperBound, end: text.lines[last].end) else {
            return YAMLReading(value: value, last: last)
        }
        if text[junk.lowerBound] == Byte.hash {
            faults.report(junk.lowerBound..<(junk.lowerBound + 1), "a comment needs a space before its '#'")
            return YAMLReading(value: value, last: last)
        }
        faults.report(junk, "unexpected text after a complete value", help: "put the whole value in quotes")
        return text.opaque(from: value.range.lowerBound, line: line, to: stop)
    }

    /// Returns an opaque value for text that contains a conflict marker, since the marker is not part of the text.
    private mutating func conflict(from offset: Int, line: Int, to stop: Int) -> YAMLReading {
        faults.report(offset..<(offset + 1), "this value contains a merge conflict marker")
        return text.opaque(from: offset, line: line, to: stop)
    }

    /// Parses `[[x]]` as a whole value, or several separated by commas. Returns nil for a YAML flow sequence.
    private mutating func references(at offset: Int, line: Int, to stop: Int, indent: Int) -> YAMLReading? {
        var last = line
        var index = offset
        let limit = foldedEnd(after: line, to: stop, indent: indent)
        while let close = YAMLReference.end(at: index, limit: limit, in: text.bytes, commas: readsReferences) {
            while text.lines[last].end < close { last += 1 }
            guard let rest = text.textAfter(close, end: text.lines[last].end) else {
                let range = offset..<close
                let written = YAMLFolding.plainText(range, in: text.bytes)
                return YAMLReading(value: YAMLValue(.scalar(written, .plain), range), last: last)
            }
            index = rest.lowerBound
            guard text[index] == Byte.comma else { break }
            index = text.skipBlanks(index + 1, text.lines[last].end)
        }
        guard index > offset else { return nil }
        faults.report(offset..<(offset + 1), "a value that starts with '[' must be in quotes")
        return plain(at: offset, line: line, to: stop, indent: indent)
    }

    /// Returns the end of the last line that can continue a value: it and all lines before it are indented.
    private func foldedEnd(after line: Int, to stop: Int, indent: Int) -> Int {
        var last = line
        while last + 1 < stop, !text.lines[last + 1].isBlank, text.lines[last + 1].indent > indent { last += 1 }
        return text.lines[last].end
    }

    private mutating func plain(at offset: Int, line: Int, to stop: Int, indent: Int) -> YAMLReading {
        var last = line
        var end = plainEnd(offset, text.lines[line].end)
        reportColon(offset..<end)
        var next = line + 1
        // A comment ends the scalar, so the next line is not part of it (YAML 1.2.2, section 6.6).
        while next < stop, text.skipBlanks(end, text.lines[last].end) == text.lines[last].end {
            if text.lines[next].isBlank {
                next += 1
                continue
            }
            guard text.lines[next].indent > indent, !text.isComment(next) else { break }
            if text[text.lines[next].start] == Byte.tab { faults.reportTabs(text.lines[next], in: text.bytes) }
            last = next
            end = plainEnd(text.lines[next].first, text.lines[next].end)
            reportColon(text.lines[next].first..<end)
            next += 1
        }
        let range = offset..<end
        if text.overlapsConflict(range) { return conflict(from: offset, line: line, to: stop) }
        let value = YAMLValue(.scalar(YAMLFolding.plainText(range, in: text.bytes), .plain), range)
        return YAMLReading(value: value, last: last)
    }

    /// Returns the end of a plain scalar's text on one line: before a comment or the line end, without blanks.
    private func plainEnd(_ start: Int, _ end: Int) -> Int {
        var index = start
        while index < end {
            if text[index] == Byte.hash, index > start, text[index - 1].isBlank { break }
            index += 1
        }
        return text.trimmedEnd(start, index)
    }

    /// Reports `: `, which YAML forbids in a plain value. The text is kept, since it is unambiguous.
    private mutating func reportColon(_ range: Range<Int>) {
        for index in range where text[index] == Byte.colon && index > range.lowerBound {
            if YAMLKey.endsWord(index + 1, range.upperBound, bytes: text.bytes) {
                faults.report(index..<(index + 1), "a value with ': ' in it must be in quotes")
                return
            }
        }
    }
}
