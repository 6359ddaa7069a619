/// A value of front matter or of the configuration, and where it stands.
package struct YAMLValue: Sendable {
    package indirect enum Content: Sendable {
        /// Nothing is written. The words `null` and `~` are scalars; `YAMLValue.isNull` knows them.
        case null
        /// A text and how it is written.
        case scalar(String, YAMLStyle)
        case sequence([YAMLValue], YAMLStyle)
        case mapping(YAMLMapping, YAMLStyle)
        /// Outside the subset, or broken: kept to the byte, not searchable, and reported.
        case opaque
    }

    package let content: Content

    /// The bytes of the value as written, quotes and brackets included, without comment or white space after it.
    ///
    /// A block scalar's begins with its mark and ends with its last line's text. Where nothing is written it is empty
    /// and stands behind the colon or hyphen and one blank, if there is one.
    package let range: Range<Int>

    package init(_ content: Content, _ range: Range<Int>) {
        self.content = content
        self.range = range
    }
}
