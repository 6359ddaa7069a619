import Notes
import SourceText
import VaultFiles

/// Changes of the declared keys: `properties:`.
extension ConfigurationEditor {
    /// Gives a declaration another key, and keeps its type. Removes it if the new key has a declaration, or needs none.
    ///
    /// - Parameters:
    ///   - identity: the old key, as `FrontMatterKey.identity`.
    ///   - isTyped: whether the new key is a built-in one, whose type is fixed.
    mutating func renameDeclaration(_ identity: String, to new: String, isTyped: Bool) {
        guard case .mapping(let declared, _) = section("properties")?.value.content else { return }
        let other = FrontMatterKey.identity(new)
        if isTyped
            || other != identity && declared.entries.contains(where: { FrontMatterKey.identity($0.key) == other })
        {
            return removeDeclaration(identity)
        }
        // Edits from the end keep the earlier offsets valid.
        for entry in declared.entries.reversed() where FrontMatterKey.identity(entry.key) == identity {
            bytes.replaceSubrange(entry.keyRange, with: Array(Self.key(new).utf8))
        }
    }

    /// Declares a key, or gives a declared one another type. A default and comments stay.
    ///
    /// - Throws: `VaultError` if the format of the file does not allow it.
    mutating func declare(_ declaration: PropertyDeclaration) throws {
        let identity = FrontMatterKey.identity(declaration.key)
        let members = Self.members(declaration.type)
        if self.declaration(identity) != nil {
            setMembers(members, of: identity)
        } else {
            let isShort = members.count == 1 && members[0].name == "type"
            let text = isShort ? members[0].value : "{\(members.map { "\($0): \($1)" }.joined(separator: ", "))}"
            let old = section("properties")?.value.entries.last { FrontMatterKey.identity($0.key) == identity }
            if let old, !old.value.range.isEmpty {
                bytes.replaceSubrange(old.value.range, with: Array(text.utf8))
            } else {
                try put(text, for: old?.key ?? declaration.key, in: "properties", reading: isShort ? text : nil)
            }
        }
        guard Configuration(bytes).properties[declaration.key]?.type == declaration.type else {
            throw VaultError(
                path, "cannot be updated: its format is not supported",
                help: "declare '\(declaration.key)' in an editor first")
        }
    }

    /// Returns the declaration of a key if it is a mapping.
    ///
    /// - Parameter identity: the key, as `FrontMatterKey.identity`.
    private func declaration(_ identity: String) -> (entry: YAMLEntry, parts: YAMLMapping, style: YAMLStyle)? {
        guard case .mapping(let declared, _) = section("properties")?.value.content,
            let entry = declared.entries.last(where: { FrontMatterKey.identity($0.key) == identity }),
            case .mapping(let parts, let style) = entry.value.content, !parts.entries.isEmpty
        else { return nil }
        return (entry, parts, style)
    }

    /// Returns the members of a declaration that say its type, as YAML.
    private static func members(_ type: PropertyDeclaration.ValueType) -> [(name: String, value: String)] {
        switch type {
        case .values(let values): [("values", "[\(values.map { YAMLValue.written($0) }.joined(separator: ", "))]")]
        case .list(.text): [("type", "list")]
        case .list(.values(let values)): [("type", "list")] + members(.values(values))
        case .list(let item): [("type", "list"), ("of", PropertyDeclaration("", item).name)]
        default: [("type", PropertyDeclaration("", type).name)]
        }
    }

    /// Replaces the members of a declaration that say its type. Each edit reads the text again, because the one before
    /// has moved the others.
    private mutating func setMembers(_ members: [(name: String, value: String)], of identity: String) {
        func index(_ name: String, in parts: YAMLMapping) -> Int? {
            parts.entries.lastIndex { $0.key.lowercased() == name }
        }
        for (name, value) in members.reversed() {
            guard let (_, parts, style) = declaration(identity) else { return }
            if let index = index(name, in: parts) {
                bytes.replaceSubrange(parts.entries[index].value.range, with: Array(value.utf8))
                continue
            }
            let first = parts.entries[0].keyRange.lowerBound
            if style == .flow {
                insert("\(name): \(value), ", at: first)
            } else {
                let start = bytes.lineStart(of: first)
                insert("\(bytes.text(start..<first))\(name): \(value)\(newline)", at: start)
            }
        }
        for name in ["type", "of", "values"] where !members.contains(where: { $0.name == name }) {
            guard let (entry, parts, style) = declaration(identity) else { return }
            if let index = index(name, in: parts) { removeEntry(index, of: parts, style, in: entry) }
        }
    }

    /// Renames a property in `sort:` and `group:`.
    ///
    /// - Parameter renamed: returns a query with the new name, or nil if the query does not have the old one.
    mutating func renameInLists(_ renamed: (String) -> String?) {
        for name in ["sort", "group"] {
            guard let value = section(name)?.value else { continue }
            let isScalar = value.text != nil
            for entry in value.listEntries(in: bytes).reversed() {
                guard let query = renamed("\(name):\(entry.text)") else { continue }
                let text = String(query.dropFirst(name.count + 1))
                bytes.replaceSubrange(entry.range, with: Array((isScalar ? text : Self.key(text)).utf8))
            }
        }
    }

    /// Renames a property in `required:` and `optional:` of `kinds:`, or removes it if `new` is nil or is there already.
    mutating func changeKey(ofKinds identity: String, to new: String?) {
        guard case .mapping(let kinds, _) = section("kinds")?.value.content else { return }
        let other = new.map(FrontMatterKey.identity)
        // Edits from the end keep the earlier offsets valid.
        for kind in kinds.entries.reversed() {
            guard case .mapping(let parts, _) = kind.value.content else { continue }
            for part in parts.entries.reversed() where ["required", "optional"].contains(part.key.lowercased()) {
                let keys = part.value.listEntries(in: bytes).map { ($0, FrontMatterKey.identity($0.text)) }
                let isThere = other != identity && keys.contains { $0.1 == other }
                for (index, (key, own)) in keys.enumerated().reversed() where own == identity {
                    if let new, !isThere {
                        bytes.replaceSubrange(key.range, with: Array(Self.key(new).utf8))
                    } else {
                        removeKey(index, of: part.value)
                    }
                }
            }
        }
    }

    /// Removes an entry of a list of keys. A list without others becomes empty.
    private mutating func removeKey(_ index: Int, of value: YAMLValue) {
        let items = value.listEntries(in: bytes).map(\.range)
        if items.count == 1 { return bytes.replaceSubrange(value.range, with: Array("[]".utf8)) }
        if case .sequence(_, .block) = value.content {
            let end = bytes[items[index].upperBound...].firstIndex(of: Byte.newline).map { $0 + 1 } ?? bytes.count
            return bytes.removeSubrange(bytes.lineStart(of: items[index].lowerBound)..<end)
        }
        removeItem(index, of: items, in: value.range)
    }

    mutating func removeDeclaration(_ identity: String) {
        guard let section = section("properties"), case .mapping(let declared, let style) = section.value.content,
            let index = declared.entries.lastIndex(where: { FrontMatterKey.identity($0.key) == identity })
        else { return }
        removeEntry(index, of: declared, style, in: section)
    }
}
