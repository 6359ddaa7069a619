/// The elements of an XML format that have to do with text, by their names without prefix.
struct TextElements {
    /// The elements whose text counts, including that of elements inside.
    var text: Set<String>
    /// The elements after which a paragraph ends.
    var paragraphs: Set<String>
    /// The elements that stand for text.
    var characters: [String: String] = [:]
    /// The elements that are skipped with everything in them.
    var skipped: Set<String> = []
    /// The elements whose text follows the paragraph that they are in.
    var insets: Set<String> = []
    /// The elements after which a page ends, unless they are nested. Their attribute `name` is its first paragraph.
    var pages: Set<String> = []

    /// Adds the text of an XML document to `builder`.
    func add(_ xml: [UInt8], to builder: inout TextBuilder) throws(DocumentFault) {
        var reader = try XMLReader(xml)
        // How many of the open elements are in each set. For text, only those in the current inset count.
        var (textDepth, skippedDepth, pageDepth) = (0, 0, 0)
        var outerTextDepths: [Int] = []
        while let event = try reader.next() {
            switch event {
            case .start(let tag):
                if skipped.contains(tag.name) { skippedDepth += 1 }
                if skippedDepth > 0 { continue }
                if insets.contains(tag.name) {
                    try builder.beginInset()
                    outerTextDepths.append(textDepth)
                    textDepth = 0
                }
                if text.contains(tag.name) { textDepth += 1 }
                if let character = characters[tag.name] { try builder.add(character) }
                if pages.contains(tag.name) {
                    pageDepth += 1
                    if pageDepth == 1, let name = tag["name"] {
                        try builder.add(name)
                        builder.endParagraph()
                    }
                }
            case .end(let name):
                if skipped.contains(name) {
                    skippedDepth = max(0, skippedDepth - 1)
                    continue
                }
                if skippedDepth > 0 { continue }
                if text.contains(name) { textDepth = max(0, textDepth - 1) }
                if paragraphs.contains(name) { builder.endParagraph() }
                if insets.contains(name), let depth = outerTextDepths.popLast() {
                    builder.endInset()
                    textDepth = depth
                }
                if pages.contains(name) {
                    pageDepth = max(0, pageDepth - 1)
                    if pageDepth == 0 { try builder.endPage() }
                }
            case .text(let text): if textDepth > 0, skippedDepth == 0 { try builder.add(text) }
            }
        }
    }
}
