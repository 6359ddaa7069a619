/// The rules for near matches that depend on the length of the query. In a short query, each word counts. Of a question
/// or pasted text, most notes lack most words.
///
/// The constants were tuned on judged collections and with one half of the queries of `slip-bench judge`
/// (Performance.md, "Search quality").
struct NearMatchRules {
    /// The number of terms in the query.
    let terms: Int

    /// Whether the user has probably chosen each word.
    private var isShort: Bool { terms <= 4 }

    /// Whether a note must have half of the terms. In longer queries, most notes lack most terms.
    var requiresHalf: Bool { terms <= 7 }

    /// Whether misspelled words are corrected, each of which costs a scan of the vocabulary. Other forms of a word
    /// are found in any case.
    var correctsTypos: Bool { terms <= 12 }

    /// The share of the score that is multiplied by the note's coverage of the query's weight.
    var coverageShare: Double { min(1, 16 / Double(terms * terms)) }

    /// Returns the share of the bonus that adjacent words add in other searches.
    func pairShare(_ first: Expansion, _ second: Expansion) -> Double {
        isShort ? first.coverage * second.coverage : 0.25
    }

    /// Returns how much a note with an expansion counts in the rarity of the term's family. A note with the term counts
    /// 1.
    func share(ofSimilarity similarity: Double) -> Double {
        let square = similarity * similarity
        return isShort ? square * square : square
    }

    /// A note that covers this share of the query's weight is listed regardless of its score. In long queries, all of it:
    /// long notes cover much by chance.
    var enoughCoverage: Double { requiresHalf ? 0.5 : 1 }

    /// The similarity to the query that some note must have if no note has one of its words. Otherwise `bread recipe` finds
    /// notes with `read`. A longer query needs a score instead.
    var neededSimilarity: Double { isShort && terms > 1 ? 0.4 : 0 }

    /// Returns the part of the possible score that the best note must have, or else the vault has nothing about the
    /// question, and the part that each note must have. Nothing is needed in a short query, except
    /// `neededSimilarity`.
    ///
    /// The score that notes have by chance falls with the square root of the number of terms, compared with the
    /// possible one. A question about something else has words that the vault lacks. 0.63/√(n · known share) is more
    /// than most such questions reach, in collections of short and of long texts.
    ///
    /// - Parameters:
    ///   - count: the number of terms that were read.
    ///   - knownShare: the weight of the terms that some note has, in any form, divided by the weight of all terms.
    func neededScore(_ count: Int, knownShare: Double) -> (best: Double, each: Double) {
        if isShort || knownShare == 0 { return (0, 0) }
        let best = 0.63 / (Double(count) * knownShare).squareRoot()
        return (best, 0.3 * best)
    }
}
