import QueryLanguage
import SourceText

/// A word of the index that is a likely spelling or another form of a query word.
struct NearWord: Hashable, Sendable {
    var word: String
    /// The similarity, from 0 to 1. 1 is the same word.
    var similarity: Double
}

extension Vocabulary {
    /// Returns the words similar to a folded one, in no order. Similar words are one letter off from four
    /// letters, or two from eight if the word is in no note (`Nearest.distance`). Words with the same beginning are similar too: one continues
    /// the other, or both have different endings, as word forms do in most European languages. Returns none for words
    /// of one or two letters or with digits, because another number is another thing.
    ///
    /// - Parameters:
    ///   - exists: whether some note has the word, so that it is probably spelled as intended.
    ///   - findsTypos: whether to look for words that are a letter or two off.
    /// Complexity: O(words).
    func words(
        like word: String, exists: Bool, findsTypos: Bool
    ) -> [(word: String, similarity: Double, weight: Int)] {
        let bytes = Array(word.utf8)
        let wanted = Nearest.scalars(bytes)
        guard wanted.count >= Similarity.minimumLength, !bytes.contains(where: \.isDigit) else { return [] }
        var found: [Int: Double] = [:]
        func consider(_ number: Int, _ similarity: ([UInt32]) -> Double?) {
            let bytes = self.word(number)
            if bytes.contains(where: \.isDigit) { return }
            let other = Nearest.scalars(Array(bytes))
            // An existing word probably has the intended first letter. This also makes the result independent of the
            // words read.
            if other == wanted || exists && other.first != wanted.first { return }
            if let similarity = similarity(other) { found[number] = max(found[number] ?? 0, similarity) }
        }
        let distance = Similarity.typos(in: wanted.count, exists: exists)
        let filter = TypoFilter(wanted, distance: distance)
        let searched = findsTypos && distance > 0 ? count : 0
        for number in 0..<searched where filter.mayPass(self.bytes.span, place(number)) {
            consider(number) { other in
                Nearest.distance(wanted, other, atMost: distance).map {
                    Similarity.atDistance($0, in: wanted.count, exists: exists)
                }
            }
        }
        for number in range(beginning: Self.beginning(word, max(Similarity.minimumLength, (wanted.count + 1) / 2))) {
            consider(number) { Similarity.ofBeginning(wanted, $0) }
        }
        return found.map { (text($0.key), $0.value, weight($0.key)) }
    }

    /// Returns the words that differ from a folded word by at most `distance` letters or append a few letters to it.
    /// The most common come first, because a rare word may itself be a typo.
    ///
    /// Complexity: O(words).
    func words(near word: String, atMost distance: Int) -> [String] {
        let wanted = Nearest.scalars(Array(word.utf8))
        if wanted.isEmpty { return [] }
        let filter = TypoFilter(wanted, distance: distance)
        let longer = range(beginning: Array(word.utf8))
        let near = (0..<count).filter { number in
            let isLonger = longer.contains(number)
            guard isLonger || filter.mayPass(bytes.span, place(number)) else { return false }
            let other = Nearest.scalars(Array(self.word(number)))
            return isLonger
                ? other.count - wanted.count <= Similarity.maximumAppended
                : Nearest.distance(wanted, other, atMost: distance) != nil
        }
        return near.sorted { weight($0) > weight($1) }.map { text($0) }
    }

    fileprivate static func beginning(_ word: String, _ letters: Int) -> [UInt8] {
        var beginning = String.UnicodeScalarView()
        beginning.append(contentsOf: word.unicodeScalars.prefix(letters))
        return Array(String(beginning).utf8)
    }
}

extension NoteIndex {
    /// Returns the words similar to a folded one (`Vocabulary.words(like:)`), most similar first, also those of indexes
    /// that are searched together with this one. Some may be only in deleted rows.
    ///
    /// An existing word is compared with words that have its first letter. For any other word, the first letter may be
    /// wrong too.
    ///
    /// Complexity: O(words with the same first letter), or O(words) if the word does not exist.
    ///
    /// - Parameter exists: whether some note has the word.
    func nearWords(_ word: String, exists: Bool, findsTypos: Bool) throws -> [NearWord] {
        var found: [String: (similarity: Double, weight: Int)] = [:]
        for index in group {
            let vocabulary =
                try exists ? index.vocabulary(beginning: Vocabulary.beginning(word, 1)) : index.vocabulary()
            for near in vocabulary.words(like: word, exists: exists, findsTypos: findsTypos) {
                found[near.word] = (near.similarity, near.weight + (found[near.word]?.weight ?? 0))
            }
        }
        // Ties are broken by rough frequency, because exact weights differ after updates of the index.
        func power(_ weight: Int) -> Int { 64 - max(1, weight).leadingZeroBitCount / 2 * 2 }
        return found.map { (word: $0.key, similarity: $0.value.similarity, power: power($0.value.weight)) }
            .sorted { a, b in
                (a.similarity, a.power) == (b.similarity, b.power)
                    ? a.word.utf8.lexicographicallyPrecedes(b.word.utf8)
                    : (b.similarity, b.power) < (a.similarity, a.power)
            }
            .map { NearWord(word: $0.word, similarity: $0.similarity) }
    }

    /// Returns whether some note has a word of the vocabulary. A word may be only in deleted rows.
    package func isInUse(_ word: String) throws -> Bool {
        let text = Condition.text(TextMatch(words: [word], isPrefix: false, part: .any, range: 0..<0))
        return try group.contains { try !$0.hasOtherRows || $0.hasNotes(text) }
    }
}

/// The similarity of two different words, below 1.
///
/// The constants were trained together with those of `Ranker`.
private enum Similarity {
    /// The minimum length. Shorter words are similar to almost any word.
    static let minimumLength = 3
    /// The most letters that a near match may append to a word.
    static let maximumAppended = 3

    /// Returns the number of typos that a word of `count` letters may have. In shorter words, they lead to unrelated
    /// words: `tax` to `tag`, `lorem` to `form`, `hearing` to `reading`.
    static func typos(in count: Int, exists: Bool) -> Int { count < 4 ? 0 : count < 8 || exists ? 1 : 2 }

    /// Returns the similarity at an edit distance that `typos` allows. It is lower for a word that exists, because that
    /// is rarely a typo.
    static func atDistance(_ steps: Int, in count: Int, exists: Bool) -> Double {
        (1 - 2 * Double(steps) / Double(count)) * (exists ? 0.75 : 1)
    }

    /// Returns the similarity by the share of a common beginning, or nil if the share is small.
    static func ofBeginning(_ wanted: [UInt32], _ other: [UInt32]) -> Double? {
        let shared = zip(wanted, other).prefix { $0 == $1 }.count
        let longer = max(wanted.count, other.count)
        let share = Double(shared) / Double(longer)
        // The word may continue the whole query word by any length, because the user may still be typing.
        if shared == wanted.count { return 0.6 * share.squareRoot() }
        let rest = longer - shared
        // Half of the letters is too little: `xyz` is no form of `xyzzyq`.
        return rest <= 3 && 2 * shared > longer || rest == 4 && 5 * shared >= 3 * longer ? 0.55 * share : nil
    }
}
