internal import SourceText

/// Operations that set a key to one value, and that write an entry or value.
extension FrontMatterDraft {
    mutating func set(
        _ change: FrontMatterChange, _ text: String, quoting: FrontMatterChange.Quoting
    ) throws(FrontMatterObstacle) {
        let asText = quoting == .text
        guard let index = target(change) else {
            try create(change, YAMLWriter.scalar(text, asText: asText, in: .block))
            return
        }
        let entry = entries[index]
        try refuseOpaque(entry)
        // Compares bytes, since canonically equivalent strings are equal.
        let isSame = entry.value.text.map { $0.utf8.elementsEqual(text.utf8) } ?? false
        let isTyped = entry.value.numeral != nil || entry.value.boolean != nil
        if isSame, quoting == .auto || isTyped == (quoting == .typed) { return }
        let style = quoting == .typed ? nil : entry.value.scalarStyle
        try write(YAMLWriter.scalar(text, style: style, asText: asText, in: .block), to: entry)
    }

    /// Writes a new entry as the last line of the front matter, creating the front matter if needed.
    mutating func create(_ change: FrontMatterChange, _ value: String) throws(FrontMatterObstacle) {
        try refuseUnusable()
        try refuseNested(change, creates: true)
        let line = YAMLWriter.key(change.newName) + ": " + value
        guard front.block != nil else {
            let end = lineEnding(before: 0)
            apply([.insert(["---", line, "---", ""].joined(separator: end), at: front.bodyStart)])
            return
        }
        let offset = front.content.upperBound
        let indentation = entries.first.map { bytes[$0.lines].prefix { $0.isBlank } } ?? []
        apply([.insert(String(decoding: indentation, as: UTF8.self) + line + lineEnding(before: offset), at: offset)])
    }

    /// Replaces the whole value of the entry with `text`, which is one line.
    mutating func write(_ text: String, to entry: YAMLEntry) throws(FrontMatterObstacle) {
        let range = entry.value.range
        switch entry.value.content {
        case .null: apply([afterColon(text, of: entry)])
        case .opaque: try refuseOpaque(entry)
        case .scalar(_, .literal), .scalar(_, .folded):
            // Keep a comment on the line of the block scalar's mark.
            var markEnd = range.lowerBound
            while markEnd < range.upperBound, !bytes[markEnd].isWhiteSpace { markEnd += 1 }
            let lineEnd = textEnd(range.lowerBound)
            var edits = [ByteEdit(range.lowerBound..<markEnd, text)]
            if lineEnd < range.upperBound { edits.append(.delete(lineEnd..<range.upperBound)) }
            apply(edits)
        case .scalar: apply([ByteEdit(range, text)])
        case .sequence(_, let style), .mapping(_, let style):
            let end = style == .block ? textEnd(range.upperBound) : range.upperBound
            try refuseComment(in: entry.value, to: end)
            if style == .block {
                apply([
                    afterColon(text, of: entry), .delete(lineStart(range.lowerBound)..<nextLine(range.upperBound)),
                ])
            } else {
                apply([ByteEdit(range, text)])
            }
        }
    }

    /// Returns an edit that writes `text` after the colon of an entry whose line has no value, only perhaps a comment.
    func afterColon(_ text: String, of entry: YAMLEntry) -> ByteEdit {
        var index = entry.keyRange.upperBound
        while index < bytes.count, bytes[index].isBlank { index += 1 }
        index += 1
        let hasBlank = index < bytes.count && bytes[index].isBlank
        if hasBlank { index += 1 }
        let isBeforeComment = index < bytes.count && bytes[index] == Byte.hash
        return .insert((hasBlank ? "" : " ") + text + (isBeforeComment ? " " : ""), at: index)
    }

    /// Refuses if a comment is between the scalars of a collection, or after them before `end`.
    func refuseComment(in value: YAMLValue, to end: Int) throws(FrontMatterObstacle) {
        var cursor = value.range.lowerBound
        for leaf in value.leaves + [end..<end] where leaf.lowerBound >= cursor {
            try refuseComment(in: cursor..<leaf.lowerBound)
            cursor = leaf.upperBound
        }
    }

    /// Refuses if there is a comment in `range`, which must contain no scalar.
    func refuseComment(in range: Range<Int>) throws(FrontMatterObstacle) {
        guard let offset = range.first(where: { bytes[$0] == Byte.hash }) else { return }
        throw FrontMatterObstacle(offset: offset, reason: "it would delete a comment")
    }
}

extension YAMLValue {
    /// The style of a scalar, or nil for other values.
    var scalarStyle: YAMLStyle? {
        guard case .scalar(_, let style) = content else { return nil }
        return style
    }

    /// The ranges of all nested keys and scalars, in order.
    var leaves: [Range<Int>] {
        switch content {
        case .null: []
        case .scalar, .opaque: [range]
        case .sequence(let values, _): values.flatMap(\.leaves)
        case .mapping(let mapping, _): mapping.entries.flatMap { [$0.keyRange] + $0.value.leaves }
        }
    }
}
