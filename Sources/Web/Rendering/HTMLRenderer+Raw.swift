import Notes

/// Raw HTML of notes, which is copied or escaped.
extension HTMLRenderer {
    mutating func addHTML(_ lines: [String]) {
        writer.startLine()
        if options.allowsHTML, !options.dropsComments { return writer.add(lines.map { $0 + "\n" }.joined()) }
        let source = lines.joined(separator: "\n")
        let text = RawHTML.withoutComments(source)
        if text.allSatisfy(\.isWhitespace) { return }
        if options.allowsHTML { return writer.add(text + "\n") }
        // A comment before text makes HTML of the line only for a machine.
        if source.drop(while: \.isWhitespace).hasPrefix("<!--"), !text.contains("<") {
            writer.add("<p>")
            writer.addText(text.split(separator: "\n").joined(separator: "\n"))
            return writer.add("</p>\n")
        }
        writer.add("<pre class=\"html\"><code>")
        writer.addText(text)
        writer.add("\n</code></pre>\n")
    }

    mutating func addTag(_ inline: Inline) {
        if !options.allowsHTML, inline.children.contains(where: \.isLineBreakTag) { return writer.add("<br />") }
        if !options.allowsHTML || options.dropsComments, case .text(let text)? = inline.children.first?.kind,
            text.hasPrefix("<!--")
        {
            return
        }
        for child in inline.children {
            guard case .text(let text) = child.kind else {
                writer.add("\n")
                continue
            }
            if options.allowsHTML { writer.add(text) } else { writer.addText(text) }
        }
    }
}
