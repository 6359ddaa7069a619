internal import SourceText

extension Note {
    /// The properties in the text of the body, in order, without those in comments and in the generated text of live
    /// blocks. Keys with a meaning in slip count only in front matter.
    func inlineFields(_ rules: NoteRules) -> [InlineField] {
        guard rules.includesInlineFields, InlineFieldReader.mayOccur(in: bytes, from: frontMatter.bodyStart) else {
            return []
        }
        let blocks = recorded ?? RecordedBlocks(bytes, from: frontMatter.bodyStart)
        let found = InlineFieldReader(bytes, blocks, tasks: body.tasks).fields.filter { field in
            rules.keys.name(field.key) == nil
                && !body.liveBlocks.contains { $0.generated.contains(field.range.lowerBound) }
        }
        if found.isEmpty { return [] }
        let visible = VisibleText(self)
        return visible.isWhole ? found : found.filter { !visible.range(ofNote: $0.keyRange).isEmpty }
    }

    /// Returns properties of the front matter followed by inline fields. A key with several values has a list of them.
    static func merged(_ properties: [YAMLEntry], _ fields: [InlineField]) -> [YAMLEntry] {
        var merged = properties
        var places = Dictionary(
            properties.enumerated().map { (FrontMatterKey.identity($0.element.key), $0.offset) }
        ) { $1 }
        var added: [Int: [YAMLValue]] = [:]
        for field in fields {
            let identity = FrontMatterKey.identity(field.key)
            guard let place = places[identity] else {
                places[identity] = merged.count
                merged.append(field.entry)
                continue
            }
            if !field.value.isEmpty { added[place, default: []].append(field.value) }
        }
        for (place, values) in added {
            let entry = merged[place]
            let value =
                if entry.value.isEmpty {
                    values.count == 1 ? values[0] : YAMLValue(.sequence(values, .flow), entry.value.range)
                } else if case .sequence(let own, let style) = entry.value.content {
                    YAMLValue(.sequence(own + values, style), entry.value.range)
                } else {
                    YAMLValue(.sequence([entry.value] + values, .flow), entry.value.range)
                }
            merged[place] = YAMLEntry(key: entry.key, keyRange: entry.keyRange, value: value, lines: entry.lines)
        }
        return merged
    }
}
