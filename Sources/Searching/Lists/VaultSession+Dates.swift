import SearchIndex
import SourceText

extension VaultSession {
    /// Returns whether the values of a key are dates: always for `created` and `modified`, else if at least half of all
    /// values are. Nil if no note has the key.
    package func valuesAreDates(ofKey key: String) throws -> Bool? {
        if let known = keyNames.name(key)?.key { return known == .created || known == .modified }
        let identity = FrontMatterKey.identity(key)
        guard let property = try index.lists.properties().first(where: { FrontMatterKey.identity($0.name) == identity })
        else { return nil }
        let dates = property.kinds.first { $0.kind == "date" }?.values ?? 0
        return dates > 0 && dates * 2 >= property.kinds.reduce(0) { $0 + $1.values }
    }
}
