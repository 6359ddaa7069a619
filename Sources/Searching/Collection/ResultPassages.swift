package import QueryLanguage

/// The passages of the results of a search. One instance serves the whole search.
package struct ResultPassages {
    private let search: CollectionSearch
    private let finders: [PassageFinder]

    package init(_ search: CollectionSearch) {
        self.search = search
        finders = zip(search.collection.members, search.searches).map { PassageFinder($0.snapshot, $1.query.condition) }
    }

    /// Returns the passages of a note or a file, or nil if it cannot be read. Complexity: O(its text).
    package func passages(of hit: NoteHit) throws -> Passages? {
        guard let member = search.collection.number(of: hit.result.vault) else { return nil }
        let expansions = hit.result.nearMatch?.instead.flatMap(\.found) ?? []
        if expansions.isEmpty { return try finders[member].passages(of: hit) }
        return try PassageFinder(
            search.collection.members[member].snapshot, search.searches[member].query.condition, besides: expansions
        ).passages(of: hit)
    }
}
