/// A reference from a note's body to something in the vault, with the bytes to rewrite when that moves.
///
/// Addresses with a scheme, `//host` and references within the note (`#part`) are no such links.
package struct Link: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// `[[target]]`
        case wiki
        /// `[label](target)`
        case markdown
        /// `[label]: target`
        case definition
    }

    /// How the destination is written, hence what a new one must look like.
    package enum Style: Hashable, Sendable {
        /// As it is, up to `#`, `|` or `]]`.
        case wiki
        /// Percent-encoded, without white space, parentheses balanced or escaped.
        case bare
        /// Between angle brackets, which are not part of the destination's range.
        case angle
    }

    package var kind: Kind

    /// Whether a `!` stands before it: an image, or what shall be shown in place.
    package var isEmbed: Bool

    /// The path or name referred to: escapes, entities and percent-encoding resolved, except in wiki links, whose
    /// targets are taken as written without white space around them. Never empty.
    package var target: String

    /// What follows the first `#`, decoded likewise, nil if that is nothing; `h1#h2` is a path of headings, `^id` a block.
    package var fragment: String?

    /// The bytes of the fragment, as written.
    package var fragmentRange: Range<Int>?

    /// The bytes to replace when the target moves: without brackets, `#fragment`, title and label. On one line.
    package var destination: Range<Int>

    package var style: Style

    /// The bytes between the brackets of `[label](…)` and `[label]: …`, or after the `|` of a wiki link. Over several
    /// lines it holds the line ends and container marks (`> `) in between.
    package var label: Range<Int>?

    /// The whole link, `!` included.
    package var range: Range<Int>
}
