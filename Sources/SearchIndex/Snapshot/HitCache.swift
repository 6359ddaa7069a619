import QueryLanguage

/// A cache of text positions in all notes, for search as you type. Each key repeats the query for the words before the
/// cursor, and frequent words are slow to look up.
struct HitCache {
    private struct CachedHits {
        let words: [String]
        let part: TextPart
        let hits: PhraseHits
    }

    /// The most recently used texts, newest last.
    private var entries: [CachedHits] = []
    /// The capacity. A query with more texts is not cached.
    static let most = 8

    /// Returns the cached rows of a text, or nil. Not for a prefix, because that changes with the next key.
    mutating func hits(of text: TextMatch, withPositions: Bool) -> PhraseHits? {
        guard let index = entries.firstIndex(where: { $0.words == text.words && $0.part == text.part }) else {
            return nil
        }
        let entry = entries.remove(at: index)
        entries.append(entry)
        var hits = entry.hits
        if !withPositions { hits.removePositions() }
        return hits
    }

    mutating func insert(_ hits: PhraseHits, of text: TextMatch) {
        if entries.count == Self.most { entries.removeFirst() }
        entries.append(CachedHits(words: text.words, part: text.part, hits: hits))
    }
}
