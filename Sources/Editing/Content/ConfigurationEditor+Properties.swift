import Notes
import SourceText
import VaultFiles

/// Changes of the declared keys: `properties:`.
extension ConfigurationEditor {
    /// Gives a declaration another key, and keeps its type.
    ///
    /// - Parameter identity: the old key, as `FrontMatterKey.identity`.
    mutating func renameDeclaration(_ identity: String, to new: String) {
        guard case .mapping(let declared, _) = section("properties")?.value.content else { return }
        // Edits from the end keep the earlier offsets valid.
        for entry in declared.entries.reversed() where FrontMatterKey.identity(entry.key) == identity {
            bytes.replaceSubrange(entry.keyRange, with: Array(Self.key(new).utf8))
        }
    }

    /// Renames a property in `sort:` and `group:`, and in the queries and required keys of `kinds:`.
    ///
    /// - Parameter renamed: returns a query with the new name, or nil if the query does not have the old one.
    mutating func renameUses(of identity: String, to new: String, _ renamed: (String) -> String?) {
        if case .mapping(let kinds, _) = section("kinds")?.value.content {
            // Edits from the end keep the earlier offsets valid.
            for kind in kinds.entries.reversed() { rename(in: kind.value, identity, to: new, renamed) }
        }
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

    private mutating func rename(
        in kind: YAMLValue, _ identity: String, to new: String, _ renamed: (String) -> String?
    ) {
        guard case .mapping(let parts, let style) = kind.content else { return }
        for part in parts.entries.reversed() {
            switch part.key.lowercased() {
            case "where":
                guard let query = part.value.text.flatMap(renamed) else { continue }
                replace(part.value, with: query, inBraces: style == .flow)
            case "required":
                for entry in part.value.listEntries(in: bytes).reversed()
                where FrontMatterKey.identity(entry.text) == identity {
                    bytes.replaceSubrange(entry.range, with: Array(Self.key(new).utf8))
                }
            default: break
            }
        }
    }

    mutating func removeDeclaration(_ identity: String) {
        guard let section = section("properties"), case .mapping(let declared, let style) = section.value.content,
            let index = declared.entries.lastIndex(where: { FrontMatterKey.identity($0.key) == identity })
        else { return }
        removeEntry(index, of: declared, style, in: section)
    }
}
