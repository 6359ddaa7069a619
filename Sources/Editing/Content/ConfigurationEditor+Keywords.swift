import Notes
import SourceText
import VaultFiles

/// Changes of the known keywords: names with a color each (`keywords: {reg: red}`), or a list (`keywords: [reg, old]`).
extension ConfigurationEditor {
    mutating func set(_ name: String, color: String) throws {
        if let section = section("keywords"), case .sequence(let values, .flow) = section.value.content {
            addColons(to: values, in: section.value.range)
        }
        try put(color.hasPrefix("#") ? "\"\(color)\"" : color, for: name, in: "keywords", reading: color)
    }

    /// Turns a list in brackets into a mapping in braces without colors.
    private mutating func addColons(to values: [YAMLValue], in range: Range<Int>) {
        bytes[range.upperBound - 1] = Byte.rightBrace
        // Edits from the end keep the earlier offsets valid.
        for value in values.reversed() { insert(": ", at: value.range.upperBound) }
        bytes[range.lowerBound] = Byte.leftBrace
    }

    /// Removes the color of a keyword, and keeps the keyword. Does nothing if it has none.
    mutating func removeColor(of name: String) throws {
        guard case .mapping(let mapping, let style) = section("keywords")?.value.content,
            let known = entry(name, in: mapping), !known.value.range.isEmpty
        else { return }
        var range = known.value.range
        // In braces the blank stays: '{reg:,' is a key 'reg:,' to some programs.
        let isLast = bytes[range.upperBound...].first.map { $0 == Byte.newline || $0 == Byte.carriageReturn } ?? true
        if style != .flow, isLast {
            while bytes[range.lowerBound - 1].isBlank { range = range.lowerBound - 1..<range.upperBound }
        }
        let others = names(except: name)
        bytes.removeSubrange(range)
        guard case .mapping(let after, _) = section("keywords")?.value.content,
            entry(name, in: after)?.value.isNull == true, names(except: name) == others
        else { throw Self.unclear }
    }

    mutating func remove(_ name: String) throws {
        guard let section = section("keywords") else { return }
        let others = names(except: name)
        switch section.value.content {
        case .mapping(let mapping, let style):
            guard let index = mapping.entries.lastIndex(where: { isKeyword($0.key, name) }) else { return }
            removeEntry(index, of: mapping, style, in: section)
        case .sequence(_, .block): try removeLine(of: name, in: section)
        default:
            let items = section.value.listEntries(in: bytes)
            guard let index = items.lastIndex(where: { isKeyword($0.text, name) }) else { return }
            removeItem(index, of: items.map(\.range), in: section.value.range)
        }
        guard names(except: "") == others else { throw Self.unclear }
    }

    private mutating func removeLine(of name: String, in section: YAMLEntry) throws {
        guard let item = section.value.listEntries(in: bytes).last(where: { isKeyword($0.text, name) }) else { return }
        let start = bytes.lineStart(of: item.range.lowerBound)
        let end = bytes[item.range.upperBound...].firstIndex(of: Byte.newline).map { $0 + 1 } ?? bytes.count
        bytes.removeSubrange(start..<end)
    }

    /// Renames a keyword, and the keywords nested in it. One whose new name is known already stays as it is.
    ///
    /// - Throws: `VaultError` if the result would have other keywords than expected.
    mutating func rename(_ old: String, _ new: String) throws {
        guard let value = section("keywords")?.value else { return }
        let others = Set(knownKeywords)
        var expected = others
        let items: [(name: String, range: Range<Int>)] =
            if case .mapping(let mapping, _) = value.content {
                mapping.entries.map { ($0.key, $0.keyRange) }
            } else {
                value.listEntries(in: bytes).map { ($0.text, $0.range) }
            }
        // Edits from the end keep the earlier offsets valid.
        for item in items.reversed() {
            let name = Keyword.normalized(item.name)
            let folded = Folding.fold(name)
            guard folded == Folding.fold(old) || folded.hasPrefix(Folding.fold(old) + "/") else { continue }
            let rest = name.split(separator: "/").dropFirst(old.split(separator: "/").count)
            let renamed = ([new] + rest.map(String.init)).joined(separator: "/")
            if !items.contains(where: { isKeyword($0.name, renamed) }) {
                bytes.replaceSubrange(item.range, with: Array(Self.key(renamed).utf8))
                expected.remove(folded)
                expected.insert(Folding.fold(renamed))
            }
        }
        guard Set(knownKeywords) == expected else { throw Self.unclear }
    }

    private var knownKeywords: [String] {
        Configuration(bytes).keywords.map { Folding.fold(Keyword.normalized($0.name)) }
    }

    private func isKeyword(_ written: String, _ name: String) -> Bool {
        Folding.fold(Keyword.normalized(written)) == Folding.fold(name)
    }

    /// Returns the known keywords other than `name`, each with its color, to check that a change keeps them.
    private func names(except name: String) -> [String] {
        Configuration(bytes).keywords.filter { !isKeyword($0.name, name) }.map { "\($0.name) \($0.color ?? "")" }
    }

    private static var unclear: VaultError {
        VaultError(
            Vault.configurationPath, "cannot be updated: the format of keywords: is not supported; nothing was changed",
            help: "edit the keywords in an editor")
    }
}
