/// A `#hashtag` in the text of a note.
package struct Hashtag: Hashable, Sendable {
    /// The tag as written, without `#`: `reading/2024`.
    package var name: String

    /// The bytes of the tag, including `#`.
    package var range: Range<Int>
}
