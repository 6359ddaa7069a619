import Notes
import QueryLanguage
import SourceText
import VaultFiles

/// An edit of the bytes of `config.yaml`, which keeps all other bytes: of `keywords:`, `searches:` and `daily:` in that of
/// a vault, and of `vaults:` in that of the user.
struct ConfigurationEditor {
    var bytes: [UInt8]
    /// The file that errors name.
    let path: VaultPath

    init(_ bytes: [UInt8], path: VaultPath = Vault.configurationPath) {
        self.bytes = bytes
        self.path = path
    }

    var newline: String {
        bytes.indices.dropFirst().contains { bytes[$0] == Byte.newline && bytes[$0 - 1] == Byte.carriageReturn }
            ? "\r\n" : "\n"
    }

    func entry(_ name: String, in mapping: YAMLMapping) -> YAMLEntry? {
        mapping.entries.last { Folding.fold(Keyword.normalized($0.key)) == Folding.fold(name) }
    }

    /// Saves a query under a name, or replaces the one with that name.
    mutating func save(_ query: String, as name: String) throws {
        try put(Self.quoted(query), for: name, in: "searches", reading: query)
    }

    func section(_ name: String) -> YAMLEntry? { FrontMatter.document(bytes).0.entry(name) }

    /// Sets an entry of a top-level mapping, and creates the mapping if it is missing. Throws if the file's format does
    /// not allow it.
    ///
    /// - Parameters:
    ///   - value: the value as YAML.
    ///   - name: the key of the entry, not quoted.
    ///   - text: the text that the value is parsed to. Nil for a value that is not a text.
    mutating func put(_ value: String, for name: String, in sectionName: String, reading text: String?) throws {
        guard let section = section(sectionName) else {
            var line = "\(sectionName):\(newline)  \(Self.key(name)): \(value)\(newline)"
            if let last = bytes.last, last != Byte.newline { line = newline + line }
            bytes += Array(line.utf8)
            return try verify(name, text, in: sectionName)
        }
        if case .mapping(let mapping, let style) = section.value.content {
            if let known = entry(name, in: mapping) {
                if known.value.isNull, known.value.range.isEmpty {
                    insertValue(value, of: known)
                } else {
                    bytes.replaceSubrange(known.value.range, with: Array(value.utf8))
                }
            } else if style == .flow {
                let last = mapping.entries.last.map { max($0.keyRange.upperBound, $0.value.range.upperBound) }
                insert(
                    "\(last == nil ? "" : ", ")\(Self.key(name)): \(value)",
                    at: last ?? section.value.range.lowerBound + 1)
            } else if let last = mapping.entries.last {
                let start = bytes.lineStart(of: last.keyRange.lowerBound)
                let indent = bytes.text(start..<last.keyRange.lowerBound)
                let isOpen = bytes[last.lines.upperBound - 1] != Byte.newline
                insert(
                    "\(isOpen ? newline : "")\(indent)\(Self.key(name)): \(value)\(newline)", at: last.lines.upperBound)
            }
            return try verify(name, text, in: sectionName)
        }
        guard section.value.isNull else {
            throw VaultError(
                path, line: line(section),
                "'\(sectionName)' does not map names to values",
                help: "write it as: '\(sectionName): {\(name): \(value)}'")
        }
        let end = section.lines.upperBound
        let isOpen = end > 0 && bytes[end - 1] != Byte.newline
        insert("\(isOpen ? newline : "")  \(Self.key(name)): \(value)\(newline)", at: end)
        try verify(name, text, in: sectionName)
    }

    /// Rewrites the queries of saved searches and kinds.
    ///
    /// - Parameter rewrite: returns the new text of a query, or nil to keep it.
    mutating func rewriteQueries(_ rewrite: (String) throws -> String?) rethrows {
        try rewriteSearches(rewrite)
        try rewriteKinds(rewrite)
    }

    /// Rewrites the queries of kinds. See `rewriteQueries`.
    mutating func rewriteKinds(_ rewrite: (String) throws -> String?) rethrows {
        guard case .mapping(let kinds, _) = section("kinds")?.value.content else { return }
        for kind in kinds.entries.reversed() {
            guard case .mapping(let parts, let style) = kind.value.content else { continue }
            for part in parts.entries.reversed() where part.key.lowercased() == "where" {
                guard let query = part.value.text, let rewritten = try rewrite(query) else { continue }
                replace(part.value, with: rewritten, inBraces: style == .flow)
            }
        }
    }

    /// Rewrites the saved searches. See `rewriteQueries`.
    mutating func rewriteSearches(_ rewrite: (String) throws -> String?) rethrows {
        guard case .mapping(let searches, let style) = FrontMatter.document(bytes).0.entry("searches")?.value.content
        else { return }
        // Edits from the end keep the earlier offsets valid.
        for search in searches.entries.reversed() {
            guard let query = search.value.text, let rewritten = try rewrite(query) else { continue }
            replace(search.value, with: rewritten, inBraces: style == .flow)
        }
    }

    /// Changes a setting in a section that is a mapping, such as `folder` of `daily`. A missing one stays missing.
    mutating func set(_ key: String, of section: String, to text: String) {
        guard case .mapping(let settings, let style) = self.section(section)?.value.content,
            let setting = settings.entries.last(where: { $0.key.lowercased() == key }), setting.value.text != nil
        else { return }
        replace(setting.value, with: text, inBraces: style == .flow)
    }

    /// Changes a setting that is text. A missing one stays missing.
    mutating func setText(_ key: String, to text: String) {
        guard let setting = section(key), setting.value.text != nil else { return }
        replace(setting.value, with: text, inBraces: false)
    }

    mutating func replace(_ value: YAMLValue, with text: String, inBraces: Bool) {
        bytes.replaceSubrange(value.range, with: Array(value.rewritten(text, inBraces: inBraces).utf8))
    }

    /// Returns a key as YAML, quoted if necessary.
    static func key(_ name: String) -> String {
        let isPlain = name.unicodeScalars.allSatisfy {
            $0.properties.isAlphabetic || $0.properties.numericType != nil || "/_-".unicodeScalars.contains($0)
        }
        return isPlain && !name.hasPrefix("-")
            ? name : quoted(name)
    }

    /// Returns a text as YAML in quotes.
    static func quoted(_ text: String) -> String {
        "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
    }

    mutating func insert(_ text: String, at offset: Int) {
        bytes.insert(contentsOf: Array(text.utf8), at: offset)
    }

    /// Inserts the value of an entry without one. In braces the colon may be missing too.
    private mutating func insertValue(_ value: String, of entry: YAMLEntry) {
        let end = entry.keyRange.upperBound
        let start = entry.value.range.lowerBound
        if start > end, bytes[start - 1].isBlank { return insert(value, at: start) }
        let colon = bytes[end...].firstIndex { !$0.isBlank }
        if let colon, bytes[colon] == Byte.colon {
            insert(" \(value)", at: colon + 1)
        } else {
            insert(": \(value)", at: end)
        }
    }

    // MARK: Removing

    /// Removes the entry at an index of a top-level section's mapping.
    mutating func removeEntry(_ index: Int, of mapping: YAMLMapping, _ style: YAMLStyle, in section: YAMLEntry) {
        let ranges = mapping.entries.map(\.lines)
        if style == .flow {
            removeItem(index, of: ranges, in: section.value.range)
        } else {
            bytes.removeSubrange(ranges[index])
        }
    }

    /// Removes the item at an index of a flow list or mapping, with one comma. Comments next to it stay.
    ///
    /// - Parameters:
    ///   - items: the byte ranges of all items.
    ///   - whole: the byte range of the list with its brackets.
    mutating func removeItem(_ index: Int, of items: [Range<Int>], in whole: Range<Int>) {
        let item = items[index]
        let before = index > 0 ? items[index - 1].upperBound : nil
        let after = index + 1 < items.count ? items[index + 1].lowerBound : nil
        // The comma before the item is removed, or the one after the first item.
        let wide = before.map { $0..<item.upperBound } ?? item.lowerBound..<(after ?? item.upperBound)
        let beside = before.map { $0..<item.lowerBound } ?? item.upperBound..<(after ?? item.upperBound)
        guard bytes[beside].contains(Byte.hash), let comma = bytes[beside].firstIndex(of: Byte.comma) else {
            if items.count == 1, !bytes[whole].contains(Byte.hash), bytes[whole.lowerBound] != bytes[item.lowerBound] {
                bytes.removeSubrange(whole.lowerBound + 1..<whole.upperBound - 1)
            } else {
                bytes.removeSubrange(wide)
            }
            return
        }
        for range in [item, comma..<comma + 1].sorted(by: { $0.lowerBound > $1.lowerBound }) {
            bytes.removeSubrange(range)
        }
    }

    func line(_ entry: YAMLEntry) -> Int { LineTable(bytes).line(at: entry.keyRange.lowerBound) }

    /// Throws unless the edited entry is parsed to `text`.
    private func verify(_ name: String, _ text: String?, in sectionName: String) throws {
        guard case .mapping(let mapping, _) = section(sectionName)?.value.content,
            let entry = entry(name, in: mapping), entry.value.text == text
        else {
            throw VaultError(
                path, "cannot be updated: its format is not supported",
                help: "add the line in an editor")
        }
    }
}
