import SourceText

/// A builder of a document's text: paragraphs, and pages if the document has them.
struct TextBuilder {
    private var pages: [[UInt8]] = []
    private var page: [UInt8] = []
    private var size = 0
    /// Whether the next text begins a paragraph.
    private var isNewParagraph = true

    /// Adds text to the current paragraph. Throws if the document's text exceeds the limit.
    mutating func add(_ text: some Collection<UInt8>) throws(DocumentFault) {
        if text.isEmpty { return }
        if isNewParagraph, !page.isEmpty { page += "\n\n".utf8 }
        isNewParagraph = false
        page += text
        size += text.count
        if size > DocumentLimits.text { throw .tooLarge }
    }

    mutating func add(_ text: String) throws(DocumentFault) { try add(Array(text.utf8)) }

    /// Adds text in which white space of any length separates words, as in HTML.
    mutating func addCollapsing(_ text: [UInt8]) throws(DocumentFault) {
        var out: [UInt8] = []
        out.reserveCapacity(text.count)
        var isInSpace = isNewParagraph || page.last.map(\.isWhiteSpace) ?? true
        for byte in text {
            if !byte.isWhiteSpace { out.append(byte) } else if !isInSpace { out.append(Byte.space) }
            isInSpace = byte.isWhiteSpace
        }
        try add(out)
    }

    /// Ends the current paragraph, if it has text.
    mutating func endParagraph() { isNewParagraph = true }

    /// Ends the current page, even if it has no text. Throws if there are too many.
    mutating func endPage() throws(DocumentFault) {
        if pages.count == DocumentLimits.parts { throw .tooLarge }
        pages.append(page)
        (page, isNewParagraph) = ([], true)
    }

    /// Returns the text of a document in pages, each ended by `endPage`.
    func paged() -> DocumentText {
        DocumentText(pages: pages.map { String(decoding: $0, as: UTF8.self) }, isPaged: true)
    }

    /// Returns the text of a document without pages.
    func unpaged() -> DocumentText { DocumentText(pages: [String(decoding: page, as: UTF8.self)], isPaged: false) }
}
