/// Bytes of the body that search does not read as running text in their written form. `ReadingText` applies the edits.
package struct ReadingEdit: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// Removed, or replaced by the decoded text (`&eacute;`). Does not separate words.
        case cut
        /// Removed from the running text, or replaced, but searchable: a link destination.
        case out
        /// Visible, but not part of a sentence: code and addresses.
        case apart
        /// The start of a block or a table cell, which no phrase crosses. Its range is empty.
        case boundary
    }

    package var range: Range<Int>
    package var kind: Kind
    package var replacement: String?
}
