/// Bytes of the body that a reader does not see as they stand in the file.
package struct ReadingEdit: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// Gone, or in the place of what they say (`&eacute;`); nothing separates there.
        case cut
        /// Gone from the running text, but searched: where a link leads.
        case out
        /// Seen, but no part of a sentence: code and addresses.
        case apart
    }

    package var range: Range<Int>
    package var kind: Kind
    package var replacement: String?
}
