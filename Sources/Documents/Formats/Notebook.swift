import SourceText

/// Jupyter notebooks: nbformat 4. The source of each cell, and the text of its outputs.
enum Notebook {
    static func text(of bytes: [UInt8]) throws(DocumentFault) -> DocumentText {
        var json = try JSONPullReader(bytes)
        var builder = TextBuilder()
        try json.members { json, name throws(DocumentFault) in
            guard name == "cells" else { return try json.skip() }
            try json.elements { json throws(DocumentFault) in try addCell(&json, to: &builder) }
        }
        try json.end()
        return builder.unpaged()
    }

    /// Adds the source of a cell, then its outputs. In files, the outputs come first.
    private static func addCell(
        _ json: inout JSONPullReader, to builder: inout TextBuilder
    ) throws(DocumentFault) {
        var (source, outputs): ([UInt8], [[UInt8]]) = ([], [])
        try json.members { json, name throws(DocumentFault) in
            switch name {
            case "source": source = try text(&json)
            case "outputs": try json.elements { json throws(DocumentFault) in try addOutput(&json, to: &outputs) }
            default: try json.skip()
            }
        }
        for text in [source] + outputs {
            try builder.add(text)
            builder.endParagraph()
        }
    }

    private static func addOutput(
        _ json: inout JSONPullReader, to outputs: inout [[UInt8]]
    ) throws(DocumentFault) {
        try json.members { json, name throws(DocumentFault) in
            switch name {
            case "text", "text/plain": outputs.append(try text(&json))
            case "data": try addOutput(&json, to: &outputs)
            default: try json.skip()
            }
        }
    }

    /// Reads a text, which is a string or a list of lines.
    private static func text(_ json: inout JSONPullReader) throws(DocumentFault) -> [UInt8] {
        if json.next() == Byte.quote { return try json.string() }
        var text: [UInt8] = []
        try json.elements { json throws(DocumentFault) in
            if json.next() == Byte.quote { text += try json.string() } else { try json.skip() }
        }
        return text
    }
}
