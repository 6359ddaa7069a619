/// The differences between a near match and the query, which the results show.
package struct NearMatch: Hashable, Sendable {
    /// The terms that the note lacks, as the query has them.
    package var lacks: [String] = []
    /// The terms for which the note contains an expansion.
    package var instead: [Replacement] = []

    /// A term of the query, and the expansion that the note contains instead.
    package struct Replacement: Hashable, Sendable {
        package var wanted: String
        /// The expansion in the note: one match, or the separate words of a phrase.
        package var found: [TextMatch]

        package init(wanted: String, found: [TextMatch]) {
            self.wanted = wanted
            self.found = found
        }
    }

    package init() {}
}
