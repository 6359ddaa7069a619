internal import SourceText

/// Flow collections, which may span several lines (YAML 1.2.2, section 7.4).
///
/// Each function returns nil if the collection is invalid or contains a construct outside the subset. It has then been
/// reported.
extension YAMLReader {
    /// Parses the value at `cursor`, which is before `limit`, and moves the cursor past it.
    mutating func flow(_ cursor: inout Int, limit: Int, depth: Int) -> YAMLValue? {
        let start = cursor
        let here = start..<(start + 1)
        if depth > YAMLReader.deepest {
            report(here, "this is nested too deep; the value is kept but cannot be searched")
            return nil
        }
        switch bytes[start] {
        case Byte.leftBracket:
            if let end = flowReference(at: start, limit: limit) {
                cursor = end
                return YAMLValue(.scalar(bytes.text(start..<end), .plain), start..<end)
            }
            return flowSequence(&cursor, limit: limit, depth: depth)
        case Byte.leftBrace:
            return flowMapping(&cursor, limit: limit, depth: depth)
        case Byte.quote, Byte.apostrophe:
            guard let quoted = YAMLQuoted(at: start, limit: limit, in: bytes) else {
                report(here, "the quote opened here is never closed")
                return nil
            }
            if let range = quoted.badEscape {
                report(
                    range, "'\(bytes.text(range))' is not an escape that YAML knows",
                    help: "write '\\\\' for a backslash")
                return nil
            }
            cursor = quoted.end
            let style = bytes[start] == Byte.quote ? YAMLStyle.double : .single
            return YAMLValue(.scalar(quoted.text, style), start..<quoted.end)
        default:
            return flowPlain(&cursor, limit: limit)
        }
    }

    /// Returns the end of a `[[x]]` that is a whole entry.
    private func flowReference(at start: Int, limit: Int) -> Int? {
        guard let end = YAMLReference.end(at: start, limit: limit, in: bytes, commas: readsReferences) else {
            return nil
        }
        let next = skipBlanks(end, limit)
        guard next < limit else { return end }
        switch bytes[next] {
        case Byte.comma, Byte.rightBracket, Byte.rightBrace, Byte.newline, Byte.carriageReturn: return end
        case Byte.hash: return next > end ? end : nil
        default: return nil
        }
    }

    private mutating func flowSequence(_ cursor: inout Int, limit: Int, depth: Int) -> YAMLValue? {
        let start = cursor
        cursor += 1
        var values: [YAMLValue] = []
        while let byte = flowNext(&cursor, limit: limit, isFirst: values.isEmpty, open: start, close: Byte.rightBracket)
        {
            if byte == Byte.rightBracket { return YAMLValue(.sequence(values, .flow), start..<cursor) }
            guard let value = flow(&cursor, limit: limit, depth: depth + 1) else { return nil }
            guard let entry = flowPair(value, &cursor, limit: limit, depth: depth) else { return nil }
            // `[a: b]` is a list that contains a mapping of one pair.
            values.append(
                entry.isPair
                    ? YAMLValue(.mapping(YAMLMapping(entries: [entry.entry]), .flow), entry.entry.lines) : value)
        }
        return nil
    }

    private mutating func flowMapping(_ cursor: inout Int, limit: Int, depth: Int) -> YAMLValue? {
        let start = cursor
        cursor += 1
        var entries: [YAMLEntry] = []
        var seen = NameSet()
        while let byte = flowNext(&cursor, limit: limit, isFirst: entries.isEmpty, open: start, close: Byte.rightBrace)
        {
            if byte == Byte.rightBrace {
                return YAMLValue(.mapping(YAMLMapping(entries: entries), .flow), start..<cursor)
            }
            guard let key = flow(&cursor, limit: limit, depth: depth + 1) else { return nil }
            guard case .scalar = key.content else {
                report(key.range, "keys that are not text are not supported; the value is kept but cannot be searched")
                return nil
            }
            guard let entry = flowPair(key, &cursor, limit: limit, depth: depth)?.entry else { return nil }
            if !seen.insert(entry.key.inSmallLetters) {
                report(entry.keyRange, "the key '\(entry.key)' is given twice; the last one counts")
            }
            entries.append(entry)
        }
        return nil
    }

    /// Moves to the next entry, past the comma that must precede it, or past the closing bracket. Returns the byte
    /// found, or nil if the collection is invalid.
    private mutating func flowNext(
        _ cursor: inout Int, limit: Int, isFirst: Bool, open: Int, close: UInt8
    ) -> UInt8? {
        skipFlowSpace(&cursor, limit: limit)
        var hasComma = isFirst
        while cursor < limit, bytes[cursor] == Byte.comma {
            if hasComma { report(cursor..<(cursor + 1), "there is no entry before this comma") }
            hasComma = true
            cursor += 1
            skipFlowSpace(&cursor, limit: limit)
        }
        guard cursor < limit else {
            report(open..<(open + 1), "the bracket opened here is never closed")
            return nil
        }
        let byte = bytes[cursor]
        let here = cursor..<(cursor + 1)
        if byte == close {
            cursor += 1
            return byte
        }
        if byte == Byte.rightBracket || byte == Byte.rightBrace {
            report(here, "this bracket does not match the one it should close")
            return nil
        }
        if !hasComma {
            report(here, "a comma is missing before this")
            return nil
        }
        return byte
    }

    /// Returns the pair of the key that was just parsed. Its value is null if no colon follows.
    private mutating func flowPair(
        _ key: YAMLValue, _ cursor: inout Int, limit: Int, depth: Int
    ) -> (entry: YAMLEntry, isPair: Bool)? {
        var text = ""
        var keyIsPlain = false
        if case .scalar(let scalar, let style) = key.content {
            text = scalar
            keyIsPlain = style == .plain
        }
        let keyEnd = key.range.upperBound
        skipFlowSpace(&cursor, limit: limit)
        guard cursor < limit, bytes[cursor] == Byte.colon, !keyIsPlain || endsFlowWord(cursor + 1, limit) else {
            let nothing = YAMLValue(.null, keyEnd..<keyEnd)
            return (YAMLEntry(key: text, keyRange: key.range, value: nothing, lines: key.range), false)
        }
        guard case .scalar = key.content else {
            report(key.range, "keys that are not text are not supported; the value is kept but cannot be searched")
            return nil
        }
        // YAML 1.2.2, section 7.4.2: a key without `?` is on one line.
        if bytes[key.range].contains(Byte.newline) { report(key.range, "a key in brackets has to stand on one line") }
        cursor += 1
        let colonEnd = cursor < limit && bytes[cursor].isBlank ? cursor + 1 : cursor
        skipFlowSpace(&cursor, limit: limit)
        var value = YAMLValue(.null, colonEnd..<colonEnd)
        if cursor < limit, bytes[cursor] != Byte.comma, !isClosing(bytes[cursor]) {
            guard let read = flow(&cursor, limit: limit, depth: depth + 1) else { return nil }
            value = read
        }
        let range = key.range.lowerBound..<value.range.upperBound
        return (YAMLEntry(key: text, keyRange: key.range, value: value, lines: range), true)
    }

    private mutating func flowPlain(_ cursor: inout Int, limit: Int) -> YAMLValue? {
        let start = cursor
        let here = start..<(start + 1)
        let byte = bytes[start]
        if let property = YAMLReader.propertyName(byte) {
            reportUnsupported(here, property)
            return nil
        }
        switch byte {
        case Byte.hash:
            report(here, "'#' starts a comment here", help: "put the entry in quotes")
            return nil
        case Byte.bar, Byte.greater:
            report(here, "an entry that starts with '\(bytes.text(here))' must be in quotes")
            return nil
        case Byte.hyphen where start + 1 >= limit || bytes[start + 1].isWhiteSpace,
            Byte.question where endsFlowWord(start + 1, limit), Byte.colon where endsFlowWord(start + 1, limit):
            report(here, "'\(bytes.text(here))' cannot stand alone in brackets", help: "put the entry in quotes")
            return nil
        default:
            reportReserved(start, end: limit)
        }
        var end = start
        var index = start
        scan: while index < limit {
            switch bytes[index] {
            case Byte.comma, Byte.leftBracket, Byte.rightBracket, Byte.leftBrace, Byte.rightBrace: break scan
            case Byte.colon where endsFlowWord(index + 1, limit): break scan
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
    private func endsFlowWord(_ offset: Int, _ limit: Int) -> Bool {
        guard offset < limit else { return true }
        switch bytes[offset] {
        case Byte.comma, Byte.leftBracket, Byte.rightBracket, Byte.leftBrace, Byte.rightBrace: return true
        case let byte: return byte.isWhiteSpace
        }
    }

    /// Skips white space, line ends and comments.
    func skipFlowSpace(_ cursor: inout Int, limit: Int) {
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
