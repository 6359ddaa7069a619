/// What a note that comes near to a query is not.
package struct Nearness: Hashable, Sendable {
    /// The texts that it lacks, as they were written.
    package var lacks: [String]
    /// What it holds in the stead of others: as written, and what stands in the note.
    package var instead: [Replacement]

    package struct Replacement: Hashable, Sendable {
        package var wanted: String
        /// One, or the words of a phrase that stand apart.
        package var found: [TextMatch]

        package init(wanted: String, found: [TextMatch]) {
            self.wanted = wanted
            self.found = found
        }
    }

    package init(lacks: [String] = [], instead: [Replacement] = []) {
        self.lacks = lacks
        self.instead = instead
    }
}
