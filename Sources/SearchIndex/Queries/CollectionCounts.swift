import QueryLanguage

/// The counts of several indexes together. With them, each index gives its notes the scores that one index of all notes
/// would give them.
package final class CollectionCounts {
    let indexes: [NoteIndex]
    let notes: Int64
    let tokens: Int64
    private var known: [TextMatch: Int] = [:]

    /// Reads the totals, and makes the indexes use these counts for as long as this object lives.
    package init(_ indexes: [NoteIndex]) throws {
        self.indexes = indexes
        let totals = try indexes.map { try $0.totals() }
        notes = totals.reduce(0) { $0 + $1.notes }
        tokens = totals.reduce(0) { $0 + $1.tokens }
        for index in indexes { index.collection = self }
    }

    /// Returns the number of notes with a text in all indexes.
    ///
    /// Complexity: the first time, that of searching the text in each index. Except for prefixes, the index then keeps
    /// the rows for the search itself.
    func notes(with text: TextMatch) throws -> Int {
        if let known = known[text] { return known }
        let count = try indexes.reduce(0) { sum, index in
            index.cachesHits = true
            let hits = try index.phrases.cachedHits(
                of: text, scope: nil, storesPositions: false, index.ranker())
            return sum + hits.rows.count
        }
        known[text] = count
        return count
    }

    /// Returns the kinds of the values of a property in all indexes.
    func kinds(ofProperty name: String) throws -> Set<PropertyKind> {
        try indexes.reduce(into: []) { $0.formUnion(try $1.columns().property(name, $1).kinds) }
    }
}
