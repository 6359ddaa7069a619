/// A value of front matter or of the configuration, with its position.
package struct YAMLValue: Sendable {
    package indirect enum Content: Sendable {
        /// A missing value. `null` and `~` are scalars, which `YAMLValue.isNull` recognizes.
        case null
        case scalar(String, YAMLStyle)
        case sequence([YAMLValue], YAMLStyle)
        case mapping(YAMLMapping, YAMLStyle)
        /// A value that is invalid or outside the subset. It is reported and kept byte for byte, but cannot be
        /// searched.
        case opaque
    }

    package let content: Content

    /// The bytes of the value as written, including quotes and brackets, without trailing comment or white space.
    ///
    /// A block scalar ranges from its mark to the end of its last line's text. The range of a missing value is empty,
    /// after the colon or hyphen and at most one blank.
    package let range: Range<Int>

    package init(_ content: Content, _ range: Range<Int>) {
        self.content = content
        self.range = range
    }
}
