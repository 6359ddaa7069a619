import QueryLanguage
import SourceText

/// A search for the expansions of a query's terms.
struct ExpansionFinder {
    /// The index that knows all words of the indexes that are searched together.
    private let index: NoteIndex
    private let ranker: Ranker
    /// The indexes that are searched together, each with the rows to search, or nil for all.
    private let parts: [(index: NoteIndex, scope: RowSet?)]
    /// Whether positions are needed to score adjacent words.
    private let storesPositions: Bool
    private let rules: NearMatchRules
    /// The number of expansions that may still be looked up.
    private var lookups = 120
    /// The number of words in deleted rows only that may still be looked up. They do not count as `lookups`, because a
    /// rebuilt index does not have them.
    private var unusedLookups = 500

    private static let maximumExpansionsOfWord = 8
    /// The most expansions that are tried for one phrase, and the longest such phrase in words. Each costs as much as a
    /// search.
    private static let maximumPhrases = (rare: 24, common: 2)
    private static let longestPhrase = 8
    /// Once this many notes have a text or an expansion, less similar ones are not tried.
    private static let manyNotes = 2500
    /// The similarity of a phrase whose words are not adjacent.
    private static let similarityApart = 0.5

    init(_ parts: [(index: NoteIndex, scope: RowSet?)], _ rules: NearMatchRules) throws {
        self.parts = parts
        index = parts[0].index
        self.rules = rules
        storesPositions = rules.terms > 1
        ranker = try index.ranker()
    }

    /// Returns the expansions of a term, including itself, for each of the indexes.
    mutating func expansions(for term: NearMatchTerm) throws -> [TermExpansions] {
        var expansions: [TermExpansions.Family] = []
        /// Adds an expansion. Returns the number of notes with it.
        func add(_ texts: [TextMatch], similarity: Double) throws -> Int {
            let hits = try parts.map { try self.hits(ofAll: texts, $0.index, $0.scope) }
            let notes = hits.reduce(0) { $0 + $1.rows.count }
            if notes > 0 { expansions.append((texts, similarity, hits)) }
            return notes
        }
        for match in term.texts {
            var notes = try add([match], similarity: 1)
            let before = expansions.count
            if notes >= Self.manyNotes { continue }
            for like in try texts(like: match, exists: notes > 0) where lookups > 0 && notes < Self.manyNotes {
                let added = try add(like.texts, similarity: like.similarity)
                notes += added
                if added > 0 || match.words.count > 1 { lookups -= 1 } else { unusedLookups -= 1 }
                if expansions.count - before == Self.maximumExpansionsOfWord || unusedLookups == 0 { break }
            }
        }
        return TermExpansions.all(of: term, family: expansions, parts: parts.count, ranker, rules)
    }

    /// Returns the rows that contain all texts, with their average frequency there.
    private func hits(ofAll texts: [TextMatch], _ index: NoteIndex, _ scope: RowSet?) throws -> PhraseHits {
        let ranker = try index.ranker()
        if texts.count == 1 {
            return try index.phrases.hits(of: texts[0], scope: scope, storesPositions: storesPositions, ranker)
        }
        let rarest = zip(texts, try index.weights(of: texts)).min { $0.1 < $1.1 }
        let first = rarest?.0 ?? texts[0]
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
    private mutating func texts(like match: TextMatch, exists: Bool) throws -> [Alternative] {
        if match.isPrefix || match.words.count > Self.longestPhrase || lookups == 0 { return [] }
        if match.words.count > 1 { return try phrases(like: match, exists: exists) }
        if Words.isCharacter(match.words[0]) { return [] }
        return try index.nearWords(match.words[0], exists: exists, findsTypos: rules.correctsTypos).map { near in
            ([match.with(near.word, at: 0)], near.similarity)
        }
    }

    /// Returns the phrase with one word replaced, starting with words that no note has. Then come the phrase without
    /// its last or first word, and its words without adjacency.
    private mutating func phrases(like match: TextMatch, exists: Bool) throws -> [Alternative] {
        var alternatives: [(place: Int, near: NearWord, isKnown: Bool)] = []
        var hasCommonWord = false
        for (place, word) in match.words.enumerated() where !Words.isCharacter(word) {
            let text = Condition.text(match.part(place..<place + 1))
            let count = try parts.reduce(0) { $0 + (try $1.index.count(text)) }
            let isKnown = exists || count > 0
            hasCommonWord = hasCommonWord || count > Self.manyNotes
            for near in try index.nearWords(word, exists: isKnown, findsTypos: rules.correctsTypos) {
                alternatives.append((place, near, isKnown))
            }
        }
        alternatives.sort { ($0.isKnown ? 0 : 1, $0.near.similarity) > ($1.isKnown ? 0 : 1, $1.near.similarity) }
        let maximum = hasCommonWord ? Self.maximumPhrases.common : Self.maximumPhrases.rare
        var tried: [Alternative] = []
        for (place, near, _) in alternatives where tried.count < maximum && unusedLookups > 0 {
            if try !index.isInUse(near.word) {
                unusedLookups -= 1
                continue
            }
            tried.append(([match.with(near.word, at: place)], near.similarity))
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

    func part(_ places: Range<Int>) -> TextMatch {
        var text = self
        text.words = Array(words[places])
        return text
    }
}
