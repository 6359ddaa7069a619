import SourceText

/// A builder of a document's text: paragraphs, and pages if the document has them.
///
/// An inset is text that is anchored in a paragraph, such as a note. It follows that paragraph, so that it does not
/// split a word.
struct TextBuilder {
    /// The text of a page or an inset.
    private struct Flow {
        var text: [UInt8] = []
        /// Whether the next text begins a paragraph.
        var isNewParagraph = true
        /// The insets of the current paragraph.
        var insets: [[UInt8]] = []
    }

    private var pages: [[UInt8]] = []
    private var flow = Flow()
    /// The texts that the open insets interrupt.
    private var interrupted: [Flow] = []
    private var size = 0

    /// Adds text to the current paragraph. Control characters other than tabs and line feeds become spaces: a form feed
    /// would end a page in the cache. Throws if the document's text exceeds the limit.
    mutating func add(_ text: some Collection<UInt8>) throws(DocumentFault) {
        if text.isEmpty { return }
        if flow.isNewParagraph, !flow.text.isEmpty { flow.text += "\n\n".utf8 }
        flow.isNewParagraph = false
        let start = flow.text.count
        flow.text += text
        for index in start..<flow.text.count {
            let byte = flow.text[index]
            if byte < Byte.space, byte != Byte.tab, byte != Byte.newline { flow.text[index] = Byte.space }
        }
        size += text.count
        if size > DocumentLimits.text { throw .tooLarge }
    }

    mutating func add(_ text: String) throws(DocumentFault) { try add(Array(text.utf8)) }

    /// Adds text in which white space of any length separates words, as in HTML.
    mutating func addCollapsing(_ text: [UInt8]) throws(DocumentFault) {
        var out: [UInt8] = []
        out.reserveCapacity(text.count)
        var isInSpace = flow.isNewParagraph || flow.text.last.map(\.isWhiteSpace) ?? true
        for byte in text {
            if !byte.isWhiteSpace { out.append(byte) } else if !isInSpace { out.append(Byte.space) }
            isInSpace = byte.isWhiteSpace
        }
        try add(out)
    }

    /// Ends the current paragraph, if it has text, and adds its insets.
    mutating func endParagraph() {
        flow.isNewParagraph = true
        for inset in flow.insets where !inset.isEmpty {
            if !flow.text.isEmpty { flow.text += "\n\n".utf8 }
            flow.text += inset
        }
        flow.insets = []
    }

    /// Begins an inset. Throws if insets are nested too deeply.
    mutating func beginInset() throws(DocumentFault) {
        if interrupted.count == DocumentLimits.depth { throw .damaged }
        interrupted.append(flow)
        flow = Flow()
    }

    /// Ends the last inset that has begun, if there is one, and continues the paragraph before it.
    mutating func endInset() {
        if interrupted.isEmpty { return }
        endParagraph()
        let inset = flow.text
        // A second reference to the text would copy it.
        flow = interrupted.removeLast()
        flow.insets.append(inset)
        if flow.isNewParagraph { endParagraph() }
    }

    /// Ends the current page, even if it has no text. Throws if there are too many.
    mutating func endPage() throws(DocumentFault) {
        if pages.count == DocumentLimits.parts { throw .tooLarge }
        pages.append(takePage())
    }

    private mutating func takePage() -> [UInt8] {
        while !interrupted.isEmpty { endInset() }
        endParagraph()
        defer { flow = Flow() }
        return flow.text
    }

    /// Returns the text of a document in pages, each ended by `endPage`.
    func paged() -> DocumentText {
        DocumentText(pages: pages.map { String(decoding: $0, as: UTF8.self) }, isPaged: true)
    }

    /// Returns the text of a document without pages.
    mutating func unpaged() -> DocumentText {
        DocumentText(pages: [String(decoding: takePage(), as: UTF8.self)], isPaged: false)
    }
}
