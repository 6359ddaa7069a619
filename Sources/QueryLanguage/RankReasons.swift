package import SourceText

/// The reasons for the rank of a note in a search by relevance: whether the query is one of its names, and the shares of
/// the text terms in its score.
package struct RankReasons: Sendable {
    /// The part of the score that comes from one text term, or from two adjacent ones.
    package struct Share: Sendable {
        package var texts: [TextMatch]
        package var score: Double
        /// The number of matches in each part, with the name of the part.
        package var places: [(part: String, count: Int)]

        package init(_ texts: [TextMatch], score: Double, places: [(part: String, count: Int)]) {
            self.texts = texts
            self.score = score
            self.places = places
        }
    }

    /// The part of the score that comes from a `like:` term.
    package struct RelatedShare: Sendable {
        /// The note of the term.
        package var to: VaultPath
        package var score: Double
        package var reasons: RelatedReasons

        package init(to: VaultPath, score: Double, reasons: RelatedReasons) {
            (self.to, self.score, self.reasons) = (to, score, reasons)
        }
    }

    package var path: VaultPath
    package var score: Double
    /// Whether the text of the query is the whole title, file name or alias. Such notes come first.
    package var isNamed: Bool
    package var shares: [Share]
    /// The shares of `like:` terms.
    package var related: [RelatedShare] = []

    package init(_ path: VaultPath, score: Double, isNamed: Bool, _ shares: [Share]) {
        self.path = path
        self.score = score
        self.isNamed = isNamed
        self.shares = shares
    }
}
