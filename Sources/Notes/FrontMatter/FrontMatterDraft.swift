internal import SourceText

/// A note whose front matter is being edited. Each step edits the current text and then parses it again.
struct FrontMatterDraft {
    private(set) var text: EditedBytes
    private(set) var front: FrontMatter
    /// Whether list entries that would be parsed as numbers or booleans are quoted.
    private(set) var quotesTypedItems = false

    init(_ bytes: [UInt8]) {
        text = EditedBytes(bytes)
        front = FrontMatter(bytes)
    }

    var bytes: [UInt8] { text.bytes }
    var entries: [YAMLEntry] { front.mapping.entries }

    mutating func apply(_ edits: [ByteEdit]) {
        if edits.isEmpty { return }
        text.apply(edits)
        front = FrontMatter(text.bytes)
    }

    mutating func make(_ change: FrontMatterChange) throws(FrontMatterObstacle) {
        switch change.action {
        case .set(.scalar(let text, let quoting)): try set(change, text, quoting: quoting)
        case .set(.list(let texts, let quoting)):
            quotesTypedItems = quoting == .text
            try set(change, list: texts)
        case .remove: try remove(change)
        case .add(let texts): try add(change, texts)
        case .take(let texts): try take(change, texts)
        case .exchange(let old, let new): try exchange(change, old, for: new)
        }
    }

    /// Returns a list entry as it is written.
    func item(_ text: String, style: YAMLStyle? = nil, in context: YAMLWriter.Context) -> String {
        YAMLWriter.scalar(text, style: style, asText: quotesTypedItems, in: context)
    }

    /// Returns a list in brackets.
    func list(_ texts: [String]) -> String { "[\(texts.map { item($0, in: .flow) }.joined(separator: ", "))]" }

    private mutating func remove(_ change: FrontMatterChange) throws(FrontMatterObstacle) {
        try refuseNested(change, creates: false)
        try removeEntries(entries.indices.filter { change.covers(entries[$0]) })
    }

    mutating func removeEntries(_ indices: [Int]) throws(FrontMatterObstacle) {
        for index in indices { try refuseOpaque(entries[index]) }
        if indices.isEmpty { return }
        let start = front.content.lowerBound
        apply(indices.map { .delete(entries[$0].lines) })
        // An empty line after the first mark would make it a rule.
        var end = start
        while end < bytes.count, textEnd(end) == end { end = nextLine(end) }
        if end > start { apply([.delete(start..<end)]) }
    }

    // MARK: Finding

    /// Returns the index of the entry to edit: the last entry of the first name with a value, else of the first name
    /// present.
    func target(_ change: FrontMatterChange) -> Int? {
        let present = change.identities.lazy.compactMap { name in
            entries.lastIndex { FrontMatterKey.identity($0.key) == name }
        }
        return present.first { !entries[$0].value.isNull } ?? present.first
    }

    /// Returns the indices of the entries that count for a list key: the last entry of each of its names.
    func countedEntries(of change: FrontMatterChange) -> [Int] {
        var seen: Set<String> = []
        let last = entries.indices.reversed().filter { index in
            change.covers(entries[index]) && seen.insert(FrontMatterKey.identity(entries[index].key)).inserted
        }
        return last.reversed()
    }

    func listEntries(at index: Int) -> [YAMLListEntry] { entries[index].value.listEntries(in: bytes) }

    // MARK: Refusing

    func refuseOpaque(_ entry: YAMLEntry) throws(FrontMatterObstacle) {
        guard entry.value.hasOpaque else { return }
        let fault = front.diagnostics.first { entry.lines.contains($0.range.lowerBound) }
        let reason = fault.map { ": " + $0.message } ?? ""
        let offset = fault?.range.lowerBound ?? entry.keyRange.lowerBound
        throw FrontMatterObstacle(offset: offset, reason: "'\(entry.key)' cannot be edited\(reason)")
    }

    /// Refuses if no key can be added: the front matter is never closed, or contains faults but no key.
    func refuseUnusable() throws(FrontMatterObstacle) {
        guard let fault = front.diagnostics.first, entries.isEmpty else { return }
        throw FrontMatterObstacle(offset: fault.range.lowerBound, reason: fault.message)
    }

    /// Refuses a dotted name of a key inside another key's value. Nested keys cannot be edited by name.
    func refuseNested(_ change: FrontMatterChange, creates: Bool) throws(FrontMatterObstacle) {
        let name = change.names[0]
        if !name.contains(".") || target(change) != nil { return }
        guard let (offset, isWhole) = nested(name, in: front.mapping), isWhole || creates else { return }
        throw FrontMatterObstacle(
            offset: offset, reason: "'\(name)' is nested in another key, which must be edited by hand")
    }

    /// Returns the offset of the nested key that matches `name` best, and whether it matches all of `name`.
    private func nested(_ name: String, in mapping: YAMLMapping) -> (Int, Bool)? {
        var best: (Int, Bool)?
        var dot = name.startIndex
        while let next = name[dot...].firstIndex(of: ".") {
            dot = name.index(after: next)
            guard let entry = mapping.entry(String(name[..<next])), case .mapping(let inner, _) = entry.value.content
            else {
                continue
            }
            let rest = String(name[dot...])
            if let found = inner.entry(rest) { return (found.keyRange.lowerBound, true) }
            if let found = nested(rest, in: inner), found.1 { return found }
            best = (entry.keyRange.lowerBound, false)
        }
        return best
    }

    // MARK: Lines

    func lineStart(_ offset: Int) -> Int {
        var index = offset
        while index > 0, bytes[index - 1] != Byte.newline { index -= 1 }
        return index
    }

    /// Returns the start of the line after the line of `offset`.
    func nextLine(_ offset: Int) -> Int { min(bytes.lineEnd(from: offset) + 1, bytes.count) }

    /// Returns the end of the text on the line of `offset`.
    func textEnd(_ offset: Int) -> Int {
        let end = bytes.lineEnd(from: offset)
        return end > offset && bytes[end - 1] == Byte.carriageReturn ? end - 1 : end
    }

    /// Returns the line ending of the line before `offset`, else of the first line.
    func lineEnding(before offset: Int) -> String {
        let end = offset > 0 && bytes[offset - 1] == Byte.newline ? offset - 1 : bytes.lineEnd(from: 0)
        return end > 0 && end < bytes.count && bytes[end - 1] == Byte.carriageReturn ? "\r\n" : "\n"
    }
}

extension FrontMatterChange {
    /// Whether the entry has one of the names.
    func covers(_ entry: YAMLEntry) -> Bool { identities.contains(FrontMatterKey.identity(entry.key)) }
}
