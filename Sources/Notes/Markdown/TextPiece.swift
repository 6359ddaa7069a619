import SourceText

/// A run of text in a block with one style.
package struct TextPiece: Hashable, Sendable {
    package struct Style: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) { self.rawValue = rawValue }

        package static let emphasis = Style(rawValue: 1)
        package static let strong = Style(rawValue: 2)
        package static let code = Style(rawValue: 4)
        package static let link = Style(rawValue: 8)
        package static let image = Style(rawValue: 16)
        package static let hashtag = Style(rawValue: 32)
        package static let struck = Style(rawValue: 64)
        /// A formula, which is also `code`. Line ends divide it into pieces whose ranges touch.
        package static let formula = Style(rawValue: 128)
    }

    /// The text as in the note, including control characters, which the caller must escape. A hard line break is a
    /// separate piece that contains one line feed.
    package var text: String
    package var style: Style
    /// The bytes of the file that the piece displays.
    package var range: Range<Int>
    /// Whether `text` equals the bytes of `range`.
    package var isExact: Bool
    /// The target of a link or image: to a file or a part of the note, decoded and with its fragment, or an address.
    package var target: String?
}

extension TextPiece {
    package init(_ text: String, _ style: Style, _ range: Range<Int>, isExact: Bool, target: String? = nil) {
        self.init(text: text, style: style, range: range, isExact: isExact, target: target)
    }

    /// Returns the pieces of inline trees, in order. A link without a text has its target as text.
    static func pieces(_ inlines: [Inline]) -> [TextPiece] {
        var pieces: [TextPiece] = []
        add(inlines, style: [], target: nil, to: &pieces)
        return pieces
    }

    private static func add(_ inlines: [Inline], style: Style, target: String?, to pieces: inout [TextPiece]) {
        for inline in inlines {
            var inner = style
            var innerTarget = target
            switch inline.kind {
            case .text(let text):
                // Only a hard break is displayed as a line feed, which can also be written as an entity.
                let shown = inline.isExact ? text : text.replacing("\n", with: " ")
                pieces.append(TextPiece(shown, style, inline.range, isExact: inline.isExact, target: target))
                continue
            case .softBreak:
                pieces.append(TextPiece(" ", style, inline.range, isExact: false, target: target))
                continue
            case .hardBreak:
                pieces.append(TextPiece("\n", [], inline.range, isExact: false))
                continue
            case .html: continue
            case .code: inner.insert(.code)
            case .math: inner.formUnion([.code, .formula])
            case .emphasis: inner.insert(.emphasis)
            case .strong: inner.insert(.strong)
            case .strikethrough: inner.insert(.struck)
            case .highlight: break
            case .hashtag: inner.insert(.hashtag)
            case .footnote:
                pieces.append(
                    TextPiece("[^\(inline.children.plainText)]", style, inline.range, isExact: false, target: target))
                continue
            case .link(let destination), .image(let destination):
                if case .link = inline.kind { inner.insert(.link) } else { inner.insert(.image) }
                let shown = destination.reference ?? destination.text
                innerTarget = shown
                if inline.children.isEmpty {
                    let start = inline.range.lowerBound
                    pieces.append(TextPiece(shown, inner, start..<start + 1, isExact: false, target: shown))
                    continue
                }
            }
            add(inline.children, style: inner, target: innerTarget, to: &pieces)
        }
    }
}
