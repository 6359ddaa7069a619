/// One text of a list, or one part of a text that stands for a list (`a, b`).
package struct YAMLListEntry: Hashable, Sendable {
    package let text: String

    /// The bytes as written, quotes included.
    package let range: Range<Int>

    /// How it is written; a part of comma-separated text is plain.
    package let style: YAMLStyle
}
