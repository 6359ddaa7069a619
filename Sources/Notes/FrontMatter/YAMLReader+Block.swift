internal import SourceText

/// Collections by indentation (YAML 1.2.2, section 8.2).
extension YAMLReader {
    /// Reads the mapping whose first key stands at `place` from the lines before `stop`; with it the index of the last
    /// line that its entries cover.
    mutating func mapping(from place: Place, to stop: Int, depth: Int) -> (YAMLMapping, Int) {
        let indent = column(place)
        var entries: [YAMLEntry] = []
        var seen = NameSet()
        var last = place.line
        var line = place.line
        while line < stop {
            let offset = line == place.line ? place.offset : lines[line].first
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
            // Keys of a note are the same whatever their hyphens; those inside them are any program's.
            let name = depth == 0 ? FrontMatterKey.identity(key.text) : key.text.inSmallLetters
            if !seen.insert(name) {
                report(key.range, "the key '\(key.text)' is given twice; the last one counts")
            }
            var end = line + 1
            while end < stop, !startsEntry(end, indent: indent) { end += 1 }
            if depth == 0 { readsReferences = YAMLReference.keys.contains(name) }
            let (entry, entryLast) = entry(key, Place(line: line, offset: offset), to: end, depth: depth)
            entries.append(entry)
            last = entryLast
            line = end
        }
        return (YAMLMapping(entries: entries), last)
    }

    private func startsEntry(_ line: Int, indent: Int) -> Bool {
        isContent(line) && lines[line].indent <= indent && isKey(at: lines[line].first, line: line)
    }

    private mutating func entry(_ key: YAMLKey, _ place: Place, to stop: Int, depth: Int) -> (YAMLEntry, Int) {
        let indent = column(place)
        let reading: Reading
        if let fault = key.fault {
            switch fault {
            case .complex: reportUnsupported(key.range, "keys that start with '?'")
            case .property(let name): reportUnsupported(key.range, name)
            case .merge: reportUnsupported(key.range, "merge keys")
            case .badEscape: report(key.range, "this key has an escape that YAML does not know")
            }
            let start = fault == .complex ? key.range.upperBound : skipBlanks(key.valueStart, lines[place.line].end)
            reading = opaque(from: start, line: place.line, to: stop)
        } else {
            reading = value(after: key, place, to: stop, depth: depth)
        }
        reportStray((reading.last + 1)..<max(stop, reading.last + 1))
        let last = lastComment(after: reading.last, to: stop, indent: indent)
        let covered = lines[place.line].start..<lines[last].next
        return (YAMLEntry(key: key.text, keyRange: key.range, value: reading.value, lines: covered), last)
    }

    /// The last of the comment lines after `line` that are indented by more than `indent`, or `line`.
    private func lastComment(after line: Int, to stop: Int, indent: Int) -> Int {
        var last = line
        for index in (line + 1)..<max(stop, line + 1) {
            if lines[index].isBlank { continue }
            guard isComment(index), lines[index].indent > indent else { break }
            last = index
        }
        return last
    }

    private mutating func value(after key: YAMLKey, _ place: Place, to stop: Int, depth: Int) -> Reading {
        let indent = column(place)
        let offset = skipBlanks(key.valueStart, lines[place.line].end)
        if offset < lines[place.line].end, bytes[offset] != Byte.hash {
            if isHyphen(at: offset, line: place.line) {
                report(offset..<(offset + 1), "a list starts on the line after its key")
                return opaque(from: offset, line: place.line, to: stop)
            }
            return scalar(at: offset, line: place.line, to: stop, indent: indent, depth: depth)
        }
        if let next = ((place.line + 1)..<max(stop, place.line + 1)).first(where: isContent) {
            let line = lines[next]
            // A list may stand no further in than its key (YAML 1.2.2, rule 201: `n-1` in block-out).
            let isList = line.indent == indent && isHyphen(at: line.first, line: next)
            if isList || line.indent > indent {
                return node(at: Place(line: next, offset: line.first), to: stop, indent: indent, depth: depth + 1)
            }
        }
        reportHashtag(at: offset, line: place.line)
        return Reading(value: nothing(at: key.valueStart, line: place.line), last: place.line)
    }

    /// Reads whatever starts at `place`; `indent` is that of the collection it stands in.
    mutating func node(at place: Place, to stop: Int, indent: Int, depth: Int) -> Reading {
        if depth > YAMLReader.deepest {
            report(
                place.offset..<(place.offset + 1), "this is nested too deep; the value is kept but cannot be searched")
            return opaque(from: place.offset, line: place.line, to: stop)
        }
        if isHyphen(at: place.offset, line: place.line) { return sequence(from: place, to: stop, depth: depth) }
        if isKey(at: place.offset, line: place.line) {
            let (mapping, last) = mapping(from: place, to: stop, depth: depth)
            let end =
                mapping.entries.last.map { max($0.keyRange.upperBound, $0.value.range.upperBound) } ?? place.offset
            return Reading(value: YAMLValue(.mapping(mapping, .block), place.offset..<end), last: last)
        }
        if place.offset == lines[place.line].first { reportTabs(place.line) }
        return scalar(at: place.offset, line: place.line, to: stop, indent: indent, depth: depth)
    }

    private mutating func sequence(from place: Place, to stop: Int, depth: Int) -> Reading {
        let indent = column(place)
        var values: [YAMLValue] = []
        var last = place.line
        var line = place.line
        while line < stop {
            let offset = line == place.line ? place.offset : lines[line].first
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
            let reading = item(Place(line: line, offset: offset), to: end, depth: depth)
            reportStray((reading.last + 1)..<max(end, reading.last + 1))
            values.append(reading.value)
            last = reading.last
            line = end
        }
        let end = values.last?.range.upperBound ?? place.offset
        return Reading(value: YAMLValue(.sequence(values, .block), place.offset..<end), last: last)
    }

    private func startsItem(_ line: Int, indent: Int) -> Bool {
        isContent(line) && lines[line].indent <= indent && isHyphen(at: lines[line].first, line: line)
    }

    private mutating func item(_ place: Place, to stop: Int, depth: Int) -> Reading {
        let indent = column(place)
        let offset = skipBlanks(place.offset + 1, lines[place.line].end)
        if offset < lines[place.line].end, bytes[offset] != Byte.hash {
            return node(at: Place(line: place.line, offset: offset), to: stop, indent: indent, depth: depth + 1)
        }
        if let next = ((place.line + 1)..<max(stop, place.line + 1)).first(where: isContent),
            lines[next].indent > indent
        {
            return node(at: Place(line: next, offset: lines[next].first), to: stop, indent: indent, depth: depth + 1)
        }
        reportHashtag(at: offset, line: place.line)
        return Reading(value: nothing(at: place.offset + 1, line: place.line), last: place.line)
    }
}
