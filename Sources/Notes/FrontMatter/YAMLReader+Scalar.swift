internal import SourceText

/// Scalars, and where they end on a line (YAML 1.2.2, sections 7.3 and 8.1).
extension YAMLReader {
    /// Parses the scalar or flow collection at `offset`.
    ///
    /// - Parameter indent: the indentation of the entry that it is the value of.
    mutating func scalar(at offset: Int, line: Int, to stop: Int, indent: Int, depth: Int) -> Reading {
        let here = offset..<(offset + 1)
        switch bytes[offset] {
        case Byte.quote, Byte.apostrophe:
            let limit = lines[max(line, stop - 1)].end
            guard let quoted = YAMLQuoted(at: offset, limit: limit, in: bytes) else {
                report(here, "the quote opened here is never closed")
                return opaque(from: offset, line: line, to: stop)
            }
            if let range = quoted.badEscape {
                report(
                    range, "'\(bytes.text(range))' is not an escape that YAML knows",
                    help: "write '\\\\' for a backslash")
                return opaque(from: offset, line: line, to: stop)
            }
            let style = bytes[offset] == Byte.quote ? YAMLStyle.double : .single
            return complete(YAMLValue(.scalar(quoted.text, style), offset..<quoted.end), line, to: stop)
        case Byte.leftBracket, Byte.leftBrace:
            if let reading = references(at: offset, line: line, to: stop, indent: indent) { return reading }
            var cursor = offset
            let limit = lines[max(line, stop - 1)].end
            guard let value = flow(&cursor, limit: limit, depth: depth + 1) else {
                return opaque(from: offset, line: line, to: stop)
            }
            return complete(value, line, to: stop)
        case Byte.bar, Byte.greater:
            return blockScalar(at: offset, line: line, to: stop, indent: indent)
        case Byte.rightBracket, Byte.rightBrace:
            report(here, "'\(bytes.text(here))' closes nothing that was opened", help: "put the value in quotes")
            return opaque(from: offset, line: line, to: stop)
        case Byte.question where YAMLKey.endsWord(offset + 1, lines[line].end, bytes: bytes):
            reportUnsupported(here, "keys that start with '?'")
            return opaque(from: offset, line: line, to: stop)
        case let byte:
            if let property = YAMLReader.propertyName(byte) {
                reportUnsupported(here, property)
                return opaque(from: offset, line: line, to: stop)
            }
            reportReserved(offset, end: lines[line].end)
            return plain(at: offset, line: line, to: stop, indent: indent)
        }
    }

    /// Reports a plain scalar that starts with a reserved byte. The text is kept, since it is unambiguous.
    mutating func reportReserved(_ offset: Int, end: Int, what: String = "value") {
        switch bytes[offset] {
        case Byte.at, Byte.backtick, Byte.percent, Byte.comma: break
        case Byte.colon where YAMLKey.endsWord(offset + 1, end, bytes: bytes): break
        default: return
        }
        let here = offset..<(offset + 1)
        report(here, "a \(what) that starts with '\(bytes.text(here))' must be in quotes")
    }

    /// Returns the value if only a comment follows it on its last line. Otherwise reports the rest, and unless it is an
    /// unspaced comment, returns an opaque value.
    private mutating func complete(_ value: YAMLValue, _ line: Int, to stop: Int) -> Reading {
        if holdsConflict(value.range) { return conflict(from: value.range.lowerBound, line: line, to: stop) }
        let last = self.line(of: value.range.upperBound, from: line)
        guard let junk = textAfter(value.range.upperBound, end: lines[last].end) else {
            return Reading(value: value, last: last)
        }
        if bytes[junk.lowerBound] == Byte.hash {
            report(junk.lowerBound..<(junk.lowerBound + 1), "a comment needs a space before its '#'")
            return Reading(value: value, last: last)
        }
        report(junk, "this text follows a value that is complete", help: "put the whole value in quotes")
        return opaque(from: value.range.lowerBound, line: line, to: stop)
    }

    /// Returns an opaque value for text that contains a conflict marker, since the marker is not part of the text.
    private mutating func conflict(from offset: Int, line: Int, to stop: Int) -> Reading {
        report(offset..<(offset + 1), "a merge conflict stands in this value")
        return opaque(from: offset, line: line, to: stop)
    }

    /// Returns the range between `offset` and the line end without blanks and comment, or nil if it is empty.
    func textAfter(_ offset: Int, end: Int) -> Range<Int>? {
        let start = skipBlanks(offset, end)
        if start == end || (bytes[start] == Byte.hash && start > offset) { return nil }
        return start..<trimmedEnd(start, end)
    }

    /// Parses `[[x]]` as a whole value, or several separated by commas. Returns nil for a YAML flow sequence.
    private mutating func references(at offset: Int, line: Int, to stop: Int, indent: Int) -> Reading? {
        let end = lines[line].end
        var index = offset
        while let close = YAMLReference.end(at: index, limit: end, in: bytes, commas: readsReferences) {
            guard let rest = textAfter(close, end: end) else {
                let range = offset..<close
                return Reading(value: YAMLValue(.scalar(bytes.text(range), .plain), range), last: line)
            }
            index = rest.lowerBound
            guard bytes[index] == Byte.comma else { break }
            index = skipBlanks(index + 1, end)
        }
        guard index > offset else { return nil }
        report(offset..<(offset + 1), "a value that starts with '[' must be in quotes")
        return plain(at: offset, line: line, to: stop, indent: indent)
    }

    private mutating func plain(at offset: Int, line: Int, to stop: Int, indent: Int) -> Reading {
        var last = line
        var end = plainEnd(offset, lines[line].end)
        reportColon(offset..<end)
        var next = line + 1
        // A comment ends the scalar, so the next line is not part of it (YAML 1.2.2, section 6.6).
        while next < stop, skipBlanks(end, lines[last].end) == lines[last].end {
            if lines[next].isBlank {
                next += 1
                continue
            }
            guard lines[next].indent > indent, !isComment(next) else { break }
            if bytes[lines[next].start] == Byte.tab { reportTabs(next) }
            last = next
            end = plainEnd(lines[next].first, lines[next].end)
            reportColon(lines[next].first..<end)
            next += 1
        }
        let range = offset..<end
        if holdsConflict(range) { return conflict(from: offset, line: line, to: stop) }
        return Reading(value: YAMLValue(.scalar(YAMLFolding.plainText(range, in: bytes), .plain), range), last: last)
    }

    /// Returns the end of a plain scalar's text on one line: before a comment or the line end, without blanks.
    private func plainEnd(_ start: Int, _ end: Int) -> Int {
        var index = start
        while index < end {
            if bytes[index] == Byte.hash, index > start, bytes[index - 1].isBlank { break }
            index += 1
        }
        return trimmedEnd(start, index)
    }

    /// Reports `: `, which YAML forbids in a plain value. The text is kept, since it is unambiguous.
    private mutating func reportColon(_ range: Range<Int>) {
        for index in range where bytes[index] == Byte.colon && index > range.lowerBound {
            if YAMLKey.endsWord(index + 1, range.upperBound, bytes: bytes) {
                report(index..<(index + 1), "a value with ': ' in it must be in quotes")
                return
            }
        }
    }
}
