import SourceText

/// A part of the text of a block as rendered (CommonMark 6).
package struct Inline: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// The text as in the note, including control characters, which the caller must escape. Contains no line feed.
        case text(String)
        /// A line end that is rendered as a space.
        case softBreak
        case hardBreak
        case code
        /// A formula between dollar signs, as written in TeX. `$$` starts a formula on a separate line.
        case math(isDisplay: Bool)
        /// An HTML tag, comment or the like as written.
        case html
        case emphasis
        case strong
        case strikethrough
        case highlight
        case link(LinkDestination)
        case image(LinkDestination)
        /// A hashtag. Its child contains the name with the `#`.
        case hashtag
        /// A reference to the footnote with this label, without the `^`.
        case footnote(String)
    }

    package var kind: Kind
    /// The parts inside. Code, formulas and HTML contain only text and soft breaks.
    package var children: [Inline] = []
    /// The bytes of the file, with markup, except for an exact text.
    package var range: Range<Int>
    /// Whether a text equals the bytes of `range`.
    package var isExact = false

    /// The text without markup. A line end counts as a space. Complexity: O(descendants).
    package var plainText: String {
        switch kind {
        case .text(let text): text
        case .softBreak, .hardBreak: " "
        case .html: children.contains { $0.isLineBreakTag } ? " " : ""
        case .footnote: ""
        case .image(let destination) where destination.isWiki && destination.fragment != nil:
            String(children.plainText.prefix { $0 != "#" })
        default: children.plainText
        }
    }
}

extension Inline {
    /// Whether this is the text of `<br>`, the only tag that is also rendered without its HTML.
    package var isLineBreakTag: Bool {
        if case .text(let text) = kind { ["<br>", "<br/>", "<br />"].contains(text.lowercased()) } else { false }
    }

    /// Returns the tree of a text without blocks, such as a value of front matter. Complexity: O(length).
    package static func all(in text: String) -> [Inline] {
        let bytes = Array(text.utf8)
        return InlineReader.inlines(LeafText(bytes, [0..<bytes.count]), from: 0, Definitions())
    }
}

extension [Inline] {
    /// The texts of all elements without markup. Complexity: O(descendants).
    package var plainText: String { map(\.plainText).joined() }

    /// The texts of the children of code or a formula with their line ends. Complexity: O(descendants).
    package var source: String { map { $0.kind == .softBreak ? "\n" : $0.plainText }.joined() }
}

/// The destination of a link or image.
package struct LinkDestination: Hashable, Sendable {
    /// The destination as written, with escapes and entities decoded. Percent-encoding stays.
    package var text: String
    package var title: String?
    /// The path or name of a file, decoded as in `Link`. Empty for a part of the same note, nil for an address.
    package var target: String?
    /// The text after the first `#`, decoded as in `Link`.
    package var fragment: String?
    package var isWiki = false

    /// The target with its fragment, or nil for an address.
    package var reference: String? { target.map { $0 + (fragment.map { "#\($0)" } ?? "") } }
}

extension LinkDestination {
    /// Creates the destination of a Markdown link or definition.
    init(in text: [UInt8], _ range: Range<Int>, title: Range<Int>?) {
        let reference = WrittenReference(in: text, range)
        self.init(
            text: String(decoding: WrittenReference.unescaped(text, range), as: UTF8.self),
            title: title.map { String(decoding: WrittenReference.unescaped(text, $0), as: UTF8.self) },
            target: reference?.target ?? (range.isEmpty ? "" : nil), fragment: reference?.fragment)
    }

    init(_ wiki: WikiLink, in text: [UInt8]) {
        let path = text.text(wiki.path)
        let fragment = wiki.fragment.map { text.text($0) }
        self.init(
            text: path + (fragment.map { "#\($0)" } ?? ""), target: wiki.isAddress ? nil : path, fragment: fragment,
            isWiki: true)
    }

    init(address: String) { self.init(text: address) }
}
