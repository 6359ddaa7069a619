/// One text of a list, or one part of a comma-separated text (`a, b`).
package struct YAMLListEntry: Hashable, Sendable {
    package let text: String

    /// The bytes as written, including quotes.
    package let range: Range<Int>

    /// The style of the text. A part of comma-separated text is plain.
    package let style: YAMLStyle

    package init(text: String, range: Range<Int>, style: YAMLStyle) {
        self.text = text
        self.range = range
        self.style = style
    }
}
