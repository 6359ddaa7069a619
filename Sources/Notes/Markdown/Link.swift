/// A reference from a note's body to a file in the vault, with the bytes to rewrite when that file moves. Addresses
/// with a scheme and `//host` are excluded.
///
/// References within the note (`#part`) have an empty target, and are only in `Body.partLinks`.
package struct Link: Hashable, Sendable {
    package enum Notation: Hashable, Sendable {
        /// `[[target]]`
        case wiki
        /// `[label](target)`
        case markdown
        /// `[label]: target`
        case definition
        /// `<img src="target">`, or another tag with `src`, `href` or `poster`.
        case html
    }

    /// How the destination is written, which a replacement must match.
    package enum Style: Hashable, Sendable {
        /// Unescaped, up to `#`, `|` or `]]`.
        case wiki
        /// Percent-encoded, without white space. Parentheses are balanced or escaped.
        case bare
        /// Between angle brackets, which the range of the destination excludes.
        case angle
        /// The value of an attribute, without its quotes. Percent-encoded, with character references.
        case attribute
    }

    package var kind: Notation

    /// Whether a `!` precedes the link, which marks an image or embedded note. Also for `src` and `poster` of a tag.
    package var isEmbed: Bool

    /// The path or name. Escapes, entities and percent-encoding are decoded, except in wiki links, which are only
    /// trimmed.
    package var target: String

    /// The text after the first `#`, decoded likewise. Nil if empty. `h1#h2` is a path of headings, `^id` a block.
    package var fragment: String?

    /// The bytes of the fragment as written.
    package var fragmentRange: Range<Int>?

    /// The bytes to replace when the target moves, without brackets, `#fragment`, title and label. They are on one
    /// line.
    package var destination: Range<Int>

    package var style: Style

    /// The bytes between the brackets of `[label](…)` and `[label]: …`, or after the `|` of a wiki link. A label of
    /// several lines includes the line ends and container markers (`> `) between them.
    package var label: Range<Int>?

    /// The whole link, including `!`. Of a tag, the attribute with the white space before it.
    package var range: Range<Int>
}

extension Link {
    /// Returns the link with other ranges.
    func moved(_ range: (Range<Int>) -> Range<Int>) -> Link {
        var link = self
        link.fragmentRange = fragmentRange.map(range)
        link.destination = range(destination)
        link.label = label.map(range)
        link.range = range(self.range)
        return link
    }
}
