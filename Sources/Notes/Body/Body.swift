import SourceText

/// What a note's Markdown body holds, each part with its bytes in the file.
///
/// Markdown as CommonMark 0.31 reads it, with wiki links, task items and hashtags. Code, HTML comments and raw HTML
/// yield nothing; a reference definition yields one link, its uses none. All lists are in order of position.
package struct Body: Hashable, Sendable {
    package internal(set) var headings: [Heading] = []
    /// What a reader does not see as it is written, in order, as far as it decides which words there are and which
    /// stand side by side.
    package internal(set) var reading: [ReadingEdit] = []
    /// Whether the first heading is the first block there is, blank lines and HTML comments aside.
    var startsWithHeading = false
    package internal(set) var links: [Link] = []
    /// Links to parts of the note itself: `[[#part]]` and `[label](#part)`, whose target is empty. In no order.
    package internal(set) var partLinks: [Link] = []
    package internal(set) var definitions: [LinkDefinition] = []
    /// What uses a definition of the note. In no order.
    package internal(set) var uses: [LinkUse] = []
    package internal(set) var hashtags: [Hashtag] = []
    package internal(set) var tasks: [TaskItem] = []

    /// The lines of merge conflicts, three for each: `<<<<<<< ours`, `=======`, `>>>>>>> theirs`, without line ends.
    /// A conflict that begins in a code or HTML block is taken for an example; of one that begins in front matter the
    /// lines there are given too.
    package internal(set) var conflicts: [Range<Int>] = []

    /// Reads `bytes` from `start`, where front matter and byte order mark end.
    ///
    /// No input is an error; bytes that are not UTF-8 become U+FFFD in the strings. Complexity: O(bytes).
    package init(_ bytes: [UInt8], from start: Int = 0) { self.init(bytes, from: start, conflict: ConflictMarkers()) }

    /// - Parameter conflict: what front matter holds of a conflict that goes on in the body.
    init(_ bytes: [UInt8], from start: Int, conflict: ConflictMarkers) {
        var scanner = BlockScanner(bytes, conflict: conflict)
        scanner.scan(from: min(max(start, 0), bytes.count))
        self = scanner.body
    }

    init() {}

    /// The heading that is the body's first block, blank lines and HTML comments aside.
    var leadingHeading: Heading? { startsWithHeading ? headings.first : nil }
}
