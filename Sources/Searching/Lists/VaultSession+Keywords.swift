import Notes
import QueryLanguage
import SearchIndex
package import SourceText

extension VaultSession {
    /// Returns the notes that have the keyword, or (`nested`) one nested in it, ordered by path.
    package func notes(withKeyword name: String, nested: Bool) throws -> [VaultPath] {
        var paths: [VaultPath] = []
        let request = SearchRequest(
            condition: .keyword(.exact(Folding.fold(Keyword.normalized(name))), nested: nested),
            Presentation(sort: [SortKey(.path)]),
            statuses: statuses, detailed: false, scored: false)
        try index.search(request) { hit in
            paths.append(hit.path)
            return true
        }
        return paths
    }
}
