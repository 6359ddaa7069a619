import SourceText

/// Checks for list entries and text that YAML drops silently.
extension Note {
    /// Returns the entries of a list key, and reports values that yield no entry as faults.
    mutating func list(_ key: FrontMatterKey) -> [YAMLListEntry] {
        let values = known.values(key)
        for value in values { checkList(value, of: key) }
        let entries = values.flatMap { $0.listEntries(in: bytes) }
        if key == .keywords {
            for entry in entries {
                checkComment(after: entry.range.upperBound)
                checkHashtags(entry)
            }
        }
        return entries
    }

    private mutating func checkList(_ value: YAMLValue, of key: FrontMatterKey) {
        switch value.content {
        case .null, .opaque: return
        case .scalar(let text, .literal), .scalar(let text, .folded):
            guard text.utf8.dropLast().contains(Byte.newline) else { return }
            fault(
                value, "a block scalar is read as a single entry of '\(key.rawValue)', including its line breaks",
                help: "write a list: \(key.rawValue): [a, b]")
        case .scalar: return
        case .mapping:
            fault(value, "'\(key.rawValue)' must be a list of texts, not a mapping")
        case .sequence(let values, _):
            for value in values {
                switch value.content {
                case .null, .scalar, .opaque: continue
                case .sequence:
                    fault(
                        value, "'\(key.rawValue)' contains a nested list, which is ignored", help: "write a single list"
                    )
                case .mapping:
                    fault(
                        value, "'\(key.rawValue)' contains a mapping, which is ignored",
                        help: "write plain text, in quotes if it contains ': '")
                }
            }
        }
    }

    /// Reports a text that looks like several hashtags, but is one keyword: `tags: "#a #b"`.
    private mutating func checkHashtags(_ entry: YAMLListEntry) {
        let tags = entry.text.split { $0.isWhitespace || $0 == "," }
        guard tags.count > 1, tags.allSatisfy({ $0.count > 1 && $0.hasPrefix("#") }) else { return }
        let list = tags.map { $0.dropFirst() }.joined(separator: ", ")
        faults.append(
            Diagnostic(
                .frontMatter, at: entry.range, "'\(entry.text)' is a single keyword",
                help: "write a list: [\(list)]", severity: .warning))
    }

    /// Reports a keyword that YAML reads as a comment: `tags: a #b`.
    private mutating func checkComment(after end: Int) {
        var index = end
        while index < bytes.count, bytes[index].isBlank { index += 1 }
        guard index > end, index < bytes.count, bytes[index] == Byte.hash else { return }
        var stop = index
        while stop < bytes.count, !bytes[stop].isLineEnd { stop += 1 }
        if let fault = YAMLFaults.commentFault(bytes.trimmed(index..<stop), in: bytes) { faults.append(fault) }
    }
}
