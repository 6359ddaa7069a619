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

    mutating func removeDeclaration(_ identity: String) {
        guard let section = section("properties"), case .mapping(let declared, let style) = section.value.content,
            let index = declared.entries.lastIndex(where: { FrontMatterKey.identity($0.key) == identity })
        else { return }
        removeEntry(index, of: declared, style, in: section)
    }
}
