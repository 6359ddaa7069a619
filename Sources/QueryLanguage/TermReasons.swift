/// The weight of a query term in near matches, and the words that stand for it.
package struct TermReasons: Sendable {
    /// A text that counts as the term, or a part of it.
    package struct Expansion: Sendable {
        /// The texts that must all match.
        package var texts: [TextMatch]
        /// From 0 to 1. 1 is the term itself.
        package var similarity: Double
        /// The number of notes with it.
        package var notes: Int

        package init(texts: [TextMatch], similarity: Double, notes: Int) {
            self.texts = texts
            self.similarity = similarity
            self.notes = notes
        }
    }

    /// The term as the user wrote it.
    package var label: String
    package var weight: Double
    /// The expansions in the vault, most similar first. Empty if no note has the term or anything similar.
    package var expansions: [Expansion]

    package init(label: String, weight: Double, expansions: [Expansion]) {
        self.label = label
        self.weight = weight
        self.expansions = expansions
    }
}
