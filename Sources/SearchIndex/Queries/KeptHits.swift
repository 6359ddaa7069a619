import QueryLanguage

/// Where texts stand in all notes, kept for somebody who types: the words before the one that is being typed are asked for
/// again with each key, and what is frequent takes long to gather.
struct KeptHits {
    private struct Entry {
        let words: [String]
        let part: TextPart
        let hits: PhraseHits
    }

    /// The last few that were asked for, the newest last.
    private var entries: [Entry] = []
    /// So many texts are kept; of a query that has more, none.
    static let most = 8

    /// - Parameter text: no beginning of a word, which the next key makes another text.
    mutating func hits(of text: TextMatch, withPlaces: Bool) -> PhraseHits? {
        guard let index = entries.firstIndex(where: { $0.words == text.words && $0.part == text.part }) else {
            return nil
        }
        let entry = entries.remove(at: index)
        entries.append(entry)
        var hits = entry.hits
        if !withPlaces { hits.forgetPlaces() }
        return hits
    }

    mutating func keep(_ hits: PhraseHits, of text: TextMatch) {
        if entries.count == Self.most { entries.removeFirst() }
        entries.append(Entry(words: text.words, part: text.part, hits: hits))
    }
}
