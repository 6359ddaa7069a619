package import SourceText

/// Why a note stands where it stands among those that a search finds.
package struct RankReasons: Sendable {
    /// What a text adds to the score, alone or by standing before another one.
    package struct Share: Sendable {
        package var texts: [TextMatch]
        package var score: Double
        /// How often it stands in each part, by the part's name.
        package var places: [(part: String, count: Int)]

        package init(_ texts: [TextMatch], score: Double, places: [(part: String, count: Int)]) {
            self.texts = texts
            self.score = score
            self.places = places
        }
    }

    package var path: VaultPath
    package var score: Double
    /// Whether its whole title, file name or alias is the query's text: such notes come first.
    package var isNamed: Bool
    package var shares: [Share]

    package init(_ path: VaultPath, score: Double, isNamed: Bool, _ shares: [Share]) {
        self.path = path
        self.score = score
        self.isNamed = isNamed
        self.shares = shares
    }
}
