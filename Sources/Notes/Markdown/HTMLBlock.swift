import SourceText

/// The kinds of HTML blocks (CommonMark 4.6), which contain no Markdown.
enum HTMLBlock: Equatable {
    /// `<script>`, `<pre>`, `<style>` or `<textarea>`, up to a line with one of the closing tags.
    case verbatim
    case comment
    case instruction
    case declaration
    case characterData
    /// The tag of a block-level element, up to the next blank line.
    case element
    /// Any other tag that is alone on its line, up to the next blank line.
    case tag

    private static let verbatimNames: Set<String> = ["script", "pre", "style", "textarea"]

    private static let elementNames: Set<String> = [
        "address", "article", "aside", "base", "basefont", "blockquote", "body", "caption", "center", "col",
        "colgroup", "dd", "details", "dialog", "dir", "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer",
        "form", "frame", "frameset", "h1", "h2", "h3", "h4", "h5", "h6", "head", "header", "hr", "html", "iframe",
        "legend", "li", "link", "main", "menu", "menuitem", "nav", "noframes", "ol", "optgroup", "option", "p",
        "param", "search", "section", "summary", "table", "tbody", "td", "tfoot", "th", "thead", "title", "tr",
        "track", "ul",
    ]

    /// Whether an element is block-level, so that it separates words.
    static func isBlockName(_ name: String) -> Bool { elementNames.contains(name) || verbatimNames.contains(name) }

    /// Creates the block that starts with the `<` at `start`, if any.
    ///
    /// - Parameter interrupts: whether it would interrupt a paragraph. A block of kind `tag` cannot.
    init?(at start: Int, before end: Int, of bytes: [UInt8], interrupts: Bool) {
        var index = start + 1
        guard index < end else { return nil }
        switch bytes[index] {
        case Byte.bang:
            if bytes.holds(Array("--".utf8), at: index + 1) {
                self = .comment
            } else if bytes.holds(Array("[CDATA[".utf8), at: index + 1) {
                self = .characterData
            } else if index + 1 < end, bytes[index + 1].isLetter {
                self = .declaration
            } else {
                return nil
            }
        case Byte.question:
            self = .instruction
        default:
            let isClosing = bytes[index] == Byte.slash
            if isClosing { index += 1 }
            var name = ""
            // The longest known name is `figcaption`.
            while index < end, name.utf8.count <= 10, bytes[index].isLetter || bytes[index].isDigit {
                name.unicodeScalars.append(Unicode.Scalar(bytes[index].lowercased))
                index += 1
            }
            let isAtBreak = index == end || bytes[index].isBlank || bytes[index] == Byte.greater
            if !isClosing, isAtBreak, Self.verbatimNames.contains(name) {
                self = .verbatim
            } else if isAtBreak || bytes.holds(Array("/>".utf8), at: index), Self.elementNames.contains(name) {
                self = .element
            } else if !interrupts, InlineHTML.isTag(bytes.trimmed(start..<end), of: bytes) {
                self = .tag
            } else {
                return nil
            }
        }
    }

    /// Returns the start of the closing tag if the tag at `start` opens a script or the like, whose content has no tags.
    /// Without a closing tag, this is the end of the text. Returns nil for other tags.
    static func endOfText(of start: Int, in text: [UInt8]) -> Int? {
        let name = text[(start + 1)...].prefix { $0.isLetter }.map(\.lowercased)
        guard ["script", "style", "textarea"].contains(String(decoding: name, as: UTF8.self)) else { return nil }
        var index = start + 1
        while let open = text[index...].firstIndex(of: Byte.less) {
            if text.holds([Byte.slash], at: open + 1), text[(open + 2)...].prefix(name.count).map(\.lowercased) == name
            {
                return open
            }
            index = open + 1
        }
        return text.count
    }

    /// Whether the line in `range` contains the mark that ends the block. False for `element` and `tag`, which end
    /// before a blank line.
    func ends(in range: Range<Int>, of bytes: [UInt8]) -> Bool {
        switch self {
        case .verbatim: Self.verbatimNames.contains { Self.contains("</\($0)>", in: range, of: bytes) }
        case .comment: Self.contains("-->", in: range, of: bytes)
        case .instruction: Self.contains("?>", in: range, of: bytes)
        case .declaration: Self.contains(">", in: range, of: bytes)
        case .characterData: Self.contains("]]>", in: range, of: bytes)
        case .element, .tag: false
        }
    }

    private static func contains(_ mark: String, in range: Range<Int>, of bytes: [UInt8]) -> Bool {
        let mark = Array(mark.utf8)
        guard range.count >= mark.count else { return false }
        return (range.lowerBound...range.upperBound - mark.count).contains { start in
            for index in 0..<mark.count where bytes[start + index].lowercased != mark[index] { return false }
            return true
        }
    }
}
