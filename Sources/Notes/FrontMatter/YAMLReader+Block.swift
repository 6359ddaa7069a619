internal import SourceText

/// Block collections (YAML 1.2.2, section 8.2).
extension YAMLReader {
    /// Parses the mapping whose first key is at `position`, from the lines before `stop`. Also returns the index of the
    /// last line of its entries.
    mutating func mapping(from position: Position, to stop: Int, depth: Int) -> (YAMLMapping, Int) {
        let indent = column(position)
        var entries: [YAMLEntry] = []
        var seen = NameSet()
        var last = position.line
        var line = position.line
        while line < stop {
            let offset = line == position.line ? position.offset : lines[line].first
            guard isContent(line), let key = YAMLKey(at: offset, end: lines[line].end, in: bytes) else {
                reportStray(line..<(line + 1))
                line += 1
                continue
            }
            if offset == lines[line].first { reportTabs(line) }
            if offset - lines[line].start < indent {
                report(key.range, "'\(key.text)' is not indented like the keys above it")
            }
            if key.fault == nil { reportReserved(offset, end: lines[line].end, what: "key") }
            // Top-level keys ignore hyphens. Nested keys may belong to other programs, so they are compared exactly but
            // for case.
            let name = depth == 0 ? FrontMatterKey.identity(key.text) : key.text.inSmallLetters
            if !seen.insert(name) {
                report(key.range, "the key '\(key.text)' is given twice; the last one counts")
            }
            var end = line + 1
            while end < stop, !startsEntry(end, indent: indent) { end += 1 }
            if depth == 0 { readsReferences = YAMLReference.keys.contains(name) }
            let (entry, entryLast) = entry(key, Position(line: line, offset: offset), to: end, depth: depth)
            entries.append(entry)
            last = entryLast
            line = end
        }
        return (YAMLMapping(entries: entries), last)
    }

    private func startsEntry(_ line: Int, indent: Int) -> Bool {
        isContent(line) && lines[line].indent <= indent && isKey(at: lines[line].first, line: line)
    }

    private mutating func entry(_ key: YAMLKey, _ position: Position, to stop: Int, depth: Int) -> (YAMLEntry, Int) {
        let indent = column(position)
        let reading: Reading
        if let fault = key.fault {
            switch fault {
            case .complex: reportUnsupported(key.range, "keys that start with '?'")
            case .property(let name): reportUnsupported(key.range, name)
            case .merge: reportUnsupported(key.range, "merge keys")
            case .badEscape: report(key.range, "this key has an escape that YAML does not know")
            }
            let start = fault == .complex ? key.range.upperBound : skipBlanks(key.valueStart, lines[position.line].end)
            reading = opaque(from: start, line: position.line, to: stop)
        } else {
            reading = value(after: key, position, to: stop, depth: depth)
        }
        reportStray((reading.last + 1)..<max(stop, reading.last + 1))
        let last = lastComment(after: reading.last, to: stop, indent: indent)
        let covered = lines[position.line].start..<lines[last].next
        return (YAMLEntry(key: key.text, keyRange: key.range, value: reading.value, lines: covered), last)
    }

    /// Returns the last of the comment lines after `line` that are indented by more than `indent`, or `line`.
    private func lastComment(after line: Int, to stop: Int, indent: Int) -> Int {
        var last = line
        for index in (line + 1)..<max(stop, line + 1) {
            if lines[index].isBlank { continue }
            guard isComment(index), lines[index].indent > indent else { break }
            last = index
        }
        return last
    }

    private mutating func value(after key: YAMLKey, _ position: Position, to stop: Int, depth: Int) -> Reading {
        let indent = column(position)
        let offset = skipBlanks(key.valueStart, lines[position.line].end)
        if offset < lines[position.line].end, bytes[offset] != Byte.hash {
            if isHyphen(at: offset, line: position.line) {
                report(offset..<(offset + 1), "a list starts on the line after its key")
                return opaque(from: offset, line: position.line, to: stop)
            }
            return scalar(at: offset, line: position.line, to: stop, indent: indent, depth: depth)
        }
        if let next = ((position.line + 1)..<max(stop, position.line + 1)).first(where: isContent) {
            let line = lines[next]
            // A list may have the same indentation as its key (YAML 1.2.2, rule 201: `n-1` in block-out).
            let isList = line.indent == indent && isHyphen(at: line.first, line: next)
            if isList || line.indent > indent {
                return node(at: Position(line: next, offset: line.first), to: stop, indent: indent, depth: depth + 1)
            }
        }
        reportHashtag(at: offset, line: position.line)
        return Reading(value: nothing(at: key.valueStart, line: position.line), last: position.line)
    }

    /// Parses the node at `position`.
    ///
    /// - Parameter indent: the indentation of the enclosing collection.
    mutating func node(at position: Position, to stop: Int, indent: Int, depth: Int) -> Reading {
        if depth > YAMLReader.deepest {
            report(
                position.offset..<(position.offset + 1),
                "this is nested too deep; the value is kept but cannot be searched")
            return opaque(from: position.offset, line: position.line, to: stop)
        }
        if isHyphen(at: position.offset, line: position.line) {
            return sequence(from: position, to: stop, depth: depth)
        }
        if isKey(at: position.offset, line: position.line) {
            let (mapping, last) = mapping(from: position, to: stop, depth: depth)
            let end =
                mapping.entries.last.map { max($0.keyRange.upperBound, $0.value.range.upperBound) } ?? position.offset
            return Reading(value: YAMLValue(.mapping(mapping, .block), position.offset..<end), last: last)
        }
        if position.offset == lines[position.line].first { reportTabs(position.line) }
        return scalar(at: position.offset, line: position.line, to: stop, indent: indent, depth: depth)
    }

    private mutating func sequence(from position: Position, to stop: Int, depth: Int) -> Reading {
        let indent = column(position)
        var values: [YAMLValue] = []
        var last = position.line
        var line = position.line
        while line < stop {
            let offset = line == position.line ? position.offset : lines[line].first
            guard isContent(line), isHyphen(at: offset, line: line) else {
                reportStray(line..<(line + 1))
                line += 1
                continue
            }
            if offset == lines[line].first { reportTabs(line) }
            if offset - lines[line].start < indent {
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
        return Reading(value: YAMLValue(.sequence(values, .block), position.offset..<end), last: last)
    }

    private func startsItem(_ line: Int, indent: Int) -> Bool {
        isContent(line) && lines[line].indent <= indent && isHyphen(at: lines[line].first, line: line)
    }

    private mutating func item(_ position: Position, to stop: Int, depth: Int) -> Reading {
        let indent = column(position)
        let offset = skipBlanks(position.offset + 1, lines[position.line].end)
        if offset < lines[position.line].end, bytes[offset] != Byte.hash {
            return node(at: Position(line: position.line, offset: offset), to: stop, indent: indent, depth: depth + 1)
        }
        if let next = ((position.line + 1)..<max(stop, position.line + 1)).first(where: isContent),
            lines[next].indent > indent
        {
            return node(at: Position(line: next, offset: lines[next].first), to: stop, indent: indent, depth: depth + 1)
        }
        reportHashtag(at: offset, line: position.line)
        return Reading(value: nothing(at: position.offset + 1, line: position.line), last: position.line)
    }
}
