import Notes
import QueryLanguage
import SearchIndex
package import SourceText
import VaultFiles

extension VaultSnapshot {
    /// Returns the notes that satisfy a condition, ordered by path.
    func paths(_ condition: Condition) throws -> [VaultPath] {
        let request = SearchRequest(
            condition: condition, Presentation(sort: [SortKey(.path)]), statuses: statuses, detailed: false,
            scored: false)
        var paths: [VaultPath] = []
        try index.search(request) { hit in
            paths.append(hit.path)
            return true
        }
        return paths
    }

    /// Returns the notes that have the keyword, or (`nested`) one nested in it, ordered by path.
    package func notes(withKeyword name: String, nested: Bool) throws -> [VaultPath] {
        try paths(.keyword(.exact(Folding.fold(Keyword.normalized(name))), nested: nested))
    }

    /// Returns the notes that have a front matter key in any spelling, also without a value, ordered by path.
    package func notes(withKey key: String) throws -> [VaultPath] {
        if let known = keyNames.name(key)?.key { return try paths(.key(known.rawValue)) }
        return try index.lists.notes(withProperty: key)
    }

    /// Returns the notes that contain conflict markers, ordered by path.
    package func notesInConflict() throws -> [VaultPath] { try paths(.state(.conflict)) }
}
