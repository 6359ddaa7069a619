extension TextPiece {
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
