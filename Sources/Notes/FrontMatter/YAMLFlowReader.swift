internal import SourceText

/// Parses a flow collection, which may span several lines (YAML 1.2.2, section 7.4).
///
/// Each function returns nil if the collection is invalid or contains a construct outside the subset. It has then been
/// reported.
struct YAMLFlowReader {
    let bytes: [UInt8]
    /// The offset of the next byte to parse.
    private(set) var cursor: Int
    /// The offset after the last byte that may belong to the collection.
    let limit: Int
    /// Whether `[[a, b]]` is one reference.
    let readsReferences: Bool

    /// Parses the value at `cursor`, which is before `limit`, and moves the cursor past it.
    mutating func value(depth: Int, _ faults: inout YAMLFaults) -> YAMLValue? {
        let start = cursor
        if depth > YAMLReader.maximumDepth {
            faults.reportDepth(at: start)
            return nil
        }
        switch bytes[start] {
        case Byte.leftBracket:
            if let end = referenceEnd(at: start) {
                cursor = end
                return YAMLValue(.scalar(bytes.text(start..<end), .plain), start..<end)
            }
            return sequence(depth: depth, &faults)
        case Byte.leftBrace:
            return mapping(depth: depth, &faults)
        case Byte.quote, Byte.apostrophe:
            guard let value = YAMLQuoted.value(at: start, limit: limit, in: bytes, &faults) else { return nil }
            cursor = value.range.upperBound
            return value
        default:
            return plain(&faults)
        }
    }

    /// Returns the end of a `[[x]]` that is a whole entry.
    private func referenceEnd(at start: Int) -> Int? {
        guard let end = YAMLReference.end(at: start, limit: limit, in: bytes, commas: readsReferences) else {
            return nil
        }
        var next = end
        while next < limit, bytes[next].isBlank { next += 1 }
        guard next < limit else { return end }
        switch bytes[next] {
        case Byte.comma, Byte.rightBracket, Byte.rightBrace, Byte.newline, Byte.carriageReturn: return end
        case Byte.hash: return next > end ? end : nil
        default: return nil
        }
    }

    private mutating func sequence(depth: Int, _ faults: inout YAMLFaults) -> YAMLValue? {
        let start = cursor
        cursor += 1
        var values: [YAMLValue] = []
        while let byte = next(isFirst: values.isEmpty, open: start, close: Byte.rightBracket, &faults) {
            if byte == Byte.rightBracket { return YAMLValue(.sequence(values, .flow), start..<cursor) }
            guard let value = self.value(depth: depth + 1, &faults) else { return nil }
            guard let entry = pair(value, depth: depth, &faults) else { return nil }
            // `[a: b]` is a list that contains a mapping of one pair.
            values.append(
                entry.isPair
                    ? YAMLValue(.mapping(YAMLMapping(entries: [entry.entry]), .flow), entry.entry.lines) : value)
        }
        return nil
    }

    private mutating func mapping(depth: Int, _ faults: inout YAMLFaults) -> YAMLValue? {
        let start = cursor
        cursor += 1
        var entries: [YAMLEntry] = []
        var seen = NameSet()
        while let byte = next(isFirst: entries.isEmpty, open: start, close: Byte.rightBrace, &faults) {
            if byte == Byte.rightBrace {
                return YAMLValue(.mapping(YAMLMapping(entries: entries), .flow), start..<cursor)
            }
            guard let key = value(depth: depth + 1, &faults) else { return nil }
            guard case .scalar = key.content else {
                faults.reportUnsupported(key.range, "keys that are not text")
                return nil
            }
            guard let entry = pair(key, depth: depth, &faults)?.entry else { return nil }
            if !seen.insert(entry.key.lowercased()) {
                faults.reportDuplicate(entry.keyRange, entry.key)
            }
            entries.append(entry)
        }
        return nil
    }

    /// Moves to the next entry, past the comma that must precede it, or past the closing bracket. Returns the byte
    /// found, or nil if the collection is invalid.
    private mutating func next(isFirst: Bool, open: Int, close: UInt8, _ faults: inout YAMLFaults) -> UInt8? {
        skipSpace()
        var hasComma = isFirst
        while cursor < limit, bytes[cursor] == Byte.comma {
            if hasComma { faults.report(cursor..<(cursor + 1), "missing entry before this comma") }
            hasComma = true
            cursor += 1
            skipSpace()
        }
        guard cursor < limit else {
            faults.report(open..<(open + 1), "the bracket opened here is never closed")
            return nil
        }
        let byte = bytes[cursor]
        let here = cursor..<(cursor + 1)
        if byte == close {
            cursor += 1
            return byte
        }
        if byte == Byte.rightBracket || byte == Byte.rightBrace {
            faults.report(here, "this bracket does not match the opening bracket")
            return nil
        }
        if !hasComma {
            faults.report(here, "missing comma before this")
            return nil
        }
        return byte
    }

    /// Returns the pair of the key that was just parsed. Its value is null if no colon follows.
    private mutating func pair(
        _ key: YAMLValue, depth: Int, _ faults: inout YAMLFaults
    ) -> (entry: YAMLEntry, isPair: Bool)? {
        var text = ""
        var keyIsPlain = false
        if case .scalar(let scalar, let style) = key.content {
            text = scalar
            keyIsPlain = style == .plain
        }
        let keyEnd = key.range.upperBound
        skipSpace()
        guard cursor < limit, bytes[cursor] == Byte.colon, !keyIsPlain || endsWord(cursor + 1) else {
            let nothing = YAMLValue(.null, keyEnd..<keyEnd)
            return (YAMLEntry(key: text, keyRange: key.range, value: nothing, lines: key.range), false)
        }
        guard case .scalar = key.content else {
            faults.reportUnsupported(key.range, "keys that are not text")
            return nil
        }
        // YAML 1.2.2, section 7.4.2: a key without `?` is on one line.
        if bytes[key.range].contains(Byte.newline) {
            faults.report(key.range, "a key in brackets must be on one line")
        }
        cursor += 1
        let colonEnd = cursor < limit && bytes[cursor].isBlank ? cursor + 1 : cursor
        skipSpace()
        var value = YAMLValue(.null, colonEnd..<colonEnd)
        if cursor < limit, bytes[cursor] != Byte.comma, !isClosing(bytes[cursor]) {
            guard let read = self.value(depth: depth + 1, &faults) else { return nil }
            value = read
        }
        let range = key.range.lowerBound..<value.range.upperBound
        return (YAMLEntry(key: text, keyRange: key.range, value: value, lines: range), true)
    }

    private mutating func plain(_ faults: inout YAMLFaults) -> YAMLValue? {
        let start = cursor
        let here = start..<(start + 1)
        let byte = bytes[start]
        if let property = YAMLKey.propertyName(byte) {
            faults.reportUnsupported(here, property)
            return nil
        }
        switch byte {
        case Byte.hash:
            faults.report(here, "'#' starts a comment here", help: "put the entry in quotes")
            return nil
        case Byte.bar, Byte.greater:
            faults.report(here, "an entry that starts with '\(bytes.text(here))' must be in quotes")
            return nil
        case Byte.hyphen where start + 1 >= limit || bytes[start + 1].isWhiteSpace,
            Byte.question where endsWord(start + 1), Byte.colon where endsWord(start + 1):
            faults.report(here, "'\(bytes.text(here))' must be in quotes here", help: "put the entry in quotes")
            return nil
        default:
            faults.reportReserved(at: start, end: limit, in: bytes)
        }
        var end = start
        var index = start
        scan: while index < limit {
            switch bytes[index] {
            case let byte where byte.isFlowIndicator: break scan
            case Byte.colon where endsWord(index + 1): break scan
            case Byte.hash where index > start && bytes[index - 1].isWhiteSpace: break scan
            case let byte:
                index += 1
                if !byte.isWhiteSpace { end = index }
            }
        }
        cursor = end
        return YAMLValue(.scalar(YAMLFolding.plainText(start..<end, in: bytes), .plain), start..<end)
    }

    private func isClosing(_ byte: UInt8) -> Bool { byte == Byte.rightBracket || byte == Byte.rightBrace }

    /// Whether a plain word in a flow collection ends before `offset`.
    private func endsWord(_ offset: Int) -> Bool {
        offset >= limit || bytes[offset].isFlowIndicator || bytes[offset].isWhiteSpace
    }

    /// Skips white space, line ends and comments.
    private mutating func skipSpace() {
        while cursor < limit {
            if bytes[cursor].isWhiteSpace {
                cursor += 1
            } else if bytes[cursor] == Byte.hash, bytes[cursor - 1].isWhiteSpace {
                cursor = min(bytes.lineEnd(from: cursor), limit)
            } else {
                return
            }
        }
    }
}

extension UInt8 {
    /// Whether the byte ends a plain scalar in a flow collection (YAML 1.2.2, section 5.3).
    var isFlowIndicator: Bool {
        switch self {
        case Byte.comma, Byte.leftBracket, Byte.rightBracket, Byte.leftBrace, Byte.rightBrace: true
        default: false
        }
    }
}
