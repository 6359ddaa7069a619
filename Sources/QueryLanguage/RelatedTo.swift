package import SourceText

/// The note with which `like:` compares others, and what it compares.
package struct RelatedTo: Hashable, Sendable {
    /// A folded word of the note.
    package struct Word: Hashable, Sendable {
        package var text: String
        /// How often it occurs. Occurrences in names and keywords count more.
        package var count: Int

        package init(text: String, count: Int) {
            self.text = text
            self.count = count
        }
    }

    package var path: VaultPath
    /// The distinct words of the note, in the order of their bytes.
    package var words: [Word]
    /// The day on which the note was created, according to itself.
    package var day: TimeRange?
    /// Whether notes count that the note links to, or that link to it.
    package var includesLinked = false

    package init(path: VaultPath, words: [Word]) {
        self.path = path
        self.words = words
    }
}

/// What a note has in common with another one.
package struct RelatedReasons: Hashable, Sendable {
    /// Rare words of both, the most distinctive first.
    package var words: [String] = []
    /// Files that both link to.
    package var links: [VaultPath] = []
    /// Notes that link to both.
    package var backlinks: [VaultPath] = []
    /// Notes that one of the two links to, and that link to the other one.
    package var between: [VaultPath] = []
    package var keywords: [String] = []
    /// The number of notes similar to the note that link to the related one.
    package var similar = 0
    /// Whether the note has all words of the related one's title.
    package var hasTitle = false
    package var isInSameFolder = false
    package var isOfSameDay = false

    package init() {}
}
