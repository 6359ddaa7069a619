/// Writes small documents for tests.
package enum DocumentWriter {
    /// Returns a document with a text, which must need no escapes, in the format of a file name extension.
    package static func document(_ format: String, _ text: String) -> [UInt8] {
        switch format {
        case "docx": archive(["word/document.xml": "<w:document><w:p><w:t>\(text)</w:t></w:p></w:document>"])
        case "pptx":
            archive(
                "ppt/presentation.xml", "<p:sldId r:id=\"r\"/>", "slide", "<p:sld><a:p><a:t>\(text)</a:t></a:p></p:sld>"
            )
        case "xlsx":
            archive(
                "xl/workbook.xml", "<sheet name=\"S\" r:id=\"r\"/>", "worksheet",
                "<row><c t=\"inlineStr\"><is><t>\(text)</t></is></c></row>")
        case "odt", "ods", "odp":
            archive(["content.xml": "<d:page><t:table><text:p>\(text)</text:p></t:table></d:page>"])
        case "epub":
            archive([
                "META-INF/container.xml": "<rootfile full-path=\"a.opf\"/>",
                "a.opf": "<package><item id=\"i\" href=\"a.xhtml\"/><itemref idref=\"i\"/></package>",
                "a.xhtml": "<html><p>\(text)</p></html>",
            ])
        case "rtf": Array("{\\rtf1\\ansi \(text)\\par}".utf8)
        case "ipynb": Array("{\"cells\": [{\"source\": [\"\(text)\"]}]}".utf8)
        case "canvas": Array("{\"nodes\": [{\"type\": \"text\", \"text\": \"\(text)\"}]}".utf8)
        case "html": Array("<p>\(text)</p>".utf8)
        case "pdf": pdf([text])
        default: Array(text.utf8)
        }
    }

    private static func archive(_ entries: KeyValuePairs<String, String>) -> [UInt8] { ZIPWriter.archive(entries) }

    /// Returns an archive with a main part and a part that it refers to.
    private static func archive(_ name: String, _ main: String, _ kind: String, _ part: String) -> [UInt8] {
        let split = name.split(separator: "/")
        return archive([
            name: "<main>\(main)</main>",
            "\(split[0])/_rels/\(split[1]).rels":
                "<R><Relationship Id=\"r\" Type=\"http://x/\(kind)\" Target=\"part.xml\"/></R>",
            "\(split[0])/part.xml": part,
        ])
    }

    /// Returns a PDF file with a line of text on each page.
    package static func pdf(_ pages: [String]) -> [UInt8] {
        var objects = ["<</Type/Catalog/Pages 2 0 R>>"]
        let kids = pages.indices.map { "\(4 + 2 * $0) 0 R" }.joined(separator: " ")
        objects.append("<</Type/Pages/Count \(pages.count)/Kids[\(kids)]>>")
        objects.append("<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>")
        for (index, text) in pages.enumerated() {
            objects.append(
                "<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]/Resources<</Font<</F 3 0 R>>>>"
                    + "/Contents \(5 + 2 * index) 0 R>>")
            let drawing = "BT /F 12 Tf 20 200 Td (\(text)) Tj ET"
            objects.append("<</Length \(drawing.utf8.count)>>stream\n\(drawing)\nendstream")
        }
        var file = "%PDF-1.4\n"
        var places = ""
        for (index, object) in objects.enumerated() {
            let start = String(file.utf8.count)
            places += String(repeating: "0", count: 10 - start.count) + start + " 00000 n \n"
            file += "\(index + 1) 0 obj\(object)endobj\n"
        }
        let start = file.utf8.count
        file += "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n\(places)"
        file += "trailer<</Size \(objects.count + 1)/Root 1 0 R>>\nstartxref\n\(start)\n%%EOF\n"
        return Array(file.utf8)
    }
}
