import QueryLanguage
import SourceText

/// Looks for what may stand for the texts of a query.
struct StandFinder {
    let index: NoteIndex
    let ranker: Ranker
    /// The rows to look at; nil for all.
    let scope: RowSet?
    /// Whether it counts what stands beside what.
    let keepsPlaces: Bool
    /// Whether words that are like others are looked for as well: not for a text somebody pasted.
    let findsLike: Bool
    let notes: Int

    /// Words that stand for one, and how many are tried, for some are in no note any more.
    private static let mostLike = 8
    private static let mostTried = 64
    /// Phrases that are tried for one, each of which is as much work as a search for its words; and the words of such a
    /// phrase.
    private static let mostLikePhrases = (rare: 24, common: 2)
    private static let longPhrase = 8
    /// Once so many notes hold a text or what stands for it, nothing less like it is looked for.
    private static let manyHolders = 2500
    /// In so many notes, and in an eighth of all, a word is neither a slip nor rare in one of its forms.
    private static let manyNotes = 1000
    /// A phrase whose words stand apart is as like it as this.
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

    /// In how many notes a text is, if it is nearly everywhere.
    func everywhere(_ text: WantedText) throws -> Int? {
        guard text.texts.count == 1, !text.texts[0].isPrefix,
            isEverywhere(Vocabulary.notes(ofWeight: try index.weight(of: text.texts[0])))
        else { return nil }
        let count = try index.count(.text(text.texts[0]))
        return isEverywhere(count) ? count : nil
    }

    /// What stands for a text that is nearly everywhere: itself alone.
    ///
    /// - Parameter others: where one of these stands as well; nil for everywhere.
    func stands(for text: WantedText, inNotes count: Int, meeting others: [TextMatch]?) throws -> Stands {
        let match = text.texts[0]
        let hits =
            if let others {
                try index.hits(of: match, meeting: others, scope: scope, keepsPlaces: keepsPlaces, ranker)
            } else {
                try index.hits(of: match, scope: scope, keepsPlaces: keepsPlaces, ranker)
            }
        let rarity = ranker.rarity(count)
        return Stands(
            text, [Stand(texts: [match], likeness: 1, hits: hits, rarity: rarity)], weight: rarity, ifNowhere: rarity)
    }

    /// What stands for a text: itself, and what is like it; and in how many notes it is itself.
    func stands(for text: WantedText) throws -> (stands: Stands, notes: Int) {
        var stands: [Stand] = []
        /// Adds what stands for it; answers in how many notes that is.
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
        // What is nowhere weighs as much as what is in one note.
        return (Stands(text, stands, weight: weight, ifNowhere: ranker.rarity(1)), exact)
    }

    /// The rows in which texts stand all together, and what they add there on average.
    private func hits(ofAll texts: [TextMatch]) throws -> PhraseHits {
        if texts.count == 1 {
            return try index.hits(of: texts[0], scope: scope, keepsPlaces: keepsPlaces, ranker)
        }
        let rarest = try texts.map { (text: $0, weight: try index.weight(of: $0)) }.min { $0.weight < $1.weight }
        let first = rarest?.text ?? texts[0]
        var hits = try index.hits(of: first, scope: scope, keepsPlaces: false, ranker)
        for text in texts where text != first {
            hits = hits.meeting(
                try index.hits(of: text, meeting: [first], scope: scope, keepsPlaces: false, ranker))
        }
        return hits
    }

    // MARK: What is like a text

    private typealias Like = (texts: [TextMatch], likeness: Double)

    /// Texts that are like one, in the order in which they are tried.
    ///
    /// - Parameter isThere: whether the text is in some note.
    private func texts(like match: TextMatch, isThere: Bool) throws -> [Like] {
        if match.isPrefix || match.words.count > Self.longPhrase { return [] }
        if match.words.count > 1 { return try phrases(like: match, isThere: isThere) }
        if Words.isCharacter(match.words[0]) { return [] }
        return try index.nearWords(match.words[0], isThere: isThere).prefix(Self.mostTried).map { near in
            ([match.with(near.word, at: 0)], near.likeness)
        }
    }

    /// A phrase with another word in it, words that are in no note first; without its last or its first word; and its
    /// words apart.
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
        // Characters make up a word together, and say nothing apart.
        if !match.words.contains(where: Words.isCharacter) {
            tried.append((match.words.indices.map { match.part($0..<$0 + 1) }, Self.likenessApart))
        }
        return tried
    }
}

extension TextMatch {
    /// With another word in a place.
    fileprivate func with(_ word: String, at place: Int) -> TextMatch {
        var text = self
        text.words[place] = word
        return text
    }

    /// Some of its words.
    fileprivate func part(_ places: Range<Int>) -> TextMatch {
        var text = self
        text.words = Array(words[places])
        return text
    }
}
