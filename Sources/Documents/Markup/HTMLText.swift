import Notes
import SourceText

/// The displayed text of HTML or XHTML. Never fails: browsers show any bytes.
enum HTMLText {
    /// Returns the text of a page.
    ///
    /// - Parameter html: HTML in UTF-8.
    static func text(of html: [UInt8]) throws(DocumentFault) -> DocumentText {
        var builder = TextBuilder()
        try add(html, to: &builder)
        return builder.unpaged()
    }

    static func add(_ html: [UInt8], to builder: inout TextBuilder) throws(DocumentFault) {
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
            index = position(after: [0x3E], in: html, from: start)
            let isEnd = html[start] == Byte.slash
            let name = html[(isEnd ? start + 1 : start)...].prefix { $0.isLetter || $0.isDigit }
            let tag = String(decoding: name.map(\.lowercased), as: UTF8.self)
            if separate.contains(tag) { builder.endParagraph() }
            if tag == "br" { try builder.addCollapsing([Byte.space]) }
            if !isEnd, hidden.contains(tag) { index = endOfContent(of: Array("</\(tag)".utf8), in: html, from: index) }
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
