/// A block of a help text, which is written in a subset of Markdown.
package enum HelpBlock: Sendable {
    case heading(String, level: Int)
    case paragraph(String)
    /// The items with their markers: `-`, or a number and a dot.
    case list([(String, String)])
    /// The lines of a code block, indented or fenced.
    case code([String])
    /// The rows of a table of two columns, without the header.
    case table([(String, String)])

    /// Reads headings, paragraphs, lists without nesting, code blocks, and tables of two columns.
    package static func blocks(of text: String) -> [HelpBlock] {
        var blocks: [HelpBlock] = []
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
        while let line = lines.first {
            if line.isEmpty {
                lines.removeFirst()
            } else if line.hasPrefix("```") {
                let code = lines.dropFirst().prefix { !$0.hasPrefix("```") }
                lines = lines.dropFirst(code.count + 2)
                blocks.append(.code(code.map(String.init)))
            } else if line.hasPrefix(indentation) {
                var code = lines.prefix { $0.isEmpty || $0.hasPrefix(indentation) }
                lines = lines.dropFirst(code.count)
                while code.last?.isEmpty == true { code.removeLast() }
                blocks.append(.code(code.map { String($0.dropFirst(indentation.count)) }))
            } else {
                let block = lines.prefix { !$0.isEmpty && !$0.hasPrefix("```") }
                lines = lines.dropFirst(block.count)
                blocks.append(textBlock(block))
            }
        }
        return blocks
    }

    private static let indentation = "    "

    private static func textBlock(_ lines: ArraySlice<Substring>) -> HelpBlock {
        let first = lines.first ?? ""
        if first.hasPrefix("#") {
            return .heading(String(first.drop { $0 == "#" }.dropFirst()), level: first.prefix { $0 == "#" }.count)
        }
        if first.hasPrefix("|") { return .table(lines.dropFirst(2).map(row)) }
        var items: [(String, String)] = []
        for line in lines {
            let marker = line.prefix { $0 != " " }
            if marker == "-" || marker.hasSuffix(".") && Int(marker.dropLast()) != nil {
                items.append((String(marker), String(line.dropFirst(marker.count + 1))))
            } else if items.isEmpty {
                return .paragraph(lines.joined(separator: " "))
            } else {
                items[items.count - 1].1 += " " + line.drop { $0 == " " }
            }
        }
        return .list(items)
    }

    /// Returns the first two cells of a line of a table, which bars separate. `\|` is a bar in a cell.
    private static func row(_ line: Substring) -> (String, String) {
        let cells = line.replacing("\\|", with: "\0").split(separator: "|").map {
            $0.replacing("\0", with: "|").split(separator: " ").joined(separator: " ")
        }
        return (cells.first ?? "", cells.dropFirst().first ?? "")
    }

    /// Splits the text of a block into code (between backquotes) and other text. In the latter, links are reduced to
    /// their labels.
    static func spans(of text: String) -> [(text: String, isCode: Bool)] {
        text.split(separator: "`", omittingEmptySubsequences: false).enumerated().map { index, part in
            index.isMultiple(of: 2) ? (withoutLinks(part), false) : (String(part), true)
        }
    }

    private static func withoutLinks(_ text: Substring) -> String {
        let parts = text.split(separator: "](", omittingEmptySubsequences: false)
        return parts.enumerated().map { index, part in
            let rest = index == 0 ? part : part.drop { $0 != ")" }.dropFirst()
            guard index < parts.count - 1, let bracket = rest.lastIndex(of: "[") else { return String(rest) }
            return String(rest[..<bracket] + rest[bracket...].dropFirst())
        }.joined()
    }
}
