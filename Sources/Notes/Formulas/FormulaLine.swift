import SourceText

/// The text of a title, heading or paragraph without markup, in which formulas are rendered.
package struct FormulaLine {
    private enum Run {
        case text(String)
        case formula(String)
    }

    private var parts: [Run] = []

    /// Creates a line from text with markup. Complexity: O(descendants).
    package init(_ inlines: [Inline]) { add(inlines) }

    /// Creates a line from a title, which has no other markup. A link with a label becomes the label, because readers may
    /// not know of its target. Complexity: O(length).
    package init(_ text: String) {
        guard text.utf8.contains(where: { $0 == Byte.dollar || $0 == Byte.leftBracket }) else {
            parts = [.text(text)]
            return
        }
        let bytes = Array(text.utf8)
        var end = 0
        for inline in Self.formulasAndLinks(in: Inline.all(in: text)) {
            parts.append(.text(bytes.text(end..<inline.range.lowerBound)))
            add([inline])
            end = inline.range.upperBound
        }
        parts.append(.text(bytes.text(end..<bytes.count)))
    }

    /// Whether a text without markup is that of a title. The text of a formula has no dollar signs, but a title keeps them.
    package static func isTitle(_ text: String, _ title: String) -> Bool {
        func words(_ text: String) -> [Substring] {
            text.replacing("$", with: "").split(whereSeparator: \.isWhitespace)
        }
        return text == title || words(text) == words(title)
    }

    private mutating func add(_ inlines: [Inline]) {
        for inline in inlines {
            switch inline.kind {
            case .math: parts.append(.formula(inline.children.source))
            case .emphasis, .strong, .strikethrough, .highlight, .link: add(inline.children)
            default: parts.append(.text(inline.plainText))
            }
        }
    }

    /// Returns the outermost formulas, links and embeds in a text.
    private static func formulasAndLinks(in inlines: [Inline]) -> [Inline] {
        inlines.flatMap { inline in
            switch inline.kind {
            case .math, .link, .image: [inline]
            default: formulasAndLinks(in: inline.children)
            }
        }
    }

    /// The line with formulas as Unicode text. Formulas that need more than one line, or that cannot be read, keep their
    /// dollar signs.
    package var text: String {
        var macros = FormulaMacros()
        return parts.map { part in
            switch part {
            case .text(let text): return text
            case .formula(let source):
                return (try? Formula(source, macros: &macros).text) ?? "$\(source)$"
            }
        }.joined()
    }

    /// Returns the line as HTML, with formulas as MathML. Formulas that cannot be read are code.
    ///
    /// - Parameters:
    ///   - macros: the macros that other formulas define.
    ///   - escape: returns text for an element.
    package func html(macros: FormulaMacros = FormulaMacros(), escape: (String) -> String) -> String {
        var macros = macros
        return parts.map { part in
            switch part {
            case .text(let text): return escape(text)
            case .formula(let source):
                return (try? Formula(source, macros: &macros).mathML(isDisplay: false))
                    ?? "<code class=\"math\">\(escape(source))</code>"
            }
        }.joined()
    }

    /// Whether the line contains a formula.
    package var hasFormula: Bool { parts.contains { if case .formula = $0 { true } else { false } } }
}
