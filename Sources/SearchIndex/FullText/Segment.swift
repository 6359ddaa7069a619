/// A segment of a full-text table, in memory.
struct Segment: Sendable {
    let content: SegmentPages.Content
    let vocabulary: Vocabulary
    /// The number of rows of the table in it.
    let rows: Int
    let wordsPerColumn: [Int]
}
