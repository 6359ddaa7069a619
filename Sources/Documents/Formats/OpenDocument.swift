/// Text, tables and presentations of LibreOffice and others: OpenDocument 1.3.
enum OpenDocument {
    /// `tracked-changes` is text that was deleted, and `ruby-text` a phonetic hint. `title` and `desc` describe a
    /// frame.
    private static let markup = TextElements(
        text: ["p", "h", "title", "desc"], paragraphs: ["p", "h"],
        characters: ["s": " ", "tab": "\t", "line-break": "\n"], skipped: ["tracked-changes", "ruby-text"],
        insets: [
            "annotation", "note", "frame", "title", "desc",
            // Shapes.
            "caption", "circle", "connector", "custom-shape", "ellipse", "g", "line", "path", "polygon", "polyline",
            "rect",
        ])

    /// - Parameter page: the element that is a page in a table or presentation.
    static func text(of bytes: [UInt8], page: String?) throws(DocumentFault) -> DocumentText {
        var package = try DocumentPackage(bytes)
        if let manifest = try package.part("META-INF/manifest.xml"), try isEncrypted(manifest) { throw .encrypted }
        let content = try package.requiredPart("content.xml")
        var markup = markup
        if let page { markup.pages = [page] }
        var builder = TextBuilder()
        try markup.add(content, to: &builder)
        return page == nil ? builder.unpaged() : builder.paged()
    }

    private static func isEncrypted(_ manifest: [UInt8]) throws(DocumentFault) -> Bool {
        var reader = try XMLReader(manifest)
        while let event = try reader.next() {
            if case .start(let tag) = event, tag.name == "encryption-data" { return true }
        }
        return false
    }
}
