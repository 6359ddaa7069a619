/// What the words, strings and comments of a programming language look like.
struct CodeLanguage: Sendable {
    /// How code is divided into parts.
    enum Structure: Sendable {
        case words
        /// Tags with attributes, as in HTML.
        case markup
        /// Keys before values: a word at the start of a line before this byte.
        case keys(UInt8)
        /// Lines that were added or removed.
        case diff
    }

    /// How a string is delimited.
    struct Quote: Sendable {
        var opening: [UInt8]
        var closing: [UInt8]
        var isMultiline = false
        /// Whether a backslash takes the next byte along.
        var hasEscapes = true
        /// Whether it contains exactly one character, because the quote alone has another meaning.
        var isCharacter = false
    }

    var structure = Structure.words
    var lineComments: [[UInt8]] = []
    var blockComments: [(opening: [UInt8], closing: [UInt8])] = []
    /// Longer opening quotes before those that they begin with.
    var quotes: [Quote] = []
    var keywords: Set<String> = []
    var ignoresCase = false
    /// Whether a comment starts only at the start of a word, as in shells.
    var commentsStartWords = false
    /// Bytes that belong to words, besides letters, digits and `_`.
    var wordBytes: [UInt8] = []
    /// Whether a word after this byte is a keyword, as in `#include` and `@media`.
    var prefix: UInt8?

    /// Returns the language of a code block, or nil if it is not known. The case of the name does not matter.
    static func named(_ name: String) -> CodeLanguage? {
        let name = name.lowercased()
        return CodeLanguageTable.languages[CodeLanguageTable.aliases[name] ?? name]
    }

    /// Creates a language.
    ///
    /// - Parameters:
    ///   - comments: the starts of comments that end with their line, separated by spaces.
    ///   - blocks: pairs of the start and the end of a comment.
    ///   - quotes: opening quotes: `"` and `'` with escapes on one line, `"""`, `'''` and `` ` `` on several lines, `raw'`
    ///     without escapes, `char'` with one character, `lines"` on several lines, and `[[` to `]]`.
    init(
        _ keywords: String = "", comments: String = "", blocks: String = "", quotes: String = "",
        structure: Structure = .words, _ change: (inout CodeLanguage) -> Void = { _ in }
    ) {
        func words(_ text: String) -> [[UInt8]] { text.split(separator: " ").map { Array($0.utf8) } }
        self.structure = structure
        self.keywords = Set(keywords.split(whereSeparator: \.isWhitespace).map(String.init))
        lineComments = words(comments)
        let ends = words(blocks)
        blockComments = stride(from: 0, to: ends.count - 1, by: 2).map { (ends[$0], ends[$0 + 1]) }
        self.quotes = quotes.split(separator: " ").map { Self.quote(String($0)) }
        change(&self)
    }

    private static func quote(_ text: String) -> Quote {
        switch text {
        case "raw'": Quote(opening: [0x27], closing: [0x27], isMultiline: true, hasEscapes: false)
        case "raw`": Quote(opening: [0x60], closing: [0x60], isMultiline: true, hasEscapes: false)
        case "char'": Quote(opening: [0x27], closing: [0x27], isCharacter: true)
        case "lines\"": Quote(opening: [0x22], closing: [0x22], isMultiline: true)
        case "[[": Quote(opening: [0x5B, 0x5B], closing: [0x5D, 0x5D], isMultiline: true, hasEscapes: false)
        default:
            Quote(opening: Array(text.utf8), closing: Array(text.utf8), isMultiline: text.count == 3 || text == "`")
        }
    }
}
