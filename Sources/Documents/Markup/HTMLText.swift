import Notes
import SourceText

/// The displayed text of HTML or XHTML. Never fails: browsers show any bytes.
enum HTMLText {
    /// Returns the text of a page.
    ///
    /// - Parameter html: HTML in UTF-8.
    static func text(of html: [UInt8]) throws(DocumentFault) -> DocumentText {
        var builder = TextBuilder()
        try add(html, isXHTML: isXHTML(html), to: &builder)
        return builder.unpaged()
    }

    /// Whether a page is XHTML: it has an XML declaration, or names the namespace of XHTML at its beginning.
    private static func isXHTML(_ html: [UInt8]) -> Bool {
        html.starts(with: "<?xml".utf8)
            || String(decoding: html.prefix(1024), as: UTF8.self).contains("http://www.w3.org/1999/xhtml")
    }

    /// Adds the text of a page to `builder`.
    ///
    /// - Parameter isXHTML: whether a start tag that ends with `/>` is the whole element, as in `<script src="x.js"/>`.
    static func add(_ html: [UInt8], isXHTML: Bool, to builder: inout TextBuilder) throws(DocumentFault) {
        var index = 0
        while index < html.count {
            guard html[index] == Byte.less, index + 1 < html.count, startsMarkup(html[index + 1]) else {
                let end = html[(index + 1)...].firstIndex(of: Byte.less) ?? html.count
                try builder.addCollapsing(XMLReader.resolved(html, index..<end))
                index = end
                continue
            }
            if html.holds(comment, at: index) {
                index = position(after: [0x2D, 0x2D, 0x3E], in: html, from: index + 4)
                continue
            }
            let start = index + 1
            // Declarations have no attributes.
            let isDeclaration = html[start] == Byte.bang || html[start] == Byte.question
            let end = isDeclaration ? html.first(Byte.greater, from: start) : XMLReader.endOfTag(in: html, from: start)
            index = min(html.count, end + 1)
            let isClosed = isXHTML && html[end - 1] == Byte.slash
            let isEnd = html[start] == Byte.slash
            let name = html[(isEnd ? start + 1 : start)...].prefix { $0.isLetter || $0.isDigit }
            let tag = String(decoding: name.map(\.lowercased), as: UTF8.self)
            if separate.contains(tag) { builder.endParagraph() }
            if tag == "br" { try builder.addCollapsing([Byte.space]) }
            if isEnd || isClosed { continue }
            if hidden.contains(tag) { index = endOfContent(of: Array("</\(tag)".utf8), in: html, from: index) }
        }
    }

    private static let comment = Array("<!--".utf8)

    /// Elements whose content is not displayed.
    private static let hidden: Set<String> = ["script", "style", "template"]

    /// Elements that begin and end a paragraph or a cell.
    private static let separate: Set<String> = [
        "address", "article", "aside", "blockquote", "body", "caption", "dd", "details", "div", "dl", "dt",
        "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "li", "main",
        "nav", "ol", "option", "p", "pre", "section", "summary", "table", "td", "th", "title", "tr", "ul",
    ]

    private static func startsMarkup(_ byte: UInt8) -> Bool {
        byte.isLetter || byte == Byte.slash || byte == Byte.bang || byte == UInt8(ascii: "?")
    }

    private static func position(after end: [UInt8], in html: [UInt8], from start: Int) -> Int {
        var index = start
        while index < html.count, !html.holds(end, at: index) { index += 1 }
        return min(html.count, index + end.count)
    }

    /// Returns the position of an end tag, in any case, or the end of the text.
    private static func endOfContent(of tag: [UInt8], in html: [UInt8], from start: Int) -> Int {
        var index = start
        while index < html.count {
            if html[index] == Byte.less, html[index...].prefix(tag.count).map(\.lowercased) == tag { return index }
            index += 1
        }
        return html.count
    }
}
