import SourceText

/// A construct that a scan found in the text of a block. Two spans of one scan are nested or do not touch, except for
/// emphasis that crosses a wiki link, which `InlineReader` ignores.
struct InlineSpan {
    enum Kind {
        /// A node of the tree, whose children are in `inner`.
        case node(Inline.Kind)
        /// Code or math, whose text in `inner` is verbatim.
        case verbatim(Inline.Kind)
        /// Bytes that are rendered as another text: empty for the backslash of an escape, or a decoded entity.
        case replaced(String)
    }

    var kind: Kind
    /// The bytes of the text, with marks and brackets.
    var outer: Range<Int>
    /// The bytes of the text between the marks.
    var inner: Range<Int>
}

/// The definitions of a note that brackets can use.
struct Definitions {
    /// A link definition, as ranges of the text that contains it.
    struct Source {
        var text: LeafText
        var destination: Range<Int>
        var title: Range<Int>?
    }

    /// By normalized label. Of several definitions with one label, the first counts (CommonMark 4.7).
    var links: [String: Source] = [:]
    /// The normalized labels of footnotes.
    var footnotes: Set<String> = []

    func destination(_ label: String) -> LinkDestination? {
        links[label].map { LinkDestination(in: $0.text.bytes, $0.destination, title: $0.title) }
    }
}
