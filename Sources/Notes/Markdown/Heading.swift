/// A heading of a note's body, ATX (`## Part`) or setext (underlined).
package struct Heading: Hashable, Sendable {
    /// The level from 1 to 6. A setext heading has 1 or 2.
    package var level: Int

    /// The rendered text, without markup and with links as their labels. Escapes and entities are decoded, and the
    /// lines of a setext heading are joined by spaces.
    package var text: String

    /// The bytes of the content, without `#`s, underline and surrounding white space. Empty for `##`.
    package var raw: Range<Int>

    /// The bytes of the heading: from its first `#` to the line end, or from its content to the end of the underline.
    package var range: Range<Int>
}
