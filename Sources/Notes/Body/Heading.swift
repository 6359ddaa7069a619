/// A heading of a note's body, ATX (`## Part`) or setext (underlined).
package struct Heading: Hashable, Sendable {
    /// 1 to 6; a setext heading has 1 or 2.
    package var level: Int

    /// What a reader sees: without emphasis marks, backticks and tags, links by their label, escapes and the
    /// common entities resolved, the lines of a setext heading joined by spaces.
    package var text: String

    /// The bytes of the content, without `#`s, the underline and white space around it; empty for `##`.
    package var raw: Range<Int>

    /// The whole heading: from its first `#` to the end of the line, or from the content to the underline's end.
    package var range: Range<Int>
}
