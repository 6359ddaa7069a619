import QueryLanguage
import SourceText

/// A search for the expansions of a query's texts.
struct ExpansionFinder {
    let index: NoteIndex
    let ranker: Ranker
    /// The rows to search, or nil for all.
    let scope: RowSet?
    /// Whether positions are needed to score adjacent words.
    let storesPositions: Bool
    /// Whether similar words are looked up. False for pasted text.
    let findsSimilar: Bool
    let notes: Int

    /// The most expansions of one word, and the most that are tried. Some are in no note any more.
    private static let maximumExpansions = 8
    private static let maximumTried = 64
    /// The most expansions that are tried for one phrase, and the longest such phrase in words. Each costs as much as a
    /// search.
    private static let maximumPhrases = (rare: 24, common: 2)
    private static let longestPhrase = 8
    /// Once this many notes have a text or an expansion, less similar ones are not tried.
    private static let manyNotesFound = 2500
    /// A word in more notes than this, and in more than an eighth of all, is neither a typo nor a rare form.
    private static let manyNotes = 1000
    /// The similarity of a phrase whose words are not adjacent.
    private static let similarityApart = 0.5

    init(_ index: NoteIndex, scope: RowSet?, storesPositions: Bool, findsSimilar: Bool) throws {
        self.index = index
        self.scope = scope
        self.storesPositions = storesPositions
        self.findsSimilar = findsSimilar
        ranker = try index.ranker()
        notes = try index.noteCount()
    }

    func isCommon(_ count: Int) -> Bool { count > Self.manyNotes && count > notes / 8 }

    /// Returns the number of notes with a text if almost all notes have it, or nil.
    func noteCount(ifCommon text: NearMatchTerm) throws -> Int? {
        guard text.texts.count == 1, !text.texts[0].isPrefix,
            isCommon(Vocabulary.notes(ofWeight: try index.weight(of: text.texts[0])))
        else { return nil }
        let count = try index.count(.text(text.texts[0]))
        return isCommon(count) ? count : nil
    }

    /// Returns the only expansion of a text that almost all notes have: the text itself.
    ///
    /// - Parameter others: the texts of which the rows must contain one, or nil for all rows.
    func expansions(for text: NearMatchTerm, inNotes count: Int, meeting others: [TextMatch]?) throws -> TermExpansions
    {
        let match = text.texts[0]
        let hits =
            if let others {
                try index.phrases.hits(
                    of: match, meeting: others, scope: scope, storesPositions: storesPositions, ranker)
            } else {
                try index.phrases.hits(of: match, scope: scope, storesPositions: storesPositions, ranker)
            }
        let rarity = ranker.rarity(count)
        return TermExpansions(
            text, [Expansion(texts: [match], similarity: 1, hits: hits, rarity: rarity)], weight: rarity,
            fallback: rarity)
    }

    /// Returns the expansions of a text, including itself, and the number of notes with the text itself.
    func expansions(for text: NearMatchTerm) throws -> (expansions: TermExpansions, notes: Int) {
        var expansions: [Expansion] = []
        /// Adds an expansion. Returns the number of notes with it.
        func add(_ texts: [TextMatch], similarity: Double) throws -> Int {
            let hits = try hits(ofAll: texts)
            let notes = hits.rows.count
            if notes > 0 {
                expansions.append(
                    Expansion(texts: texts, similarity: similarity, hits: hits, rarity: ranker.rarity(notes)))
            }
            return notes
        }
        let counts = try text.texts.map { try add([$0], similarity: 1) }
        let exact = counts.reduce(0, +)
        let weight = exact > 0 ? ranker.rarity(exact) : nil
        for (match, count) in zip(text.texts, counts) where findsSimilar && !isCommon(exact) {
            let before = expansions.count
            var notes = count
            for like in try texts(like: match, exists: count > 0) {
                notes += try add(like.texts, similarity: like.similarity)
                if notes >= Self.manyNotesFound || expansions.count - before == Self.maximumExpansions { break }
            }
        }
        // A text that no note has weighs as much as one in a single note.
        return (TermExpansions(text, expansions, weight: weight, fallback: ranker.rarity(1)), exact)
    }

    /// Returns the rows that contain all texts, with their average score there.
    private func hits(ofAll texts: [TextMatch]) throws -> PhraseHits {
        if texts.count == 1 {
            return try index.phrases.hits(of: texts[0], scope: scope, storesPositions: storesPositions, ranker)
        }
        let rarest = try texts.map { (text: $0, weight: try index.weight(of: $0)) }.min { $0.weight < $1.weight }
        let first = rarest?.text ?? texts[0]
        var hits = try index.phrases.hits(of: first, scope: scope, storesPositions: false, ranker)
        for text in texts where text != first {
            hits = hits.meeting(
                try index.phrases.hits(of: text, meeting: [first], scope: scope, storesPositions: false, ranker))
        }
        return hits
    }

    // MARK: Similar texts

    private typealias Alternative = (texts: [TextMatch], similarity: Double)

    /// Returns the texts similar to one, in the order in which they are tried.
    ///
    /// - Parameter exists: whether some note has the text.
    private func texts(like match: TextMatch, exists: Bool) throws -> [Alternative] {
        if match.isPrefix || match.words.count > Self.longestPhrase { return [] }
        if match.words.count > 1 { return try phrases(like: match, exists: exists) }
        if Words.isCharacter(match.words[0]) { return [] }
        return try index.nearWords(match.words[0], exists: exists).prefix(Self.maximumTried).map { near in
            ([match.with(near.word, at: 0)], near.similarity)
        }
    }

    /// Returns the phrase with one word replaced, starting with words that no note has. Then come the phrase without
    /// its last or first word, and its words without adjacency.
    private func phrases(like match: TextMatch, exists: Bool) throws -> [Alternative] {
        var alternatives: [(texts: [TextMatch], similarity: Double, isKnown: Bool)] = []
        var hasCommonWord = false
        for (place, word) in match.words.enumerated() where !Words.isCharacter(word) {
            let count = try index.count(.text(match.part(place..<place + 1)))
            let isKnown = exists || count > 0
            hasCommonWord = hasCommonWord || isCommon(count)
            for near in try index.nearWords(word, exists: isKnown) {
                alternatives.append(([match.with(near.word, at: place)], near.similarity, isKnown))
            }
        }
        var tried = alternatives.sorted { ($0.isKnown ? 0 : 1, $0.similarity) > ($1.isKnown ? 0 : 1, $1.similarity) }
            .prefix(hasCommonWord ? Self.maximumPhrases.common : Self.maximumPhrases.rare).map {
                ($0.texts, $0.similarity) as Alternative
            }
        let count = match.words.count
        if count > 2 {
            let similarity = 0.9 * Double(count - 1) / Double(count)
            tried += [0..<count - 1, 1..<count].map { ([match.part($0)], similarity) }
        }
        // Single characters form words only together, so they are meaningless apart.
        if !match.words.contains(where: Words.isCharacter) {
            tried.append((match.words.indices.map { match.part($0..<$0 + 1) }, Self.similarityApart))
        }
        return tried
    }
}

extension TextMatch {
    fileprivate func with(_ word: String, at place: Int) -> TextMatch {
        var text = self
        text.words[place] = word
        return text
    }

    fileprivate func part(_ places: Range<Int>) -> TextMatch {
        var text = self
        text.words = Array(words[places])
        return text
    }
}
