import QueryLanguage

/// The counts of several indexes together. With them, each index gives its notes the scores that one index of all notes
/// would give them.
package final class CollectionCounts {
    let indexes: [NoteIndex]
    let notes: Int64
    let tokens: Int64
    /// The numbers of notes with a text, by the number of the index.
    private var known: [TextMatch: [Int: Int]] = [:]

    /// Reads the totals, and makes the indexes use these counts until `end()`.
    package init(_ indexes: [NoteIndex]) throws {
        self.indexes = indexes
        let totals = try indexes.map { try $0.totals() }
        notes = totals.reduce(0) { $0 + $1.notes }
        tokens = totals.reduce(0) { $0 + $1.tokens }
        for index in indexes { index.collection = self }
    }

    /// Makes the indexes count alone again.
    package func end() {
        for index in indexes { index.collection = nil }
    }

    /// Records the number of notes with a text in one of the indexes.
    func add(_ notes: Int, with text: TextMatch, in index: NoteIndex) {
        guard let number = indexes.firstIndex(where: { $0 === index }) else { return }
        known[text, default: [:]][number] = notes
    }

    /// Returns the number of notes with a text in all indexes.
    ///
    /// Complexity: that of searching the text in those indexes for which it is not recorded.
    func notes(with text: TextMatch) throws -> Int {
        var sum = 0
        for (number, index) in indexes.enumerated() {
            if let notes = known[text]?[number] {
                sum += notes
                continue
            }
            let notes = try index.phrases.rows(of: text).intersection(index.columns().liveRows()).count
            add(notes, with: text, in: index)
            sum += notes
        }
        return sum
    }
}
