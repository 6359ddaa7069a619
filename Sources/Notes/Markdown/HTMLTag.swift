import SourceText

/// The parts of an opening or closing HTML tag that search needs.
struct HTMLTag {
    /// In lower case.
    let name: String
    let isClosing: Bool
    /// The value of `alt`, which is shown in place of an image.
    private(set) var alternative: Range<Int>?
    /// The values that are searched, but are not part of the text around the tag: a title and destinations.
    private(set) var asides: [Range<Int>] = []

    private static let asideNames: Set<String> = ["title", "href", "src", "poster"]

    /// The inline elements that separate words: line breaks, superscripts, and elements that are not text.
    private static let separators: Set<String> = [
        "audio", "br", "button", "canvas", "embed", "img", "input", "object", "rp", "rt", "select", "sup", "svg", "td",
        "video",
    ]

    /// Whether the element is block-level.
    var isBlock: Bool { HTMLBlock.isBlockName(name) }

    /// Whether the tag separates words. Emphasis does not: `in<b>cred</b>ible`.
    var separatesWords: Bool { Self.separators.contains(name) || isBlock }

    /// Creates the tag in `range`, which `InlineHTML.end` found. Fails for comments, declarations and instructions.
    init?(_ text: [UInt8], _ range: Range<Int>) {
        var index = range.lowerBound + 1
        guard index < range.upperBound else { return nil }
        isClosing = text[index] == Byte.slash
        if isClosing { index += 1 }
        guard let end = InlineHTML.nameEnd(in: text, at: index) else { return nil }
        name = String(decoding: text[index..<end].lazy.map(\.lowercased), as: UTF8.self)
        index = end
        while let attribute = HTMLAttribute(in: text, after: index), attribute.range.upperBound <= range.upperBound {
            index = attribute.range.upperBound
            guard let value = attribute.value, !value.isEmpty else { continue }
            let name = attribute.name(in: text)
            if name == "alt" { alternative = value }
            if Self.asideNames.contains(name) { asides.append(value) }
        }
    }

    /// Returns the edits by which search reads the construct in `range`: a tag, of which only some values are text, or
    /// a comment, which is not part of the text around it.
    static func edits(_ text: [UInt8], _ range: Range<Int>) -> [PlainTextEdit] {
        guard let tag = HTMLTag(text, range) else { return [PlainTextEdit(range: range, kind: .out)] }
        let space = tag.separatesWords ? " " : ""
        var edits: [PlainTextEdit] = []
        var start = range.lowerBound
        for value in (tag.asides + [tag.alternative].compactMap { $0 }).sorted(by: { $0.lowerBound < $1.lowerBound }) {
            edits.append(PlainTextEdit(range: start..<value.lowerBound, kind: .markup, replacement: space))
            if value != tag.alternative { edits.append(PlainTextEdit(range: value, kind: .out)) }
            start = value.upperBound
        }
        return edits + [PlainTextEdit(range: start..<range.upperBound, kind: .markup, replacement: space)]
    }
}
