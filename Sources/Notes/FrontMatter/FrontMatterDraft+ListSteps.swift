internal import SourceText

/// The steps that list changes consist of. Front matter entries and list entries are identified by index from 0.
extension FrontMatterDraft {
    /// Appends list entries to the value of the front matter entry at `index`.
    mutating func append(_ texts: [String], to index: Int) throws(FrontMatterObstacle) {
        if texts.isEmpty { return }
        let entry = try readable(index)
        switch entry.value.content {
        case .null, .opaque: try write(list(texts), to: entry)
        case .mapping:
            let reason = "'\(entry.key)' is a mapping, not a list"
            throw FrontMatterObstacle(offset: entry.keyRange.lowerBound, reason: reason)
        case .sequence(let values, .block): try appendLines(texts, after: values, of: entry)
        case .sequence(let values, _): try appendFlow(texts, after: values, of: entry)
        case .scalar:
            if entry.value.style == .plain,
                bytes.holds([Byte.leftBracket, Byte.leftBracket], at: entry.value.range.lowerBound),
                !YAMLReference.keys.contains(FrontMatterKey.identity(entry.key))
            {
                let reason = "other programs read '\(entry.key)' as a nested list; put its entry in quotes first"
                throw FrontMatterObstacle(offset: entry.value.range.lowerBound, reason: reason)
            }
            let parts = entry.value.listEntries(in: bytes)
            if parts.count > 1, texts.allSatisfy(isCommaPart) {
                apply([.insert(texts.map { ", " + $0 }.joined(), at: entry.value.range.upperBound)])
                return
            }
            let written = parts.map { item($0.text, style: $0.style, in: .flow) }
            let new = texts.map { item($0, in: .flow) }
            try write("[" + (written + new).joined(separator: ", ") + "]", to: entry)
        }
    }

    private mutating func appendLines(
        _ texts: [String], after values: [YAMLValue], of entry: YAMLEntry
    ) throws(FrontMatterObstacle) {
        guard let last = values.last else { return }
        let marks = values.lazy.compactMap(mark)
        guard let mark = marks.first else {
            let reason = "an entry does not start on the line of its hyphen"
            throw FrontMatterObstacle(offset: entry.keyRange.lowerBound, reason: reason)
        }
        let offset = nextLine(last.range.upperBound)
        let start = bytes.text(mark)
        let end = lineEnding(before: offset)
        apply([.insert(texts.map { start + item($0, in: .block) + end }.joined(), at: offset)])
    }

    /// Returns the part of the line before an entry of a block list: indentation, hyphen, blanks. Returns nil if the
    /// entry starts on another line than its hyphen.
    private func mark(_ value: YAMLValue) -> Range<Int>? {
        let range = lineStart(value.range.lowerBound)..<value.range.lowerBound
        let written = bytes.trimmed(range)
        guard written.count == 1, bytes[written.lowerBound] == Byte.hyphen, written.upperBound < range.upperBound else {
            return nil
        }
        return range
    }

    private mutating func appendFlow(
        _ texts: [String], after values: [YAMLValue], of entry: YAMLEntry
    ) throws(FrontMatterObstacle) {
        let range = entry.value.range
        let new = texts.map { item($0, in: .flow) }
        guard let last = values.last else {
            let inside = (range.lowerBound + 1)..<(range.upperBound - 1)
            try refuseComment(in: inside)
            apply([ByteEdit(inside, new.joined(separator: ", "))])
            return
        }
        try refuseComment(in: last.range.upperBound..<range.upperBound)
        let start = lineStart(last.range.lowerBound)
        // Keep one entry per line.
        let isAlone = start > range.lowerBound && bytes[start..<last.range.lowerBound].allSatisfy(\.isBlank)
        let gap = isAlone ? "," + lineEnding(before: start) + bytes.text(start..<last.range.lowerBound) : ", "
        apply([.insert(new.map { gap + $0 }.joined(), at: last.range.upperBound)])
    }

    /// Overwrites the entries at the given indices, keeping their quotes.
    mutating func replaceItems(of entry: YAMLEntry, _ texts: [Int: String]) throws(FrontMatterObstacle) {
        let items = entry.value.items(in: bytes)
        try refuseMissing(Array(texts.keys), of: items.count, in: entry)
        guard case .sequence(_, let style) = entry.value.content else {
            for (index, text) in texts {
                if items.count == 1 {
                    let written = item(text, style: items[index].style, in: .block)
                    try write(written == text && !isCommaPart(text) ? YAMLWriter.quoted(text) : written, to: entry)
                } else if isCommaPart(text) {
                    apply([ByteEdit(items[index].range, text)])
                } else {
                    let all = items.enumerated().map { texts[$0.offset] ?? $0.element.text ?? "" }
                    try write(list(all), to: entry)
                    return
                }
            }
            return
        }
        var edits: [ByteEdit] = []
        for (index, text) in texts {
            let range = items[index].range
            guard items[index].style != nil || range.isEmpty else {
                let reason = "an entry of '\(entry.key)' is not text"
                throw FrontMatterObstacle(offset: range.lowerBound, reason: reason)
            }
            var written = item(text, style: items[index].style, in: style == .flow ? .flow : .block)
            if range.isEmpty, !bytes[range.lowerBound - 1].isBlank { written = " " + written }
            if range.isEmpty, range.upperBound < bytes.count, bytes[range.upperBound] == Byte.hash { written += " " }
            edits.append(ByteEdit(range, written))
        }
        apply(edits)
    }

    /// Removes the entries at the given indices, which must be ascending, with their lines or commas. A list without
    /// entries becomes `[]`.
    mutating func removeItems(of entry: YAMLEntry, _ gone: [Int]) throws(FrontMatterObstacle) {
        if gone.isEmpty { return }
        let items = entry.value.items(in: bytes).map(\.range)
        try refuseMissing(gone, of: items.count, in: entry)
        let isEmptied = gone.count == items.count
        switch entry.value.content {
        case .sequence(let values, .block):
            var edits: [ByteEdit] = []
            for index in gone {
                guard mark(values[index]) != nil || values[index].range.isEmpty else {
                    let reason = "an entry does not start on the line of its hyphen"
                    throw FrontMatterObstacle(offset: values[index].range.lowerBound, reason: reason)
                }
                edits.append(.delete(lineStart(items[index].lowerBound)..<nextLine(items[index].upperBound)))
            }
            if isEmptied { edits.append(afterColon("[]", of: entry)) }
            apply(edits)
        case .sequence where isEmptied:
            try refuseComment(in: entry.value, to: entry.value.range.upperBound)
            apply([.delete((entry.value.range.lowerBound + 1)..<(entry.value.range.upperBound - 1))])
        case _ where isEmptied: try write("[]", to: entry)
        default:
            var edits: [ByteEdit] = []
            let isGone = Set(gone)
            for index in gone {
                // Remove the preceding comma, or the following one for entries at the start.
                let hasKept = items.indices.prefix(index).contains { !isGone.contains($0) }
                let from = hasKept ? items[index - 1].upperBound : items[index].lowerBound
                let to = hasKept ? items[index].upperBound : items[index + 1].lowerBound
                try refuseComment(in: from..<items[index].lowerBound)
                try refuseComment(in: items[index].upperBound..<to)
                edits.append(.delete(from..<to))
            }
            apply(edits)
        }
    }

    /// Returns the entry at `index`.
    ///
    /// - Throws: `FrontMatterObstacle` if there is none, or if its value could not be parsed.
    func readable(_ index: Int) throws(FrontMatterObstacle) -> YAMLEntry {
        guard entries.indices.contains(index) else {
            let reason = "the change would alter other parts of the note"
            throw FrontMatterObstacle(offset: front.content.lowerBound, reason: reason)
        }
        try refuseOpaque(entries[index])
        return entries[index]
    }

    /// Refuses if an index is not below `count`, because a previous step changed how the list is parsed.
    private func refuseMissing(_ indices: [Int], of count: Int, in entry: YAMLEntry) throws(FrontMatterObstacle) {
        if indices.allSatisfy({ $0 < count }) { return }
        throw FrontMatterObstacle(
            offset: entry.keyRange.lowerBound, reason: "'\(entry.key)' would be read differently from what was set")
    }

    /// Whether the text can be one part of `a, b`.
    func isCommaPart(_ text: String) -> Bool { YAMLWriter.isPlain(text, in: .block) && !text.utf8.contains(Byte.comma) }
}
