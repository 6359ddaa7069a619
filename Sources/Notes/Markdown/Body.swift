import SourceText

/// The contents of a note's Markdown body, each part with its bytes in the file.
///
/// Supports CommonMark 0.31 with wiki links, task items and hashtags. Code, HTML comments and raw HTML yield nothing. A
/// reference definition yields one link, and its uses yield none. Lists are ordered by position unless noted.
package struct Body: Hashable, Sendable {
    package internal(set) var headings: [Heading] = []
    /// The differences between the source and the rendered text that affect words and their neighbors, in order.
    package internal(set) var reading: [ReadingEdit] = []
    /// Whether the first heading is the first block, ignoring blank lines and HTML comments.
    package var startsWithHeading = false
    package internal(set) var links: [Link] = []
    /// Links to parts of the note itself, `[[#part]]` and `[label](#part)`. Their target is empty. Unordered.
    package internal(set) var partLinks: [Link] = []
    package internal(set) var definitions: [LinkDefinition] = []
    /// The uses of definitions of the note. Unordered.
    package internal(set) var uses: [LinkUse] = []
    package internal(set) var hashtags: [Hashtag] = []
    package internal(set) var tasks: [TaskItem] = []
    /// The live blocks. Nothing in their generated text is part of the other lists.
    package internal(set) var liveBlocks: [LiveBlock] = []

    /// The lines of merge conflicts, three for each: `<<<<<<< ours`, `=======`, `>>>>>>> theirs`, without line ends.
    ///
    /// A conflict that starts in a code or HTML block is treated as an example. For one that starts in front matter,
    /// the lines there are included.
    package internal(set) var conflicts: [Range<Int>] = []

    /// Parses `bytes` from `start`, the offset after front matter and byte order mark.
    ///
    /// No input is an error. Bytes that are not UTF-8 become U+FFFD in strings. Complexity: O(bytes).
    package init(_ bytes: [UInt8], from start: Int = 0) {
        var scanner = BlockScanner(bytes)
        scanner.scan(from: min(max(start, 0), bytes.count))
        self = scanner.body
    }

    init() {}

    /// The heading that is the first block, ignoring blank lines and HTML comments.
    var leadingHeading: Heading? { startsWithHeading ? headings.first : nil }
}
