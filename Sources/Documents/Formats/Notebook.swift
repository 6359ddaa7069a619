import SourceText

/// Jupyter notebooks: nbformat 4. The source of each cell, and the text of its outputs.
enum Notebook {
    static func text(of bytes: [UInt8]) throws(DocumentFault) -> DocumentText {
        guard let notebook = JSONValue(bytes: bytes) else { throw .damaged }
        var builder = TextBuilder()
        for cell in elements(notebook.values(ofProperty: "cells")) {
            try add(cell.values(ofProperty: "source"), to: &builder)
            for output in elements(cell.values(ofProperty: "outputs")) {
                try add(output.values(ofProperty: "text"), to: &builder)
                try add(output.values(ofProperty: "data.text/plain"), to: &builder)
            }
        }
        return builder.unpaged()
    }

    private static func elements(_ values: [JSONValue]) -> [JSONValue] {
        values.flatMap { value -> [JSONValue] in
            if case .array(let elements) = value { elements } else { [] }
        }
    }

    /// Adds a text, which is a string or a list of lines.
    private static func add(_ values: [JSONValue], to builder: inout TextBuilder) throws(DocumentFault) {
        for value in values {
            switch value {
            case .string(let text): try builder.add(text)
            case .array(let lines): for case .string(let line) in lines { try builder.add(line) }
            default: break
            }
            builder.endParagraph()
        }
    }
}
