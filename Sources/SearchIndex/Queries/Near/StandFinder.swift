import QueryLanguage
import SourceText

/// A search for the expansions of a query's texts.
struct StandFinder {
    let index: NoteIndex
    let ranker: Ranker
    /// The rows to search, or nil for all.
    let scope: RowSet?
    /// Whether positions are needed to score adjacent words.
    let keepsPlaces: Bool
    /// Whether similar words are looked up. False for pasted text.
    let findsLike: Bool
    let notes: Int

    /// The most expansions of one word, and the most that are tried. Some are in no note any more.
    private static let mostLike = 8
    private static let mostTried = 64
    /// The most expansions that are tried for one phrase, and the longest such phrase in words. Each costs as much as a
    /// search for its words.
    private static let mostLikePhrases = (rare: 24, common: 2)
    private static let longPhrase = 8
    /// Once this many notes have a text or an expansion, less similar ones are not tried.
    private static let manyHolders = 2500
    /// A word in more notes than this, and in more than an eighth of all, is neither a typo nor a rare form.
    private static let manyNotes = 1000
    /// The similarity of a phrase whose words are not adjacent.
    private static let likenessApart = 0.5

    init(_ index: NoteIndex, scope: RowSet?, keepsPlaces: Bool, findsLike: Bool) throws {
        self.index = index
        self.scope = scope
        self.keepsPlaces = keepsPlaces
        self.findsLike = findsLike
        ranker = try index.prepareRanker()
        notes = try index.noteCount()
    }

    func isEverywhere(_ count: Int) -> Bool { count > Self.manyNotes && count > notes / 8 }

    /// Returns the number of notes with a text if almost all notes have it, or nil.
    func everywhere(_ text: WantedText) throws -> Int? {
        guard text.texts.count == 1, !text.texts[0].isPrefix,
            isEverywhere(Vocabulary.notes(ofWeight: try index.weight(of: text.texts[0])))
        else { return nil }
        let count = try index.count(.text(text.texts[0]))
        return isEverywhere(count) ? count : nil
    }

    /// Returns the only expansion of a text that almost all notes have: the text itself.
    ///
    /// - Parameter others: the texts of which the rows must contain one, or nil for all rows.
    func stands(for text: WantedText, inNotes count: Int, meeting others: [TextMatch]?) throws -> Stands {
        let match = text.texts[0]
        let hits =
            if let others {
                try index.phrases.hits(of: match, meeting: others, scope: scope, keepsPlaces: keepsPlaces, ranker)
            } else {
                try index.phrases.hits(of: match, scope: scope, keepsPlaces: keepsPlaces, ranker)
            }
        let rarity = ranker.rarity(count)
        return Stands(
            text, [Stand(texts: [match], likeness: 1, hits: hits, rarity: rarity)], weight: rarity, ifNowhere: rarity)
    }

    /// Returns the expansions of a text, including itself, and the number of notes with the text itself.
    func stands(for text: WantedText) throws -> (stands: Stands, notes: Int) {
        var stands: [Stand] = []
        /// Adds an expansion. Returns the number of notes with it.
        func add(_ texts: [TextMatch], likeness: Double) throws -> Int {
            let hits = try hits(ofAll: texts)
            let notes = hits.rows.count
            if notes > 0 {
                stands.append(
                    Stand(texts: texts, likeness: likeness, hits: hits, rarity: ranker.rarity(notes)))
            }
            return notes
        }
        let counts = try text.texts.map { try add([$0], likeness: 1) }
        let exact = counts.reduce(0, +)
        let weight = exact > 0 ? ranker.rarity(exact) : nil
        for (match, count) in zip(text.texts, counts) where findsLike && !isEverywhere(exact) {
            let before = stands.count
            var notes = count
            for like in try texts(like: match, isThere: count > 0) {
                notes += try add(like.texts, likeness: like.likeness)
                if notes >= Self.manyHolders || stands.count - before == Self.mostLike { break }
            }
        }
        // A text that no note has weighs as much as one in a single note.
        return (Stands(text, stands, weight: weight, ifNowhere: ranker.rarity(1)), exact)
    }

    /// Returns the rows that contain all texts, with their average score there.
    private func hits(ofAll texts: [TextMatch]) throws -> PhraseHits {
        if texts.count == 1 {
            return try index.phrases.hits(of: texts[0], scope: scope, keepsPlaces: keepsPlaces, ranker)
        }
        let rarest = try texts.map { (text: $0, weight: try index.weight(of: $0)) }.min { $0.weight < $1.weight }
        let first = rarest?.text ?? texts[0]
        var hits = try index.phrases.hits(of: first, scope: scope, keepsPlaces: false, ranker)
        for text in texts where text != first {
            hits = hits.meeting(
                try index.phrases.hits(of: text, meeting: [first], scope: scope, keepsPlaces: false, ranker))
        }
        return hits
    }

    // MARK: Similar texts

    private typealias Like = (texts: [TextMatch], likeness: Double)

    /// Returns the texts similar to one, in the order in which they are tried.
    ///
    /// - Parameter isThere: whether some note has the text.
    private func texts(like match: TextMatch, isThere: Bool) throws -> [Like] {
        if match.isPrefix || match.words.count > Self.longPhrase { return [] }
        if match.words.count > 1 { return try phrases(like: match, isThere: isThere) }
        if Words.isCharacter(match.words[0]) { return [] }
        return try index.nearWords(match.words[0], isThere: isThere).prefix(Self.mostTried).map { near in
            ([match.with(near.word, at: 0)], near.likeness)
        }
    }

    /// Returns the phrase with one word replaced, starting with words that no note has. Then come the phrase without
    /// its last or first word, and its words without adjacency.
    private func phrases(like match: TextMatch, isThere: Bool) throws -> [Like] {
        var likes: [(texts: [TextMatch], likeness: Double, isKnown: Bool)] = []
        var isCommon = false
        for (place, word) in match.words.enumerated() where !Words.isCharacter(word) {
            let count = try index.count(.text(match.part(place..<place + 1)))
            let isKnown = isThere || count > 0
            isCommon = isCommon || isEverywhere(count)
            for near in try index.nearWords(word, isThere: isKnown) {
                likes.append(([match.with(near.word, at: place)], near.likeness, isKnown))
            }
        }
        var tried = likes.sorted { ($0.isKnown ? 0 : 1, $0.likeness) > ($1.isKnown ? 0 : 1, $1.likeness) }
            .prefix(isCommon ? Self.mostLikePhrases.common : Self.mostLikePhrases.rare).map {
                ($0.texts, $0.likeness) as Like
            }
        let count = match.words.count
        if count > 2 {
            let likeness = 0.9 * Double(count - 1) / Double(count)
            tried += [0..<count - 1, 1..<count].map { ([match.part($0)], likeness) }
        }
        // Single characters form words only together, so they are meaningless apart.
        if !match.words.contains(where: Words.isCharacter) {
            tried.append((match.words.indices.map { match.part($0..<$0 + 1) }, Self.likenessApart))
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
