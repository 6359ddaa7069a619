import SourceText

/// E-books: EPUB 3.3. Its chapters in reading order.
enum Book {
    /// Algorithms that only obfuscate fonts.
    private static let fontAlgorithms: Set<String> = [
        "http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC",
    ]

    static func text(of bytes: [UInt8]) throws(DocumentFault) -> DocumentText {
        var package = try DocumentPackage(bytes)
        if let encryption = try package.part("META-INF/encryption.xml") {
            let algorithms = try values(of: "Algorithm", ofElements: "EncryptionMethod", in: encryption)
            if !fontAlgorithms.isSuperset(of: algorithms) { throw .encrypted }
        }
        let container = try package.requiredPart("META-INF/container.xml")
        guard let main = try values(of: "full-path", ofElements: "rootfile", in: container).first else {
            throw .damaged
        }
        let folder = DocumentPackage.split(main).folder
        var builder = TextBuilder()
        for chapter in try chapters(in: try package.requiredPart(main)) {
            let name = DocumentPackage.resolved(chapter, in: folder)
            try package.add(name, to: &builder) { html, builder throws(DocumentFault) in
                try HTMLText.add(try TextEncoding.decoded(html), isXHTML: true, to: &builder)
            }
            builder.endParagraph()
        }
        try package.checkParts()
        return builder.unpaged()
    }

    /// Returns the files of a package document's spine.
    private static func chapters(in xml: [UInt8]) throws(DocumentFault) -> [String] {
        var reader = try XMLReader(xml)
        var files: [String: String] = [:]
        var chapters: [String] = []
        while let event = try reader.next() {
            guard case .start(let tag) = event else { continue }
            if tag.name == "item", let id = tag["id"], let file = tag["href"] {
                files[id] = String(decoding: Array(file.utf8)[...].percentDecoded, as: UTF8.self)
            }
            if tag.name == "itemref", let id = tag["idref"], let file = files[id] { chapters.append(file) }
        }
        return chapters
    }

    private static func values(
        of attribute: String, ofElements name: String, in xml: [UInt8]
    ) throws(DocumentFault) -> [String] {
        var reader = try XMLReader(xml)
        var values: [String] = []
        while let event = try reader.next() {
            if case .start(let tag) = event, tag.name == name, let value = tag[attribute] { values.append(value) }
        }
        return values
    }
}
