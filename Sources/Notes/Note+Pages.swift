internal import SourceText

/// The properties of pages of Logseq.
extension Note {
    /// The keywords in the properties of the page, which are no hashtags.
    package var keywordsInText: [Keyword] {
        keywords.filter { !$0.isHashtag && $0.range.lowerBound >= frontMatter.bodyStart }
    }

    /// Returns the entries of a list key in the properties of the page: lines such as `alias:: a, [[b]]` before all other
    /// text.
    func pageEntries(
        _ key: FrontMatterKey, in fields: [InlineField], names: KeyNames
    ) -> [YAMLListEntry] {
        fields.filter { names.name($0.key)?.key == key }.flatMap { pageEntries($0.value.range) }
    }

    /// Returns the inline fields before all other text of the body.
    func pageProperties(_ rules: NoteRules) -> [InlineField] {
        guard rules.readsPages, InlineFieldReader.mayOccur(in: bytes, from: frontMatter.bodyStart) else { return [] }
        let blocks = recorded ?? RecordedBlocks(bytes, from: frontMatter.bodyStart)
        var end = frontMatter.bodyStart
        var found: [InlineField] = []
        for field in InlineFieldReader(bytes, blocks, tasks: body.tasks).fields {
            guard field.range.lowerBound >= end,
                bytes[end..<field.range.lowerBound].allSatisfy({ $0.isWhiteSpace || $0 == Byte.hyphen })
            else { break }
            found.append(field)
            end = field.range.upperBound
        }
        return found
    }

    /// Returns the parts of a value that commas outside of double brackets separate, without these brackets. A part that is
    /// a hashtag is one of the body.
    private func pageEntries(_ value: Range<Int>) -> [YAMLListEntry] {
        var entries: [YAMLListEntry] = []
        var (start, depth) = (value.lowerBound, 0)
        func add(_ range: Range<Int>) {
            let range = bytes.trimmed(range)
            if range.isEmpty || bytes[range.lowerBound] == Byte.hash { return }
            entries.append(YAMLListEntry(text: bytes.text(range), range: range, style: .plain))
        }
        for index in value.lowerBound...value.upperBound {
            if index < value.upperBound, bytes[index] != Byte.comma || depth > 0 {
                if bytes[index] == Byte.leftBracket { depth += 1 }
                if bytes[index] == Byte.rightBracket { depth -= 1 }
                continue
            }
            var part = bytes.trimmed(start..<index)
            start = index + 1
            // Links need no commas between them.
            while bytes.holds(Array("[[".utf8), at: part.lowerBound),
                let end = bytes[part].firstRange(of: Array("]]".utf8))
            {
                add(part.lowerBound + 2..<end.lowerBound)
                part = bytes.trimmed(end.upperBound..<part.upperBound)
            }
            add(part)
        }
        return entries
    }
}
