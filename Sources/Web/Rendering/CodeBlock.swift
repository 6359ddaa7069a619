import SourceText

/// A block of code as HTML.
enum CodeBlock {
    /// Returns the element of a block, with colors if its language is known and `isColored` is set. Complexity: O(length).
    static func html(_ lines: [String], language: Substring?, isColored: Bool) -> String {
        var writer = HTMLWriter()
        writer.add("<pre><code")
        if let language { writer.add(" class=\"language-\(HTMLWriter.escaped(language))\"") }
        writer.add(">")
        var code: [UInt8] = []
        for line in lines { code += Array(line.utf8) + [Byte.newline] }
        let known = isColored ? language.flatMap { CodeLanguage.named(String($0)) } : nil
        var position = 0
        let parts = known.map { CodeColors.parts(of: code, $0) } ?? []
        for part in parts {
            writer.addText(code.text(position..<part.range.lowerBound))
            writer.add("<span class=\"\(part.kind.rawValue)\">")
            writer.addText(code.text(part.range))
            writer.add("</span>")
            position = part.range.upperBound
        }
        writer.addText(code.text(position..<code.count))
        writer.add("</code></pre>\n")
        return writer.html
    }
}
